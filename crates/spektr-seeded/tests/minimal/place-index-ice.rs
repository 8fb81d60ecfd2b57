#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let p: *const [u8; 1];
    let i: usize;
    let x: u8;
    {
        x = (*p)[i];
        Return()
    }
} }

fn main() {
    f();
}
