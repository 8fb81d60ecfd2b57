//@ verdict: undefined
//@ rule: overlap
//@ witness: agrees
// While it runs, its return place is nobody's.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

fn spektr_atomic_xadd_relaxed_u32(p: *mut u32, x: u32) -> u32 {
    unsafe { (*(p as *const core::sync::atomic::AtomicU32)).fetch_add(x, core::sync::atomic::Ordering::Relaxed) }
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: u32;
    let p: *mut u32;
    let r: u32;
    let u: ();
    {
        x = 7_u32;
        p = &raw mut x;
        r = 0_u32;
        Call(x = spektr_atomic_xadd_relaxed_u32(p, 1_u32), ReturnTo(bb1), UnwindUnreachable()) //~
    }
    bb1 = {
        Call(u = observe(r), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
