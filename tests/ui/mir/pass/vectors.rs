//@ verdict: ok
//@ trace: 0 a fffffffd 80000000 a
//@ trace: 1 4 1 7ffffffe 0
//@ trace: 2 15 2 7fffffff 19
//@ trace: 3 3 fffffffe 1 5
//@ trace: 4 7 ffffffff 7fffffff 5
//@ trace: 5 4 1 7ffffffe 0
//@ trace: 6 a fffffffd 7fffffff a
//@ trace: 7 4 1 7ffffffe 0
//@ trace: 8 0 0 0 ffffffff
//@ trace: 9 0 0 0 0
//@ trace: 10 8000000a
//@ trace: 11 5
//@ trace: 12 ffffffff
//@ trace: 13 80000002
//@ trace: 14 ffffffff
//@ trace: 15 7fffffff
//@ trace: 16 ff 0
//@ trace: 17 ff
//@ trace: 18 40400000 c0000000
//@ witness: agrees
// Vectors are arrays to the functions that work on them: lanes wrap or saturate, comparisons
// set all bits of a lane or none, reductions take all lanes.
#![feature(custom_mir, core_intrinsics, repr_simd)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

fn spektr_simd_add_i32x4(a: [i32; 4], b: [i32; 4]) -> [i32; 4] {
    #[repr(simd)] #[derive(Clone, Copy)] struct V([i32; 4]);
    unsafe { core::mem::transmute(core::intrinsics::simd::simd_add::<V>(core::mem::transmute::<_, V>(a), core::mem::transmute::<_, V>(b))) }
}

fn spektr_simd_sub_i32x4(a: [i32; 4], b: [i32; 4]) -> [i32; 4] {
    #[repr(simd)] #[derive(Clone, Copy)] struct V([i32; 4]);
    unsafe { core::mem::transmute(core::intrinsics::simd::simd_sub::<V>(core::mem::transmute::<_, V>(a), core::mem::transmute::<_, V>(b))) }
}

fn spektr_simd_mul_i32x4(a: [i32; 4], b: [i32; 4]) -> [i32; 4] {
    #[repr(simd)] #[derive(Clone, Copy)] struct V([i32; 4]);
    unsafe { core::mem::transmute(core::intrinsics::simd::simd_mul::<V>(core::mem::transmute::<_, V>(a), core::mem::transmute::<_, V>(b))) }
}

fn spektr_simd_and_i32x4(a: [i32; 4], b: [i32; 4]) -> [i32; 4] {
    #[repr(simd)] #[derive(Clone, Copy)] struct V([i32; 4]);
    unsafe { core::mem::transmute(core::intrinsics::simd::simd_and::<V>(core::mem::transmute::<_, V>(a), core::mem::transmute::<_, V>(b))) }
}

fn spektr_simd_or_i32x4(a: [i32; 4], b: [i32; 4]) -> [i32; 4] {
    #[repr(simd)] #[derive(Clone, Copy)] struct V([i32; 4]);
    unsafe { core::mem::transmute(core::intrinsics::simd::simd_or::<V>(core::mem::transmute::<_, V>(a), core::mem::transmute::<_, V>(b))) }
}

fn spektr_simd_xor_i32x4(a: [i32; 4], b: [i32; 4]) -> [i32; 4] {
    #[repr(simd)] #[derive(Clone, Copy)] struct V([i32; 4]);
    unsafe { core::mem::transmute(core::intrinsics::simd::simd_xor::<V>(core::mem::transmute::<_, V>(a), core::mem::transmute::<_, V>(b))) }
}

fn spektr_simd_saturating_add_i32x4(a: [i32; 4], b: [i32; 4]) -> [i32; 4] {
    #[repr(simd)] #[derive(Clone, Copy)] struct V([i32; 4]);
    unsafe { core::mem::transmute(core::intrinsics::simd::simd_saturating_add::<V>(core::mem::transmute::<_, V>(a), core::mem::transmute::<_, V>(b))) }
}

fn spektr_simd_saturating_sub_i32x4(a: [i32; 4], b: [i32; 4]) -> [i32; 4] {
    #[repr(simd)] #[derive(Clone, Copy)] struct V([i32; 4]);
    unsafe { core::mem::transmute(core::intrinsics::simd::simd_saturating_sub::<V>(core::mem::transmute::<_, V>(a), core::mem::transmute::<_, V>(b))) }
}

fn spektr_simd_eq_i32x4(a: [i32; 4], b: [i32; 4]) -> [i32; 4] {
    #[repr(simd)] #[derive(Clone, Copy)] struct V([i32; 4]);
    unsafe { core::mem::transmute(core::intrinsics::simd::simd_eq::<V, V>(core::mem::transmute::<_, V>(a), core::mem::transmute::<_, V>(b))) }
}

