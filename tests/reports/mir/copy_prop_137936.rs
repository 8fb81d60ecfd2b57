// rust-lang/rust#137936. Two copies of one array that are both moved into a call become two
// moves of the array itself, so that the callee's parameters share memory.
// Right is 7, wrong is 50.
//
// rustc: 1.85.0
// flags: -Copt-level=0
// pass: CopyProp

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused_assignments)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn spoil_one(mut left: [u32; 16], right: [u32; 16], at: usize) -> u32 {
    mir! {
        {
            left[at] = 50;
            RET = right[at];
            Return()
        }
    }
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn same_twice(row: [u32; 16]) -> u32 {
    mir! {
        let first: [u32; 16];
        let second: [u32; 16];
        {
            first = Move(row);
            second = Move(row);
            Call(RET = spoil_one(Move(first), Move(second), 3_usize), ReturnTo(done), UnwindUnreachable())
        }
        done = {
            Return()
        }
    }
}

fn main() {
    println!("{}", same_twice([7; 16]));
}
