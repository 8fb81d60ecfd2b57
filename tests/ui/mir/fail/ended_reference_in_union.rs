//@ verdict: undefined
//@ rule: borrow
//@ witness: blind: const-eval does not track aliasing
// Taking the reference out borrows again.
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
    s: &'static i32,
    n: u64,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: i32;
    let s: &'static i32;
    let v: U;
    let w: U;
    let y: i32;
    let u: ();
    {
        x = 0;
        s = &x;
        v = U { s: s };
        x = 1;
        w = v;
        s = w.s; //~
        y = 3;
        Call(u = observe(y), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
