#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
enum E {
    A,
    B,
    C,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let e: E;
    {
        e = E::A;
        SetDiscriminant(e, 1);
        Call(RET = observe(e), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
