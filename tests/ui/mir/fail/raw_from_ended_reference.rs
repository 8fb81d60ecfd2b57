//@ verdict: undefined
//@ rule: borrow
//@ witness: blind: const-eval does not track aliasing
// And the pointer has no more rights than it had.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: i32;
    let r: &'static mut i32;
    let p: *mut i32;
    let y: i32;
    {
        x = 0;
        r = &mut x;
        x = 1;
        p = &raw mut (*r);
        y = (*p); //~
        Return()
    }
} }

fn main() {
    f();
}
