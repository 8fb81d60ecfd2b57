#![feature(custom_mir, core_intrinsics)]
#![allow(warnings, arithmetic_overflow, unconditional_panic)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
pub enum T0 {
    V0,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f0() {
    mir! {
        type RET = ();
        let _1: usize;
        let _2: T0;
        let _3: isize;
        let _4: i8;
        let _5: i128;
        let _6: i32;
        {
            SetDiscriminant(_2, 0);
            _3 = Discriminant(_2);
            _4 = _3 as i8;
            _5 = 1_i128;
            _1 = 1_usize;
            Goto(bb1)
        }
        bb1 = {
            match _1 {
                6 => bb2,
                _ => bb3,
            }
        }
        bb2 = {
            _6 = _5 as i32;
            Call(RET = spektr_observe_0(0_u32, _6), ReturnTo(bb4), UnwindUnreachable())
        }
        bb3 = {
            _5 = _4 as i128;
            _1 = 6_usize;
            Goto(bb1)
        }
        bb4 = {
            Return()
        }
    }
}

#[inline(never)]
fn spektr_observe_0(site: u32, a0: i32) {
    unsafe {
        print!("{site}");
        print!(" {:x}", { a0 });
        println!();
    }
}

fn main() {
    f0();
}
