//! Proofs: what a dossier says is tried out once more on the very files that a reader will
//! have. The program alone shows the bug; with one flag changed it does not; the lifted
//! program shows it too; witnesses call it valid; the pass changed this.

use super::names::{bare_function, command, full_version, telling_words};
use super::{DossierTrouble, Outcome, difference, words};
use crate::agreement::{Agreement, compare};
use crate::court::{Case, CourtTrouble, Opinion};
use crate::triage::Triage;
use crate::tribunal::Tribunal;
use spektr_judge::config::Configuration as Flags;
use spektr_judge::judge::accuse;
use spektr_judge::{Attempt, Compiler, Symptom, Verdict, VerdictClass};
use spektr_report::facts;
use spektr_wing::{Arg, Purpose, Rendering, Wing};

pub(super) struct Proof<'a> {
    wing: &'a dyn Wing,
    tribunal: &'a Tribunal<'a>,
    case: Case<'a>,
    triage: &'a Triage,
    compiler: &'a Compiler,
}

impl<'a> Proof<'a> {
    pub(super) fn new(
        wing: &'a dyn Wing,
        tribunal: &'a Tribunal<'a>,
        case: Case<'a>,
        triage: &'a Triage,
    ) -> Result<Proof<'a>, CourtTrouble> {
        let compiler = tribunal.compiler(&triage.configuration.compiler)?;
        Ok(Proof { wing, tribunal, case, triage, compiler })
    }

    /// Enters everything that experiments tell into a dossier.
    pub(super) fn enter(&self, dossier: &mut facts::BugFacts) -> Result<(), DossierTrouble> {
        let alone = self.case.program.render(Purpose::Standalone);
        let attempt = self.attempt(&alone, &dossier.flags)?;
        let verdict = accuse(self.case, &attempt.outcome);
        if !self.is_it(&verdict) {
            return Err(DossierTrouble::NotAlone(verdict.to_string()));
        }
        self.describe_compiler(dossier);
        dossier.control = self.control(&alone, dossier)?;
        dossier.failure = self.failure(&verdict, &attempt);
        dossier.reduced = self.exhibit(alone, &attempt)?;
        dossier.lifted = self.lifted(dossier)?;
        dossier.witnesses.extend(self.witnesses()?);
        self.guilty_pass(&verdict, attempt, dossier)
    }

    /// Builds a rendering and, if that works, runs it.
    fn attempt(&self, rendering: &Rendering, flags: &[String]) -> Result<Attempt, CourtTrouble> {
        let judge = self.tribunal.judge();
        let flags = Flags::of_flags(flags);
        let attempt = match judge.build(self.wing, rendering, self.compiler, &flags) {
            Ok(Ok(built)) => built.run(judge),
            Ok(Err(attempt)) => Ok(attempt),
            Err(trouble) => Err(trouble),
        };
        attempt.map_err(|trouble| CourtTrouble(trouble.to_string()))
    }

    /// Whether a verdict tells of the bug that the triage knows.
    fn is_it(&self, verdict: &Verdict) -> bool {
        let opinion =
            Opinion { verdict: verdict.clone(), found: Vec::new(), diagnostics: String::new() };
        opinion.is_like(self.triage.class, &self.triage.mark)
    }

    fn describe_compiler(&self, dossier: &mut facts::BugFacts) {
        let compiler = &mut dossier.compiler;
        compiler.family = self.compiler.family.clone();
        compiler.command = command(self.compiler);
        compiler.version = self.compiler.version.text.clone();
        compiler.full_version = Some(full_version(self.compiler));
        compiler.environment = self.compiler.env.clone().into_iter().collect();
        for other in &mut dossier.elsewhere {
            // One that has gone since keeps the name it had here.
            if let Ok(known) = self.tribunal.compiler(&other.compiler) {
                other.compiler = command(known);
            }
        }
    }

    /// Flags, one away from the wrong ones, with which the program is right: without the
    /// guilty pass, else without one of the flags.
    fn control(
        &self,
        alone: &Rendering,
        dossier: &facts::BugFacts,
    ) -> Result<Option<Vec<String>>, CourtTrouble> {
        let settings = &self.triage.configuration.flags;
        let without = (0..settings.len()).map(|index| {
            let mut fewer = settings.clone();
            fewer.remove(index);
            words(&fewer)
        });
        let unoptimised = self.compiler.abilities.unoptimised.clone();
        let candidates = dossier.control.clone().into_iter().chain(without).chain([unoptimised]);
        for flags in candidates {
            let outcome = self.attempt(alone, &flags)?.outcome;
            if outcome.is(&self.case.execution.stdout) {
                return Ok(Some(flags));
            }
        }
        Ok(None)
    }

    fn failure(&self, verdict: &Verdict, attempt: &Attempt) -> facts::Failure {
        let limits = self.tribunal.judge().limits();
        let diagnostics = attempt.diagnostics.clone();
        match verdict {
            Verdict::CompilerCrash { signature, .. } => facts::Failure::InternalError {
                mark: telling_words(signature, &diagnostics),
                diagnostics,
            },
            Verdict::Rejected { signature } => facts::Failure::Rejected {
                mark: telling_words(signature, &diagnostics),
                diagnostics,
            },
            Verdict::CompilerHang => facts::Failure::Hang { seconds: limits.compile.cpu.as_secs() },
            Verdict::CompilerOutOfMemory => {
                facts::Failure::OutOfMemory { megabytes: limits.compile.memory >> 20, diagnostics }
            }
            Verdict::Miscompiled { symptom: Symptom::Output { difference: it } } => {
                facts::Failure::WrongCode { difference: Some(difference(it.clone())), ending: None }
            }
            other => facts::Failure::WrongCode { difference: None, ending: ending(other) },
        }
    }

    /// The program as a reader gets it, with the flags of every build in its recipe.
    fn exhibit(
        &self,
        mut rendering: Rendering,
        attempt: &Attempt,
    ) -> Result<facts::Exhibit, DossierTrouble> {
        let always = self.compiler.abilities.always.iter().cloned();
        rendering.recipe.extend(always.map(Arg::Text));
        let found = match &attempt.outcome {
            Outcome::Printed { stdout, .. } => Some(stdout.clone()),
            _ if self.triage.class == VerdictClass::Miscompiled => Some(Vec::new()),
            _ => None,
        };
        let expected = self.case.execution.stdout.clone();
        Ok(facts::Exhibit { source: rendering.try_into()?, expected, found })
    }

    /// The program in the surface language, if it shows the same bug there and is right with
    /// the flags of the control.
    fn lifted(&self, dossier: &facts::BugFacts) -> Result<Option<facts::Exhibit>, DossierTrouble> {
        let Some(rendering) = self.case.program.lift() else { return Ok(None) };
        let attempt = self.attempt(&rendering, &dossier.flags)?;
        if !self.is_it(&accuse(self.case, &attempt.outcome)) {
            return Ok(None);
        }
        if let Some(control) = &dossier.control {
            let right = self.attempt(&rendering, control)?.outcome;
            if !right.is(&self.case.execution.stdout) {
                return Ok(None);
            }
        }
        self.exhibit(rendering, &attempt).map(Some)
    }

    fn witnesses(&self) -> Result<Vec<facts::Witness>, CourtTrouble> {
        let mut witnesses = Vec::new();
        // What breaks a compiler need not be defined; then there is nothing to bear witness to.
        if !self.case.execution.is_valid() {
            return Ok(witnesses);
        }
        for spec in self.wing.witnesses() {
            let said = self.tribunal.testimony(self.case.program, &spec)?;
            let (program, execution) = (self.case.program, self.case.execution);
            let testimony = match compare(program, execution, &spec, &said.answer) {
                Agreement::Agrees => facts::Testimony::Agrees,
                Agreement::CannotTell(reason) => facts::Testimony::Silent(reason),
                Agreement::Disagrees(how) => facts::Testimony::Undefined(how),
            };
            witnesses.push(facts::Witness { name: spec.title.to_owned(), testimony });
        }
        Ok(witnesses)
    }

    /// What the guilty pass changed, and where: the triage may have known the program by other
    /// names, before it was reduced.
    fn guilty_pass(
        &self,
        verdict: &Verdict,
        attempt: Attempt,
        dossier: &mut facts::BugFacts,
    ) -> Result<(), DossierTrouble> {
        let Some(known) = &mut dossier.guilt else { return Ok(()) };
        if self.triage.class != VerdictClass::Miscompiled {
            return Ok(());
        }
        let opinion = Opinion {
            verdict: verdict.clone(),
            found: Vec::new(),
            diagnostics: attempt.diagnostics,
        };
        let flags = &self.triage.configuration;
        let seen = self.tribunal.change(self.case, &opinion, flags, &known.layer)?;
        if let Some((guilt, change)) = seen
            && guilt.pass == known.pass
        {
            known.on = bare_function(&guilt.on);
            dossier.pass_change = change
                .map(|change| facts::PassChange { before: change.before, after: change.after });
        }
        Ok(())
    }
}

/// How a wrong build ended, where it did not end by itself.
fn ending(verdict: &Verdict) -> Option<String> {
    match verdict {
        Verdict::Miscompiled { symptom: Symptom::Signal { signal } } => {
            Some(spektr_judge::outcome::signal_name(*signal))
        }
        Verdict::Miscompiled { symptom: Symptom::Status { status } } => {
            Some(format!("status {status}"))
        }
        Verdict::Miscompiled { symptom: Symptom::Endless } => Some("no end at all".to_owned()),
        Verdict::Miscompiled { symptom: Symptom::OutOfMemory } => Some("no memory left".to_owned()),
        _ => None,
    }
}
