//! Who is wrong? Asked only when a compiler and the machine disagree: the same again
//! (is it flaky?), the witnesses of the wing, the unoptimised build, the other
//! compilers. A machine that stands alone is wrong.

use super::{Built, Case, Judge, Judgement, Spent, Trouble, Voice, accuse};
use crate::compilers::Compiler;
use crate::config::Configuration;
use crate::outcome::{Attempt, Outcome, OutcomeClass};
use crate::signature;
use crate::verdict::{Verdict, VerdictClass};
use spektr_wing::{Purpose, Wing, WitnessAnswer};
use std::time::Duration;

/// How often a failing program is run again before it is believed.
const REPEATS: usize = 2;

/// The same for one that does not end: every run of it takes all the time it is given.
const ENDLESS_REPEATS: usize = 1;

/// What is done to see the same once more.
#[derive(Clone, Copy)]
pub(super) enum Again<'a> {
    Compile,
    Run(&'a Built),
    /// Runs one program of a batch.
    RunMember(&'a Built, usize),
}

impl Judge {
    /// Finds the verdict for `attempt`, which disagrees with the machine.
    pub(super) fn settle(
        &self,
        wing: &dyn Wing,
        case: Case<'_>,
        compiler: &Compiler,
        configuration: &Configuration,
        attempt: Attempt,
        again: Again<'_>,
    ) -> Result<Judgement, Trouble> {
        let mut hearing =
            Hearing { judge: self, wing, case, voices: Vec::new(), cpu: Duration::ZERO };
        let accusation = accuse(case, &attempt.outcome);
        let verdict = match accusation.class() {
            VerdictClass::Unjudged => accusation,
            _ => match hearing.repeat(compiler, configuration, again, &attempt.outcome)? {
                Some(flaky) => flaky,
                None => hearing.decide(compiler, accusation, again)?,
            },
        };
        let verdict = match signature::unknown_name(&attempt.diagnostics) {
            // Somebody accepted the program, so the name exists, only not here.
            Some(name) if verdict.class() == VerdictClass::Rejected => {
                self.lacking.learn(compiler, &name)
            }
            _ => verdict,
        };
        Ok(hearing.close(verdict, attempt))
    }
}

struct Hearing<'a> {
    judge: &'a Judge,
    wing: &'a dyn Wing,
    case: Case<'a>,
    voices: Vec<Voice>,
    cpu: Duration,
}

