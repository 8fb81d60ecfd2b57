#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: u8;
    let r: &'static u8;
    {
        x = 1_u8;
        r = &x;
        Call(RET = observe(*r), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
