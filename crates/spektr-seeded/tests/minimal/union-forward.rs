#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
#[repr(C)]
union U {
    a: u32,
    b: f32,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let u: U;
    let x: f32;
    {
        u.a = 1_u32;
        x = u.b;
        Call(RET = observe(x), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
