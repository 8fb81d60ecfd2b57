//! Several programs in one experiment. If the whole is right, every part is; only what is
//! wrong is taken apart: a list of groups, each either judged or replaced by smaller ones.

use super::settle::Again;
use super::{Case, Judge, Judgement};
use crate::config::Configuration;
use crate::laboratory::Built;
use crate::outcome::{Attempt, Outcome};
use crate::spent::{Spent, Stage};
use crate::trouble::Trouble;
use crate::verdict::Verdict;
use spektr_wing::{Evidence, Program, Purpose, Seen};

/// Judgements in the order of the programs, and what they cost together.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Each with the cost of its own attempts only.
    pub judgements: Vec<Judgement>,
    /// Everything, the shared experiments included.
    pub spent: Spent,
    /// Something failed that no program of the batch shows alone.
    pub failed_together: bool,
}

impl Judge<'_> {
    /// Judges several programs with one compiler and its flags.
    pub fn judge_batch(
        &self,
        cases: &[&Case],
        configuration: &Configuration,
    ) -> Result<Batch, Trouble> {
        let mut session = Session {
            judge: self,
            cases,
            configuration,
            judgements: cases.iter().map(|_| None).collect(),
            spent: Spent::default(),
            failures: Vec::new(),
        };
        session.judge_all()?;
        Ok(session.finish())
    }
}

/// Programs of a batch, by their places in it.
type Group = Vec<usize>;

struct Session<'a, 'w> {
    judge: &'a Judge<'w>,
    cases: &'a [&'a Case],
    configuration: &'a Configuration,
    judgements: Vec<Option<Judgement>>,
    spent: Spent,
    /// Groups that failed as a whole, in the order in which they did.
    failures: Vec<(Group, Attempt)>,
}

impl Session<'_, '_> {
    /// What cannot share an experiment must not spoil the others: it is judged alone.
    fn judge_all(&mut self) -> Result<(), Trouble> {
        let (together, alone): (Group, Group) =
            (0..self.cases.len()).partition(|&place| self.can_share(place));
        for place in alone {
            self.judge_alone(place)?;
        }
        let mut groups = vec![together];
        while let Some(group) = groups.pop() {
            match group.as_slice() {
                [] => {}
                [place] => self.judge_alone(*place)?,
                _ => groups.extend(self.judge_group(group)?),
            }
        }
        Ok(())
    }

    fn can_share(&self, place: usize) -> bool {
        let case = self.cases[place];
        if self.judge.one_by_one || !self.judge.wing.shares_experiments() {
            return false;
        }
        let Ok(compiler) = self.judge.compiler(&self.configuration.compiler) else { return false };
        let lacking = &self.judge.lacking;
        case.expect.is_quiet_success()
            && super::unborne(case, self.configuration).is_none()
            && (!lacking.is_known_of(compiler)
                || lacking.verdict(compiler, &self.judge.experiment(case, compiler)).is_none())
    }

    fn judge_alone(&mut self, place: usize) -> Result<(), Trouble> {
        let judgement = self.judge.judge(self.cases[place], self.configuration)?;
        self.charge(judgement.spent);
        self.judgements[place] = Some(judgement);
        Ok(())
    }

    /// Once something was wrong, all further work settles what.
    fn charge(&mut self, spent: Spent) {
        self.spent += match self.failures.is_empty() {
            true => spent,
            false => spent.charged_to(Stage::Settle),
        };
    }

    /// One experiment for a group; what it leaves undecided comes back as smaller groups.
    fn judge_group(&mut self, group: Group) -> Result<Vec<Group>, Trouble> {
        let compiler = self.judge.compiler(&self.configuration.compiler)?;
        let programs: Vec<&dyn Program> =
            group.iter().map(|&place| self.cases[place].program.as_ref()).collect();
        let wing = self.judge.wing;
        let experiment = wing.experiment(&programs, Purpose::Judge, &compiler.audience());
        let attempt = self.judge.carry_out(&experiment, compiler, &self.configuration.flags)?;
        self.charge(attempt.spent);
        if experiment.evidence != Evidence::Run
            && let Some(parts) = attempt.seen().and_then(|seen| wing.batch_parts(seen, group.len()))
        {
            return Ok(self.judge_parts(&group, parts));
        }
        if self.is_right(&group, &attempt) {
            for place in group {
                self.judgements[place] = Some(Judgement::of(Verdict::Pass, Spent::default()));
            }
            return Ok(Vec::new());
        }
        let suspect = wing.batch_suspect(&attempt.diagnostics).filter(|at| *at < group.len());
        let built = attempt.built.clone();
        self.failures.push((group.clone(), attempt));
        if let Some(built) = built {
            self.run_each(&group, &built)?;
            return Ok(Vec::new());
        }
        Ok(match suspect {
            Some(suspect) => {
                let others = group.iter().copied().enumerate().filter(|(at, _)| *at != suspect);
                vec![others.map(|(_, place)| place).collect(), vec![group[suspect]]]
            }
            None => {
                let (left, right) = group.split_at(group.len() / 2);
                vec![right.to_vec(), left.to_vec()]
            }
        })
    }

