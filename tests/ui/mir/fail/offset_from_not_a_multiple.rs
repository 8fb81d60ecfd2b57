//@ verdict: undefined
//@ rule: pointer-distance
//@ witness: agrees
// And in whole elements.
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
    let a: [u16; 4];
    let w: *const [u16; 4];
    let p: *const u16;
    let c: *const u8;
    let q: *const u16;
    let d: isize;
    let u: ();
    {
        a = [1_u16, 2_u16, 3_u16, 4_u16];
        w = &raw const a;
        p = CastPtrToPtr(w);
        c = CastPtrToPtr(w);
        c = Offset(c, 3_usize);
        q = CastPtrToPtr(c);
        Call(d = core::intrinsics::ptr_offset_from(p, q), ReturnTo(bb1), UnwindUnreachable()) //~
    }
    bb1 = {
        Call(u = observe(d), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
