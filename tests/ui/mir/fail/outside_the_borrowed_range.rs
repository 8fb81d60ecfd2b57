//@ verdict: undefined
//@ rule: borrow
//@ witness: blind: const-eval does not track aliasing
// Until the next one is written from elsewhere.
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
    let i: usize;
    let r: &'static mut i32;
    let p: *mut i32;
    let u: ();
    {
        a = [0, 0];
        i = 0;
        r = &mut a[i];
        p = &raw mut (*r);
        p = Offset(p, 1_usize);
        i = 1;
        a[i] = 8;
        (*p) = 9; //~
        Call(u = observe(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
