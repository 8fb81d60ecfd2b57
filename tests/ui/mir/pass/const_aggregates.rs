//@ verdict: ok
//@ trace: 0 1 ffff
//@ trace: 1 v1 9
//@ trace: 2 5 5 5
//@ witness: agrees
// Constants of structs, enums and repeated arrays.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
struct S {
    a: u8,
    b: i16,
}
#[derive(Clone, Copy)]
enum E {
    A,
    B(u32),
}
const PAIR: S = S { a: 1, b: -1 };
const CHOICE: E = E::B(9);
const ROW: [u8; 3] = [5; 3];

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let s: S;
    let e: E;
    let a: [u8; 3];
    let u: ();
    {
        s = PAIR;
        Call(u = observe(s), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        e = CHOICE;
        Call(u = observe(e), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        a = ROW;
        Call(u = observe(a), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Return()
    }
} }

fn main() {
    f();
}
