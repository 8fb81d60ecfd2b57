//@ verdict: ok
//@ trace: 0 5
//@ witness: cannot: const-eval runs no destructors here
// A reference made before the drop may be read during it.
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
    {
        n = (*d).n;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let d: D;
    let s: &'static i32;
    let y: i32;
    let u: ();
    {
        d = D { n: 5 };
        s = &d.n;
        Drop(d, ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        y = (*s);
        Call(u = observe(y), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
