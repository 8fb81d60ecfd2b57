//@ verdict: ok
//@ trace: 0 0
//@ witness: agrees
// A `repr` asks for a tag, even if there is only one variant: once it is written it can be
// read.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
enum Only {
    A,
}

#[derive(Clone, Copy)]
#[repr(u32)]
enum E {
    A(Only, u8),
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let o: Only;
    let e: E;
    let d: u32;
    let u: ();
    {
        o = Only::A;
        e = E::A(o, 1_u8);
        d = Discriminant(e);
        Call(u = observe(d), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
