//@ verdict: undefined
//@ rule: not-a-function
//@ witness: agrees
// There is no function at a number.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let a: usize;
    let p: fn();
    let u: ();
    {
        a = 4096_usize;
        p = CastTransmute(a);
        Call(u = p(), ReturnTo(bb1), UnwindUnreachable()) //~
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
