// Control flow: loops, calls, tail calls, function pointers, switches over every type.
#![feature(custom_mir, core_intrinsics)]
#![allow(warnings)]
use core::intrinsics::mir::*;

#[inline(never)]
fn dump_var(f: usize, var: usize, val: impl std::fmt::Debug) {
    println!("fn{f}:_{var} = {val:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn start(limit: i32, key: i8, letter: char) -> i32 {
    mir! {
        let _u: ();
        let total: i32;
        let n: u64;
        let callee: fn(u32, u64) -> u64;
        {
            Call(total = sum(limit), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = { Call(_u = dump_var(0_usize, 1, total), ReturnTo(b2), UnwindUnreachable()) }
        b2 = {
            callee = COUNT;
            Call(n = callee(1000, 5), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = { Call(_u = dump_var(0_usize, 2, n), ReturnTo(b4), UnwindUnreachable()) }
        b4 = {
            match key {
                -128 => low,
                127 => high,
                340282366920938463463374607431768211455 => minus_one,
                _ => letters,
            }
        }
        low = { RET = 1; Goto(letters) }
        high = { RET = 2; Goto(letters) }
        minus_one = { RET = 3; Goto(letters) }
        letters = {
            match letter { 'a' => is_a, '\u{10ffff}' => is_last, _ => end }
        }
        is_a = { RET = RET + 10; Goto(end) }
        is_last = { RET = RET + 20; Goto(end) }
        end = { Call(_u = dump_var(0_usize, 0, RET), ReturnTo(exit), UnwindUnreachable()) }
        exit = { Return() }
    }
}

const COUNT: fn(u32, u64) -> u64 = count;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn count(mut n: u32, mut acc: u64) -> u64 {
    mir! {
        {
            let more = n != 0;
            match more { true => step, _ => done }
        }
        step = {
            acc = acc + 3;
            n = n - 1;
            TailCall(count(n, acc))
        }
        done = { RET = acc; Return() }
    }
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "optimized")]
pub fn sum(limit: i32) -> i32 {
    mir!(
        let i;
        let squares: [i32; 8];
        let k;
        {
            i = 0;
            RET = 0;
            squares = [0; 8];
            Goto(head)
        }
        head = {
            let done = i >= limit;
            match done { true => out, _ => body }
        }
        body = {
            k = i as usize;
            k = k % 8;
            let square = i * i;
            squares[k] = square ^ squares[k];
            RET = RET + squares[k];
            i = i + 1;
            Goto(head)
        }
        out = { Return() }
    )
}

fn main() {
    println!("{:?}", start(std::hint::black_box(100), std::hint::black_box(-1), 'a'));
}
