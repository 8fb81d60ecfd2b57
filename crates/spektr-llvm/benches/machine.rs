//! How fast the machine executes simple instructions, and how long refinement of a small
//! function takes.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use spektr_llvm::machine::{
    Code, Conditions, Forks, Given, Side, Start, Temper, Value, World, execute,
};
use spektr_llvm::{parse, refine};

/// Eight instructions in a loop.
const LOOP: &str = "define i32 @f(i32 %n) {
  br label %h
h:
  %i = phi i32 [ 0, %0 ], [ %j, %h ]
  %s = phi i32 [ 1, %0 ], [ %v, %h ]
  %t = mul i32 %s, 1664525
  %u = add i32 %t, 1013904223
  %w = lshr i32 %u, 3
  %v = xor i32 %u, %w
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %h, label %e
e:
  ret i32 %v
}";

const PAIR: &str = "define i32 @src(i32 %x, i32 %y) {
  %a = sub i32 0, %x
  %b = add i32 %a, %y
  %c = icmp slt i32 %b, 10
  %r = select i1 %c, i32 10, i32 %b
  ret i32 %r
}
declare i32 @llvm.smax.i32(i32, i32)
define i32 @tgt(i32 %x, i32 %y) {
  %b = sub i32 %y, %x
  %r = call i32 @llvm.smax.i32(i32 %b, i32 10)
  ret i32 %r
}";

fn machine(criterion: &mut Criterion) {
    let module = parse::module("loop.ll", LOOP).unwrap();
    let code = Code::new(&module).unwrap();
    let id = module.find("f").unwrap();
    let rounds = 10_000u64;
    let start = Start { arguments: vec![Given::Value(Value::Int(rounds))], ..Start::default() };
    let mut group = criterion.benchmark_group("machine");
    // Two phis and seven more instructions in each round.
    group.throughput(Throughput::Elements(rounds * 9));
    group.bench_function("simple instructions", |bench| {
        bench.iter(|| {
            let temper = Temper { seed: 1, writes: false, throws: false };
            execute(
                &code,
                id,
                &start,
                Conditions {
                    side: Side::Free,
                    world: World::new(temper),
                    fuel: u64::MAX,
                    forks: Forks::new(0),
                    cover: false,
                    record: false,
                },
            )
        });
    });
    group.finish();
}

fn refinement(criterion: &mut Criterion) {
    let module = parse::module("pair.ll", PAIR).unwrap();
    let effort = refine::Effort::default();
    criterion.bench_function("refine a small function", |bench| {
        bench.iter(|| refine::refine_in_one(&module, &effort));
    });
}

criterion_group!(benches, machine, refinement);
criterion_main!(benches);
