//! Proofs: what a report says is tried out once more on the very files that a reader will
//! have. The program alone shows the bug; with one flag changed it does not; the lifted
//! program shows it too; witnesses call it valid; the pass changed this.

use super::GatherTrouble;
use super::telling_words::{message, telling_words};
use crate::triage::Triage;
use spektr_judge::{Attempt, Case, Compiler, Flag, Judge, Spent, Testimony, Trouble, Verdict};
use spektr_report::facts::{BugFacts, Demonstration, Failure};
use spektr_wing::{By, Exhibit, Experiment, Program, Purpose};

pub(super) struct Proof<'a, 'w> {
    judge: &'a Judge<'w>,
    case: &'a Case,
    triage: &'a Triage,
    compiler: &'a Compiler,
}

impl<'a, 'w> Proof<'a, 'w> {
    pub(super) fn new(
        judge: &'a Judge<'w>,
        case: &'a Case,
        triage: &'a Triage,
    ) -> Result<Proof<'a, 'w>, Trouble> {
        let compiler = judge.compiler(&triage.configuration.compiler)?;
        Ok(Proof { judge, case, triage, compiler })
    }

    /// Enters everything that experiments tell.
    pub(super) fn enter(&self, facts: &mut BugFacts) -> Result<(), GatherTrouble> {
        let alone = self.alone();
        let attempt = self.attempt(&alone, &facts.flags)?;
        let verdict = self.case.accuse(&attempt.outcome);
        if !self.triage.is_shown_by(&verdict) {
            return Err(GatherTrouble::NotAlone(verdict.to_string()));
        }
        self.describe_compiler(&alone, facts);
        facts.signature = self.triage.signature(self.judge.family(self.compiler));
        facts.control = self.control(&alone, facts)?;
        facts.failure = self.failure(verdict.clone(), &attempt);
        facts.reduced = self.demonstration(alone, &attempt)?;
        facts.lifted = self.lifted(facts)?;
        facts.testimonies.extend(self.testimonies()?);
        facts.exhibits = self.exhibits(&attempt, facts);
        self.guilty_pass(&verdict, facts)
    }

    /// The program for people; what means nothing is not run.
    fn alone(&self) -> Experiment {
        let programs: [&dyn Program; 1] = [self.case.program.as_ref()];
        let audience = self.compiler.audience();
        let alone = self.judge.wing().experiment(&programs, Purpose::Standalone, &audience);
        if self.case.means_something() { alone } else { alone.without_running() }
    }

    fn attempt(&self, experiment: &Experiment, flags: &[Flag]) -> Result<Attempt, Trouble> {
        self.judge.carry_out(experiment, self.compiler, flags)
    }

    fn describe_compiler(&self, alone: &Experiment, facts: &mut BugFacts) {
        let family = self.judge.family(self.compiler);
        let compiler = &mut facts.compiler;
        compiler.family = self.compiler.family.clone();
        compiler.command = family.typed(self.compiler);
        compiler.version = self.compiler.version.text.clone();
        compiler.full_version = Some(family.full_version(self.compiler));
        compiler.environment = self.compiler.env.clone().into_iter().collect();
        compiler.always.clone_from(&self.compiler.abilities.always);
        compiler.lookup = family.script_lookup(self.compiler);
        let tools = alone.steps.iter().filter_map(|step| match &step.by {
            By::Tool(family) => Some(family),
            _ => None,
        });
        for name in tools {
            let tool = self.judge.bystanders().iter().find(|it| it.family == *name);
            let typed = tool.map_or_else(|| name.clone(), |it| self.judge.family(it).typed(it));
            compiler.tools.insert(name.clone(), typed);
        }
        for other in &mut facts.elsewhere {
            // One that has gone since keeps the name it had here.
            if let Ok(known) = self.judge.compiler(&other.compiler) {
                other.compiler = self.judge.family(known).typed(known);
            }
        }
    }

    /// Flags, one away from the wrong ones, with which the program is right: without the
    /// guilty pass, else without one of the flags, else without optimization.
    fn control(&self, alone: &Experiment, facts: &BugFacts) -> Result<Option<Vec<Flag>>, Trouble> {
        let configuration = &self.triage.configuration;
        let without = (0..configuration.flags.len()).map(|at| configuration.without(at).flags);
        let baseline = self.compiler.abilities.baseline.iter();
        let baseline = baseline.map(|flags| flags.iter().map(Flag::word).collect());
        let candidates = facts.control.clone().into_iter().chain(without).chain(baseline);
        for flags in candidates {
            let outcome = self.attempt(alone, &flags)?.outcome;
            if self.case.accuse(&outcome) == Verdict::Pass {
                return Ok(Some(flags));
            }
        }
        Ok(None)
    }

