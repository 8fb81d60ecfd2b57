//! Several programs in one compilation. If the whole is right, every part is; only what
//! is wrong is taken apart.

use super::{Case, Judge, Judgement, Spent, Trouble};
use crate::compilers::Compiler;
use crate::config::Configuration;
use crate::outcome::{Attempt, Outcome, OutcomeClass};
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
        let attempt = match built {
            Err(attempt) => attempt,
            Ok(built) => built.run(self.judge)?,
        };
        self.charge(Spent::of(&attempt));
        if attempt.outcome.is(&self.expected(cases)) {
            judgements.extend(cases.iter().map(|_| Judgement::pass(Spent::default())));
            return Ok(());
        }
        let start = judgements.len();
        self.apart = true;
        match attempt.run {
            None => match self.wing.batch_suspect(&attempt.diagnostics) {
                Some(suspect) if suspect < cases.len() => {
                    self.single_out(suspect, cases, judgements)?;
                }
                _ => self.halve(cases, judgements)?,
            },
            Some(_) => self.take_apart(cases, &attempt, judgements)?,
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

    /// The batch ran, but not as it should: programs whose part of the output is right
    /// pass, the first wrong one is judged alone. If the run broke off there, nothing
    /// is known about those behind it.
    fn take_apart(
        &mut self,
        cases: &[Case<'_>],
        attempt: &Attempt,
        judgements: &mut Vec<Judgement>,
    ) -> Result<(), Trouble> {
        let (stdout, complete): (&[u8], bool) = match &attempt.outcome {
            Outcome::Printed { stdout, status } => (stdout, *status == 0),
            _ => (&[], false),
        };
        if !complete && stdout.is_empty() {
            // It died without a word that was kept.
            return self.halve(cases, judgements);
        }
        let sections = self.sections(stdout, cases.len());
        for (k, case) in cases.iter().enumerate() {
            if sections.get(k).is_some_and(|section| *section == case.execution.stdout) {
                judgements.push(Judgement::pass(Spent::default()));
            } else if complete || k + 1 == cases.len() {
                judgements.push(self.judge_one(*case)?);
            } else {
                judgements.push(self.judge_one(*case)?);
                return self.judge_some(&cases[k + 1..], judgements);
            }
        }
        Ok(())
    }

    /// The output between the markers, as far as they come in order.
    fn sections<'o>(&self, stdout: &'o [u8], count: usize) -> Vec<&'o [u8]> {
        let mut sections = Vec::new();
        let mut rest = stdout;
        for k in 0..count {
            let marker = format!("{}\n", self.wing.batch_marker(k)).into_bytes();
            if !rest.starts_with(&marker) {
                break;
            }
            rest = &rest[marker.len()..];
            let next = format!("{}\n", self.wing.batch_marker(k + 1)).into_bytes();
            let end = line_start_of(rest, &next).unwrap_or(rest.len());
            sections.push(&rest[..end]);
            rest = &rest[end..];
        }
        sections
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

/// Where `line` begins in `text`, at the beginning of a line.
fn line_start_of(text: &[u8], line: &[u8]) -> Option<usize> {
    let mut start = 0;
    while start <= text.len() {
        if text[start..].starts_with(line) {
            return Some(start);
        }
        start += text[start..].iter().position(|&byte| byte == b'\n')? + 1;
    }
    None
}
