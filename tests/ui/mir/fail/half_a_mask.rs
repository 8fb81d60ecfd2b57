//@ verdict: undefined
//@ rule: mask
//@ witness: agrees
// Where lanes are selected, each lane of the mask is all ones or all zeros.
#![feature(custom_mir, core_intrinsics, repr_simd)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

fn spektr_simd_select_u8x2(a: [u8; 2], b: [u8; 2], c: [u8; 2]) -> [u8; 2] {
    #[repr(simd)] #[derive(Clone, Copy)] struct V([u8; 2]);
    #[repr(simd)] #[derive(Clone, Copy)] struct M([i8; 2]);
    unsafe { core::mem::transmute(core::intrinsics::simd::simd_select::<M, V>(core::mem::transmute::<_, M>(a), core::mem::transmute::<_, V>(b), core::mem::transmute::<_, V>(c))) }
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let m: [u8; 2];
    let x: [u8; 2];
    let y: [u8; 2];
    let r: [u8; 2];
    let u: ();
    {
        m = [254_u8, 0_u8];
        x = [1_u8, 2_u8];
        y = [3_u8, 4_u8];
        Call(r = spektr_simd_select_u8x2(m, x, y), ReturnTo(bb1), UnwindUnreachable()) //~
    }
    bb1 = {
        Call(u = observe(r), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
