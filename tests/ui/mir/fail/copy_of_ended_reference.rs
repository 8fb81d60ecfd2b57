//@ verdict: undefined
//@ rule: borrow
//@ witness: blind: const-eval does not track aliasing
// A reference may not: copying borrows again.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: i32;
    let r: &'static mut i32;
    let s: &'static mut i32;
    let p: *mut i32;
    let q: *mut i32;
    {
        x = 0;
        r = &mut x;
        p = &raw mut (*r);
        x = 1;
        s = Move(r); //~
        Return()
    }
} }

fn main() {
    f();
}
