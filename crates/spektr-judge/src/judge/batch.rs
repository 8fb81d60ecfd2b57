//! Several programs in one compilation. If the whole is right, every part is; only what
//! is wrong is taken apart.

use super::settle::Again;
use super::{Built, Case, Judge, Judgement, Spent, Trouble};
use crate::compilers::Compiler;
use crate::config::Configuration;
use crate::outcome::{Attempt, OutcomeClass};
use crate::verdict::Verdict;
use spektr_wing::{Program, Purpose, Wing};

/// Judgements in the order of the programs, and what they cost together.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Each with the cost of its own attempts only.
    pub judgements: Vec<Judgement>,
    /// Everything, the shared compilations included.
    pub spent: Spent,
}

impl Judge {
    /// Judges several programs with one compiler and configuration.
    pub fn judge_batch(
        &self,
        wing: &dyn Wing,
        cases: &[Case<'_>],
        compiler: &Compiler,
        configuration: &Configuration,
    ) -> Result<Batch, Trouble> {
        let mut sitting = Sitting {
            judge: self,
            wing,
            compiler,
            configuration,
            spent: Spent::default(),
            apart: false,
        };
        let mut judgements = Vec::with_capacity(cases.len());
        sitting.judge_some(cases, &mut judgements)?;
        Ok(Batch { judgements, spent: sitting.spent })
    }
}

struct Sitting<'a> {
    judge: &'a Judge,
    wing: &'a dyn Wing,
    compiler: &'a Compiler,
    configuration: &'a Configuration,
    spent: Spent,
    /// Something was wrong: all further work settles what.
    apart: bool,
}

