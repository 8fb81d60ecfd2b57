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
    {
        Call(x = g(4_u8), ReturnTo(known), UnwindUnreachable())
    }
    known = {
        Call(RET = observe(x), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn g(n: u8) -> u8 { mir! {
    {
        match n {
            0 => last,
            _ => deeper,
        }
    }
    deeper = {
        n = n - 1_u8;
        Call(RET = g(n), ReturnTo(end), UnwindUnreachable())
    }
    last = {
        RET = 1_u8;
        Return()
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
