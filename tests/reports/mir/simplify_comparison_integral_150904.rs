// rust-lang/rust#150904. A comparison is folded into the switch on its result although the
// result was overwritten in between.
// Right is 2, wrong is 1.
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
fn both(left: u32, right: u32) -> u32 {
    mir! {
        let fine: bool;
        let other: bool;
        {
            fine = left == 12;
            other = right == 0;
            fine = fine & other;
            match fine { false => no, _ => yes }
        }
        yes = { RET = 1; Return() }
        no = { RET = 2; Return() }
    }
}

fn main() {
    println!("{}", both(12, 3));
}
