// Every intrinsic that all supported compilers know under one name.
#![feature(custom_mir, core_intrinsics, f16, f128)]
#![allow(warnings)]
use core::intrinsics::mir::*;
#[inline(never)]
fn show<T>(_: T) {}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(a: i32, b: i32, u: u32, v: u8, x: f32, y: f32, d: f64, h: f16, q: f128) {
    mir! {
        let unit: ();
        let r0: (i32, bool);
        let r1: (i32, bool);
        let r2: (i32, bool);
        let r3: (u8, bool);
        let r4: i32;
        let r5: i32;
        let r6: i32;
        let r7: i32;
        let r8: i32;
        let r9: i32;
        let r10: i32;
        let r11: i32;
        let r12: i32;
        let r13: i32;
        let r14: i32;
        let r15: i32;
        let r16: i32;
        let r17: u32;
        let r18: u32;
        let r19: u32;
        let r20: u32;
        let r21: u32;
        let r22: u32;
        let r23: u32;
        let r24: i32;
        let r25: u32;
        let r26: core::cmp::Ordering;
        let r27: f16;
        let r28: f16;
        let r29: f16;
        let r30: f16;
        let r31: f16;
        let r32: f16;
        let r33: f32;
        let r34: f32;
        let r35: f32;
        let r36: f32;
        let r37: f32;
        let r38: f32;
        let r39: f32;
        let r40: f32;
        let r41: f32;
        let r42: f32;
        let r43: f32;
        let r44: f32;
        let r45: f32;
        let r46: f32;
        let r47: f32;
        let r48: f32;
        let r49: f32;
        let r50: f32;
        let r51: f32;
        let r52: f32;
        let r53: f32;
        let r54: f32;
        let r55: f64;
        let r56: f64;
        let r57: f64;
        let r58: f64;
        let r59: f64;
        let r60: f64;
        let r61: f64;
        let r62: f64;
        let r63: f64;
        let r64: f64;
        let r65: f64;
        let r66: f128;
        let r67: f128;
        let r68: f128;
        let r69: f128;
        let r70: f128;
        let r71: f128;
        let r72: f32;
        let r73: f64;
        let r74: u8;
        let r75: *const u8;
        let r76: *const u8;
        let r77: isize;
        let r78: usize;
        let r79: *const u8;
        let r83: i32;
        let r84: bool;
        let r85: [u8; 4];
        let r88: [u8; 4];
        let r90: [u8; 4];
        let r92: usize;
        let r93: usize;
        let r94: bool;
        let r95: usize;
        let r96: isize;
        let r97: [u8; 4];
        let r98: u32;
        let r100: [u8; 4];
        let r102: bool;
        let r103: bool;
        let r105: u32;
        let arr: [u8; 4];
        let arr2: [u8; 4];
        let p8: *const u8;
        let pa: *const [u8; 4];
        let pb: *mut [u8; 4];
        let pm: *mut [u8; 4];
        let ra: &'static [u8; 4];
        let ro: &'static Option<u8>;
        let o: Option<u8>;
        {
            arr = [1, 2, 3, 4];
            arr2 = [0; 4];
            pa = &raw const arr;
            p8 = pa as *const u8;
            pb = &raw mut arr2;
            pm = &raw mut arr;
            ra = &arr;
            o = Option::Some(4);
            ro = &o;
            Goto(c0)
        }
        c0 = { Call(r0 = core::intrinsics::add_with_overflow(a, b), ReturnTo(s0), UnwindUnreachable()) }
        s0 = { Call(unit = show(r0), ReturnTo(c1), UnwindUnreachable()) }
        c1 = { Call(r1 = core::intrinsics::sub_with_overflow(a, b), ReturnTo(s1), UnwindUnreachable()) }
        s1 = { Call(unit = show(r1), ReturnTo(c2), UnwindUnreachable()) }
        c2 = { Call(r2 = core::intrinsics::mul_with_overflow(a, b), ReturnTo(s2), UnwindUnreachable()) }
        s2 = { Call(unit = show(r2), ReturnTo(c3), UnwindUnreachable()) }
        c3 = { Call(r3 = core::intrinsics::add_with_overflow::<u8>(v, 255), ReturnTo(s3), UnwindUnreachable()) }
        s3 = { Call(unit = show(r3), ReturnTo(c4), UnwindUnreachable()) }
        c4 = { Call(r4 = core::intrinsics::wrapping_add(a, b), ReturnTo(s4), UnwindUnreachable()) }
        s4 = { Call(unit = show(r4), ReturnTo(c5), UnwindUnreachable()) }
        c5 = { Call(r5 = core::intrinsics::wrapping_sub(a, b), ReturnTo(s5), UnwindUnreachable()) }
        s5 = { Call(unit = show(r5), ReturnTo(c6), UnwindUnreachable()) }
        c6 = { Call(r6 = core::intrinsics::wrapping_mul(a, b), ReturnTo(s6), UnwindUnreachable()) }
        s6 = { Call(unit = show(r6), ReturnTo(c7), UnwindUnreachable()) }
        c7 = { Call(r7 = core::intrinsics::saturating_add(a, b), ReturnTo(s7), UnwindUnreachable()) }
        s7 = { Call(unit = show(r7), ReturnTo(c8), UnwindUnreachable()) }
        c8 = { Call(r8 = core::intrinsics::saturating_sub(a, b), ReturnTo(s8), UnwindUnreachable()) }
        s8 = { Call(unit = show(r8), ReturnTo(c9), UnwindUnreachable()) }
        c9 = { Call(r9 = core::intrinsics::unchecked_add(a, b), ReturnTo(s9), UnwindUnreachable()) }
        s9 = { Call(unit = show(r9), ReturnTo(c10), UnwindUnreachable()) }
        c10 = { Call(r10 = core::intrinsics::unchecked_sub(a, b), ReturnTo(s10), UnwindUnreachable()) }
        s10 = { Call(unit = show(r10), ReturnTo(c11), UnwindUnreachable()) }
        c11 = { Call(r11 = core::intrinsics::unchecked_mul(a, b), ReturnTo(s11), UnwindUnreachable()) }
        s11 = { Call(unit = show(r11), ReturnTo(c12), UnwindUnreachable()) }
        c12 = { Call(r12 = core::intrinsics::unchecked_div(a, b), ReturnTo(s12), UnwindUnreachable()) }
        s12 = { Call(unit = show(r12), ReturnTo(c13), UnwindUnreachable()) }
        c13 = { Call(r13 = core::intrinsics::unchecked_rem(a, b), ReturnTo(s13), UnwindUnreachable()) }
        s13 = { Call(unit = show(r13), ReturnTo(c14), UnwindUnreachable()) }
        c14 = { Call(r14 = core::intrinsics::exact_div(12, -4), ReturnTo(s14), UnwindUnreachable()) }
        s14 = { Call(unit = show(r14), ReturnTo(c15), UnwindUnreachable()) }
        c15 = { Call(r15 = core::intrinsics::unchecked_shl(a, v), ReturnTo(s15), UnwindUnreachable()) }
        s15 = { Call(unit = show(r15), ReturnTo(c16), UnwindUnreachable()) }
        c16 = { Call(r16 = core::intrinsics::unchecked_shr(a, v), ReturnTo(s16), UnwindUnreachable()) }
        s16 = { Call(unit = show(r16), ReturnTo(c17), UnwindUnreachable()) }
        c17 = { Call(r17 = core::intrinsics::rotate_left(u, 5), ReturnTo(s17), UnwindUnreachable()) }
        s17 = { Call(unit = show(r17), ReturnTo(c18), UnwindUnreachable()) }
        c18 = { Call(r18 = core::intrinsics::rotate_right(u, 37), ReturnTo(s18), UnwindUnreachable()) }
        s18 = { Call(unit = show(r18), ReturnTo(c19), UnwindUnreachable()) }
        c19 = { Call(r19 = core::intrinsics::ctpop(b), ReturnTo(s19), UnwindUnreachable()) }
        s19 = { Call(unit = show(r19), ReturnTo(c20), UnwindUnreachable()) }
        c20 = { Call(r20 = core::intrinsics::ctlz(b), ReturnTo(s20), UnwindUnreachable()) }
        s20 = { Call(unit = show(r20), ReturnTo(c21), UnwindUnreachable()) }
        c21 = { Call(r21 = core::intrinsics::ctlz_nonzero(b), ReturnTo(s21), UnwindUnreachable()) }
        s21 = { Call(unit = show(r21), ReturnTo(c22), UnwindUnreachable()) }
        c22 = { Call(r22 = core::intrinsics::cttz(b), ReturnTo(s22), UnwindUnreachable()) }
        s22 = { Call(unit = show(r22), ReturnTo(c23), UnwindUnreachable()) }
        c23 = { Call(r23 = core::intrinsics::cttz_nonzero(b), ReturnTo(s23), UnwindUnreachable()) }
        s23 = { Call(unit = show(r23), ReturnTo(c24), UnwindUnreachable()) }
        c24 = { Call(r24 = core::intrinsics::bswap(b), ReturnTo(s24), UnwindUnreachable()) }
        s24 = { Call(unit = show(r24), ReturnTo(c25), UnwindUnreachable()) }
        c25 = { Call(r25 = core::intrinsics::bitreverse(u), ReturnTo(s25), UnwindUnreachable()) }
        s25 = { Call(unit = show(r25), ReturnTo(c26), UnwindUnreachable()) }
        c26 = { Call(r26 = core::intrinsics::three_way_compare(a, b), ReturnTo(s26), UnwindUnreachable()) }
        s26 = { Call(unit = show(r26), ReturnTo(c27), UnwindUnreachable()) }
        c27 = { Call(r27 = f16::abs(h), ReturnTo(s27), UnwindUnreachable()) }
        s27 = { Call(unit = show(r27), ReturnTo(c28), UnwindUnreachable()) }
        c28 = { Call(r28 = core::intrinsics::copysignf16(h, h), ReturnTo(s28), UnwindUnreachable()) }
        s28 = { Call(unit = show(r28), ReturnTo(c29), UnwindUnreachable()) }
        c29 = { Call(r29 = f16::min(h, h), ReturnTo(s29), UnwindUnreachable()) }
        s29 = { Call(unit = show(r29), ReturnTo(c30), UnwindUnreachable()) }
        c30 = { Call(r30 = f16::max(h, h), ReturnTo(s30), UnwindUnreachable()) }
        s30 = { Call(unit = show(r30), ReturnTo(c31), UnwindUnreachable()) }
        c31 = { Call(r31 = f16::minimum(h, h), ReturnTo(s31), UnwindUnreachable()) }
        s31 = { Call(unit = show(r31), ReturnTo(c32), UnwindUnreachable()) }
        c32 = { Call(r32 = f16::maximum(h, h), ReturnTo(s32), UnwindUnreachable()) }
        s32 = { Call(unit = show(r32), ReturnTo(c33), UnwindUnreachable()) }
        c33 = { Call(r33 = f32::abs(x), ReturnTo(s33), UnwindUnreachable()) }
        s33 = { Call(unit = show(r33), ReturnTo(c34), UnwindUnreachable()) }
        c34 = { Call(r34 = core::intrinsics::sqrtf32(x), ReturnTo(s34), UnwindUnreachable()) }
        s34 = { Call(unit = show(r34), ReturnTo(c35), UnwindUnreachable()) }
        c35 = { Call(r35 = core::intrinsics::floorf32(x), ReturnTo(s35), UnwindUnreachable()) }
        s35 = { Call(unit = show(r35), ReturnTo(c36), UnwindUnreachable()) }
        c36 = { Call(r36 = core::intrinsics::ceilf32(x), ReturnTo(s36), UnwindUnreachable()) }
        s36 = { Call(unit = show(r36), ReturnTo(c37), UnwindUnreachable()) }
        c37 = { Call(r37 = core::intrinsics::truncf32(x), ReturnTo(s37), UnwindUnreachable()) }
        s37 = { Call(unit = show(r37), ReturnTo(c38), UnwindUnreachable()) }
        c38 = { Call(r38 = core::intrinsics::roundf32(x), ReturnTo(s38), UnwindUnreachable()) }
        s38 = { Call(unit = show(r38), ReturnTo(c39), UnwindUnreachable()) }
        c39 = { Call(r39 = core::intrinsics::copysignf32(x, x), ReturnTo(s39), UnwindUnreachable()) }
        s39 = { Call(unit = show(r39), ReturnTo(c40), UnwindUnreachable()) }
        c40 = { Call(r40 = f32::min(x, x), ReturnTo(s40), UnwindUnreachable()) }
        s40 = { Call(unit = show(r40), ReturnTo(c41), UnwindUnreachable()) }
        c41 = { Call(r41 = f32::max(x, x), ReturnTo(s41), UnwindUnreachable()) }
        s41 = { Call(unit = show(r41), ReturnTo(c42), UnwindUnreachable()) }
        c42 = { Call(r42 = f32::minimum(x, x), ReturnTo(s42), UnwindUnreachable()) }
        s42 = { Call(unit = show(r42), ReturnTo(c43), UnwindUnreachable()) }
        c43 = { Call(r43 = f32::maximum(x, x), ReturnTo(s43), UnwindUnreachable()) }
        s43 = { Call(unit = show(r43), ReturnTo(c44), UnwindUnreachable()) }
        c44 = { Call(r44 = f32::abs(y), ReturnTo(s44), UnwindUnreachable()) }
        s44 = { Call(unit = show(r44), ReturnTo(c45), UnwindUnreachable()) }
        c45 = { Call(r45 = core::intrinsics::sqrtf32(y), ReturnTo(s45), UnwindUnreachable()) }
        s45 = { Call(unit = show(r45), ReturnTo(c46), UnwindUnreachable()) }
        c46 = { Call(r46 = core::intrinsics::floorf32(y), ReturnTo(s46), UnwindUnreachable()) }
        s46 = { Call(unit = show(r46), ReturnTo(c47), UnwindUnreachable()) }
        c47 = { Call(r47 = core::intrinsics::ceilf32(y), ReturnTo(s47), UnwindUnreachable()) }
        s47 = { Call(unit = show(r47), ReturnTo(c48), UnwindUnreachable()) }
        c48 = { Call(r48 = core::intrinsics::truncf32(y), ReturnTo(s48), UnwindUnreachable()) }
        s48 = { Call(unit = show(r48), ReturnTo(c49), UnwindUnreachable()) }
        c49 = { Call(r49 = core::intrinsics::roundf32(y), ReturnTo(s49), UnwindUnreachable()) }
        s49 = { Call(unit = show(r49), ReturnTo(c50), UnwindUnreachable()) }
        c50 = { Call(r50 = core::intrinsics::copysignf32(y, y), ReturnTo(s50), UnwindUnreachable()) }
        s50 = { Call(unit = show(r50), ReturnTo(c51), UnwindUnreachable()) }
        c51 = { Call(r51 = f32::min(y, y), ReturnTo(s51), UnwindUnreachable()) }
        s51 = { Call(unit = show(r51), ReturnTo(c52), UnwindUnreachable()) }
        c52 = { Call(r52 = f32::max(y, y), ReturnTo(s52), UnwindUnreachable()) }
        s52 = { Call(unit = show(r52), ReturnTo(c53), UnwindUnreachable()) }
        c53 = { Call(r53 = f32::minimum(y, y), ReturnTo(s53), UnwindUnreachable()) }
        s53 = { Call(unit = show(r53), ReturnTo(c54), UnwindUnreachable()) }
        c54 = { Call(r54 = f32::maximum(y, y), ReturnTo(s54), UnwindUnreachable()) }
        s54 = { Call(unit = show(r54), ReturnTo(c55), UnwindUnreachable()) }
        c55 = { Call(r55 = f64::abs(d), ReturnTo(s55), UnwindUnreachable()) }
        s55 = { Call(unit = show(r55), ReturnTo(c56), UnwindUnreachable()) }
        c56 = { Call(r56 = core::intrinsics::sqrtf64(d), ReturnTo(s56), UnwindUnreachable()) }
        s56 = { Call(unit = show(r56), ReturnTo(c57), UnwindUnreachable()) }
        c57 = { Call(r57 = core::intrinsics::floorf64(d), ReturnTo(s57), UnwindUnreachable()) }
        s57 = { Call(unit = show(r57), ReturnTo(c58), UnwindUnreachable()) }
        c58 = { Call(r58 = core::intrinsics::ceilf64(d), ReturnTo(s58), UnwindUnreachable()) }
        s58 = { Call(unit = show(r58), ReturnTo(c59), UnwindUnreachable()) }
        c59 = { Call(r59 = core::intrinsics::truncf64(d), ReturnTo(s59), UnwindUnreachable()) }
        s59 = { Call(unit = show(r59), ReturnTo(c60), UnwindUnreachable()) }
        c60 = { Call(r60 = core::intrinsics::roundf64(d), ReturnTo(s60), UnwindUnreachable()) }
        s60 = { Call(unit = show(r60), ReturnTo(c61), UnwindUnreachable()) }
        c61 = { Call(r61 = core::intrinsics::copysignf64(d, d), ReturnTo(s61), UnwindUnreachable()) }
        s61 = { Call(unit = show(r61), ReturnTo(c62), UnwindUnreachable()) }
        c62 = { Call(r62 = f64::min(d, d), ReturnTo(s62), UnwindUnreachable()) }
        s62 = { Call(unit = show(r62), ReturnTo(c63), UnwindUnreachable()) }
        c63 = { Call(r63 = f64::max(d, d), ReturnTo(s63), UnwindUnreachable()) }
        s63 = { Call(unit = show(r63), ReturnTo(c64), UnwindUnreachable()) }
        c64 = { Call(r64 = f64::minimum(d, d), ReturnTo(s64), UnwindUnreachable()) }
        s64 = { Call(unit = show(r64), ReturnTo(c65), UnwindUnreachable()) }
        c65 = { Call(r65 = f64::maximum(d, d), ReturnTo(s65), UnwindUnreachable()) }
        s65 = { Call(unit = show(r65), ReturnTo(c66), UnwindUnreachable()) }
        c66 = { Call(r66 = f128::abs(q), ReturnTo(s66), UnwindUnreachable()) }
        s66 = { Call(unit = show(r66), ReturnTo(c67), UnwindUnreachable()) }
        c67 = { Call(r67 = core::intrinsics::copysignf128(q, q), ReturnTo(s67), UnwindUnreachable()) }
        s67 = { Call(unit = show(r67), ReturnTo(c68), UnwindUnreachable()) }
        c68 = { Call(r68 = f128::min(q, q), ReturnTo(s68), UnwindUnreachable()) }
        s68 = { Call(unit = show(r68), ReturnTo(c69), UnwindUnreachable()) }
        c69 = { Call(r69 = f128::max(q, q), ReturnTo(s69), UnwindUnreachable()) }
        s69 = { Call(unit = show(r69), ReturnTo(c70), UnwindUnreachable()) }
        c70 = { Call(r70 = f128::minimum(q, q), ReturnTo(s70), UnwindUnreachable()) }
        s70 = { Call(unit = show(r70), ReturnTo(c71), UnwindUnreachable()) }
        c71 = { Call(r71 = f128::maximum(q, q), ReturnTo(s71), UnwindUnreachable()) }
        s71 = { Call(unit = show(r71), ReturnTo(c72), UnwindUnreachable()) }
        c72 = { Call(r72 = core::intrinsics::fmaf32(x, y, x), ReturnTo(s72), UnwindUnreachable()) }
        s72 = { Call(unit = show(r72), ReturnTo(c73), UnwindUnreachable()) }
        c73 = { Call(r73 = core::intrinsics::fmaf64(d, d, d), ReturnTo(s73), UnwindUnreachable()) }
        s73 = { Call(unit = show(r73), ReturnTo(c74), UnwindUnreachable()) }
        c74 = { Call(r74 = core::intrinsics::float_to_int_unchecked(x), ReturnTo(s74), UnwindUnreachable()) }
        s74 = { Call(unit = show(r74), ReturnTo(c75), UnwindUnreachable()) }
        c75 = { Call(r75 = core::intrinsics::arith_offset(p8, 1), ReturnTo(s75), UnwindUnreachable()) }
        s75 = { Call(unit = show(r75), ReturnTo(c76), UnwindUnreachable()) }
        c76 = { Call(r76 = core::intrinsics::offset(p8, 1_isize), ReturnTo(s76), UnwindUnreachable()) }
        s76 = { Call(unit = show(r76), ReturnTo(c77), UnwindUnreachable()) }
        c77 = { Call(r77 = core::intrinsics::ptr_offset_from(p8, p8), ReturnTo(s77), UnwindUnreachable()) }
        s77 = { Call(unit = show(r77), ReturnTo(c78), UnwindUnreachable()) }
        c78 = { Call(r78 = core::intrinsics::ptr_offset_from_unsigned(p8, p8), ReturnTo(s78), UnwindUnreachable()) }
        s78 = { Call(unit = show(r78), ReturnTo(c79), UnwindUnreachable()) }
        c79 = { r79 = p8 as *const u8; Goto(s79) }
        s79 = { Call(unit = show(r79), ReturnTo(c80), UnwindUnreachable()) }
        c80 = { Call(unit = core::ptr::copy_nonoverlapping(pa, pb, 1), ReturnTo(s80), UnwindUnreachable()) }
        s80 = { Call(unit = show(arr2), ReturnTo(c81), UnwindUnreachable()) }
        c81 = { Call(unit = core::intrinsics::copy(pa, pb, 1), ReturnTo(s81), UnwindUnreachable()) }
        s81 = { Call(unit = show(arr2), ReturnTo(c82), UnwindUnreachable()) }
        c82 = { Call(unit = core::intrinsics::write_bytes(pb, 90, 1), ReturnTo(s82), UnwindUnreachable()) }
        s82 = { Call(unit = show(arr2), ReturnTo(c83), UnwindUnreachable()) }
        c83 = { Call(r83 = core::intrinsics::compare_bytes(p8, p8, 4), ReturnTo(s83), UnwindUnreachable()) }
        s83 = { Call(unit = show(r83), ReturnTo(c84), UnwindUnreachable()) }
        c84 = { Call(r84 = core::intrinsics::raw_eq(ra, ra), ReturnTo(s84), UnwindUnreachable()) }
        s84 = { Call(unit = show(r84), ReturnTo(c85), UnwindUnreachable()) }
        c85 = { Call(r85 = core::intrinsics::read_via_copy(pa), ReturnTo(s85), UnwindUnreachable()) }
        s85 = { Call(unit = show(r85), ReturnTo(c86), UnwindUnreachable()) }
        c86 = { Call(unit = core::ptr::write(pb, arr), ReturnTo(s86), UnwindUnreachable()) }
        s86 = { Call(unit = show(arr2), ReturnTo(c87), UnwindUnreachable()) }
        c87 = { Call(unit = core::intrinsics::typed_swap_nonoverlapping(pm, pb), ReturnTo(s87), UnwindUnreachable()) }
        s87 = { Call(unit = show(arr2), ReturnTo(c88), UnwindUnreachable()) }
        c88 = { Call(r88 = core::intrinsics::volatile_load(pa), ReturnTo(s88), UnwindUnreachable()) }
        s88 = { Call(unit = show(r88), ReturnTo(c89), UnwindUnreachable()) }
        c89 = { Call(unit = core::intrinsics::volatile_store(pb, arr), ReturnTo(s89), UnwindUnreachable()) }
        s89 = { Call(unit = show(arr2), ReturnTo(c90), UnwindUnreachable()) }
        c90 = { Call(r90 = core::intrinsics::unaligned_volatile_load(pa), ReturnTo(s90), UnwindUnreachable()) }
        s90 = { Call(unit = show(r90), ReturnTo(c91), UnwindUnreachable()) }
        c91 = { Call(unit = core::intrinsics::unaligned_volatile_store(pb, arr), ReturnTo(s91), UnwindUnreachable()) }
        s91 = { Call(unit = show(arr2), ReturnTo(c92), UnwindUnreachable()) }
        c92 = { Call(r92 = core::mem::size_of::<[u16; 4]>(), ReturnTo(s92), UnwindUnreachable()) }
        s92 = { Call(unit = show(r92), ReturnTo(c93), UnwindUnreachable()) }
        c93 = { Call(r93 = core::mem::align_of::<u64>(), ReturnTo(s93), UnwindUnreachable()) }
        s93 = { Call(unit = show(r93), ReturnTo(c94), UnwindUnreachable()) }
        c94 = { Call(r94 = core::mem::needs_drop::<u64>(), ReturnTo(s94), UnwindUnreachable()) }
        s94 = { Call(unit = show(r94), ReturnTo(c95), UnwindUnreachable()) }
        c95 = { Call(r95 = core::intrinsics::size_of_val(pa), ReturnTo(s95), UnwindUnreachable()) }
        s95 = { Call(unit = show(r95), ReturnTo(c96), UnwindUnreachable()) }
        c96 = { Call(r96 = core::intrinsics::discriminant_value(ro), ReturnTo(s96), UnwindUnreachable()) }
        s96 = { Call(unit = show(r96), ReturnTo(c97), UnwindUnreachable()) }
        c97 = { Call(r97 = core::intrinsics::transmute(u), ReturnTo(s97), UnwindUnreachable()) }
        s97 = { Call(unit = show(r97), ReturnTo(c98), UnwindUnreachable()) }
        c98 = { Call(r98 = core::intrinsics::transmute_unchecked(arr), ReturnTo(s98), UnwindUnreachable()) }
        s98 = { Call(unit = show(r98), ReturnTo(c99), UnwindUnreachable()) }
        c99 = { Call(unit = core::intrinsics::forget(arr), ReturnTo(s99), UnwindUnreachable()) }
        s99 = { Call(unit = show(arr2), ReturnTo(c100), UnwindUnreachable()) }
        c100 = { Call(r100 = core::hint::black_box(arr), ReturnTo(s100), UnwindUnreachable()) }
        s100 = { Call(unit = show(r100), ReturnTo(c101), UnwindUnreachable()) }
        c101 = { Call(unit = core::intrinsics::assume(true), ReturnTo(s101), UnwindUnreachable()) }
        s101 = { Call(unit = show(arr2), ReturnTo(c102), UnwindUnreachable()) }
        c102 = { Call(r102 = core::intrinsics::likely(true), ReturnTo(s102), UnwindUnreachable()) }
        s102 = { Call(unit = show(r102), ReturnTo(c103), UnwindUnreachable()) }
        c103 = { Call(r103 = core::intrinsics::unlikely(true), ReturnTo(s103), UnwindUnreachable()) }
        s103 = { Call(unit = show(r103), ReturnTo(c104), UnwindUnreachable()) }
        c104 = { Call(unit = core::intrinsics::cold_path(), ReturnTo(s104), UnwindUnreachable()) }
        s104 = { Call(unit = show(arr2), ReturnTo(c105), UnwindUnreachable()) }
        c105 = { Call(r105 = core::intrinsics::select_unpredictable(false, 1, u), ReturnTo(s105), UnwindUnreachable()) }
        s105 = { Call(unit = show(r105), ReturnTo(c106), UnwindUnreachable()) }
        c106 = { Call(unit = core::intrinsics::assert_inhabited::<u8>(), ReturnTo(s106), UnwindUnreachable()) }
        s106 = { Call(unit = show(arr2), ReturnTo(c107), UnwindUnreachable()) }
        c107 = { Return() }
    }
}

fn main() {
    f(-7, 12345, 0x80ff_0001, 3, 2.75, -0.3, 1e100, f16::from_bits(0x4248), f128::from_bits(0x4000_8000_0000_0000_0000_0000_0000_0000));
}
