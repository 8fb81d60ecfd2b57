//@ verdict: ok
//@ trace: 0 1
//@ trace: 1 0
//@ witness: agrees
// The intrinsic gives the same through a reference; a struct's is 0.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
#[repr(i16)]
enum E {
    A,
    B(u32),
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let e: E;
    let r: &'static E;
    let d: i16;
    let t: (u8, u8);
    let q: &'static (u8, u8);
    let k: u8;
    let u: ();
    {
        e = E::B(4_u32);
        r = &e;
        Call(d = core::intrinsics::discriminant_value(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(d), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        t = (1_u8, 2_u8);
        q = &t;
        Call(k = core::intrinsics::discriminant_value(q), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Call(u = observe(k), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        Return()
    }
} }

fn main() {
    f();
}
