#![feature(custom_mir, core_intrinsics, float_minimum_maximum)]
#![allow(warnings, arithmetic_overflow, unconditional_panic)]
extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f0() {
    mir! {
        type RET = ();
        let _1: i16;
        let _2: *mut i16;
        let _3: [f64; 5];
        {
            _2 = &raw mut _1;
            _3 = [5e-324_f64, 5e-324_f64, 5e-324_f64, 5e-324_f64, 5e-324_f64];
            Call(RET = f1(_3, _2), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            Call(RET = spektr_observe_0(0_u32, Move(_3)), ReturnTo(bb4), UnwindUnreachable())
        }
        bb4 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f1(mut _1: [f64; 5], mut _2: *mut i16) {
    mir! {
        type RET = ();
        let _3: usize;
        let _4: f64;
        let _5: u32;
        let _6: *mut u16;
        let _7: [f64; 5];
        let _9: (u32, bool);
        {
            _3 = 1_usize;
            _4 = _1[_3];
            _6 = CastPtrToPtr(_2);
            _1 = [5e-324_f64, 5e-324_f64, 5e-324_f64, 5e-324_f64, _4];
            _3 = 4_usize;
            _3 = CastTransmute(_1[_3]);
            _5 = _3 as u32;
            (*_6) = 1_u16;
            _9 = Checked(_5 + 1_u32);
            match _9.1 {
                false => bb2,
                _ => bb3,
            }
        }
        bb2 = {
            Return()
        }
        bb3 = {
            Call(RET = f1(_7, _2), ReturnTo(bb4), UnwindUnreachable())
        }
        bb4 = {
            Unreachable()
        }
    }
}

#[inline(never)]
fn spektr_observe_0(site: u32, a0: [f64; 5]) {
    unsafe {
        print!("{site}");
        let mut i0 = 0_usize;
        while i0 < 5 {
            if { a0[i0] }.is_nan() { print!(" nan") } else { print!(" {:x}", { a0[i0] }.to_bits()) }
            i0 += 1;
        }
        println!();
    }
}

fn main() {
    f0();
}
