//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// A union holds anything, but a number that is taken out of memory for it has to be there.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
union W {
    n: u32,
}

#[derive(Clone, Copy)]
#[repr(C)]
union U {
    n: u32,
    w: W,
}

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let m: W;
    let x: W;
    let p: *const u32;
    let a: U;
    let y: i32;
    let u: ();
    {
        y = 1_i32;
        p = &raw const x.n;
        a = U { w: x };
        Call(u = observe(y), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
