#![feature(custom_mir, core_intrinsics, float_minimum_maximum)]
#![allow(warnings, arithmetic_overflow, unconditional_panic)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub union T0 { pub f0: u32, pub f1: u128, pub f2: i16 }

#[derive(Clone, Copy)]
#[repr(C)]
pub union T1 { pub f0: T0, pub f1: f64, pub f2: u16, pub f3: u128, pub f4: usize }

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f0() {
    mir! {
        type RET = ();
        let _1: i32;
        let _2: i16;
        let _3: bool;
        let _6: i32;
        let _7: T1;
        {
            _1 = 1_i32;
            _2 = 1_i16;
            Goto(bb2)
        }
        bb1 = {
            Call(RET = spektr_observe_0(0_u32, _1), ReturnTo(bb3), UnwindUnreachable())
        }
        bb2 = {
            _7.f4 = 1_usize;
            _6 = _7.f1 as i32;
            _1 = _1 - _6;
            _1 = _1 + 1_i32;
            _2 = _2 + 1_i16;
            _3 = _2 != 3_i16;
            match _3 {
                false => bb1,
                _ => bb2,
            }
        }
        bb3 = {
            Return()
        }
    }
}

#[inline(never)]
fn spektr_observe_0(site: u32, a0: i32) {
    unsafe {
        print!("{site}");
        print!(" {:x}", { a0 });
        println!();
    }
}

fn main() {
    f0();
}
