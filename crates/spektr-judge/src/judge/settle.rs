//! Who is wrong? Asked only when a compiler and the machine disagree: the same again
//! (is it flaky?), the witnesses of the wing, the unoptimised build, the other
//! compilers. A machine that stands alone is wrong.

use super::{Agreement, Case, Judge, Judgement, Testimony};
use crate::compilers::Compiler;
use crate::config::{Configuration, Flag};
use crate::laboratory::Built;
use crate::outcome::{Attempt, Outcome};
use crate::spent::{Spent, Stage};
use crate::trouble::Trouble;
use crate::verdict::{Verdict, VerdictClass};

/// How often a failing program is run again before it is believed.
const REPEATS: usize = 2;

/// What is done to see the same once more.
pub(super) enum Again {
    Everything,
    /// What was built is run with these arguments; some for one program of a batch.
    Run(Built, Vec<String>),
}

impl Judge<'_> {
    /// Finds the verdict for `attempt`, which disagrees with the machine. What `attempt` itself
    /// cost is not counted.
    pub(super) fn settle(
        &self,
        case: &Case,
        configuration: &Configuration,
        accusation: Verdict,
        attempt: Attempt,
        again: Again,
    ) -> Result<Judgement, Trouble> {
        let compiler = self.compiler(&configuration.compiler)?;
        let (testimonies, spent) = (Vec::new(), Spent::default());
        let mut dispute = Dispute { judge: self, case, compiler, again, testimonies, spent };
        let verdict = match accusation.class() {
            VerdictClass::Unjudged => accusation,
            _ => match dispute.repeat(&configuration.flags, &attempt.outcome)? {
                Some(flaky) => flaky,
                None => dispute.decide(accusation)?,
            },
        };
        let verdict = match self.family(compiler).lacks(&attempt.diagnostics) {
            // Somebody accepted the program, so the name exists, only not here.
            Some(name) if verdict.class() == VerdictClass::Rejected => {
                self.lacking.learn(compiler, &name)
            }
            _ => verdict,
        };
        let Dispute { testimonies, spent, .. } = dispute;
        let spent = spent.charged_to(Stage::Settle);
        let (evidence, reached) = (Some(attempt), Vec::new());
        Ok(Judgement { verdict, evidence, testimonies, spent, reached })
    }
}

struct Dispute<'a, 'w> {
    judge: &'a Judge<'w>,
    case: &'a Case,
    compiler: &'a Compiler,
    again: Again,
    testimonies: Vec<Testimony>,
    spent: Spent,
}

impl Dispute<'_, '_> {
    /// The same again: a failure that does not come back is flaky.
    fn repeat(&mut self, flags: &[Flag], first: &Outcome) -> Result<Option<Verdict>, Trouble> {
        // What takes all the time it may is not asked a third time, nor is a whole compile.
        let once = first.took_all_its_time() || matches!(self.again, Again::Everything);
        for _ in 0..if once { 1 } else { REPEATS } {
            let attempt = match &self.again {
                Again::Everything => self.attempt(self.compiler, flags)?,
                Again::Run(built, args) => {
                    let attempt = self.judge.lab.run_again(built, args)?;
                    self.spent += attempt.spent;
                    attempt
                }
            };
            if self.case.accuse(&attempt.outcome) == Verdict::Pass {
                let why = format!("first {first}, then as it should be");
                return Ok(Some(Verdict::Flaky { why }));
            }
        }
        Ok(None)
    }