    /// Judges each program of a group by its part of the files that were written. What is not
    /// right there is judged alone.
    fn judge_parts(&mut self, group: &[usize], parts: Vec<Seen>) -> Vec<Group> {
        let mut rest = Vec::new();
        for (&place, seen) in group.iter().zip(parts) {
            match self.cases[place].accuse(&Outcome::Finished { seen }) {
                verdict @ (Verdict::Pass | Verdict::Unjudged { .. }) => {
                    self.judgements[place] = Some(Judgement::of(verdict, Spent::default()));
                }
                _ => rest.push(vec![place]),
            }
        }
        rest
    }

    /// Whether the run of a group shows exactly what all of its programs must show.
    fn is_right(&self, group: &[usize], attempt: &Attempt) -> bool {
        let Some(seen) = attempt.seen().filter(|seen| seen.succeeded()) else { return false };
        let mut rest = seen.stdout.as_slice();
        for (at, &place) in group.iter().enumerate() {
            let marker = self.judge.wing.batch_marker(at);
            let own = rest.strip_prefix(marker.as_bytes()).and_then(|it| it.strip_prefix(b"\n"));
            let own = own.and_then(|it| it.strip_prefix(self.cases[place].expect.stdout()));
            match own {
                Some(behind) => rest = behind,
                None => return false,
            }
        }
        rest.is_empty()
    }

    /// The group ran, but not as it should: each program runs alone, from the same build, so
    /// that one which dies takes nobody with it and nothing is compiled again.
    fn run_each(&mut self, group: &[usize], built: &Built) -> Result<(), Trouble> {
        for (at, &place) in group.iter().enumerate() {
            let args = vec![at.to_string()];
            let attempt = self.judge.lab.run_again(built, &args)?;
            self.charge(attempt.spent);
            let case = self.cases[place];
            let verdict = case.accuse(&attempt.outcome);
            self.judgements[place] = Some(match verdict {
                Verdict::Pass => Judgement::of(verdict, Spent::default()),
                _ => {
                    let again = Again::Run(built.clone(), args);
                    let settled =
                        self.judge.settle(case, self.configuration, verdict, attempt, again)?;
                    self.charge(settled.spent);
                    settled
                }
            });
        }
        Ok(())
    }

    fn finish(mut self) -> Batch {
        let failed_together = self.keep_what_was_lost();
        let undecided = || {
            Judgement::of(
                Verdict::Unjudged { why: "it was lost in its batch".to_owned() },
                Spent::default(),
            )
        };
        let judgements = self.judgements.into_iter().map(|it| it.unwrap_or_else(undecided));
        Batch { judgements: judgements.collect(), spent: self.spent, failed_together }
    }

    /// A failure that shows only in company must not be lost; the smallest company that shows
    /// it, which was tried last, explains the larger ones. Taking too long or too much memory is
    /// different: that is what many programs together do. Whether there was such a failure.
    fn keep_what_was_lost(&mut self) -> bool {
        let mut kept: Vec<String> = Vec::new();
        for (group, attempt) in std::mem::take(&mut self.failures).into_iter().rev() {
            let explained = group.iter().any(|&place| {
                self.judgements[place].as_ref().is_none_or(|it| it.verdict != Verdict::Pass)
            });
            let Some(&first) = group.first() else { continue };
            // Said once for all groups of which it is true.
            let said = attempt.outcome.to_string();
            if explained || attempt.outcome.is_a_limit_of_the_tool() || kept.contains(&said) {
                continue;
            }
            let verdict = match &attempt.outcome {
                Outcome::Hindered { .. } => Verdict::Unjudged { why: said.clone() },
                _ => Verdict::Flaky { why: format!("only in a batch of {}: {said}", group.len()) },
            };
            let evidence = Some(attempt);
            self.judgements[first] =
                Some(Judgement { evidence, ..Judgement::of(verdict, Spent::default()) });
            kept.push(said);
        }
        !kept.is_empty()
    }
}
