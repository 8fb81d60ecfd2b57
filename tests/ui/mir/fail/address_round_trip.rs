//@ verdict: unspecified
//@ rule: open-address
//@ witness: cannot: const-eval has no addresses
// What an address leads to, once it was a number, is open to spektr.
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
    let x: u8;
    let p: *const u8;
    let b: *const i8;
    let n: usize;
    let y: u8;
    let u: ();
    {
        x = 5_u8;
        p = &raw const x;
        n = p as usize;
        p = n as *const u8;
        y = (*p); //~
        Call(u = observe(y), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
