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
    let p: *mut u8;
    {
        p = &raw mut x;
        x = 1_u8;
        Call(RET = core::intrinsics::volatile_store(p, 2_u8), ReturnTo(shown), UnwindUnreachable())
    }
    shown = {
        Call(RET = observe(x), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
