//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// What is in a union is copied as bytes, however small.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
union U {
    n: u32,
}

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let a: U;
    let x: u32;
    let u: ();
    {
        a = U { n: 1_u32 };
        a = U { n: a.n };
        x = a.n;
        Call(u = observe(x), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
