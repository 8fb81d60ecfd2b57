//@ verdict: ok
//@ trace: 0 ffffffff
//@ trace: 1 ff
//@ trace: 2 ff
//@ trace: 3 ffffffffffffffffffffffffffffffff
//@ trace: 4 ffff
//@ witness: agrees
// Integer casts cut off or extend by the sign of the source.
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
    let a: i8;
    let b: i32;
    let c: u8;
    let d: i128;
    let e: u16;
    let u: ();
    {
        a = -1_i8;
        b = a as i32;
        Call(u = observe(b), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        c = b as u8;
        Call(u = observe(c), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        b = c as i32;
        Call(u = observe(b), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        d = a as i128;
        Call(u = observe(d), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        e = a as u16;
        Call(u = observe(e), ReturnTo(bb5), UnwindUnreachable())
    }
    bb5 = {
        Return()
    }
} }

fn main() {
    f();
}
