// rust-lang/rust#158231. The end of a local's storage is moved past the switch but taken as
// the start of the block, so that the local is written while it is dead.
// Also on 1.95.0, 1.96.0 and 1.97.0-nightly (2026-05-19).
// Hardware hides it: the MIR that the pass leaves behind is undefined.
//
// rustc: 1.85.0
// flags: -Copt-level=1
// wing: mir-passes
// pass: SimplifyComparisonIntegral

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused_assignments)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn once(given: u32) -> u32 {
    mir! {
        let number: u32;
        let same: bool;
        let count: u32;
        {
            count = 0;
            StorageLive(number);
            Goto(round)
        }
        round = {
            number = given & 1;
            same = number == 7;
            count = count + 1;
            StorageDead(number);
            StorageLive(number);
            match Move(same) { true => round, _ => out }
        }
        out = {
            StorageDead(number);
            RET = count;
            Return()
        }
    }
}

fn main() {
    println!("{}", once(3));
}
