//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// A field is copied from another value.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
pub union U { a: u32, b: (u8, u8) }
#[derive(Clone, Copy)]
#[repr(u32)]
pub enum E { A(U), B(U) }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let e: E;
    let d: E;
    let v: U;
    let u: ();
    {
        v = U { a: 7_u32 };
        e = E::A(v);
        d = E::B(v);
        place!(Field::<U>(Variant(e, 0), 0)) = Field::<U>(Variant(d, 1), 0);
        Call(u = observe(1_u32), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
