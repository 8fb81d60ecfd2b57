//@ verdict: ok
//@ trace: 0 4
//@ witness: agrees
// All elements of a slice reference are there.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
#[repr(C)]
struct Parts {
    p: *const u8,
    n: usize,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let a: [u8; 4];
    let w: *const [u8; 4];
    let p: *const u8;
    let s: Parts;
    let r: &'static [u8];
    let n: usize;
    let u: ();
    {
        a = [1_u8, 2_u8, 3_u8, 4_u8];
        w = &raw const a;
        p = CastPtrToPtr(w);
        s = Parts { p: p, n: 4_usize };
        r = CastTransmute(s);
        n = PtrMetadata(r);
        Call(u = observe(n), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
