// What compilers after 1.85 know: more intrinsics.
#![feature(custom_mir, core_intrinsics, f16, f128)]
#![allow(warnings)]
use core::intrinsics::mir::*;
#[inline(never)]
fn show<T>(_: T) {}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(a: i32, b: i32, u: u32, v: u8, x: f32, y: f32, d: f64, h: f16, q: f128) {
    mir! {
        let unit: ();
        let r0: u32;
        let r1: f32;
        let r2: f64;
        let arr2: [u8; 4];
        {
            arr2 = [0; 4];
            Goto(c0)
        }
        c0 = { Call(r0 = core::intrinsics::disjoint_bitor(1, 2), ReturnTo(s0), UnwindUnreachable()) }
        s0 = { Call(unit = show(r0), ReturnTo(c1), UnwindUnreachable()) }
        c1 = { Call(r1 = core::intrinsics::round_ties_even_f32(x), ReturnTo(s1), UnwindUnreachable()) }
        s1 = { Call(unit = show(r1), ReturnTo(c2), UnwindUnreachable()) }
        c2 = { Call(r2 = core::intrinsics::round_ties_even_f64(d), ReturnTo(s2), UnwindUnreachable()) }
        s2 = { Call(unit = show(r2), ReturnTo(c3), UnwindUnreachable()) }
        c3 = { Return() }
    }
}

fn main() {
    f(-7, 12345, 0x80ff_0001, 3, 2.75, -0.3, 1e100, f16::from_bits(0x4248), f128::from_bits(0x4000_8000_0000_0000_0000_0000_0000_0000));
}
