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
    let p: *const u8;
    let y: u8;
    {
        p = &raw const x;
        x = 1_u8;
        y = *p;
        x = 2_u8;
        Call(RET = observe(y), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
