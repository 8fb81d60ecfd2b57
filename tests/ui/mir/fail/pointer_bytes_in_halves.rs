//@ verdict: unspecified
//@ rule: mixed-pointer
//@ witness: cannot: const-eval has no parts of pointers
// A pointer with one byte replaced is nothing known.
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
    let p: *const i32;
    let pp: *mut *const i32;
    let b: *mut u8;
    let y: i32;
    let u: ();
    {
        x = 5;
        p = &raw const x;
        pp = &raw mut p;
        b = CastPtrToPtr(pp);
        b = Offset(b, 7_usize);
        (*b) = 0_u8;
        y = (*p); //~
        Call(u = observe(y), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
