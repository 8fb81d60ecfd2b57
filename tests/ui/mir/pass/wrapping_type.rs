//@ verdict: ok
//@ trace: 0 5
//@ trace: 1 6
//@ witness: agrees
// Transparent library wrappers hold what they wrap.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let w: core::num::Wrapping<u8>;
    let m: core::mem::ManuallyDrop<u16>;
    let u: ();
    {
        w = CastTransmute(5_u8);
        Call(u = observe(w), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        m = CastTransmute(6_u16);
        Call(u = observe(m), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
