//@ verdict: ok
//@ trace: 0 ffff
//@ witness: agrees
// Asking for the discriminant of no variant.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
#[repr(i16)]
enum E {
    A = -1,
    B = 0,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let a: i16;
    let p: *const i16;
    let q: *const E;
    let d: i16;
    let u: ();
    {
        a = -1_i16;
        p = &raw const a;
        q = CastPtrToPtr(p);
        d = Discriminant((*q));
        Call(u = observe(d), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
