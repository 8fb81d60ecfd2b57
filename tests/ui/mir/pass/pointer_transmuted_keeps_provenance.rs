//@ verdict: ok
//@ trace: 0 5
//@ witness: agrees
// Between pointer types a transmute keeps everything.
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
    let r: &'static mut i32;
    let p: *const u8;
    let q: *const i32;
    let y: i32;
    let u: ();
    {
        x = 5;
        r = &mut x;
        p = CastTransmute(r);
        q = CastPtrToPtr(p);
        y = (*q);
        Call(u = observe(y), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
