//@ verdict: undefined
//@ rule: borrow
//@ witness: blind: const-eval does not track aliasing
// And writes its destination, which ends references to it.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: i32;
    let y: i32;
    let s: &'static i32;
    let p: *const i32;
    let q: *mut i32;
    let z: i32;
    let u: ();
    {
        x = 8;
        y = 9;
        s = &y;
        p = &raw const x;
        q = &raw mut y;
        Call(u = core::intrinsics::copy_nonoverlapping(p, q, 1_usize), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        z = (*s); //~
        Call(u = observe(z), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
