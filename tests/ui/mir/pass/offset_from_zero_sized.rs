//@ verdict: ok
//@ trace: 0 0
//@ witness: agrees
// There is no distance in elements that take no room.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: u8;
    let p: *const u8;
    let d: isize;
    let u: ();
    {
        p = &raw const x;
        Call(d = core::intrinsics::ptr_offset_from(p, p), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(d), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
