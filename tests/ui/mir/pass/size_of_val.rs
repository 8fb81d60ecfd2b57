//@ verdict: ok
//@ trace: 0 6
//@ witness: agrees
// A slice of promised elements has a size.
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
    let e: u16;
    let a: [u16; 3];
    let r: &'static [u16; 3];
    let s: &'static [u16];
    let p: *const [u16];
    let n: usize;
    let u: ();
    {
        e = 1_u16;
        a = [e, e, e];
        r = &a;
        s = CastUnsize(r);
        p = &raw const (*s);
        Call(n = core::intrinsics::size_of_val(p), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(n), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
