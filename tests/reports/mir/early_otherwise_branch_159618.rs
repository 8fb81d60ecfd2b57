// rust-lang/rust#159618. What only the inner of two switches looked at is read in front of
// both, also where it is a local without storage.
// Also on 1.95.0, 1.96.0 and 1.97.0-nightly (2026-05-19).
// Hardware hides it: the MIR that the pass leaves behind is undefined.
//
// rustc: 1.85.0
// flags: -Copt-level=1
// wing: mir-passes
// pass: EarlyOtherwiseBranch

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused_assignments)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn skips(first: u32) -> u32 {
    mir! {
        let second: u32;
        {
            StorageDead(second);
            match first { 0 => inner, _ => out }
        }
        inner = {
            match second { 0 => both, _ => out }
        }
        both = { RET = 1; Return() }
        out = { RET = 2; Return() }
    }
}

fn main() {
    println!("{}", skips(5));
}
