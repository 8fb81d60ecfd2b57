#![feature(custom_mir, core_intrinsics, float_minimum_maximum)]
#![allow(warnings, arithmetic_overflow, unconditional_panic)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub union T0 { pub f0: f32, pub f1: char, pub f2: char }

#[derive(Clone, Copy)]
#[repr(C)]
pub union T1 { pub f0: i32, pub f1: T0, pub f2: u128 }

const K0: T1 = T1 { f2: 20016609818878733144904388672456953615_u128 };

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f0() {
    mir! {
        type RET = ();
        let _1: T1;
        {
            _1 = K0;
            _1.f0 = 1_i32;
            Call(RET = spektr_observe_0(0_u32, _1.f1.f0), ReturnTo(bb5), UnwindUnreachable())
        }
        bb5 = {
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