    fn decide(&mut self, accusation: Verdict) -> Result<Verdict, Trouble> {
        // A crash, a hang or a rejection is wrong for undefined programs too, so only
        // a miscompilation needs the word of a witness, and of the machine if that has not seen
        // the whole program yet.
        if accusation.class() == VerdictClass::Miscompiled {
            if let Some(why) = self.case.objection(self.judge.wing) {
                return Ok(Verdict::OurFault { why });
            }
            if let Some(why) = self.hear_witnesses()? {
                return Ok(Verdict::OurFault { why });
            }
        }
        // For a program of a batch, a witness on the machine's side is enough until somebody
        // looks closer at it.
        let of_batch = matches!(&self.again, Again::Run(_, args) if !args.is_empty());
        if (of_batch && self.is_backed()) || !self.case.means_something() {
            return Ok(accusation);
        }
        let others = self.judge.bystanders.iter().filter(|other| other.name != self.compiler.name);
        let asked: Vec<&Compiler> = std::iter::once(self.compiler).chain(others).collect();
        for someone in asked {
            if self.hear_compiler(someone)? {
                return Ok(accusation);
            }
        }
        // Compilers that all break on a program say nothing against it, unless a witness does.
        // One that nobody accepts is different.
        let broke =
            !matches!(accusation.class(), VerdictClass::Miscompiled | VerdictClass::Rejected);
        if broke && self.testimonies.iter().all(Testimony::is_silent) {
            return Ok(match self.hear_witnesses()? {
                Some(why) => Verdict::OurFault { why },
                None => accusation,
            });
        }
        // What only the wing can decide (a refinement) it has decided, and whoever cannot tell has
        // not contradicted. A program that nobody accepts is different again.
        let is_wrong = accusation.class() == VerdictClass::Miscompiled;
        if is_wrong && self.testimonies.iter().all(|it| it.is_silent() || it.agrees()) {
            return Ok(accusation);
        }
        let against = self.testimonies.iter().filter(|it| !it.agrees()).count();
        let but = if self.is_backed() { ", though a witness agrees with it" } else { "" };
        let why = format!(
            "no unoptimised build of {against} agrees with the machine{but}; first: {accusation}"
        );
        Ok(Verdict::OurFault { why })
    }

    fn is_backed(&self) -> bool {
        self.testimonies.iter().any(Testimony::agrees)
    }

    /// Whether a compiler's unoptimised build agrees with the machine. One that breaks, does
    /// not know all the words, or cannot do without optimizing has no opinion.
    fn hear_compiler(&mut self, compiler: &Compiler) -> Result<bool, Trouble> {
        let Some(baseline) = &compiler.abilities.baseline else { return Ok(false) };
        let flags: Vec<Flag> = baseline.iter().map(Flag::word).collect();
        let attempt = self.attempt(compiler, &flags)?;
        let family = self.judge.family(compiler);
        let verdict = self.case.accuse(&attempt.outcome);
        let is_silent = attempt.outcome.is_a_breakdown(family)
            || family.lacks(&attempt.diagnostics).is_some()
            || verdict.class() == VerdictClass::Unjudged;
        let agreement = match verdict {
            Verdict::Pass => Agreement::Agrees,
            other if is_silent => Agreement::CannotTell(other.to_string()),
            other => Agreement::Disagrees(other.to_string()),
        };
        let agrees = agreement == Agreement::Agrees;
        let flags = Configuration::new("", flags).typed();
        self.testimonies.push(Testimony { who: compiler.name.clone(), flags, agreement });
        Ok(agrees)
    }

    /// Why the machine is wrong, if a witness says so.
    fn hear_witnesses(&mut self) -> Result<Option<String>, Trouble> {
        for spec in self.judge.wing.witnesses() {
            let (testimony, spent) = self.judge.ask(self.case, &spec, self.compiler)?;
            self.spent += spent;
            let objection = match &testimony.agreement {
                Agreement::Disagrees(how) => {
                    Some(format!("the witness {} disagrees: {how}", testimony.who))
                }
                _ => None,
            };
            self.testimonies.push(testimony);
            if objection.is_some() {
                return Ok(objection);
            }
        }
        Ok(None)
    }

    fn attempt(&mut self, compiler: &Compiler, flags: &[Flag]) -> Result<Attempt, Trouble> {
        let experiment = self.judge.experiment(self.case, compiler);
        let attempt = self.judge.carry_out(&experiment, compiler, flags)?;
        self.spent += attempt.spent;
        Ok(attempt)
    }
}
