//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// Nothing comes back from writing bytes; a function gives back even a `()`.
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
fn g() { mir! {
    {
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let b: u8;
    let p: *mut u8;
    let v: ();
    let u: ();
    {
        p = &raw mut b;
        Call(v = core::intrinsics::write_bytes(p, 1_u8, 1_usize), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        StorageDead(v);
        Call(u = observe(b), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