impl Hearing<'_> {
    fn close(self, verdict: Verdict, attempt: Attempt) -> Judgement {
        let spent = Spent { settle: self.cpu, ..Spent::of(&attempt) };
        Judgement { verdict, evidence: Some(attempt), voices: self.voices, spent }
    }

    /// The same again: a failure that does not come back is flaky.
    fn repeat(
        &mut self,
        compiler: &Compiler,
        configuration: &Configuration,
        again: Again<'_>,
        first: &Outcome,
    ) -> Result<Option<Verdict>, Trouble> {
        let repeats = match first.class() {
            OutcomeClass::CompilerEndless | OutcomeClass::ProgramEndless => ENDLESS_REPEATS,
            _ => REPEATS,
        };
        for _ in 0..repeats {
            let attempt = match again {
                Again::Compile => self.attempt(compiler, configuration)?,
                Again::Run(built) => self.charged(built.run(self.judge)?),
                Again::RunMember(built, index) => {
                    self.charged(built.run_member(self.judge, index)?)
                }
            };
            if attempt.outcome.is(&self.case.execution.stdout) {
                let why = format!("first {first}, then as it should be");
                return Ok(Some(Verdict::Flaky { why }));
            }
            // What takes all the time it may is not asked a third time.
            if matches!(again, Again::Compile) || matches!(first, Outcome::TimedOut { .. }) {
                break;
            }
        }
        Ok(None)
    }

    /// An attempt that only ran what had been built before.
    fn charged(&mut self, attempt: Attempt) -> Attempt {
        self.cpu += attempt.run.map(|cost| cost.cpu).unwrap_or_default();
        attempt
    }

    fn decide(
        &mut self,
        compiler: &Compiler,
        accusation: Verdict,
        again: Again<'_>,
    ) -> Result<Verdict, Trouble> {
        // A crash, a hang or a rejection is wrong for undefined programs too, so only
        // a miscompilation needs the word of a witness.
        if accusation.class() == VerdictClass::Miscompiled
            && let Some(why) = self.hear_witnesses(compiler)?
        {
            return Ok(Verdict::OurFault { why });
        }
        // For a program of a batch, a witness on the machine's side is enough until somebody
        // looks closer at it.
        let backed = || self.voices.iter().any(|voice| voice.agrees == Some(true));
        if matches!(again, Again::RunMember(..)) && backed() {
            return Ok(accusation);
        }
        let mut asked = vec![compiler];
        asked.extend(
            self.judge
                .bystanders
                .iter()
                .filter(|other| other.family == compiler.family && other.name != compiler.name),
        );
        for someone in asked {
            if self.hear_compiler(someone)? {
                return Ok(accusation);
            }
        }
        // Compilers that all break on a program say nothing against it, unless a witness does.
        // One that nobody accepts is different.
        let broke =
            !matches!(accusation.class(), VerdictClass::Miscompiled | VerdictClass::Rejected);
        if broke && self.voices.iter().all(|voice| voice.agrees.is_none()) {
            return Ok(match self.hear_witnesses(compiler)? {
                Some(why) => Verdict::OurFault { why },
                None => accusation,
            });
        }
        let compilers = self.voices.iter().filter(|voice| voice.agrees != Some(true)).count();
        let backed = self.voices.iter().any(|voice| voice.agrees == Some(true));
        let but = if backed { ", though a witness agrees with it" } else { "" };
        let why = format!(
            "no unoptimised build of {compilers} agrees with the machine{but}; first: {accusation}"
        );
        Ok(Verdict::OurFault { why })
    }

    /// Whether a compiler's unoptimised build agrees with the machine. One that breaks, or does
    /// not know all the words, has no opinion.
    fn hear_compiler(&mut self, compiler: &Compiler) -> Result<bool, Trouble> {
        let plain = Configuration::of_flags(&compiler.abilities.unoptimised);
        let attempt = self.attempt(compiler, &plain)?;
        let agrees = attempt.outcome.is(&self.case.execution.stdout);
        let is_silent = attempt.outcome.is_a_breakdown()
            || signature::unknown_name(&attempt.diagnostics).is_some();
        self.voices.push(Voice {
            who: compiler.name.clone(),
            flags: plain.to_string(),
            agrees: (!is_silent).then_some(agrees),
            said: accuse(self.case, &attempt.outcome).to_string(),
        });
        Ok(agrees)
    }

    /// Why the machine is wrong, if a witness says so.
    fn hear_witnesses(&mut self, compiler: &Compiler) -> Result<Option<String>, Trouble> {
        for spec in self.wing.witnesses() {
            let testimony = self.judge.testimony(self.wing, self.case.program, &spec, compiler)?;
            self.cpu += testimony.cpu;
            let (agrees, said) = match &testimony.answer {
                WitnessAnswer::Finished { stdout } if *stdout == self.case.execution.stdout => {
                    (Some(true), "agrees with the machine".to_owned())
                }
                WitnessAnswer::Finished { stdout } => {
                    let difference = self.case.program.explain(self.case.execution, stdout);
                    let found = difference.map_or_else(
                        || "other output".to_owned(),
                        |it| {
                            format!(
                                "{}: {} is {:?}, not {}",
                                it.function, it.variable, it.found, it.wanted
                            )
                        },
                    );
                    (Some(false), found)
                }
                WitnessAnswer::Undefined { message, .. } => {
                    (Some(false), format!("undefined behaviour: {message}"))
                }
                WitnessAnswer::CannotTell { reason } => (None, reason.clone()),
            };
            let who = format!("{} ({})", testimony.witness, testimony.by);
            self.voices.push(Voice {
                who: who.clone(),
                flags: String::new(),
                agrees,
                said: said.clone(),
            });
            if agrees == Some(false) {
                return Ok(Some(format!("the witness {who} disagrees: {said}")));
            }
        }
        Ok(None)
    }

    fn attempt(
        &mut self,
        compiler: &Compiler,
        configuration: &Configuration,
    ) -> Result<Attempt, Trouble> {
        let rendering = self.case.program.render(Purpose::Judge);
        let attempt = match self.judge.build(self.wing, &rendering, compiler, configuration)? {
            Err(attempt) => attempt,
            Ok(built) => built.run(self.judge)?,
        };
        self.cpu += Spent::of(&attempt).total();
        Ok(attempt)
    }
}
