// rust-lang/rust#141313. The same as #141038 without a raw pointer: a local becomes a copy of
// what a reference to it points to, and its tag was never written.
// Hardware hides it: the MIR that the pass leaves behind is undefined.
//
// rustc: 1.85.0
// flags: -Zmir-opt-level=0 -Zmir-enable-passes=+GVN -Zunsound-mir-opts
// wing: mir-passes
// pass: GVN

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused_assignments)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
enum Slot { Vacant, Taken(u8) }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn again() -> u8 {
    mir! {
        let slot: Slot;
        let shared: &Slot;
        let inner: u8;
        {
            place!(Field(Variant(slot, 1), 0)) = 6_u8;
            shared = &slot;
            inner = Field(Variant(*shared, 1), 0);
            slot = Slot::Taken(inner);
            RET = Field(Variant(slot, 1), 0);
            Return()
        }
    }
}

fn main() {
    println!("{}", again());
}
