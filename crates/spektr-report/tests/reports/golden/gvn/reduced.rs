#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features)]
use std::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn fn1(x: u32, more: bool) -> u32 {
    mir! {
        let pair: (u32, u32);
        let p: *mut (u32, u32);
        let before: u32;
        let after: u32;
        {
            pair = (x, 5);
            p = &raw mut pair;
            before = (*p).0;
            match more { true => again, _ => end }
        }
        again = {
            (*p).0 = 7;
            Goto(end)
        }
        end = {
            after = (*p).0;
            RET = after ^ before;
            Return()
        }
    }
}

fn main() {
    let more = std::hint::black_box(1u8) < 2;
    println!("fn1 RET = {}", fn1(3, more));
}
