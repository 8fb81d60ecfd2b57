//@ verdict: undefined
//@ rule: borrow
//@ witness: blind: const-eval does not track aliasing
// Filling some is a write.
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
    let s: &'static i32;
    let q: *mut i32;
    let z: i32;
    let u: ();
    {
        x = 0;
        q = &raw mut x;
        s = &(*q);
        Call(u = core::intrinsics::write_bytes(q, 0_u8, 1_usize), ReturnTo(bb1), UnwindUnreachable())
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