fn spektr_simd_lt_i32x4(a: [i32; 4], b: [i32; 4]) -> [i32; 4] {
    #[repr(simd)] #[derive(Clone, Copy)] struct V([i32; 4]);
    unsafe { core::mem::transmute(core::intrinsics::simd::simd_lt::<V, V>(core::mem::transmute::<_, V>(a), core::mem::transmute::<_, V>(b))) }
}

fn spektr_simd_reduce_add_i32x4(a: [i32; 4]) -> i32 {
    #[repr(simd)] #[derive(Clone, Copy)] struct V([i32; 4]);
    unsafe { core::intrinsics::simd::simd_reduce_add_ordered::<V, i32>(core::mem::transmute::<_, V>(a), 0) }
}

fn spektr_simd_reduce_and_i32x4(a: [i32; 4]) -> i32 {
    #[repr(simd)] #[derive(Clone, Copy)] struct V([i32; 4]);
    unsafe { core::intrinsics::simd::simd_reduce_and::<V, i32>(core::mem::transmute::<_, V>(a)) }
}

fn spektr_simd_reduce_or_i32x4(a: [i32; 4]) -> i32 {
    #[repr(simd)] #[derive(Clone, Copy)] struct V([i32; 4]);
    unsafe { core::intrinsics::simd::simd_reduce_or::<V, i32>(core::mem::transmute::<_, V>(a)) }
}

fn spektr_simd_reduce_xor_i32x4(a: [i32; 4]) -> i32 {
    #[repr(simd)] #[derive(Clone, Copy)] struct V([i32; 4]);
    unsafe { core::intrinsics::simd::simd_reduce_xor::<V, i32>(core::mem::transmute::<_, V>(a)) }
}

fn spektr_simd_reduce_min_i32x4(a: [i32; 4]) -> i32 {
    #[repr(simd)] #[derive(Clone, Copy)] struct V([i32; 4]);
    unsafe { core::intrinsics::simd::simd_reduce_min::<V, i32>(core::mem::transmute::<_, V>(a)) }
}

fn spektr_simd_reduce_max_i32x4(a: [i32; 4]) -> i32 {
    #[repr(simd)] #[derive(Clone, Copy)] struct V([i32; 4]);
    unsafe { core::intrinsics::simd::simd_reduce_max::<V, i32>(core::mem::transmute::<_, V>(a)) }
}

fn spektr_simd_lt_u8x2(a: [u8; 2], b: [u8; 2]) -> [u8; 2] {
    #[repr(simd)] #[derive(Clone, Copy)] struct V([u8; 2]);
    unsafe { core::mem::transmute(core::intrinsics::simd::simd_lt::<V, V>(core::mem::transmute::<_, V>(a), core::mem::transmute::<_, V>(b))) }
}

fn spektr_simd_reduce_max_u8x2(a: [u8; 2]) -> u8 {
    #[repr(simd)] #[derive(Clone, Copy)] struct V([u8; 2]);
    unsafe { core::intrinsics::simd::simd_reduce_max::<V, u8>(core::mem::transmute::<_, V>(a)) }
}

