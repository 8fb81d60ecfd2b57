//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// That it is a NaN is known.
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
    let n: f64;
    let m: u64;
    let c: bool;
    let u: ();
    {
        z = 0.0_f64;
        n = z / z;
        c = n != n;
        match c {
            true => yes,
            _ => no,
        }
    }
    yes = {
        c = true;
        Call(u = observe(c), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
    no = {
        c = false;
        Call(u = observe(c), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
