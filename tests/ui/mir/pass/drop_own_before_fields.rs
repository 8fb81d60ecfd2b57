//@ verdict: ok
//@ trace: 1 9
//@ trace: 0 1
//@ witness: cannot: const-eval runs no destructors here
// The destructor of the whole runs before those of its fields.
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
struct O {
    d: D,
    m: i32,
}
impl Drop for O {
    fn drop(&mut self) {
        outer_dropped(self)
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
fn outer_dropped(d: &mut O) { mir! {
    let n: i32;
    let u: ();
    {
        n = (*d).m;
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
    let o: O;
    {
        d = D { n: 1 };
        o = O { d: Move(d), m: 9 };
        Drop(o, ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
