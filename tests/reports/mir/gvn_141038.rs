// rust-lang/rust#141038. An enum that is written through a pointer from its own field becomes
// a copy of itself onto itself, which overlaps.
// Hardware hides it: the MIR that the pass leaves behind is undefined.
//
// rustc: 1.85.0
// flags: -Zmir-opt-level=0 -Zmir-enable-passes=+GVN -Zunsound-mir-opts
// wing: mir-passes
// pass: GVN

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(u8)]
enum Slot { Vacant, Taken(u32) }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn rewrite(with: u32) -> u32 {
    mir! {
        let slot: Slot;
        let raw: *mut Slot;
        let shared: &Slot;
        let inner: u32;
        {
            slot = Slot::Taken(with);
            raw = &raw mut slot;
            shared = &*raw;
            inner = Field(Variant(*shared, 1), 0);
            *raw = Slot::Taken(inner);
            RET = Field(Variant(slot, 1), 0);
            Return()
        }
    }
}

fn main() {
    println!("{}", rewrite(6));
}
