//@ verdict: unspecified
//@ rule: open-value
//@ witness: cannot: an address as a number
// A transmute to an integer shows the address.
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
    let p: *const i32;
    let q: *const u8;
    let n: usize;
    let u: ();
    {
        x = 1;
        p = &raw const x;
        n = CastTransmute(p);
        Call(u = observe(n), ReturnTo(bb1), UnwindUnreachable()) //~
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
