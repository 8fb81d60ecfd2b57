//@ verdict: ok
//@ trace: 0 7
//@ witness: agrees
// A reference that still holds may be left out by a selection.
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
    let x: i32;
    let y: i32;
    let z: i32;
    let b: bool;
    let r: &'static mut i32;
    let s: &'static mut i32;
    let q: &'static mut i32;
    let u: ();
    {
        x = 0;
        y = 7;
        b = true;
        r = &mut x;
        s = &mut y;
        Call(q = core::intrinsics::select_unpredictable(b, s, r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        z = *q;
        Call(u = observe(z), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
