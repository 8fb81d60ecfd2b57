#![feature(custom_mir, core_intrinsics)]
#![allow(warnings, arithmetic_overflow, unconditional_panic)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub union T0 { pub f0: u16, pub f1: usize, pub f2: bool, pub f3: u8 }

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f0() {
    mir! {
        type RET = ();
        let _1: usize;
        let _2: T0;
        let _3: u16;
        let _4: u8;
        {
            _2.f1 = 1_usize;
            _4 = 0_u8;
            _1 = 1_usize;
            Goto(bb1)
        }
        bb1 = {
            match _1 {
                0 => bb3,
                _ => bb2,
            }
        }
        bb2 = {
            _4 = _2.f3;
            _1 = 0_usize;
            Goto(bb1)
        }
        bb3 = {
            _3 = _4 as u16;
            Call(RET = spektr_observe_0(0_u32, _3), ReturnTo(bb4), UnwindUnreachable())
        }
        bb4 = {
            Return()
        }
    }
}

#[inline(never)]
fn spektr_observe_0(site: u32, a0: u16) {
    unsafe {
        print!("{site}");
        print!(" {:x}", { a0 });
        println!();
    }
}

fn main() {
    f0();
}
