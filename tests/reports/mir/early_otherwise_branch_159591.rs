// rust-lang/rust#159591. Two switches become one comparison in front of both, and what only
// the inner one looked at through a pointer is read on every path: here through null.
// Also on 1.95.0, 1.96.0 and 1.97.0-nightly (2026-05-19).
// Right is 1, wrong is SIGSEGV.
//
// rustc: 1.85.0
// flags: -Copt-level=1
// pass: EarlyOtherwiseBranch

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn look(which: u32, at: *const u32) -> u32 {
    mir! {
        {
            match which { 4 => four, 5 => five, _ => neither }
        }
        four = {
            match *at { 4 => both_four, _ => neither }
        }
        five = {
            match *at { 5 => both_five, _ => neither }
        }
        both_four = { RET = 44; Return() }
        both_five = { RET = 55; Return() }
        neither = { RET = 1; Return() }
    }
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn nowhere(which: u32, zero: usize) -> u32 {
    mir! {
        let at: *const u32;
        {
            at = CastTransmute(zero);
            Call(RET = look(which, at), ReturnTo(done), UnwindUnreachable())
        }
        done = { Return() }
    }
}

fn main() {
    println!("{}", nowhere(core::hint::black_box(6), core::hint::black_box(0)));
}
