//@ verdict: ok
//@ trace: 1 1
//@ witness: agrees
// `forget` takes a value and does nothing with it.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

struct D {
    n: i32,
}
impl Drop for D {
    fn drop(&mut self) {
        dropped(self)
    }
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn dropped(d: &mut D) { mir! {
    let n: i32;
    let u: ();
    {
        n = (*d).n;
        Call(u = observe(n), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let d: D;
    let n: i32;
    let u: ();
    {
        d = D { n: 5 };
        Call(u = core::intrinsics::forget(Move(d)), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        n = 1;
        Call(u = observe(n), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
