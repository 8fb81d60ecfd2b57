//@ verdict: undefined
//@ rule: invalid-value
//@ says: a type that has none
//@ witness: agrees
// A reference to a value that cannot be is itself invalid.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

enum Void {}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: ();
    let q: *const ();
    let p: *const Void;
    let r: &'static Void;
    {
        x = ();
        q = &raw const x;
        p = CastPtrToPtr(q);
        r = &(*p); //~
        Return()
    }
} }

fn main() {
    f();
}
