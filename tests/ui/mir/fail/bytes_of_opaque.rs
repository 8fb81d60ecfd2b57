//@ verdict: unspecified
//@ rule: open-layout
//@ witness: blind: const-eval knows one layout
// Which byte of a tuple comes first is not.
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
    let t: (u16, u16);
    let p: *const (u16, u16);
    let h: *const u16;
    let q: *const u8;
    let y: u8;
    let u: ();
    {
        t = (1_u16, 2_u16);
        p = &raw const t;
        q = CastPtrToPtr(p);
        y = (*q); //~
        Call(u = observe(y), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
