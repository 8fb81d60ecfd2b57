//@ verdict: undefined
//@ rule: borrow
//@ witness: blind: const-eval does not track aliasing
// The field beside it is not.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[repr(C)]
struct S {
    c: core::cell::UnsafeCell<i32>,
    n: i32,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let c: core::cell::UnsafeCell<i32>;
    let a: S;
    let s: &'static S;
    let w: *const S;
    let p: *mut i32;
    let y: i32;
    let u: ();
    {
        c = CastTransmute(1_i32);
        a = S { c: Move(c), n: 2 };
        s = &a;
        w = &raw const (*s);
        p = CastPtrToPtr(w);
        p = Offset(p, 1_usize);
        (*p) = 9; //~
        y = (*p);
        Call(u = observe(y), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
