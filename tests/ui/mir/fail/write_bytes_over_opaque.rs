//@ verdict: undefined
//@ rule: invalid-value
//@ says: 0x2 is no `bool`
//@ witness: agrees
// Wherever the fields of a tuple lie, all their bytes are the one that was written.
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
    let x: (u64, bool);
    let p: *mut (u64, bool);
    let q: *const bool;
    let b: bool;
    let u: ();
    {
        x = (1_u64, true);
        p = &raw mut x;
        Call(u = core::intrinsics::write_bytes(p, 2_u8, 1_usize), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        q = &raw const (*p).1;
        b = (*q); //~
        Call(u = observe(b), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
