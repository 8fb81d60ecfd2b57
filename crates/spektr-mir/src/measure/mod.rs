//! What a program is made of and how alive it is: figures for people and for tests. Reads
//! programs and runs; changes nothing.

mod checklist;
mod constructs;
mod dataflow;
mod habits;
mod liveness;
mod loops;
mod shape;
mod totals;

pub use constructs::Constructs;
pub use liveness::{Liveness, measure};
pub use shape::shape;
pub use totals::Totals;

use std::ops::Range;

use spektr_wing::Survey;

use crate::generate::{Policy, generate};

/// Steps of one program that are looked at: more than any policy lets it run.
const FUEL: u64 = 50_000_000;

/// Generates the programs of some seeds and measures them.
pub fn survey(seeds: Range<u64>, policy: &Policy, size: Option<u32>) -> Survey {
    let single = seeds.end - seeds.start == 1;
    let mut totals = Totals::default();
    let mut in_force = policy.clone();
    for seed in seeds {
        let generated = generate(seed, policy, size);
        totals.add(measure(&generated.program, FUEL), &generated.usage);
        if single {
            in_force = generated.usage.policy;
        }
    }
    Survey { policy: in_force.explain(), ..totals.survey() }
}
