//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// What was put in as a tuple comes out as that tuple.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
union U {
    a: (u8, u16),
    b: (u16, u8),
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let t: (u8, u16);
    let v: U;
    let r: u8;
    let u: ();
    {
        t = (1_u8, 2_u16);
        v = U { a: t };
        r = v.a.0;
        Call(u = observe(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
