//! How fast the machine is, in statements per second: the figure is Criterion's `elem/s`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use spektr_mir::machine::{Ending, Machine};
use spektr_mir::parse::parse;
use spektr_mir::syntax::Program;

const FUEL: u64 = 1 << 40;

/// A loop of 1,000 rounds around a body of MIR, as text.
fn looped(locals: &str, before: &str, body: &str) -> Program {
    let source = format!(
        "#![feature(custom_mir, core_intrinsics)]
use core::intrinsics::mir::*;
#[derive(Clone, Copy)] pub struct S {{ a: i32, b: (u16, u64) }}
#[custom_mir(dialect = \"runtime\", phase = \"initial\")]
fn f(n: u32) {{ mir! {{
 let i: u32;
 let c: bool;
 {locals}
 {{ i = 0; {before} Goto(head) }}
 head = {{ c = i < n; match c {{ true => body, _ => done }} }}
 body = {{ {body} i = i + 1_u32; Goto(head) }}
 done = {{ Return() }}
}} }}
fn main() {{ f(core::hint::black_box(1000)); }}
"
    );
    parse(&source).unwrap_or_else(|complaint| panic!("{}", complaint.rendered))
}

fn run(program: &Program) -> u64 {
    let mut machine = Machine::new(program).expect("small types");
    machine.start(program).expect("nothing to go wrong yet");
    let ending = machine.run(program, FUEL);
    assert_eq!(ending, Ok(Ending::Finished));
    FUEL - machine.fuel()
}

fn bench(criterion: &mut Criterion, name: &str, program: &Program) {
    let mut group = criterion.benchmark_group("machine");
    group.throughput(Throughput::Elements(run(program)));
    group.bench_function(name, |bencher| bencher.iter(|| run(program)));
    group.finish();
}

fn integers(criterion: &mut Criterion) {
    let locals = "let x: i32; let y: i32; let z: u64; let w: u64;";
    let before = "x = 1; y = 3; z = 5; w = 7;";
    let body = "x = x + y; y = y ^ x; z = z * w; w = z >> 3_i32; x = x - 5_i32; y = x & 255_i32;
        z = z | 1_u64; w = w + z; x = y; z = x as u64;";
    bench(criterion, "integers", &looped(locals, before, body));
}

fn references(criterion: &mut Criterion) {
    let locals = "let x: i32; let s: S; let a: [i32; 4]; let k: usize; let r: &mut i32;
        let q: &S; let p: *mut S; let t: &i32;";
    let before = "x = 1; s = S { a: 1, b: (1, 2) }; s.b.0 = 3; a = [1, 2, 3, 4]; k = 2;
        p = &raw mut s;";
    let body = "r = &mut x; *r = *r + 1_i32; t = &(*r); a[k] = *t; (*p).a = a[k];
        q = &(*p); x = (*q).a; (*p).b.1 = (*q).b.1 + 1_u64; r = &mut a[k]; *r = x;";
    let before =
        before.replace("s = S { a: 1, b: (1, 2) }; s.b.0 = 3;", "s.a = 1; s.b.0 = 3; s.b.1 = 1;");
    bench(criterion, "references", &looped(locals, &before, body));
}

criterion_group!(benches, integers, references);
criterion_main!(benches);
