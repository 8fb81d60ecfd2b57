//@ verdict: unspecified
//@ rule: open-storage
//@ witness: blind: const-eval knows one layout
// How variants of a `repr(Rust)` enum share storage is open.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
enum E {
    A(u8),
    B(i8),
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let e: E;
    let r: i8;
    let u: ();
    {
        e = E::A(251_u8);
        r = Field::<i8>(Variant(e, 1), 0); //~
        Call(u = observe(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
