//@ verdict: undefined
//@ rule: misaligned
//@ witness: agrees
// The same for stores.
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
    let a: [u16; 2];
    let w: *mut [u16; 2];
    let p: *mut u8;
    let q: *mut u16;
    let u: ();
    {
        a = [0_u16, 0_u16];
        w = &raw mut a;
        p = CastPtrToPtr(w);
        p = Offset(p, 1_usize);
        q = CastPtrToPtr(p);
        Call(u = core::intrinsics::volatile_store(q, 65450_u16), ReturnTo(bb1), UnwindUnreachable()) //~
    }
    bb1 = {
        Call(u = observe(a), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
