#![feature(custom_mir, core_intrinsics)]
#![allow(warnings, arithmetic_overflow, unconditional_panic)]
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
pub struct T0 { pub f1: i128, pub f2: [i16; 1] }

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f0() {
    mir! {
        type RET = ();
        let _1: T0;
        let _2: [i16; 1];
        let _3: bool;
        {
            Call(_2 = core::intrinsics::select_unpredictable::<[i16; 1]>(_3, _2, _1.f2), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Unreachable()
        }
    }
}

fn main() {
    f0();
}
