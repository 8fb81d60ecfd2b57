#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features)]
use std::intrinsics::mir::*;

pub enum E {
    A,
    B(u8, &'static str),
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn fn2(e: E) -> u8 {
    mir! {
        {
            Field::<u8>(Variant(e, 1), 0) = 9;
            SetDiscriminant(e, 1);
            RET = Field::<u8>(Variant(e, 1), 0);
            Return()
        }
    }
}

fn main() {
    println!("fn2 RET = {}", fn2(E::A));
}
