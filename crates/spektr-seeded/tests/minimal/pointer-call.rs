#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

const K: fn(u8, u8) = g;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let p: fn(u8, u8);
    {
        p = K;
        Call(RET = p(1_u8, 2_u8), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn g(a: u8, b: u8) { mir! {
    {
        Call(RET = observe(a), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
