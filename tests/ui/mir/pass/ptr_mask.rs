//@ verdict: ok
//@ trace: 0 9
//@ witness: cannot: const-eval has no addresses to mask
// A mask of all bits changes nothing.
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
    let y: u8;
    let u: ();
    {
        x = 9_u8;
        p = &raw const x;
        Call(p = core::intrinsics::ptr_mask(p, 18446744073709551615_usize), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        y = (*p);
        Call(u = observe(y), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
