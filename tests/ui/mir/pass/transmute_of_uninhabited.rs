//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// Nothing can be made of a value that cannot be, not even nothing.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
enum Void {}

#[derive(Clone, Copy)]
enum E {
    A(u8),
    B(Void),
    C(()),
}

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let e: E;
    let y: i32;
    let v: [u8; 0];
    let u: ();
    {
        y = 1_i32;
        e = E::A(3_u8);
        v = CastTransmute(Field::<()>(Variant(e, 2), 0));
        Call(u = observe(y), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
