#![feature(custom_mir, core_intrinsics)]
#![allow(warnings, arithmetic_overflow, unconditional_panic)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
pub enum T0 {
    V0 { f3: bool, f4: bool },
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f0() {
    mir! {
        type RET = ();
        let _1: *mut bool;
        let _2: *const bool;
        let _3: *mut bool;
        let _4: T0;
        {
            _1 = &raw mut place!(Field::<bool>(Variant(_4, 0), 0));
            _2 = &raw const place!(Field::<bool>(Variant(_4, 0), 1));
            (*_1) = false;
            Call(_2 = core::intrinsics::arith_offset::<bool>(_2, 1_isize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            match (*_1) {
                true => bb2,
                _ => bb4,
            }
        }
        bb2 = {
            match (*_3) {
                true => bb3,
                _ => bb4,
            }
        }
        bb3 = {
            Call(_2 = core::intrinsics::arith_offset::<bool>(_2, 1_isize), ReturnTo(bb4), UnwindUnreachable())
        }
        bb4 = {
            Return()
        }
    }
}

fn main() {
    f0();
}
