//@ verdict: undefined
//@ rule: invalid-value
//@ says: is no discriminant
//@ witness: cannot: const-eval runs no destructors here
// Which needs a variant in use.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[repr(C)]
struct D {
    n: i32,
}
impl Drop for D {
    fn drop(&mut self) {
        dropped(self)
    }
}
#[repr(u8)]
enum E {
    A,
    B(D),
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
    let e: E;
    let w: *mut E;
    let p: *mut u8;
    {
        d = D { n: 3 };
        e = E::B(Move(d));
        w = &raw mut e;
        p = CastPtrToPtr(w);
        (*p) = 2_u8;
        Drop(e, ReturnTo(bb1), UnwindUnreachable()) //~
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
