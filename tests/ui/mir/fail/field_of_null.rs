//@ verdict: undefined
//@ rule: no-provenance
//@ witness: agrees
// The second does: to name it is to step there.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[repr(C)]
struct S {
    a: u32,
    b: u32,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let a: usize;
    let p: *const S;
    let q: *const u32;
    let u: ();
    {
        a = 0_usize;
        p = CastTransmute(a);
        q = &raw const (*p).b; //~
        Call(u = observe(q), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
