#![feature(custom_mir, core_intrinsics, float_minimum_maximum)]
#![allow(warnings, arithmetic_overflow, unconditional_panic)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub union T0 { pub f0: f32, pub f1: i128, pub f2: i16 }

static mut S0: u64 = 18446744073709551516_u64;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f0() {
    mir! {
        type RET = ();
        let _1: T0;
        {
            _1 = T0 { f0: 0.0_f32 };
            Call(RET = f1(_1), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Return()
        }
    }
}

#[inline(always)]
#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f1(mut _1: T0) {
    mir! {
        type RET = ();
        {
            Call(_1 = f2(_1), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Return()
        }
    }
}

#[inline(always)]
#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f2(mut _1: T0) -> T0 {
    mir! {
        type RET = T0;
        let _2: *mut u64;
        let _3: (i16, bool);
        let _4: ();
        {
            RET = T0 { f1: 1_i128 };
            _2 = StaticMut(S0);
            RET.f1 = 1_i128;
            (*_2) = 1_u64;
            _3 = Checked(1_i16 - 1_i16);
            _3 = Checked(_1.f2 + _3.0);
            _3 = Checked(1_i16 * _3.0);
            _3 = Checked(_3.0 * 1_i16);
            Call(_4 = spektr_observe_0(0_u32, _3.0), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Return()
        }
    }
}

#[inline(never)]
fn spektr_observe_0(site: u32, a0: i16) {
    unsafe {
        print!("{site}");
        print!(" {:x}", { a0 });
        println!();
    }
}

fn main() {
    f0();
}
