// rust-lang/rust#161898. The other pass that the report names: the field of a union that was
// written first keeps its constant after the other one was written.
// Also on 1.95.0, 1.96.0 and 1.97.0-nightly (2026-05-19).
// Right is 9, wrong is 6.
//
// rustc: 1.85.0
// flags: -Copt-level=1 -Zmir-opt-level=3
// pass: DataflowConstProp

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
union Word { left: u32, right: u32 }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn last_written(second: u32) -> u32 {
    mir! {
        let word: Word;
        {
            word.left = 6;
            word.right = second;
            RET = word.left;
            Return()
        }
    }
}

fn main() {
    println!("{}", last_written(9));
}
