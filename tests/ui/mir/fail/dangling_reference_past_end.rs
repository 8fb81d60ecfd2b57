//@ verdict: undefined
//@ rule: invalid-value
//@ says: reference beyond the bounds
//@ witness: agrees
// One past the last element there is nothing to borrow.
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
    let r: &'static i32;
    let x: i32;
    let u: ();
    {
        a = [7, 8];
        w = &raw const a;
        p = CastPtrToPtr(w);
        p = Offset(p, 2_usize);
        r = &(*p); //~
        x = (*r);
        Call(u = observe(x), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
