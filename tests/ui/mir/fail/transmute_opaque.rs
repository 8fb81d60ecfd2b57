//@ verdict: unspecified
//@ rule: open-layout
//@ witness: blind: const-eval knows one layout
// A `repr(Rust)` struct has no promised bytes.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
struct S(u32, u32);

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let n: u64;
    let s: S;
    let u: ();
    {
        n = 8589934593_u64;
        s = CastTransmute(n); //~
        Call(u = observe(s), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
