//@ verdict: undefined
//@ rule: uninitialised
//@ witness: agrees
// The only variant may be filled in field by field, without ever being named.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
enum E {
    A(u32, bool),
}

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let e: E;
    let g: E;
    let n: u32;
    let u: ();
    {
        place!(Field::<u32>(Variant(e, 0), 0)) = 3_u32;
        g = e; //~
        n = Field::<u32>(Variant(g, 0), 0);
        Call(u = observe(n), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
