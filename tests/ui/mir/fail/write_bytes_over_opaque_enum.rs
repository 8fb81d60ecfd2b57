//@ verdict: unspecified
//@ rule: open-value
//@ witness: blind: const-eval knows where the tag is
// What bytes say of the variant of an enum is open; its fields are known.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
enum E {
    A,
    B(u32),
}

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: E;
    let p: *mut E;
    let n: u32;
    let d: isize;
    let u: ();
    {
        x = E::B(5_u32);
        p = &raw mut x;
        Call(u = core::intrinsics::write_bytes(p, 1_u8, 1_usize), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        d = Discriminant(x); //~
        Call(u = observe(d), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
