//@ verdict: ok
//@ trace: 0 5
//@ witness: agrees
// All bytes of one pointer make the pointer.
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
    let z: i32;
    let p: *const i32;
    let o: *const i32;
    let q: *const i32;
    let pp: *const *const i32;
    let oo: *const *const i32;
    let qq: *mut *const i32;
    let s: *const u8;
    let t: *const u8;
    let d: *mut u8;
    let e: *mut u8;
    let y: i32;
    let u: ();
    {
        x = 5;
        z = 6;
        p = &raw const x;
        o = &raw const z;
        pp = &raw const p;
        oo = &raw const p;
        qq = &raw mut q;
        s = CastPtrToPtr(pp);
        t = CastPtrToPtr(oo);
        d = CastPtrToPtr(qq);
        t = Offset(t, 4_usize);
        e = Offset(d, 4_usize);
        Call(u = core::intrinsics::copy_nonoverlapping(s, d, 4_usize), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = core::intrinsics::copy_nonoverlapping(t, e, 4_usize), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        y = (*q);
        Call(u = observe(y), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Return()
    }
} }

fn main() {
    f();
}
