//@ verdict: ok
//@ trace: 0 ffff 2
//@ witness: agrees
// `write_bytes` is aligned for its element.
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
        a = [1_u16, 2_u16];
        w = &raw mut a;
        p = CastPtrToPtr(w);
        q = CastPtrToPtr(p);
        Call(u = core::intrinsics::write_bytes(q, 255_u8, 1_usize), ReturnTo(bb1), UnwindUnreachable())
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
