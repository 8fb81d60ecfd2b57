#![feature(custom_mir, core_intrinsics)]
#![allow(warnings, arithmetic_overflow, unconditional_panic)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub union T0 { pub f0: usize, pub f1: usize }

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f0() {
    mir! {
        type RET = ();
        let _1: T0;
        {
            _1 = T0 { f1: 1_usize };
            _1.f0 = 0_usize;
            Call(RET = spektr_observe_0(0_u32, _1.f1), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Return()
        }
    }
}

#[inline(never)]
fn spektr_observe_0(site: u32, a0: usize) {
    unsafe {
        print!("{site}");
        print!(" {:x}", { a0 });
        println!();
    }
}

fn main() {
    f0();
}
