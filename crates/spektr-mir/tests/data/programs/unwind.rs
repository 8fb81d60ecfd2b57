// Drops, panics and cleanup blocks.
#![feature(custom_mir, core_intrinsics)]
#![allow(warnings)]
use core::intrinsics::mir::*;

pub struct Loud { id: u32 }
impl Drop for Loud {
    fn drop(&mut self) { on_drop(&raw mut *self); }
}

#[inline(never)]
fn note(x: u32) { println!("{x}"); }
fn fail() { panic!("on purpose") }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn on_drop(this: *mut Loud) {
    mir! {
        let u: ();
        { Call(u = note((*this).id), ReturnTo(done), UnwindContinue()) }
        done = { Return() }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn inner(id: u32, explode: bool) {
    mir! {
        let u: ();
        let loud: Loud;
        {
            loud = Loud { id };
            match explode { true => boom, _ => quiet }
        }
        boom = { Call(u = fail(), ReturnTo(quiet), UnwindCleanup(cleanup)) }
        quiet = { Drop(loud, ReturnTo(end), UnwindContinue()) }
        end = { Return() }
        cleanup (cleanup) = { Drop(loud, ReturnTo(resume), UnwindTerminate(ReasonInCleanup)) }
        resume (cleanup) = { UnwindResume() }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn outer() {
    mir! {
        let u: ();
        { Call(u = inner(1, false), ReturnTo(next), UnwindContinue()) }
        next = { Call(u = inner(2, true), ReturnTo(end), UnwindCleanup(pad)) }
        end = { Return() }
        pad (cleanup) = { Call(u = note(99_u32), ReturnTo(resume), UnwindTerminate(ReasonAbi)) }
        resume (cleanup) = { UnwindResume() }
    }
}

fn main() { outer(); }
