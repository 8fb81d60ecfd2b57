//! Programs at the edge of the undefined: of Csmith's kind, relaxed as CsmithEdge relaxes them.
//!
//! [`base`] writes a program that is defined, every step tried on the machine. [`relax`] then does
//! at some of its sites what Csmith forbids itself. The machine runs the result once and says whether
//! it is still defined; the same run tells which safe-math [`wrapper`]s it needed, and others become
//! bare operators. A [`Recipe`] reproduces a program, and nothing in it depends on a tool.

mod base;
mod policy;
mod prelude;
mod recipe;
pub mod relax;
mod wrapper;

pub use policy::{Keep, Policy, Relax, Validate};
pub use recipe::{Recipe, Style};
pub use wrapper::{Form, Wrappers};

use std::collections::BTreeSet;

use spektr_entropy::Entropy;

use crate::machine::{Ending, Machine, Step, Stop, Switches};
use crate::syntax::Program;
use relax::Applied;

/// A program, and what the machine says of it.
pub struct Generated {
    pub program: Program,
    pub recipe: Recipe,
    /// How it ends: with a status, or why not.
    pub ending: Step<Ending>,
    pub stdout: Vec<u8>,
    /// Instructions executed.
    pub steps: u64,
    /// What was relaxed where, and how many sites there were for each relaxation.
    pub applied: Vec<Applied>,
    pub chances: [u32; relax::RELAXATIONS.len()],
    /// Sites of safe-math wrappers, and how many of them needed their check.
    pub sites: u32,
    pub needed: u32,
    /// Programs of this seed that the machine refused before, and statements of this one.
    pub refused: u32,
    pub dropped: u32,
}

/// Makes one program. Equal arguments give equal programs.
///
/// ```
/// use spektr_c::edge::{Policy, generate};
/// let one = generate(7, &Policy::default(), Some(40));
/// assert!(one.stdout == generate(7, &Policy::default(), Some(40)).stdout);
/// ```
pub fn generate(seed: u64, policy: &Policy, size: Option<u32>) -> Generated {
    let base = base::make(seed, policy, size);
    let recipe = policy.recipe(seed);
    let relaxed = match policy.relax.validate {
        Validate::Eager => relax::relax(&base.program, &recipe, &BTreeSet::new()),
        Validate::Exact => exact(&base.program, &recipe, base.fuel),
    };
    let wrappers = Wrappers::of(&relaxed.program);
    let (ending, needed) = wrappers.needed(&relaxed.program, Switches::STRICT, base.fuel);
    let keep = match ending {
        Ok(_) => policy.relax.keep,
        // What the run would have needed is not known: it ended early.
        Err(_) => Keep::All,
    };
    let chance = |site: u32| Entropy::named(seed, &format!("wrapper {site}"));
    let wanted = |(site, &needed): (u32, &bool)| match keep {
        Keep::All => false,
        Keep::Needed => !needed,
        Keep::Some => !needed && chance(site).coin(),
    };
    let wanted: Vec<bool> = (0..).zip(&needed).map(wanted).collect();
    let defined = |program: &Program| run(program, base.fuel).0.is_ok();
    let bare = match keep {
        Keep::All => wanted,
        _ => wrappers.settled(&relaxed.program, &wanted, defined),
    };
    let mut program = wrappers.rewritten(&relaxed.program, |site| match recipe.style {
        _ if bare[site as usize] => Form::Bare,
        Style::Functions => Form::Function,
        Style::Macros => Form::Macro,
        Style::Mix if chance(site).permille(250) => Form::Function,
        Style::Mix => Form::Macro,
    });
    base::drop_unused(&mut program);
    let (ending, stdout, steps) = run(&program, base.fuel);
    Generated {
        program,
        recipe,
        ending,
        stdout,
        steps,
        applied: relaxed.applied,
        chances: relaxed.chances,
        sites: needed.len() as u32,
        needed: needed.iter().map(|&it| u32::from(it)).sum(),
        refused: base.refused,
        dropped: base.dropped,
    }
}

/// Runs a program from its start.
fn run(program: &Program, fuel: u64) -> (Step<Ending>, Vec<u8>, u64) {
    let mut machine = match Machine::new(program, Switches::STRICT) {
        Ok(machine) => machine,
        Err(complaint) => return (Err(Stop::unsupported(complaint.message)), Vec::new(), 0),
    };
    let ending = machine.start(program).and_then(|()| machine.run(program, fuel));
    let left = machine.fuel();
    (ending, machine.stdout().to_vec(), fuel.saturating_sub(left))
}

/// As many of the relaxations as leave the program defined: what the machine refuses is taken
/// back, in halves of halves.
fn exact(base: &Program, recipe: &Recipe, fuel: u64) -> relax::Relaxed {
    let all = relax::relax(base, recipe, &BTreeSet::new());
    let wanted = all.applied.clone();
    let mut left_out: BTreeSet<Applied> = wanted.iter().copied().collect();
    let mut groups = vec![wanted];
    while let Some(group) = groups.pop() {
        if group.is_empty() {
            continue;
        }
        let mut without = left_out.clone();
        without.retain(|it| !group.contains(it));
        let tried = relax::relax(base, recipe, &without);
        if run(&tried.program, fuel).0.is_ok() {
            left_out = without;
        } else if group.len() > 1 {
            let (first, second) = group.split_at(group.len() / 2);
            groups.push(second.to_vec());
            groups.push(first.to_vec());
        }
    }
    let mut last = relax::relax(base, recipe, &left_out);
    // Where one is left out, another may come to light that it had covered.
    while !last.applied.is_empty() && run(&last.program, fuel).0.is_err() {
        left_out.extend(last.applied.iter().copied());
        last = relax::relax(base, recipe, &left_out);
    }
    last
}
