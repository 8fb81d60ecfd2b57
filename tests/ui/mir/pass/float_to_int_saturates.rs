//@ verdict: ok
//@ trace: 0 ff
//@ trace: 1 0
//@ trace: 2 80
//@ trace: 3 0
//@ trace: 4 7fffffff
//@ witness: agrees
// `as` stops at the ends of the integer type; NaN becomes 0.
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
    let a: f32;
    let z: f32;
    let u8_: u8;
    let i8_: i8;
    let i32_: i32;
    let u: ();
    {
        a = 300.0_f32;
        u8_ = a as u8;
        Call(u = observe(u8_), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        a = -1.0_f32;
        u8_ = a as u8;
        Call(u = observe(u8_), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        a = -1000.0_f32;
        i8_ = a as i8;
        Call(u = observe(i8_), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        z = 0.0_f32;
        a = z / z;
        i32_ = a as i32;
        Call(u = observe(i32_), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        a = 1.0_f32;
        a = a / z;
        i32_ = a as i32;
        Call(u = observe(i32_), ReturnTo(bb5), UnwindUnreachable())
    }
    bb5 = {
        Return()
    }
} }

fn main() {
    f();
}
