#![feature(custom_mir, core_intrinsics, float_minimum_maximum)]
#![allow(warnings, arithmetic_overflow, unconditional_panic)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C, packed(2))]
pub struct T0 { pub f0: char, pub f3: f32 }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f0() {
    mir! {
        type RET = ();
        let _1: T0;
        let _2: *mut T0;
        let _3: *mut T0;
        let _4: bool;
        {
            _1.f0 = '\u{0}';
            _2 = &raw mut _1;
            Goto(bb1)
        }
        bb1 = {
            _3 = _2;
            _4 = (*_3).f0 != '\u{1}';
            _3 = Offset(_2, 1_isize);
            match _4 {
                false => bb1,
                _ => bb2,
            }
        }
        bb2 = {
            _3 = Offset(_3, -1_isize);
            _1.f3 = 0.0_f32;
            Call(RET = spektr_observe_0(0_u32, (*_3).f3), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            Return()
        }
    }
}

#[inline(never)]
fn spektr_observe_0(site: u32, a0: f32) {
    unsafe {
        print!("{site}");
        if { a0 }.is_nan() { print!(" nan") } else { print!(" {:x}", { a0 }.to_bits()) }
        println!();
    }
}

fn main() {
    f0();
}
