// rust-lang/rust#146423. A pointer that was copied by moves is moved into a call itself, whose
// destination still goes through it.
// Hardware hides it: the MIR that the pass leaves behind is undefined.
//
// rustc: 1.85.0
// flags: -Zmir-opt-level=0 -Zmir-enable-passes=+CopyProp
// wing: mir-passes
// pass: CopyProp

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused_assignments)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn callee(first: *mut u32, second: *mut u32) -> u32 {
    mir! {
        {
            RET = 3;
            Return()
        }
    }
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn writes_through(value: u32) -> u32 {
    mir! {
        let room: u32;
        let at: *mut u32;
        let one: *mut u32;
        let two: *mut u32;
        {
            room = value;
            at = &raw mut room;
            one = Move(at);
            two = Move(at);
            Call(*at = callee(Move(one), two), ReturnTo(done), UnwindUnreachable())
        }
        done = {
            RET = room;
            Return()
        }
    }
}

fn main() {
    println!("{}", writes_through(8));
}
