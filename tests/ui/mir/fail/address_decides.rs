//@ verdict: unspecified
//@ rule: open-value
//@ witness: cannot: const-eval has no addresses
// A bit of an address is not known.
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
    let a: [u8; 8];
    let w: *const [u8; 8];
    let p: *const u8;
    let q: *const u8;
    let d: isize;
    let n: usize;
    let r: i32;
    let u: ();
    {
        a = [0_u8; 8];
        w = &raw const a;
        p = CastPtrToPtr(w);
        q = Offset(p, 4_usize);
        n = p as usize;
        n = n & 8_usize;
        match n { //~
            0 => yes,
            _ => no,
        }
    }
    yes = {
        r = 1;
        Call(u = observe(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
    no = {
        r = 0;
        Call(u = observe(r), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
