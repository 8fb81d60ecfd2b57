//@ verdict: ok
//@ trace: 0 4 4 8 8
//@ trace: 1 ffffffffffffffff ffffffff
//@ witness: agrees
// A C enum has four bytes, for negative discriminants and for large ones too, until they no
// longer fit.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<A, B, C, D>(a: A, b: B, c: C, d: D) {
    core::hint::black_box((a, b, c, d));
}

#[inline(never)]
fn observe_two<A, B>(a: A, b: B) {
    core::hint::black_box((a, b));
}

#[repr(C)]
pub enum Negative { A = 1, B = -1, C }
#[repr(C)]
pub enum Large { A = 0xffff_ffff, B = 0 }
#[repr(C)]
pub enum Both { A = 0x8000_0000, B = -1 }
#[repr(C)]
pub enum Larger { A = 0x1_0000_0000, B = 0 }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let a: usize;
    let b: usize;
    let c: usize;
    let d: usize;
    let n: Negative;
    let l: Large;
    let x: isize;
    let y: isize;
    let u: ();
    {
        Call(a = core::intrinsics::size_of::<Negative>(), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(b = core::intrinsics::size_of::<Large>(), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Call(c = core::intrinsics::size_of::<Both>(), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Call(d = core::intrinsics::size_of::<Larger>(), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        Call(u = observe(a, b, c, d), ReturnTo(bb5), UnwindUnreachable())
    }
    bb5 = {
        n = Negative::B;
        l = Large::A;
        x = Discriminant(n);
        y = Discriminant(l);
        Call(u = observe_two(x, y), ReturnTo(bb6), UnwindUnreachable())
    }
    bb6 = {
        Return()
    }
} }

fn main() {
    f();
}
