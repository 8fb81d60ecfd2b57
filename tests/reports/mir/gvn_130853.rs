// rust-lang/rust#130853. The same as #155884 with a plain reference to a reference, from
// before it was mended the first time; since then behind a flag for what is known to be
// unsound.
// Right is false, wrong is true.
//
// rustc: 1.85.0
// flags: -Copt-level=1 -Zunsound-mir-opts
// pass: GVN

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn raise(at: *mut u8) {
    mir! {
        {
            *at = 1;
            Return()
        }
    }
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn unchanged(outer: &&u8, raw: *mut u8) -> bool {
    mir! {
        let one: &u8;
        let two: &u8;
        let early: u8;
        let late: u8;
        let unit: ();
        {
            one = *outer;
            early = *one;
            Call(unit = raise(raw), ReturnTo(later), UnwindUnreachable())
        }
        later = {
            two = *outer;
            late = *two;
            RET = early == late;
            Return()
        }
    }
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn asked(value: u8) -> bool {
    mir! {
        let data: u8;
        let raw: *mut u8;
        let spot: *const *mut u8;
        let view: *const &u8;
        let outer: &&u8;
        {
            data = value;
            raw = &raw mut data;
            spot = &raw const raw;
            view = CastPtrToPtr(spot);
            outer = &*view;
            Call(RET = unchanged(outer, raw), ReturnTo(done), UnwindUnreachable())
        }
        done = {
            Return()
        }
    }
}

fn main() {
    println!("{}", asked(0));
}
