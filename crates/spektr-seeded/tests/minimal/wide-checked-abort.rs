#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let t: (i128, bool);
    {
        t = Checked(0_i128 * 0_i128);
        Return()
    }
} }

fn main() {
    f();
}
