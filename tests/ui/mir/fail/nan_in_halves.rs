//@ verdict: unspecified
//@ rule: open-value
//@ witness: blind: const-eval has one NaN
// Half of a wide NaN need not be a narrow one.
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
    let z: f64;
    let a: f64;
    let p: *const f64;
    let q: *const f32;
    let b: f32;
    let u: ();
    {
        z = 0.0_f64;
        a = z / z;
        p = &raw const a;
        q = CastPtrToPtr(p);
        b = (*q);
        Call(u = observe(b), ReturnTo(bb1), UnwindUnreachable()) //~
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
