//@ verdict: undefined
//@ rule: out-of-bounds
//@ witness: agrees
// And not before it.
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
    let w: *const [i32; 2];
    let p: *const i32;
    let x: i32;
    let u: ();
    {
        a = [7, 8];
        w = &raw const a;
        p = CastPtrToPtr(w);
        p = Offset(p, 1_isize);
        p = Offset(p, -2_isize); //~
        x = (*p);
        Call(u = observe(x), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
