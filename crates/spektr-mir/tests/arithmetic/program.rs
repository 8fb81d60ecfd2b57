//! The program to compile: one function per group, and a `main` that runs them all and
//! prints digests, or one of them and prints every result.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::group::{Body, Group};

const PRELUDE: &str = r#"
#![feature(custom_mir, core_intrinsics, f16, f128, float_minimum_maximum)]
use core::intrinsics::mir::*;

struct Group {
    operands: [&'static [u128]; 3],
    may: fn(u128, u128, u128) -> bool,
    compute: fn(u128, u128, u128) -> u128,
    nan: u128,
    sign: u128,
}

fn mix(hash: u64, value: u128) -> u64 {
    let low = (hash ^ value as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    (low ^ (value >> 64) as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(31)
}

fn run(group: &Group, show: bool) {
    let (mut hash, mut count) = (0u64, 0u64);
    for &a in group.operands[0] {
        for &b in group.operands[1] {
            for &c in group.operands[2] {
                if !(group.may)(a, b, c) {
                    continue;
                }
                let mut result = (group.compute)(a, b, c);
                // Without the quiet bit, its lowest one, a NaN is infinity.
                if group.nan != 0 && result & !group.sign > group.nan & (group.nan - 1) {
                    result = group.nan;
                }
                if show {
                    println!("{a:x} {b:x} {c:x} = {result:x}");
                }
                hash = mix(hash, result);
                count += 1;
            }
        }
    }
    if !show {
        println!("{count} {hash:016x}");
    }
}

fn main() {
    match std::env::args().nth(1) {
        Some(index) => run(&GROUPS[index.parse::<usize>().unwrap()], true),
        None => GROUPS.iter().for_each(|group| run(group, false)),
    }
}
"#;

pub fn source(groups: &[Group]) -> String {
    let mut text = PRELUDE.to_owned();
    let mut lists = BTreeMap::new();
    for operands in groups.iter().flat_map(|group| &group.operands) {
        lists.entry(&operands.name).or_insert(&operands.values);
    }
    let written = "writing to a string cannot fail";
    for (name, values) in lists {
        let values: Vec<String> = values.iter().map(|value| format!("{value:#x}")).collect();
        writeln!(text, "static {name}: &[u128] = &[{}];", values.join(", ")).expect(written);
    }
    let mut table = String::new();
    for (index, group) in groups.iter().enumerate() {
        text += &function(index, group);
        let [a, b, c] = &group.operands;
        let (nan, sign) = group
            .any_nan
            .map_or((0, 0), |ty| (ty.format().preferred_nan(), ty.format().sign_mask()));
        let may = match group.precondition.as_str() {
            "true" => "|_, _, _| true".to_owned(),
            precondition => format!("|a, b, c| unsafe {{ {precondition} }}"),
        };
        writeln!(
            table,
            "Group {{ operands: [{}, {}, {}], may: {may}, compute: f{index}, \
             nan: {nan:#x}, sign: {sign:#x} }}, // {}",
            a.name, b.name, c.name, group.name
        )
        .expect(written);
    }
    writeln!(text, "static GROUPS: &[Group] = &[\n{table}];").expect(written);
    text
}

/// Custom MIR is written in the form that `mir!` expands to: expanding takes longer than
/// all the rest.
fn function(index: usize, group: &Group) -> String {
    match &group.body {
        Body::Mir { locals, statements } => format!(
            "#[custom_mir(dialect = \"runtime\", phase = \"initial\")]\n\
             fn f{index}(a: u128, b: u128, c: u128) -> u128 {{{{ \
             {{ let RET: u128; {locals} {{{{ {{ {statements} Return() }}; RET }}}} }} }}}}\n"
        ),
        Body::Rust(expression) => format!(
            "fn f{index}(a: u128, b: u128, c: u128) -> u128 {{ unsafe {{ {expression} }} }}\n"
        ),
    }
}
