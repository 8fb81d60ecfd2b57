//@ verdict: ok
//@ trace: 1 6
//@ witness: agrees
// An assignment drops nothing; values with a destructor are values like any other.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

struct D {
    n: i32,
}
impl Drop for D {
    fn drop(&mut self) {
        dropped(self)
    }
}

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
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
    let x: i32;
    let n: i32;
    let u: ();
    {
        x = 6_i32;
        d = D { n: 5_i32 };
        d = D { n: x };
        n = d.n;
        Call(u = observe(n), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
