//@ verdict: undefined
//@ rule: out-of-bounds
//@ witness: agrees
// One step too far.
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
    let a: [u32; 3];
    let w: *const [u32; 3];
    let p: *const u32;
    let i: u32;
    let n: u32;
    let u: ();
    {
        a = [1_u32, 2_u32, 3_u32];
        w = &raw const a;
        p = CastPtrToPtr(w);
        i = 0_u32;
        n = 0_u32;
        Goto(body)
    }
    body = {
        n = n + (*p); //~
        p = Offset(p, 1_usize);
        i = i + 1_u32;
        match i {
            4 => done,
            _ => body,
        }
    }
    done = {
        Call(u = observe(n), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
