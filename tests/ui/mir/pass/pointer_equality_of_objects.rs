//@ verdict: ok
//@ trace: 0 0
//@ witness: cannot: const-eval does not compare pointers
// Pointers to the insides of two live objects differ.
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
    let b: [i32; 2];
    let w: *const [i32; 2];
    let v: *const [i32; 2];
    let p: *const i32;
    let q: *const i32;
    let c: bool;
    let u: ();
    {
        a = [1, 2];
        b = [1, 2];
        w = &raw const a;
        v = &raw const b;
        p = CastPtrToPtr(w);
        q = CastPtrToPtr(v);
        c = p == q;
        Call(u = observe(c), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
