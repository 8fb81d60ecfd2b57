//@ verdict: ok
//@ trace: 0 2
//@ witness: agrees
// Or what is long gone.
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
    let y: [(); 4];
    let x: i32;
    let z: ();
    let q: *const [(); 4];
    let p: *const ();
    let u: ();
    {
        StorageLive(x);
        x = 2;
        q = &raw const y;
        p = CastPtrToPtr(q);
        StorageDead(x);
        z = (*p);
        StorageLive(x);
        x = 2;
        Call(u = observe(x), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
