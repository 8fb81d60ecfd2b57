//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// Switching on a bool reads it.
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
    let b: bool;
    let p: *mut bool;
    let q: *mut u8;
    let r: i32;
    let u: ();
    {
        b = false;
        p = &raw mut b;
        q = CastPtrToPtr(p);
        (*q) = 1_u8;
        match b {
            true => yes,
            _ => no,
        }
    }
    yes = {
        r = 1;
        Call(u = observe(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
    no = {
        r = 0;
        Call(u = observe(r), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
