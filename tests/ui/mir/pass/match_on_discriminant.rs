//@ verdict: ok
//@ trace: 1 2a
//@ witness: agrees
// The usual way to take an enum apart.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
enum E {
    A(u8),
    B { x: u32, y: u32 },
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let e: E;
    let d: isize;
    let r: u32;
    let u: ();
    {
        e = E::B { x: 40_u32, y: 2_u32 };
        d = Discriminant(e);
        match d {
            0 => a,
            1 => b,
            _ => none,
        }
    }
    a = {
        r = 0_u32;
        Call(u = observe(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
    b = {
        r = Field::<u32>(Variant(e, 1), 0) + Field::<u32>(Variant(e, 1), 1);
        Call(u = observe(r), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
    none = {
        Unreachable()
    }
} }

fn main() {
    f();
}
