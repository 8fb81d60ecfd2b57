//@ verdict: ok
//@ trace: 0 3
//@ witness: agrees
// A union holds any bytes.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
#[repr(C)]
union U {
    a: u8,
    b: bool,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let v: U;
    let w: U;
    let r: u8;
    let b: bool;
    let u: ();
    {
        v = U { a: 3_u8 };
        w = v;
        r = w.a;
        Call(u = observe(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
