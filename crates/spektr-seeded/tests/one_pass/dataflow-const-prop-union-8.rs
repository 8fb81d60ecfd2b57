#![feature(custom_mir, core_intrinsics)]
#![allow(warnings, arithmetic_overflow, unconditional_panic)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub union T0 { pub f0: u64, pub f1: bool, pub f2: usize }

#[derive(Clone, Copy)]
#[repr(C)]
pub union T1 { pub f0: T0, pub f1: u64, pub f2: u32, pub f3: i16 }

const K0: T1 = T1 { f3: -65_i16 };

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f0() {
    mir! {
        type RET = ();
        let _5: T1;
        {
            _5 = K0;
            _5.f0.f2 = 1_usize;
            Call(RET = spektr_observe_0(0_u32, _5.f3), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
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
