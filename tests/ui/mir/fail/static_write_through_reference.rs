//@ verdict: undefined
//@ rule: immutable
//@ witness: agrees
// The static itself may not, not even through `&mut`.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

static X: i32 = 2;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let s: &'static i32;
    let c: *const i32;
    let p: *mut i32;
    let r: &'static mut i32;
    let y: i32;
    let u: ();
    {
        s = Static(X);
        c = &raw const (*s);
        p = CastPtrToPtr(c);
        Call(u = core::intrinsics::write_bytes(p, 0_u8, 1_usize), ReturnTo(bb1), UnwindUnreachable()) //~
    }
    bb1 = {
        y = 0;
        Call(u = observe(y), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
