// rust-lang/rust#141122. A chain of copies is made one local although its first link is
// borrowed: what should have gone to the last link is written while the borrow is in use.
// Hardware hides it: the MIR that the pass leaves behind is undefined.
//
// rustc: 1.85.0
// flags: -Zmir-opt-level=0 -Zmir-enable-passes=+CopyProp
// wing: mir-passes
// told: only less defined
// pass: CopyProp

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused_assignments)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn through() -> u32 {
    mir! {
        let room: u32;
        let into: *mut u32;
        let source: u32;
        let middle: u32;
        let last: u32;
        let seen: &u32;
        {
            into = &raw mut room;
            source = 5;
            middle = source;
            seen = &source;
            last = middle;
            *into = *seen;
            seen = &middle;
            RET = last + room;
            Return()
        }
    }
}

fn main() {
    println!("{}", through());
}
