//@ verdict: undefined
//@ rule: invalid-value
//@ says: null where that is forbidden
//@ witness: agrees
// But not borrowed.
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
    let a: usize;
    let p: *const i32;
    let q: *const i32;
    let r: &'static i32;
    let u: ();
    {
        a = 0_usize;
        p = CastTransmute(a);
        r = &(*p); //~
        Call(u = observe(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
