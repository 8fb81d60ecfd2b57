// rust-lang/rust#141101. A copy of a reference is replaced by the reference it was copied
// from, which was moved into a call before.
// Hardware hides it: the MIR that the pass leaves behind is undefined.
//
// rustc: 1.85.0
// flags: -Zmir-opt-level=0 -Zmir-enable-passes=+ReferencePropagation
// wing: mir-passes
// pass: ReferencePropagation

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused_assignments)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn ignore(one: &u32) {
    mir! {
        {
            Return()
        }
    }
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn after_move(value: u32) -> u32 {
    mir! {
        let left: u32;
        let right: u32;
        let either: &u32;
        let handed: &u32;
        let kept: &u32;
        let pair: (u32, &&u32);
        let unit: ();
        {
            left = value;
            right = 4;
            either = &left;
            either = &right;
            handed = either;
            kept = handed;
            pair.0 = 1;
            pair.1 = &handed;
            Call(unit = ignore(Move(handed)), ReturnTo(then), UnwindUnreachable())
        }
        then = {
            RET = *kept + pair.0;
            Return()
        }
    }
}

fn main() {
    println!("{}", after_move(5));
}
