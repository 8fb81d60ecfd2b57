//@ verdict: ok
//@ trace: 0 1
//@ witness: cannot: an address as a number
// A `bool` that was computed from what is open is some `bool`; an open byte need not be one.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
union Bits {
    number: usize,
    flag: bool,
}

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: u32;
    let p: *const u32;
    let n: usize;
    let b: bool;
    let c: bool;
    let k: Bits;
    let u: ();
    {
        x = 1_u32;
        p = &raw const x;
        n = CastTransmute(p);
        b = n < 16_usize;
        c = b;
        Call(u = observe(x), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
