//@ verdict: ok
//@ trace: 0 8
//@ witness: agrees
// A pointer may stand one past the end but not be read there.
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
    let a: [i32; 2];
    let w: *const [i32; 2];
    let p: *const i32;
    let x: i32;
    let u: ();
    {
        a = [7, 8];
        w = &raw const a;
        p = CastPtrToPtr(w);
        p = Offset(p, 1_usize);
        x = (*p);
        Call(u = observe(x), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
