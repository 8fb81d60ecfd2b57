#![feature(custom_mir, core_intrinsics)]
#![allow(warnings, arithmetic_overflow, unconditional_panic)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C, u16)]
pub enum T0 {
    V0 { f0: [i32; 1] },
    V1(isize) = 1,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f0() {
    mir! {
        type RET = ();
        let _2: T0;
        let _3: &'static mut [i32; 1];
        let _4: T0;
        {
            _2 = T0::V1(1_isize);
            _3 = &mut place!(Field::<[i32; 1]>(Variant(_2, 0), 0));
            _4 = T0::V0 { f0: (*_3) };
            Call(RET = spektr_observe_0(0_u32, _4), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Return()
        }
    }
}

#[inline(never)]
fn spektr_observe_0(site: u32, a0: T0) {
    unsafe {
        print!("{site}");
        match a0 {
            T0::V0 { f0: ref x0 } => {
                print!(" v0");
                let mut i1 = 0_usize;
                while i1 < 1 {
                    print!(" {:x}", { (*x0)[i1] });
                    i1 += 1;
                }
            }
            T0::V1(ref x2) => {
                print!(" v1");
                print!(" {:x}", { (*x2) });
            }
        }
        println!();
    }
}

fn main() {
    f0();
}