fn spektr_simd_add_f32x2(a: [f32; 2], b: [f32; 2]) -> [f32; 2] {
    #[repr(simd)] #[derive(Clone, Copy)] struct V([f32; 2]);
    unsafe { core::mem::transmute(core::intrinsics::simd::simd_add::<V>(core::mem::transmute::<_, V>(a), core::mem::transmute::<_, V>(b))) }
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: [i32; 4];
    let y: [i32; 4];
    let p: [u8; 2];
    let q: [u8; 2];
    let g: [f32; 2];
    let u: ();
    let r0: [i32; 4];
    let r1: [i32; 4];
    let r2: [i32; 4];
    let r3: [i32; 4];
    let r4: [i32; 4];
    let r5: [i32; 4];
    let r6: [i32; 4];
    let r7: [i32; 4];
    let r8: [i32; 4];
    let r9: [i32; 4];
    let r10: i32;
    let r11: i32;
    let r12: i32;
    let r13: i32;
    let r14: i32;
    let r15: i32;
    let r16: [u8; 2];
    let r17: u8;
    let r18: [f32; 2];
    {
        x = [7_i32, -1_i32, 2147483647_i32, 5_i32];
        y = [3_i32, -2_i32, 1_i32, 5_i32];
        p = [1_u8, 255_u8];
        q = [255_u8, 1_u8];
        g = [1.5_f32, -1_f32];
        Goto(b0)
    }
    b0 = {
        Call(r0 = spektr_simd_add_i32x4(x, y), ReturnTo(s0), UnwindUnreachable())
    }
    s0 = {
        Call(u = observe(r0), ReturnTo(b1), UnwindUnreachable())
    }
    b1 = {
        Call(r1 = spektr_simd_sub_i32x4(x, y), ReturnTo(s1), UnwindUnreachable())
    }
    s1 = {
        Call(u = observe(r1), ReturnTo(b2), UnwindUnreachable())
    }
    b2 = {
        Call(r2 = spektr_simd_mul_i32x4(x, y), ReturnTo(s2), UnwindUnreachable())
    }
    s2 = {
        Call(u = observe(r2), ReturnTo(b3), UnwindUnreachable())
    }
    b3 = {
        Call(r3 = spektr_simd_and_i32x4(x, y), ReturnTo(s3), UnwindUnreachable())
    }
    s3 = {
        Call(u = observe(r3), ReturnTo(b4), UnwindUnreachable())
    }
    b4 = {
        Call(r4 = spektr_simd_or_i32x4(x, y), ReturnTo(s4), UnwindUnreachable())
    }
    s4 = {
        Call(u = observe(r4), ReturnTo(b5), UnwindUnreachable())
    }
    b5 = {
        Call(r5 = spektr_simd_xor_i32x4(x, y), ReturnTo(s5), UnwindUnreachable())
    }
    s5 = {
        Call(u = observe(r5), ReturnTo(b6), UnwindUnreachable())
    }
    b6 = {
        Call(r6 = spektr_simd_saturating_add_i32x4(x, y), ReturnTo(s6), UnwindUnreachable())
    }
    s6 = {
        Call(u = observe(r6), ReturnTo(b7), UnwindUnreachable())
    }
    b7 = {
        Call(r7 = spektr_simd_saturating_sub_i32x4(x, y), ReturnTo(s7), UnwindUnreachable())
    }
    s7 = {
        Call(u = observe(r7), ReturnTo(b8), UnwindUnreachable())
    }
    b8 = {
        Call(r8 = spektr_simd_eq_i32x4(x, y), ReturnTo(s8), UnwindUnreachable())
    }
    s8 = {
        Call(u = observe(r8), ReturnTo(b9), UnwindUnreachable())
    }
    b9 = {
        Call(r9 = spektr_simd_lt_i32x4(x, y), ReturnTo(s9), UnwindUnreachable())
    }
    s9 = {
        Call(u = observe(r9), ReturnTo(b10), UnwindUnreachable())
    }
    b10 = {
        Call(r10 = spektr_simd_reduce_add_i32x4(x), ReturnTo(s10), UnwindUnreachable())
    }
    s10 = {
        Call(u = observe(r10), ReturnTo(b11), UnwindUnreachable())
    }
    b11 = {
        Call(r11 = spektr_simd_reduce_and_i32x4(x), ReturnTo(s11), UnwindUnreachable())
    }
    s11 = {
        Call(u = observe(r11), ReturnTo(b12), UnwindUnreachable())
    }
    b12 = {
        Call(r12 = spektr_simd_reduce_or_i32x4(x), ReturnTo(s12), UnwindUnreachable())
    }
    s12 = {
        Call(u = observe(r12), ReturnTo(b13), UnwindUnreachable())
    }
    b13 = {
        Call(r13 = spektr_simd_reduce_xor_i32x4(x), ReturnTo(s13), UnwindUnreachable())
    }
    s13 = {
        Call(u = observe(r13), ReturnTo(b14), UnwindUnreachable())
    }
    b14 = {
        Call(r14 = spektr_simd_reduce_min_i32x4(x), ReturnTo(s14), UnwindUnreachable())
    }
    s14 = {
        Call(u = observe(r14), ReturnTo(b15), UnwindUnreachable())
    }
    b15 = {
        Call(r15 = spektr_simd_reduce_max_i32x4(x), ReturnTo(s15), UnwindUnreachable())
    }
    s15 = {
        Call(u = observe(r15), ReturnTo(b16), UnwindUnreachable())
    }
    b16 = {
        Call(r16 = spektr_simd_lt_u8x2(p, q), ReturnTo(s16), UnwindUnreachable())
    }
    s16 = {
        Call(u = observe(r16), ReturnTo(b17), UnwindUnreachable())
    }
    b17 = {
        Call(r17 = spektr_simd_reduce_max_u8x2(q), ReturnTo(s17), UnwindUnreachable())
    }
    s17 = {
        Call(u = observe(r17), ReturnTo(b18), UnwindUnreachable())
    }
    b18 = {
        Call(r18 = spektr_simd_add_f32x2(g, g), ReturnTo(s18), UnwindUnreachable())
    }
    s18 = {
        Call(u = observe(r18), ReturnTo(b19), UnwindUnreachable())
    }
    b19 = {
        Return()
    }
} }

fn main() {
    f();
}
