//@ verdict: ok
//@ trace: 0 80 1
//@ trace: 1 7f 0
//@ trace: 2 0 1
//@ trace: 3 ff 1
//@ witness: agrees
// `Checked` gives the wrapped result and whether it wrapped.
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
    let b: i8;
    let r: (i8, bool);
    let c: u8;
    let d: u8;
    let s: (u8, bool);
    let u: ();
    {
        a = 127_i8;
        b = 1_i8;
        r = Checked(a + b);
        Call(u = observe(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        b = 0_i8;
        r = Checked(a + b);
        Call(u = observe(r), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        c = 128_u8;
        d = 2_u8;
        s = Checked(c * d);
        Call(u = observe(s), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        c = 0_u8;
        d = 1_u8;
        s = Checked(c - d);
        Call(u = observe(s), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        Return()
    }
} }

fn main() {
    f();
}
