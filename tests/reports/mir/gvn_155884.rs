// rust-lang/rust#155884. What a shared reference inside of another points to is taken to be
// the same before and after a call that writes it through a raw pointer.
// Also on 1.96.0 and 1.97.0-nightly (2026-05-19).
// Right is 11, wrong is 6.
//
// rustc: 1.95.0
// flags: -Copt-level=1
// pass: GVN

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
struct Raw { at: *mut u32 }

#[derive(Clone, Copy)]
#[repr(C)]
struct Shared { at: &'static u32 }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn overwrite(at: *mut u32) {
    mir! {
        {
            *at = 8;
            Return()
        }
    }
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn twice(outer: &Shared, raw: *mut u32) -> u32 {
    mir! {
        let inner: &u32;
        let again: &u32;
        let before: u32;
        let after: u32;
        let unit: ();
        {
            inner = (*outer).at;
            before = *inner;
            Call(unit = overwrite(raw), ReturnTo(written), UnwindUnreachable())
        }
        written = {
            again = (*outer).at;
            after = *again;
            RET = before + after;
            Return()
        }
    }
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn starts_with(value: u32) -> u32 {
    mir! {
        let data: u32;
        let raw: *mut u32;
        let held: Raw;
        let view: *const Raw;
        let other: *const Shared;
        let outer: &Shared;
        {
            data = value;
            raw = &raw mut data;
            held = Raw { at: raw };
            view = &raw const held;
            other = CastPtrToPtr(view);
            outer = &*other;
            Call(RET = twice(outer, raw), ReturnTo(done), UnwindUnreachable())
        }
        done = {
            Return()
        }
    }
}

fn main() {
    println!("{}", starts_with(3));
}
