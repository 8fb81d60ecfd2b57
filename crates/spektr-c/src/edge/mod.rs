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
mod survey;
mod wrapper;

pub use policy::{Keep, NAMED_POLICIES, Policy, Relax, Validate};
pub use recipe::{Recipe, Style};
pub use survey::survey;
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
    let accepted = |by: fn(&Step<Ending>) -> bool| accepted(&base.program, &recipe, base.fuel, by);
    let relaxed = match policy.relax.validate {
        // A jump back, say, may go round for ever: programs end all the same.
        Validate::Eager | Validate::Lazy => accepted(is_an_end),
        Validate::Exact => accepted(Result::is_ok),
    };
    let wrappers = Wrappers::of(&relaxed.program);
    let (ending, needed) = wrappers.needed(&relaxed.program, Switches::STRICT, base.fuel);
    let bare = match ending {
        Ok(_) => {
            let wanted = wanted(seed, policy.relax.keep, &needed);
            let defined = |program: &Program| run(program, base.fuel).0.is_ok();
            wrappers.settled(&relaxed.program, &wanted, defined)
        }
        // What the run would have needed is not known: it ended early.
        Err(_) => vec![false; needed.len()],
    };
    let mut program = written(&recipe, &wrappers, &relaxed.program, &bare);
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

/// Makes the program of a seed without asking what the machine says of it, for whoever compares
/// compilers first: checks go that the program did not need before it was relaxed.
pub fn propose(seed: u64, policy: &Policy, size: Option<u32>) -> Program {
    let mut base = base::make(seed, policy, size);
    let recipe = policy.recipe(seed);
    let wrappers = Wrappers::of(&base.program);
    let (_, needed) = wrappers.needed(&base.program, Switches::STRICT, base.fuel);
    // Forms are chosen first, so that a site which a relaxation drops moves no other.
    relax::number(&mut base.program);
    let bare = wanted(seed, policy.relax.keep, &needed);
    let numbered = written(&recipe, &wrappers, &base.program, &bare);
    let mut program = relax::relax_numbered(numbered, &recipe, &BTreeSet::new()).program;
    base::drop_unused(&mut program);
    program
}

/// Whether a run came to an end, good or bad.
fn is_an_end(ending: &Step<Ending>) -> bool {
    !matches!(ending.as_ref().map_err(AsRef::as_ref), Err(Stop::OutOfFuel))
}

/// The sites whose checks shall go, of those that are not needed.
fn wanted(seed: u64, keep: Keep, needed: &[bool]) -> Vec<bool> {
    let wanted = |(site, &needed): (u32, &bool)| match keep {
        Keep::All => false,
        Keep::Needed => !needed,
        Keep::Some => !needed && chance(seed, site).coin(),
    };
    (0..).zip(needed).map(wanted).collect()
}

fn chance(seed: u64, site: u32) -> Entropy {
    Entropy::named(seed, &format!("wrapper {site}"))
}

/// The program with its wrappers in the forms that the recipe asks for.
fn written(recipe: &Recipe, wrappers: &Wrappers, relaxed: &Program, bare: &[bool]) -> Program {
    wrappers.rewritten(relaxed, |site| match recipe.style {
        _ if bare[site as usize] => Form::Bare,
        Style::Functions => Form::Function,
        Style::Macros => Form::Macro,
        Style::Mix if chance(recipe.seed, site).permille(250) => Form::Function,
        Style::Mix => Form::Macro,
    })
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

/// As many of the relaxations as the machine accepts: what it refuses is taken back, in halves of
/// halves. What is accepted has fuel to spare, so that it ends in every form of its wrappers.
fn accepted(
    base: &Program,
    recipe: &Recipe,
    fuel: u64,
    is_accepted: impl Fn(&Step<Ending>) -> bool,
) -> relax::Relaxed {
    let is_accepted = |it: &relax::Relaxed| is_accepted(&run(&it.program, fuel / 2).0);
    let all = relax::relax(base, recipe, &BTreeSet::new());
    if is_accepted(&all) {
        return all;
    }
    let mut left_out: BTreeSet<Applied> = all.applied.iter().copied().collect();
    let mut groups = vec![all.applied];
    while let Some(group) = groups.pop() {
        // All of them together were refused above.
        let is_all = group.len() == left_out.len();
        let mut without = left_out.clone();
        without.retain(|it| !group.contains(it));
        if !is_all && is_accepted(&relax::relax(base, recipe, &without)) {
            left_out = without;
        } else if group.len() > 1 {
            let (first, second) = group.split_at(group.len() / 2);
            groups.push(second.to_vec());
            groups.push(first.to_vec());
        }
    }
    let mut last = relax::relax(base, recipe, &left_out);
    // Where one is left out, another may come to light that it had covered.
    while !last.applied.is_empty() && !is_accepted(&last) {
        left_out.extend(last.applied.iter().copied());
        last = relax::relax(base, recipe, &left_out);
    }
    last
}
