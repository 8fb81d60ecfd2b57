#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let i: u8;
    let more: bool;
    {
        i = 2_u8;
        Goto(again)
    }
    again = {
        i = i - 1_u8;
        more = i != 0_u8;
        match more {
            true => again,
            _ => shown,
        }
    }
    shown = {
        Call(RET = observe(i), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
