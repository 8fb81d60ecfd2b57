#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(n: u8) -> u8 { mir! {
    let shown: ();
    {
        RET = 0_u8;
        match n {
            0 => last,
            _ => deeper,
        }
    }
    deeper = {
        n = n - 1_u8;
        Call(RET = f(n), ReturnTo(end), UnwindUnreachable())
    }
    last = {
        Call(shown = observe(0_u8), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f(core::hint::black_box(4));
}
