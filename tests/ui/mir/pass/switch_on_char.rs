//@ verdict: ok
//@ trace: 0 2
//@ witness: agrees
// Chars can be switched on.
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
    let c: char;
    let r: i32;
    let u: ();
    {
        c = 'z';
        match c {
            'a' => a,
            'z' => z,
            _ => other,
        }
    }
    a = {
        r = 1;
        Goto(end)
    }
    z = {
        r = 2;
        Goto(end)
    }
    other = {
        r = 3;
        Goto(end)
    }
    end = {
        Call(u = observe(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
