//@ verdict: undefined
//@ rule: invalid-value
//@ says: is no `bool`
//@ witness: agrees
// What the bytes mean is asked when they are read.
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
    let b: bool;
    let c: bool;
    let p: *mut bool;
    let u: ();
    {
        p = &raw mut b;
        Call(u = core::intrinsics::write_bytes(p, 85_u8, 1_usize), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        c = b; //~
        Call(u = observe(c), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
