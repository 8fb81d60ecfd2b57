//@ verdict: undefined
//@ rule: uninitialised
//@ witness: agrees
// Reading a field reads it at its type.
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
    a: u32,
    b: u8,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let v: U;
    let w: U;
    let r: u32;
    let b: u8;
    let u: ();
    {
        v.b = 9_u8;
        w = v;
        r = w.a; //~
        Call(u = observe(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
