#![feature(custom_mir, core_intrinsics)]
#![allow(warnings, arithmetic_overflow, unconditional_panic)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub union T0 { pub f0: bool, pub f1: bool, pub f2: [u32; 1] }

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f0() {
    mir! {
        type RET = ();
        let _1: usize;
        let _5: T0;
        {
            _1 = 0_usize;
            _5.f2[_1] = 0_u32;
            Goto(bb4)
        }
        bb1 = {
            match _5.f0 {
                true => bb5,
                _ => bb4,
            }
        }
        bb4 = {
            _1 = _1 + 1_usize;
            match _1 {
                5 => bb5,
                _ => bb1,
            }
        }
        bb5 = {
            Return()
        }
    }
}

fn main() {
    f0();
}
