// rust-lang/rust#111005. A local that was copied to the return place and written afterwards
// becomes the return place itself, so that the later write is what is returned.
// Right is 5, wrong is 77.
//
// rustc: 1.85.0
// flags: -Zmir-opt-level=0 -Zmir-enable-passes=+RenameReturnPlace
// pass: RenameReturnPlace

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused_assignments)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn keeps_first(given: u32) -> u32 {
    mir! {
        let held: u32;
        {
            held = given;
            RET = held;
            held = 77;
            Return()
        }
    }
}

fn main() {
    println!("{}", keeps_first(5));
}
