#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    {
        match 0_u8 {
            1 => other,
            2 => other,
            3 => other,
            _ => shown,
        }
    }
    other = {
        Unreachable()
    }
    shown = {
        Call(RET = observe(0_u8), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
