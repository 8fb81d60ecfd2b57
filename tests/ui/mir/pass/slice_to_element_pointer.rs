//@ verdict: ok
//@ trace: 0 2
//@ witness: agrees
// The pointer of a slice walks over its elements.
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
    let a: [u16; 2];
    let r: &'static [u16; 2];
    let s: &'static [u16];
    let w: *const [u16];
    let p: *const u16;
    let y: u16;
    let u: ();
    {
        a = [1_u16, 2_u16];
        r = &a;
        s = CastUnsize(r);
        w = &raw const (*s);
        p = CastPtrToPtr(w);
        p = Offset(p, 1_usize);
        y = (*p);
        Call(u = observe(y), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
