#![feature(custom_mir, core_intrinsics)]
#![allow(warnings, arithmetic_overflow, unconditional_panic)]
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub union T0 { pub f0: usize, pub f1: char }

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f0() {
    mir! {
        type RET = ();
        let _1: char;
        let _2: T0;
        {
            _2.f1 = '\u{1}';
            _2.f0 = 0_usize;
            _1 = _2.f1;
            Call(RET = spektr_observe_0(0_u32, _1), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Return()
        }
    }
}

#[inline(never)]
fn spektr_observe_0(site: u32, a0: char) {
    unsafe {
        print!("{site}");
        print!(" {:x}", { a0 } as u32);
        println!();
    }
}

fn main() {
    f0();
}
