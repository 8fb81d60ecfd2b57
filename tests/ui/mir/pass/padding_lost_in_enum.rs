//@ verdict: ok
//@ trace: 0 bb
//@ witness: agrees
// The byte belongs to the variant in use.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
#[repr(u8)]
enum E {
    A,
    B(u8),
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let e: E;
    let d: E;
    let ep: *mut E;
    let p: *mut u8;
    let r: u8;
    let u: ();
    {
        e = E::B(1_u8);
        ep = &raw mut e;
        p = CastPtrToPtr(ep);
        p = Offset(p, 1_usize);
        (*p) = 187_u8;
        d = e;
        ep = &raw mut d;
        p = CastPtrToPtr(ep);
        p = Offset(p, 1_usize);
        r = (*p);
        Call(u = observe(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