    fn failure(&self, verdict: Verdict, attempt: &Attempt) -> Failure {
        let limits = self.judge.limits();
        let diagnostics = attempt.diagnostics.clone();
        let words = telling_words(verdict.signature(), &diagnostics);
        match verdict {
            Verdict::CompilerCrash { .. } => {
                let message = message(&words, &diagnostics);
                Failure::InternalError { words, message, diagnostics }
            }
            Verdict::Rejected { .. } => Failure::Rejected { words, diagnostics },
            Verdict::CompilerHang { .. } => Failure::Hang { seconds: limits.compile.cpu.as_secs() },
            Verdict::CompilerOutOfMemory => {
                Failure::OutOfMemory { megabytes: limits.compile.memory >> 20, diagnostics }
            }
            Verdict::Miscompiled { symptom } => Failure::WrongCode { symptom },
            // Nothing else is ever triaged.
            other => Failure::Rejected { words: other.to_string(), diagnostics },
        }
    }

    fn demonstration(
        &self,
        experiment: Experiment,
        attempt: &Attempt,
    ) -> Result<Demonstration, GatherTrouble> {
        let (expect, seen) = (self.case.expect.clone(), attempt.seen().cloned());
        Ok(Demonstration::new(experiment, expect, seen)?)
    }

    /// The program in the surface language, if it shows the same bug there and is right with
    /// the flags of the control.
    fn lifted(&self, facts: &BugFacts) -> Result<Option<Demonstration>, GatherTrouble> {
        let Some(experiment) = self.case.program.lift() else { return Ok(None) };
        let attempt = self.attempt(&experiment, &facts.flags)?;
        if !self.triage.is_shown_by(&self.case.accuse(&attempt.outcome)) {
            return Ok(None);
        }
        if let Some(control) = &facts.control {
            let right = self.attempt(&experiment, control)?.outcome;
            if self.case.accuse(&right) != Verdict::Pass {
                return Ok(None);
            }
        }
        self.demonstration(experiment, &attempt).map(Some)
    }

    /// What other people's tools read: the wing's texts, and those of the tool's family.
    fn exhibits(&self, attempt: &Attempt, facts: &BugFacts) -> Vec<Exhibit> {
        let words = match &facts.failure {
            Failure::WrongCode { .. } => None,
            Failure::InternalError { words, .. } if !words.is_empty() => Some(words.as_str()),
            // What takes too much of something has no word to look for.
            _ => return Vec::new(),
        };
        let mut exhibits = match (attempt.seen(), words) {
            (Some(seen), None) => self.case.program.exhibits(seen),
            _ => Vec::new(),
        };
        let family = self.judge.family(self.compiler);
        exhibits.extend(family.exhibits(&facts.compiler.command, &facts.flags, words));
        exhibits
    }

    fn testimonies(&self) -> Result<Vec<Testimony>, Trouble> {
        let mut testimonies = Vec::new();
        // What breaks a compiler need not be defined; then there is nothing to bear witness to.
        if !self.case.means_something() {
            return Ok(testimonies);
        }
        for spec in self.judge.wing().witnesses() {
            let (testimony, _) = self.judge.ask(self.case, &spec, self.compiler)?;
            testimonies.push(Testimony { who: spec.title.to_owned(), ..testimony });
        }
        Ok(testimonies)
    }

    /// What the guilty pass changed, and where: the triage may have known the program by other
    /// names, before it was reduced.
    fn guilty_pass(&self, verdict: &Verdict, facts: &mut BugFacts) -> Result<(), GatherTrouble> {
        let Some(known) = facts.guilt.as_mut().filter(|guilt| guilt.names_a_pass()) else {
            return Ok(());
        };
        let family = self.judge.family(self.compiler);
        known.on = family.function_name(&known.on);
        if !facts.failure.is_wrong_code() {
            return Ok(());
        }
        let configuration = &self.triage.configuration;
        let spent = &mut Spent::default();
        let seen = self.judge.change(self.case, verdict, configuration, &known.layer, spent)?;
        if let Some((guilt, change)) = seen.filter(|(guilt, _)| guilt.pass == known.pass) {
            known.on = family.function_name(&guilt.on);
            facts.change = change;
        }
        Ok(())
    }
}
