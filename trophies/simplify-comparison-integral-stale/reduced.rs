#![feature(custom_mir, core_intrinsics)]
#![allow(warnings, arithmetic_overflow, unconditional_panic)]
use core::intrinsics::mir::*;

static mut S0: bool = true;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f0() {
    mir! {
        type RET = ();
        let _2: i32;
        let _4: *mut bool;
        let _6: &'static i32;
        let _9: i8;
        {
            _4 = StaticMut(S0);
            _2 = 1_i32;
            _9 = _2 as i8;
            (*_4) = 0_i8 == _9;
            (*_4) = true;
            match (*_4) {
                true => bb1,
                _ => bb2,
            }
        }
        bb1 = {
            _6 = &_2;
            Goto(bb3)
        }
        bb2 = {
            _2 = (*_6);
            Goto(bb3)
        }
        bb3 = {
            _2 = (*_6);
            Return()
        }
    }
}

fn main() {
    f0();
}
