//@ verdict: ok
//@ trace: 0 5
//@ witness: agrees
// Untyped copies carry provenance, byte by byte if need be.
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
    let x: i32;
    let p: *const i32;
    let q: *const i32;
    let pp: *const *const i32;
    let qq: *mut *const i32;
    let s: *const u8;
    let d: *mut u8;
    let y: i32;
    let u: ();
    {
        x = 5;
        p = &raw const x;
        pp = &raw const p;
        qq = &raw mut q;
        s = CastPtrToPtr(pp);
        d = CastPtrToPtr(qq);
        Call(u = core::intrinsics::copy_nonoverlapping(s, d, 8_usize), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        y = (*q);
        Call(u = observe(y), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