impl Sitting<'_> {
    fn judge_one(&mut self, case: Case<'_>) -> Result<Judgement, Trouble> {
        let judgement = self.judge.judge(self.wing, case, self.compiler, self.configuration)?;
        self.charge(judgement.spent);
        Ok(judgement)
    }

    fn charge(&mut self, spent: Spent) {
        match self.apart {
            true => self.spent.settle += spent.total(),
            false => self.spent += spent,
        }
    }

    fn judge_some(
        &mut self,
        cases: &[Case<'_>],
        judgements: &mut Vec<Judgement>,
    ) -> Result<(), Trouble> {
        match cases {
            [] => Ok(()),
            [one] => {
                judgements.push(self.judge_one(*one)?);
                Ok(())
            }
            several => self.judge_several(several, judgements),
        }
    }

    /// What cannot be judged must not spoil the others: it is taken out first.
    fn judge_several(
        &mut self,
        cases: &[Case<'_>],
        judgements: &mut Vec<Judgement>,
    ) -> Result<(), Trouble> {
        // Asked once: what is known to be lacking may grow meanwhile.
        let judgeable: Vec<bool> = cases.iter().map(|case| self.is_judgeable(*case)).collect();
        let sound: Vec<Case<'_>> =
            cases.iter().zip(&judgeable).filter(|(_, yes)| **yes).map(|(case, _)| *case).collect();
        if sound.len() == cases.len() {
            return self.judge_together(cases, judgements);
        }
        let mut together = Vec::with_capacity(sound.len());
        self.judge_some(&sound, &mut together)?;
        let mut together = together.into_iter();
        for (case, judgeable) in cases.iter().zip(judgeable) {
            let judgement = match if judgeable { together.next() } else { None } {
                Some(judgement) => judgement,
                None => self.judge_one(*case)?,
            };
            judgements.push(judgement);
        }
        Ok(())
    }

    /// Valid, and without names that this compiler is known to lack.
    fn is_judgeable(&self, case: Case<'_>) -> bool {
        let lacking = &self.judge.lacking;
        case.execution.is_valid()
            && (!lacking.is_known_of(self.compiler)
                || lacking.verdict(self.compiler, &case.program.render(Purpose::Judge)).is_none())
    }

    fn judge_together(
        &mut self,
        cases: &[Case<'_>],
        judgements: &mut Vec<Judgement>,
    ) -> Result<(), Trouble> {
        let programs: Vec<&dyn Program> = cases.iter().map(|case| case.program).collect();
        let rendering = self.wing.batch(&programs);
        let built = self.judge.build(self.wing, &rendering, self.compiler, self.configuration)?;
        let (attempt, built) = match built {
            Err(attempt) => (attempt, None),
            Ok(built) => (built.run(self.judge)?, Some(built)),
        };
        self.charge(Spent::of(&attempt));
        if attempt.outcome.is(&self.expected(cases)) {
            judgements.extend(cases.iter().map(|_| Judgement::pass(Spent::default())));
            return Ok(());
        }
        let start = judgements.len();
        self.apart = true;
        match built {
            None => match self.wing.batch_suspect(&attempt.diagnostics) {
                Some(suspect) if suspect < cases.len() => {
                    self.single_out(suspect, cases, judgements)?;
                }
                _ => self.halve(cases, judgements)?,
            },
            Some(built) => self.take_apart(cases, &built, judgements)?,
        }
        self.keep_if_lost(attempt, &mut judgements[start..]);
        Ok(())
    }

    fn halve(
        &mut self,
        cases: &[Case<'_>],
        judgements: &mut Vec<Judgement>,
    ) -> Result<(), Trouble> {
        let (left, right) = cases.split_at(cases.len() / 2);
        self.judge_some(left, judgements)?;
        self.judge_some(right, judgements)
    }

    /// One program alone, the others together.
    fn single_out(
        &mut self,
        suspect: usize,
        cases: &[Case<'_>],
        judgements: &mut Vec<Judgement>,
    ) -> Result<(), Trouble> {
        let alone = self.judge_one(cases[suspect])?;
        let others = [&cases[..suspect], &cases[suspect + 1..]].concat();
        let mut together = Vec::with_capacity(others.len());
        self.judge_some(&others, &mut together)?;
        together.insert(suspect, alone);
        judgements.append(&mut together);
        Ok(())
    }

    fn expected(&self, cases: &[Case<'_>]) -> Vec<u8> {
        let mut expected = Vec::new();
        for (k, case) in cases.iter().enumerate() {
            expected.extend_from_slice(self.wing.batch_marker(k).as_bytes());
            expected.push(b'\n');
            expected.extend_from_slice(&case.execution.stdout);
        }
        expected
    }

    /// The batch ran, but not as it should: each program runs alone, from the same build, so
    /// that one which dies takes nobody with it and nothing is compiled again.
    fn take_apart(
        &mut self,
        cases: &[Case<'_>],
        built: &Built,
        judgements: &mut Vec<Judgement>,
    ) -> Result<(), Trouble> {
        for (k, case) in cases.iter().enumerate() {
            let attempt = built.run_member(self.judge, k)?;
            if attempt.outcome.is(&case.execution.stdout) {
                self.charge(Spent::of(&attempt));
                judgements.push(Judgement::pass(Spent::default()));
                continue;
            }
            let again = Again::RunMember(built, k);
            let (compiler, configuration) = (self.compiler, self.configuration);
            let judgement =
                self.judge.settle(self.wing, *case, compiler, configuration, attempt, again)?;
            self.charge(judgement.spent);
            judgements.push(judgement);
        }
        Ok(())
    }

    /// A failure that shows only in company must not be lost. Taking too long or too
    /// much memory is different: that is what many programs together do.
    fn keep_if_lost(&self, attempt: Attempt, judgements: &mut [Judgement]) {
        use OutcomeClass as Class;
        let natural =
            matches!(attempt.outcome.class(), Class::CompilerEndless | Class::OutOfMemory);
        let explained = judgements.iter().any(|judgement| judgement.verdict != Verdict::Pass);
        if natural || explained {
            return;
        }
        let count = judgements.len();
        if let Some(first) = judgements.first_mut() {
            first.verdict = match attempt.outcome.class() {
                Class::Hindered => Verdict::Unjudged { why: attempt.outcome.to_string() },
                _ => Verdict::Flaky {
                    why: format!("only in a batch of {}: {}", count, attempt.outcome),
                },
            };
            first.evidence = Some(attempt);
        }
    }
}
