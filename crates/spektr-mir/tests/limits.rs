//! Programs that would run away: every one comes to a verdict, within bounds.

use spektr_mir::machine::{Ending, Machine, Stop};
use spektr_mir::parse::parse;

fn run(items: &str, fuel: u64) -> Result<Ending, Stop> {
    let source = format!(
        "#![feature(custom_mir, core_intrinsics)]
use core::intrinsics::mir::*;
{items}
fn main() {{ f(core::hint::black_box(0)); }}
"
    );
    let program = parse(&source).unwrap_or_else(|c| panic!("{}", c.rendered));
    let mut machine = Machine::new(&program).expect("types have layouts");
    machine.start(&program).and_then(|()| machine.run(&program, fuel)).map_err(|stop| *stop)
}

#[test]
fn endless_recursion_runs_out() {
    let source = "#[custom_mir(dialect = \"runtime\", phase = \"initial\")]
fn f(n: u32) -> u32 { mir! { let m: u32; { m = n + 1_u32; Call(RET = f(m), ReturnTo(b), UnwindUnreachable()) } b = { Return() } } }";
    assert_eq!(run(source, u64::MAX), Err(Stop::OutOfFuel));
}

#[test]
fn deep_recursion_returns() {
    let source = "#[custom_mir(dialect = \"runtime\", phase = \"initial\")]
fn f(n: u32) -> u32 { mir! { let m: u32; { m = n + 1_u32; match m { 20000 => c, _ => a } }
 a = { Call(RET = f(m), ReturnTo(b), UnwindUnreachable()) }
 b = { RET = RET + 1_u32; Return() }
 c = { RET = 0; Return() } } }";
    assert_eq!(run(source, 10_000_000), Ok(Ending::Finished));
}

#[test]
fn endless_tail_calls_run_out_of_fuel_and_not_of_memory() {
    let source = "#[custom_mir(dialect = \"runtime\", phase = \"initial\")]
fn f(n: u32) -> u32 { mir! { let m: u32; { m = n + 1_u32; TailCall(f(m)) } } }";
    assert_eq!(run(source, 1_000_000), Err(Stop::OutOfFuel));
}

#[test]
fn large_values_cost_fuel() {
    let source = "#[custom_mir(dialect = \"runtime\", phase = \"initial\")]
fn f(n: u8) { mir! { let a: [u8; 1000000]; let b: [u8; 1000000];
 { a = [n; 1000000]; Goto(l) } l = { b = a; a = b; Goto(l) } } }";
    assert_eq!(run(source, 1_000_000), Err(Stop::OutOfFuel));
}

#[test]
fn too_much_memory_is_too_much() {
    let source = "#[custom_mir(dialect = \"runtime\", phase = \"initial\")]
fn f(n: u8) { mir! { let a: [u8; 1000000]; { a = [n; 1000000]; Call(RET = f(n), ReturnTo(b), UnwindUnreachable()) } b = { Return() } } }";
    assert_eq!(run(source, u64::MAX), Err(Stop::OutOfFuel));
}

#[test]
fn a_loop_that_makes_references_keeps_its_trees_small() {
    let source = "#[custom_mir(dialect = \"runtime\", phase = \"initial\")]
fn f(n: u32) { mir! { let i: u32; let x: u32; let c: bool; let r: &mut u32; let s: &u32; let t: &u32;
 { i = 0; x = 0; Goto(h) }
 h = { c = i < 200000_u32; match c { true => b, _ => d } }
 b = { r = &mut x; *r = i; s = &(*r); t = s; i = *t; i = i + 1_u32; Goto(h) }
 d = { Return() } } }";
    // Without collection this would take hours: every access looks at every tag.
    assert_eq!(run(source, 10_000_000), Ok(Ending::Finished));
}
