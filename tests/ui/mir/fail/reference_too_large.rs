//@ verdict: undefined
//@ rule: invalid-value
//@ says: more than `isize::MAX` bytes
//@ witness: agrees
// Nothing is larger than half of the address space.
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
    let a: [usize; 2];
    let p: *const [u8];
    let r: &'static [u8];
    let n: usize;
    let u: ();
    {
        a = [1_usize, 18446744073709551615_usize];
        p = CastTransmute(a);
        r = &(*p); //~
        Call(u = observe(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        n = PtrMetadata(r);
        Call(u = observe(n), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
