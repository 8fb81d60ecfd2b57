// rust-lang/rust#149294. A constant in the second part of a pair is lost on its way through a
// parameter that is copied into, and from, a larger one. The report suspects LLVM's SROA, without
// which it does not show; but the IR that SROA leaves behind still returns the right pair, and
// the upper half is lost where instructions are selected.
// Also on 1.95.0, 1.96.0 and 1.97.0-nightly (2026-05-19).
// Right is ([0], 0), wrong is ([0], 2).
//
// rustc: 1.85.0
// flags: -Copt-level=1
// pass: X86 DAG->DAG Instruction Selection

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn opaque<T>(value: T) {
    core::hint::black_box(value);
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn inner(mut part: ([u8; 1], u32), again: ([u8; 1], u32), mut whole: (([u8; 1], u32), [u8; 5])) -> ([u8; 1], u32) {
    mir! {
        let unit: ();
        {
            part = (whole.0.0, 0);
            whole.0 = part;
            RET = part;
            Call(unit = opaque(again.1), ReturnTo(then), UnwindUnreachable())
        }
        then = {
            Call(unit = opaque(Move(whole)), ReturnTo(done), UnwindUnreachable())
        }
        done = {
            Return()
        }
    }
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn outer(byte: u8) -> ([u8; 1], u32) {
    mir! {
        let all: (([u8; 1], u32), [u8; 5]);
        let unit: ();
        {
            all.0.0 = [byte];
            all.0.1 = 2;
            all.1 = [0; 5];
            Call(RET = inner(all.0, all.0, all), ReturnTo(then), UnwindUnreachable())
        }
        then = {
            Call(unit = opaque(Move(all)), ReturnTo(done), UnwindUnreachable())
        }
        done = {
            Return()
        }
    }
}

fn main() {
    println!("{:?}", outer(core::hint::black_box(0)));
}
