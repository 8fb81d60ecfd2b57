//! A C compiler with chosen bugs: the machine runs what the bug makes of the tree. Whoever reduces
//! asks it here whether a program still shows the bug; nothing is written or started.

mod bugs;

pub use bugs::{BUGS, Bug};

use spektr_c::machine::{Ending, Machine, Switches};
use spektr_c::syntax::Program;
use spektr_c::{CProgram, CWing};
use spektr_hunt::Stop;
use spektr_hunt::reduce::{Interest, Reduced, Refusal, Rules, Validity, reduce};
use spektr_judge::Case;
use spektr_wing::Wing;

/// Instructions that a wrong build may take before it counts as one that does not end.
const FUEL: u64 = 20_000_000;

/// A program from a text.
pub fn read(text: &str) -> Box<dyn spektr_wing::Program> {
    CWing.read_text(text).unwrap_or_else(|complaint| panic!("{}", complaint.rendered))
}

/// What a program prints and how it ends; `None` if it is not defined, or does not end.
fn behaviour(program: &Program) -> Option<(Vec<u8>, Ending)> {
    let mut machine = Machine::new(program, Switches::STRICT).ok()?;
    machine.start(program).ok()?;
    let ending = machine.run(program, FUEL).ok()?;
    Some((machine.stdout().to_vec(), ending))
}

/// Whether the bug makes the program behave otherwise than its machine says: a build that would
/// run into something undefined does so too.
pub fn shows(bug: &Bug, case: &Case) -> bool {
    let Some(own) = case.program.as_any().downcast_ref::<CProgram>() else { return false };
    case.execution.is_valid()
        && behaviour(own.program()) != behaviour(&bugs::miscompiled(bug, own.program()))
}

struct Shows<'a>(&'a Bug);

impl Interest for Shows<'_> {
    fn holds(&self, case: &Case) -> Result<bool, String> {
        Ok(shows(self.0, case))
    }
}

/// Reduces a program as long as it shows the bug. `watch` sees every program that was the
/// smallest for a while.
pub fn reduced(
    bug: &Bug,
    program: &dyn spektr_wing::Program,
    watch: &mut dyn FnMut(&dyn spektr_wing::Program),
) -> Result<Reduced, Refusal> {
    let rules = Rules { jobs: 2, validity: Validity::Required };
    reduce(&CWing, program, &Shows(bug), &rules, &Stop::new(), &mut |step| watch(step.program))
}

/// How many tokens a text has: words and numbers, and every other sign.
pub fn tokens(text: &str) -> usize {
    let (mut count, mut in_word) = (0, false);
    for c in text.chars() {
        let word = c.is_alphanumeric() || c == '_';
        count += usize::from(if word { !in_word } else { !c.is_whitespace() });
        in_word = word;
    }
    count
}
