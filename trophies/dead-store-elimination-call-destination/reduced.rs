#![feature(custom_mir, core_intrinsics, float_minimum_maximum)]
#![allow(warnings, arithmetic_overflow, unconditional_panic)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub union T0 { pub f0: f32, pub f1: i128, pub f2: i16 }

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f0() {
    mir! {
        type RET = ();
        let _1: T0;
        {
            _1 = T0 { f0: 1e-45_f32 };
            Call(_1 = f1(_1), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f1(mut _1: T0) -> T0 {
    mir! {
        type RET = T0;
        let _2: (i16, bool);
        let _3: ();
        {
            RET = T0 { f1: 0_i128 };
            _2 = Checked(_1.f2 + 0_i16);
            Call(_3 = spektr_observe_0(0_u32, _2.0), ReturnTo(bb1), UnwindUnreachable())
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
