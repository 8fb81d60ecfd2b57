//@ verdict: unspecified
//@ rule: open-value
//@ witness: blind: const-eval knows one layout
// The size of a `repr(Rust)` struct is open.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

struct S {
    a: u8,
    b: u32,
    c: u8,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let n: usize;
    let u: ();
    {
        Call(n = core::intrinsics::size_of::<S>(), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(n), ReturnTo(bb2), UnwindUnreachable()) //~
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
