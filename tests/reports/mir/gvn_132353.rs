// rust-lang/rust#132353. An enum that is built anew from a field read through a reference
// becomes a copy of what the reference points to, which has been overwritten meanwhile.
// Right is 4, wrong is 0.
//
// rustc: 1.85.0
// flags: -Copt-level=1 -Zunsound-mir-opts
// pass: GVN

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
enum Held { Nothing, Value(u64) }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn view(held: *mut Held) -> &'static Held {
    mir! {
        {
            RET = &*held;
            Return()
        }
    }
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn take(from: *mut Held) -> Held {
    mir! {
        let seen: &'static Held;
        let value: u64;
        {
            Call(seen = view(from), ReturnTo(some), UnwindUnreachable())
        }
        some = {
            value = Field(Variant(*seen, 1), 0);
            *from = Held::Nothing;
            RET = Held::Value(value);
            Return()
        }
    }
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn taken(value: u64) -> u64 {
    mir! {
        let held: Held;
        let raw: *mut Held;
        let got: Held;
        let kind: isize;
        {
            held = Held::Value(value);
            raw = &raw mut held;
            Call(got = take(raw), ReturnTo(look), UnwindUnreachable())
        }
        look = {
            kind = Discriminant(got);
            match kind { 1 => some, _ => none }
        }
        some = { RET = Field(Variant(got, 1), 0); Return() }
        none = { RET = 0; Return() }
    }
}

fn main() {
    println!("{}", taken(4));
}
