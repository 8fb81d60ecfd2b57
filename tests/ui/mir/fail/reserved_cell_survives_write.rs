//@ verdict: undefined
//@ rule: borrow
//@ witness: blind: const-eval does not track aliasing
// One to plain data does not.
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
    let c: core::mem::ManuallyDrop<i32>;
    let r: &'static mut core::mem::ManuallyDrop<i32>;
    let v: *mut core::mem::ManuallyDrop<i32>;
    let q: *mut i32;
    let p: *mut i32;
    let y: i32;
    let u: ();
    {
        c = CastTransmute(1_i32);
        v = &raw mut c;
        q = CastPtrToPtr(v);
        r = &mut (*v);
        (*q) = 6;
        v = &raw mut (*r);
        p = CastPtrToPtr(v);
        (*p) = 7; //~
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
