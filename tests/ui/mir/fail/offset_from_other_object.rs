//@ verdict: undefined
//@ rule: unrelated-pointers
//@ witness: agrees
// Between two there is none.
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
    let a: [i32; 2];
    let b: [i32; 2];
    let w: *const [i32; 2];
    let v: *const [i32; 2];
    let p: *const i32;
    let q: *const i32;
    let d: isize;
    let u: ();
    {
        a = [1, 2];
        b = [1, 2];
        w = &raw const a;
        v = &raw const b;
        p = CastPtrToPtr(w);
        q = CastPtrToPtr(v);
        q = Offset(q, 1_usize);
        Call(d = core::intrinsics::ptr_offset_from(q, p), ReturnTo(bb1), UnwindUnreachable()) //~
    }
    bb1 = {
        Call(u = observe(d), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
