//@ verdict: unspecified
//@ rule: open-value
//@ witness: cannot: an address as a number
// Every byte is a `char`; not every open number is one.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
union Bits {
    number: u32,
    letter: char,
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
    let m: u8;
    let w: u32;
    let k: Bits;
    let c: char;
    let d: char;
    let u: ();
    {
        x = 1_u32;
        p = &raw const x;
        n = CastTransmute(p);
        w = n as u32;
        k = Bits { number: w };
        c = k.letter; //~
        d = c;
        Call(u = observe(x), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
