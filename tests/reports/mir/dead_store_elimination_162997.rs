// rust-lang/rust#162997. A local that is both argument and destination of a call is handed
// over as a move: callee and caller share its memory, and the callee's first write to its
// result spoils its argument.
// Also on 1.95.0, 1.96.0 and 1.97.0-nightly (2026-05-19).
// Right is 40, wrong is 9.
//
// rustc: 1.85.0
// flags: -Copt-level=1
// pass: DeadStoreElimination

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
struct Wide { a: u64, b: u64, c: u64, d: u64 }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn shifted(from: Wide) -> Wide {
    mir! {
        type RET = Wide;
        {
            RET.a = 9;
            RET.b = from.a;
            RET.c = from.b;
            RET.d = from.c;
            Return()
        }
    }
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn onto_itself(start: u64) -> u64 {
    mir! {
        let w: Wide;
        {
            w.a = start;
            w.b = 2;
            w.c = 3;
            w.d = 4;
            Call(w = shifted(w), ReturnTo(done), UnwindUnreachable())
        }
        done = {
            RET = w.b;
            Return()
        }
    }
}

fn main() {
    println!("{}", onto_itself(40));
}
