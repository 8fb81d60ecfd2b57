//@ verdict: ok
//@ trace: 0 2
//@ witness: agrees
// A pointer reaches the elements of its own object.
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
    let a: [i32; 2];
    let b: [i32; 2];
    let w: *const [i32; 2];
    let p: *const i32;
    let y: i32;
    let u: ();
    {
        a = [1, 2];
        b = [3, 4];
        w = &raw const a;
        p = CastPtrToPtr(w);
        Call(p = core::intrinsics::arith_offset(p, 1_isize), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        y = (*p);
        Call(u = observe(y), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
