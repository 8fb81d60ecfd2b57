//@ verdict: undefined
//@ rule: dead-local
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
        b = 1_u8;
        Call(v = g(), ReturnTo(bb1), UnwindUnreachable()) //~
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
