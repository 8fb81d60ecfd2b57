#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let a: [u8; 1];
    let i: usize;
    {
        i = 0_usize;
        Goto(again)
    }
    again = {
        a[i] = 1_u8 + 1_u8;
        match 0_u8 {
            1 => again,
            _ => shown,
        }
    }
    shown = {
        Call(RET = observe(a), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
