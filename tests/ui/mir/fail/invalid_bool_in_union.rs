//@ verdict: undefined
//@ rule: invalid-value
//@ says: is no `bool`
//@ witness: agrees
// Its fields do not.
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
        b = w.b; //~
        Call(u = observe(b), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
