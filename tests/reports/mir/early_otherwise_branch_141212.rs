// rust-lang/rust#141212. The local that holds the new comparison dies between the comparison
// and the switch on it, where a block is its own successor.
// Hardware hides it: the MIR that the pass leaves behind is undefined.
//
// rustc: 1.85.0
// flags: -Zmir-opt-level=0 -Zmir-enable-passes=+EarlyOtherwiseBranch
// wing: mir-passes
// pass: EarlyOtherwiseBranch

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused_assignments)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn twice_asked(start: u32) -> u32 {
    mir! {
        let number: u32;
        let copy: u32;
        let at: &mut u32;
        {
            number = start;
            Goto(first)
        }
        first = {
            match number { 19 => second, _ => first }
        }
        second = {
            match number { 19 => out, _ => first }
        }
        out = {
            copy = number;
            at = &mut number;
            *at = copy;
            RET = number;
            Return()
        }
    }
}

fn main() {
    println!("{}", twice_asked(19));
}
