//@ verdict: unspecified
//@ rule: open-layout
//@ witness: blind: const-eval knows one layout
// What lies behind it in a tuple is open.
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
    let s: (u32, u32);
    let p: *const u32;
    let u: ();
    {
        s = (1_u32, 2_u32);
        p = &raw const s.0;
        p = Offset(p, 2_usize); //~
        Call(u = observe(p), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
