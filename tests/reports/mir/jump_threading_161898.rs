// rust-lang/rust#161898. A write to one field of a union leaves what is known about the other
// one standing, and the second switch is skipped.
// Also on 1.95.0, 1.96.0 and 1.97.0-nightly (2026-05-19).
// Right is 12, wrong is 11.
//
// rustc: 1.85.0
// flags: -Copt-level=1
// pass: JumpThreading

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
union Word { low: u8, also: u8 }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn two_looks(start: u8) -> u32 {
    mir! {
        let word: Word;
        let first: u32;
        {
            word.low = start;
            match word.low { 0 => nought, _ => other }
        }
        nought = { first = 10; Goto(between) }
        other = { first = 20; Goto(between) }
        between = {
            word.also = 5;
            match word.low { 0 => still, _ => changed }
        }
        still = { RET = first + 1; Return() }
        changed = { RET = first + 2; Return() }
    }
}

fn main() {
    println!("{}", two_looks(0));
}
