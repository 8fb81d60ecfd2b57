//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// Where all arms lead to one block, nobody asks for the subject.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: i32;
    let y: i32;
    let u: ();
    {
        y = 1_i32;
        match x {
            0 => bb1,
            _ => bb2,
        }
    }
    bb1 = {
        Goto(bb3)
    }
    bb2 = {
        Goto(bb3)
    }
    bb3 = {
        Call(u = observe(y), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
