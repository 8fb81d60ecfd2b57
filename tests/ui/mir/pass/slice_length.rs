//@ verdict: ok
//@ trace: 0 3
//@ trace: 1 3
//@ witness: agrees
// Unsizing keeps the length as metadata.
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
    let a: [u8; 3];
    let r: &'static [u8; 3];
    let s: &'static [u8];
    let p: *const [u8];
    let n: usize;
    let u: ();
    {
        a = [1_u8, 2_u8, 3_u8];
        r = &a;
        s = CastUnsize(r);
        n = PtrMetadata(s);
        Call(u = observe(n), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        p = &raw const (*s);
        n = PtrMetadata(p);
        Call(u = observe(n), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
