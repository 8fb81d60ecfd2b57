//! Programs that nobody has run on the machine: builds are compared first, and the machine is asked
//! about those that differ or break. Most programs are decided without it, but what two builds get
//! wrong alike is not seen.

use super::{Case, Judge, Judgement};
use crate::compilers::Compiler;
use crate::config::{Configuration, Flag};
use crate::trouble::Trouble;
use crate::verdict::Verdict;
use spektr_wing::{Program, Purpose};

impl Judge<'_> {
    pub(super) fn judge_unasked(
        &self,
        case: &Case,
        configuration: &Configuration,
    ) -> Result<Judgement, Trouble> {
        let compiler = self.compiler(&configuration.compiler)?;
        let programs: [&dyn Program; 1] = [case.program.as_ref()];
        let build = |compiler: &Compiler, flags: &[Flag]| {
            let experiment = self.wing.experiment(&programs, Purpose::Judge, &compiler.audience());
            self.carry_out(&experiment, compiler, flags)
        };
        let first = build(compiler, &configuration.flags)?;
        let mut spent = first.spent;
        if let (Some(seen), Some((other, flags))) = (first.seen(), self.other_build(configuration))
        {
            let second = build(other, &flags)?;
            spent += second.spent;
            let same = |it: &spektr_wing::Seen| it.stdout == seen.stdout && it.end == seen.end;
            if second.seen().is_some_and(same) {
                return Ok(Judgement::of(Verdict::Pass, spent));
            }
        }
        let mut judgement = self.judge(&case.asked(), configuration)?;
        judgement.spent += spent;
        Ok(judgement)
    }

    /// An unoptimised build by the same compiler, or by another if that is what is judged.
    fn other_build(&self, configuration: &Configuration) -> Option<(&Compiler, Vec<Flag>)> {
        let own = self.compiler(&configuration.compiler).ok();
        let all = own.into_iter().chain(&self.bystanders);
        let builds = all.filter_map(|it| {
            let baseline = it.abilities.baseline.as_ref()?;
            Some((it, baseline.iter().map(Flag::word).collect::<Vec<Flag>>()))
        });
        let is_judged = |(compiler, flags): &(&Compiler, Vec<Flag>)| {
            compiler.name == configuration.compiler && *flags == configuration.flags
        };
        builds.into_iter().find(|it| !is_judged(it))
    }
}
