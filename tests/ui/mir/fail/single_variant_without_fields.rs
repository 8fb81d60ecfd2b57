//@ verdict: undefined
//@ rule: uninitialised
//@ witness: agrees
// An enum of one variant without fields is nothing: there is nothing to initialise.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
enum E {
    A,
    B,
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
    let d: isize;
    let u: ();
    {
        g = e; //~
        d = Discriminant(g);
        Call(u = observe(d), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
