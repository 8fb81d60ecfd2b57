//@ verdict: ok
//@ trace: 0 3
//@ witness: agrees
// A static is an object with bounds.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

static TABLE: [u8; 3] = [1, 2, 3];

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let r: &'static [u8; 3];
    let w: *const [u8; 3];
    let p: *const u8;
    let y: u8;
    let u: ();
    {
        r = Static(TABLE);
        w = &raw const (*r);
        p = CastPtrToPtr(w);
        p = Offset(p, 2_usize);
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
