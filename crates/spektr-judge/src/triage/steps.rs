//! The guilty pass by looking at each step: the program after every pass that changed it is held
//! against the program before that pass. The first that is no refinement is wrong by itself,
//! even where only a later pass brings it to light. One run of the tool tells.

use super::{Guilt, PassRun};
use crate::compilers::Compiler;
use crate::config::{Configuration, Flag};
use crate::families::Family;
use crate::judge::{Case, Judge};
use crate::laboratory::Request;
use crate::spent::Spent;
use crate::trouble::Trouble;
use spektr_wing::{Effort, Refined, SourceFile, Wing};

/// More steps than this are not looked at one by one.
const MOST: usize = 400;

impl Judge<'_> {
    /// The first pass whose step is wrong, where the tool shows its steps and the wing can judge
    /// them.
    pub(super) fn wrong_step(
        &self,
        case: &Case,
        configuration: &Configuration,
        compiler: &Compiler,
        spent: &mut Spent,
    ) -> Result<Option<Guilt>, Trouble> {
        let family = self.family(compiler);
        let Some(knob) = compiler.abilities.bisects.first() else { return Ok(None) };
        let Some(flags) = family.steps(compiler) else { return Ok(None) };
        let experiment = self.experiment(case, compiler);
        let shown = configuration.with(flags.iter().map(Flag::word));
        let attempt = self.lab().carry_out(&Request {
            wing: self.wing(),
            experiment: &experiment,
            compiler,
            flags: &shown.flags,
            all_words: true,
            also: None,
        })?;
        *spent += attempt.spent;
        let Some(before) = experiment.files.first() else { return Ok(None) };
        let wrong = first_wrong(self.wing(), family, before, &attempt.diagnostics);
        Ok(wrong.map(|run| Guilt::of_pass(&knob.layer, run.pass, run.on, run.index)))
    }
}

fn first_wrong(
    wing: &dyn Wing,
    family: &dyn Family,
    before: &SourceFile,
    log: &str,
) -> Option<PassRun> {
    let mut before = before.clone();
    for (run, text) in family.read_steps(log).into_iter().take(MOST) {
        let after = SourceFile::new(before.name.clone(), text);
        let judged = wing.refine(&before, Some(&after), Effort::default())?;
        if judged.verdict == Refined::No {
            return Some(run);
        }
        before = after;
    }
    None
}
