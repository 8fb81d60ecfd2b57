//@ verdict: ok
//@ trace: 0 3
//@ witness: agrees
// Each turn of the loop makes its own value.
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
    let i: u32;
    let x: u32;
    let u: ();
    {
        i = 0_u32;
        Goto(head)
    }
    head = {
        StorageLive(x);
        x = i;
        Goto(body)
    }
    first = {
        x = 0_u32;
        Goto(body)
    }
    body = {
        x = x + 1;
        i = x;
        StorageDead(x);
        match i {
            3 => done,
            _ => head,
        }
    }
    done = {
        Call(u = observe(i), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
