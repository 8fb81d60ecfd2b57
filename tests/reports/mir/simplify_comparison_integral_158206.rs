// rust-lang/rust#158206. A comparison that is folded into a switch is removed although its
// result is used elsewhere.
// Also on 1.95.0, 1.96.0 and 1.97.0-nightly (2026-05-19).
// Right is 11, wrong is 10.
//
// rustc: 1.85.0
// flags: -Copt-level=1
// pass: SimplifyComparisonIntegral

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn step_if(at: u32, wanted: u32) -> u32 {
    mir! {
        let hit: bool;
        let by: u32;
        let next: u32;
        {
            StorageLive(hit);
            hit = wanted == 0;
            by = hit as u32;
            next = at + by;
            match Move(hit) { false => no, _ => yes }
        }
        yes = { RET = next; Return() }
        no = { RET = 90; Return() }
    }
}

fn main() {
    println!("{}", step_if(10, 0));
}
