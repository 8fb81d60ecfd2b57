//! The MIR generator: the generator proposes, the machine disposes.
//!
//! A program is written in the order in which it runs, in lockstep with the machine. Every
//! step is tried there first and kept only if it is accepted, so programs are valid by
//! construction and all values are known. Nothing here knows what is undefined.

mod aggregates;
mod arithmetic;
mod body;
mod calls;
mod casts;
mod certain;
mod decoys;
mod droppable;
mod emit;
mod facts;
mod flow;
mod generator;
mod generics;
mod hiding;
mod intrinsics;
mod items;
mod kernels;
mod literals;
mod loops;
mod memory;
mod observe;
mod operands;
mod pointers;
mod policy;
mod reducible;
mod scene;
mod spots;
mod stage;
mod storage;
mod swarm;
mod switches;
mod table;
mod tails;
mod types;
mod usage;
mod vectors;

pub use policy::{NAMED_POLICIES, Policy, leaving_out, without};
pub use reducible::is_reducible;
pub use usage::{Chosen, Usage};

use generator::Generator;
use swarm::Settings;

use crate::machine::{Ending, Machine};
use crate::syntax::Program;

/// Attempts before a seed is declared barren. Each has its own stream of decisions.
const ATTEMPTS: u64 = 16;

/// A program that the machine accepted, step by step and then once more as a whole.
pub struct Generated {
    pub program: Program,
    /// What it prints.
    pub trace: String,
    /// Statements and terminators that it executes.
    pub steps: u64,
    /// How it ends: it returns or, now and then, panics.
    pub ending: Ending,
    pub usage: Usage,
}

/// Makes one program. Equal arguments give equal programs on every machine.
///
/// ```
/// use spektr_mir::generate::{Policy, generate};
/// let generated = generate(7, &Policy::default(), Some(100));
/// assert!(!generated.program.functions.is_empty());
/// ```
pub fn generate(seed: u64, policy: &Policy, size: Option<u32>) -> Generated {
    for attempt in 0..ATTEMPTS {
        // The first attempt is the seed itself; others only differ from it in their stream.
        let stream = seed ^ attempt.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let settings = Settings::draw(policy, stream, size);
        let mut generator = Generator::new(settings, stream);
        if generator.generate() {
            let (program, usage) = generator.finish();
            if let Some(generated) = confirm(program, usage) {
                return generated;
            }
        }
    }
    unreachable!("every attempt for seed {seed} got stuck");
}

/// Steps that the confirming run may take: far more than any policy's budget.
const FUEL: u64 = 50_000_000;

/// Generation keeps to the stricter readings of what is undecided; the finished program
/// has to be defined under the default ones too, which differ in what a move leaves
/// behind.
fn confirm(program: Program, usage: Usage) -> Option<Generated> {
    let mut machine = Machine::new(&program).ok()?;
    machine.start(&program).ok()?;
    let ending = machine.run(&program, FUEL).ok()?;
    let (trace, steps) = (machine.trace().to_owned(), FUEL - machine.fuel());
    Some(Generated { program, trace, steps, ending, usage })
}
