//@ verdict: undefined
//@ rule: overlap
//@ witness: blind: const-eval does not protect return places
// A function of the library may not be given its result's place by move: both are in use.
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
    let x: f32;
    let u: ();
    {
        x = 5_f32;
        Call(x = f32::min(1_f32, Move(x)), ReturnTo(bb1), UnwindUnreachable()) //~
    }
    bb1 = {
        Call(u = observe(x), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
