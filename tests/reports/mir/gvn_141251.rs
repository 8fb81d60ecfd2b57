// rust-lang/rust#141251. What a reference into an array of equal elements points to becomes an
// element of the array again, by an index that has another value meanwhile, here one far
// outside.
// Right is 6, wrong is SIGSEGV or SIGBUS.
//
// rustc: 1.85.0
// flags: -Zmir-opt-level=0 -Zmir-enable-passes=+GVN -Zunsound-mir-opts
// pass: GVN

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused_assignments)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn element(value: &u32, mut at: usize, other: usize) -> u32 {
    mir! {
        let all: [u32; 5];
        let one: &u32;
        {
            all = [*value; 5];
            one = &all[at];
            at = other;
            RET = *one;
            Return()
        }
    }
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn of_many(value: u32, far: usize) -> u32 {
    mir! {
        let held: u32;
        let borrow: &u32;
        {
            held = value;
            borrow = &held;
            Call(RET = element(borrow, 1_usize, far), ReturnTo(done), UnwindUnreachable())
        }
        done = {
            Return()
        }
    }
}

fn main() {
    println!("{}", of_many(6, core::hint::black_box(1_099_511_627_776)));
}
