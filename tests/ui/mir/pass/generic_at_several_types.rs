//@ verdict: ok
//@ trace: 0 7
//@ trace: 1 1 1
//@ trace: 2 8
//@ witness: agrees
// A generic function does the same for every type, and so does what it calls with its own types.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn pair<T: Copy + 'static>(a: T, b: T, first: bool) -> T { mir! {
    type RET = T;
    let both: (T, T);
    let p: *const T;
    {
        both = (a, b);
        p = &raw const both.0;
        match first { true => bb1, _ => bb2 }
    }
    bb1 = {
        Call(RET = through::<T>(p), ReturnTo(bb3), UnwindUnreachable())
    }
    bb2 = {
        RET = both.1;
        Goto(bb3)
    }
    bb3 = {
        Return()
    }
} }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn through<T: Copy + 'static>(p: *const T) -> T { mir! {
    type RET = T;
    let held: Option<T>;
    {
        held = Option::<T>::Some(*p);
        RET = Field::<T>(Variant(held, 1), 0);
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let a: u8;
    let b: (i32, bool);
    let c: (i32, bool);
    let n: usize;
    let u: ();
    {
        Call(a = pair::<u8>(7_u8, 8_u8, true), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(a), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        b = (3_i32, false);
        c = (1_i32, true);
        Call(b = pair(b, c, false), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        b.0 = b.0 * 1_i32;
        n = 2_usize;
        Call(u = observe(c), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        Call(a = pair(7_u8, 8_u8, false), ReturnTo(bb5), UnwindUnreachable())
    }
    bb5 = {
        Call(u = observe(a), ReturnTo(bb6), UnwindUnreachable())
    }
    bb6 = {
        Return()
    }
} }

fn main() {
    f();
}
