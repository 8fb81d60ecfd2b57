//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// A pointer to `!` is a pointer.
#![feature(custom_mir, core_intrinsics, never_type)]
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
    let a: usize;
    let p: *const !;
    let n: !;
    let r: i32;
    let u: ();
    {
        r = 1;
        a = 1_usize;
        p = CastTransmute(a);
        Call(u = observe(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
