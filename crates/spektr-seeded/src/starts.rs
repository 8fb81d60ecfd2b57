//! Where to look for a program that shows a bug, and what the least such program is. The
//! seeds only save time: any program that shows the bug will do, and tests search on from
//! here when the generator has changed.

use crate::bug::{self, Bug};

/// Statements asked of the generator.
pub const SIZE: u32 = 1200;

pub struct Start {
    pub bug: &'static Bug,
    pub seed: u64,
    /// The hand-made minimum.
    pub minimal: &'static str,
}

macro_rules! starts {
    ($($name:literal $seed:literal)*) => {
        const SEEDS: &[(&str, u64, &str)] =
            &[$(($name, $seed, include_str!(concat!("../tests/minimal/", $name, ".rs")))),*];
    };
}

starts! {
    "set-discriminant" 0
    "nested-field" 0
    "stale-value" 0
    "dead-copy" 0
    "dead-store" 0
    "switch-otherwise" 0
    "cast-chain" 0
    "transmute" 0
    "checked-carry" 0
    "moved-argument" 0
    "place-index-ice" 0
    "shift-right" 0
    "remainder-sign" 0
    "wide-multiply" 0
    "narrow-compare" 0
    "float-to-int" 0
    "loop-store" 0
    "element-add" 0
    "count-down" 0
    "alias-forward" 0
    "union-forward" 0
    "repeat-tail" 0
    "call-clobber" 0
    "pointer-call" 0
    "deep-recursion" 0
    "rotate" 0
    "wide-checked-abort" 0
}

/// One start per bug.
pub fn all() -> Vec<Start> {
    let start = |&(name, seed, minimal): &(&str, u64, &'static str)| {
        bug::named(name).map(|bug| Start { bug, seed, minimal })
    };
    SEEDS.iter().filter_map(start).collect()
}
