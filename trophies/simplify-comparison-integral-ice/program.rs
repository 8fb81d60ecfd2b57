#![feature(custom_mir, core_intrinsics)]
#![allow(warnings, arithmetic_overflow, unconditional_panic)]
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
pub enum T0 {
    V0 {  },
    V1,
    V2 { f0: usize },
}

#[derive(Clone, Copy)]
#[repr(u16)]
pub enum T1 {
    V0,
    V1(u16),
    V2 {  },
    V3,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f0() {
    mir! {
        type RET = ();
        let _1: usize;
        let _2: T0;
        let _3: T1;
        let _4: bool;
        let _5: *mut u16;
        let _6: &'static usize;
        {
            _1 = (*_6);
            _4 = 1_usize == _1;
            match _4 {
                false => bb2,
                true => bb1,
                _ => bb3,
            }
        }
        bb1 = {
            place!(Field::<usize>(Variant(_2, 2), 0)) = _1;
            Goto(bb3)
        }
        bb2 = {
            _5 = &raw mut place!(Field::<u16>(Variant(_3, 1), 0));
            Goto(bb3)
        }
        bb3 = {
            Return()
        }
    }
}

fn main() {
    f0();
}

