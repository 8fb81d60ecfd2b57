#![feature(custom_mir, core_intrinsics)]
#![allow(warnings, arithmetic_overflow, unconditional_panic)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub union T0 { pub f0: bool, pub f1: isize }

#[derive(Clone, Copy)]
#[repr(C)]
pub union T1 { pub f0: isize, pub f1: i32 }

#[derive(Clone, Copy)]
#[repr(C)]
pub union T2 { pub f0: bool, pub f1: usize, pub f2: T1, pub f3: T0 }

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f0() {
    mir! {
        type RET = ();
        let _1: usize;
        let _2: bool;
        let _3: T2;
        let _4: i64;
        let _5: i64;
        {
            _1 = 0_usize;
            _4 = 1_i64;
            Goto(bb2)
        }
        bb1 = {
            Return()
        }
        bb2 = {
            _3.f1 = 1_usize;
            _5 = _3.f2.f0 as i64;
            _4 = _4 - _5;
            Call(RET = spektr_observe_0(0_u32, _4), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            _1 = _1 + 1_usize;
            _2 = _1 != 2_usize;
            match _2 {
                false => bb1,
                _ => bb2,
            }
        }
    }
}

#[inline(never)]
fn spektr_observe_0(site: u32, a0: i64) {
    unsafe {
        print!("{site}");
        print!(" {:x}", { a0 });
        println!();
    }
}

fn main() {
    f0();
}
