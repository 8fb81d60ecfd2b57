#![feature(custom_mir, core_intrinsics)]
#![allow(warnings)]
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
pub union T0 { pub f0: usize, pub f1: char }

#[inline(never)]
fn observe(site: u32, a0: char) { println!("{site} {:x}", a0 as u32); }

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f0() {
    mir! {
        let _2: T0;
        let _3: char;
        let unit: ();
        {
            _2.f1 = '\u{1}';
            _2.f0 = 0_usize;
            _3 = _2.f1;
            Call(unit = observe(0_u32, _3), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = { Return() }
    }
}

fn main() { f0(); }
