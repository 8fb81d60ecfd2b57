//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// Where nothing is initialised nothing is copied, so nothing overlaps.
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
    let a: [u32; 2];
    let p: *const [u32; 2];
    let q: *mut [u32; 2];
    let u: ();
    {
        p = &raw const a;
        q = &raw mut a;
        Call(u = core::intrinsics::copy_nonoverlapping(p, q, 1_usize), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(1_i32), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
