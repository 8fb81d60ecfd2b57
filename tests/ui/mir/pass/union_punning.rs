//@ verdict: ok
//@ trace: 0 3f800000
//@ trace: 1 3f80
//@ trace: 2 0
//@ witness: agrees
// The bytes of one field are read as another.
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
    f: f32,
    n: u32,
    h: [u16; 2],
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let v: U;
    let n: u32;
    let h: u16;
    let i: usize;
    let u: ();
    {
        v = U { f: 1.0_f32 };
        n = v.n;
        Call(u = observe(n), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        i = 1;
        h = v.h[i];
        Call(u = observe(h), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        i = 0;
        h = v.h[i];
        Call(u = observe(h), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Return()
    }
} }

fn main() {
    f();
}
