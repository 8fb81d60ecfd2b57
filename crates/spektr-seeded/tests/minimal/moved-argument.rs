#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let a: u8;
    {
        a = 1_u8;
        Call(RET = g(Move(a), 2_u8), ReturnTo(end), UnwindUnreachable())
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
