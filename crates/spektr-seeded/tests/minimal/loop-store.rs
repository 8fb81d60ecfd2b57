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
        Goto(again)
    }
    again = {
        *p = 1_u8 + 1_u8;
        match 0_u8 {
            1 => again,
            _ => shown,
        }
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
