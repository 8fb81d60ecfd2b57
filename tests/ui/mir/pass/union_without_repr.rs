//@ verdict: ok
//@ trace: 0 fb
//@ witness: agrees
// The fields of a `repr(C)` union begin where it begins.
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
    a: u16,
    b: i16,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: U;
    let r: i16;
    let u: ();
    {
        x = U { a: 251_u16 };
        r = x.b;
        Call(u = observe(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
