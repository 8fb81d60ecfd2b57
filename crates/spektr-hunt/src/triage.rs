//! Triage: does it repeat, who is wrong, which flags matter, which pass is guilty, who else is
//! affected, and which bug is it. Experiments are the court's; here is only their order.

use crate::court::{
    Case, Configuration, Cost, Court, CourtTrouble, Elsewhere, Guilt, Opinion, needs_validity,
};
use crate::reduce::Interest;
use crate::sort::Sorting;
use serde::{Deserialize, Serialize};
use spektr_judge::compilers::Recency;
use spektr_judge::triage::family;
use spektr_judge::{Verdict, VerdictClass as Class};
use spektr_wing::{Difference, Execution, Program};
use std::sync::{Mutex, PoisonError};

/// Runs that must agree before anything else is believed.
const REPEATS: u32 = 3;

/// What is known about a failure after triage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Triage {
    pub class: Class,
    pub mark: String,
    /// The compiler with the smallest set of flags that still shows the failure.
    pub configuration: Configuration,
    /// What that compiler says about itself.
    #[serde(default)]
    pub compiler_version: String,
    pub guilt: Option<Guilt>,
    pub difference: Option<Difference>,
    /// Other compilers with the same flags.
    pub elsewhere: Vec<Elsewhere>,
    pub summary: String,
    pub compiles: u64,
    /// How a stored finding came to its bug.
    #[serde(default)]
    pub sorting: Option<Sorting>,
}

/// How a triage ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Known(Box<Triage>),
    /// Every run was right.
    Gone,
    /// The runs did not agree.
    Flaky(String),
    /// The machine is wrong; the text says who contradicts it.
    OurFault(String),
}

impl Triage {
    /// What joins findings that may show one bug: the class with the compiler's own words and
    /// the guilty pass, as far as they are known, else with the flags that matter.
    pub fn signature(&self) -> String {
        let class = self.class.name();
        let pass = |guilt: &Guilt| format!("{} pass {}", guilt.layer, family(&guilt.pass));
        match &self.guilt {
            Some(guilt) if !self.mark.is_empty() => {
                format!("{class}: {} in {}", self.mark, pass(guilt))
            }
            Some(guilt) => format!("{class}: {}", pass(guilt)),
            None if !self.mark.is_empty() => format!("{class}: {}", self.mark),
            None => format!("{class} with {}", self.configuration.flags.join(" ")),
        }
    }

    /// One line for lists and reports.
    pub fn title(&self) -> String {
        match &self.guilt {
            Some(guilt) => format!("{} pass {}: {}", guilt.layer, guilt.pass, self.summary),
            None => self.summary.clone(),
        }
    }

    /// Whether both tell of one bug, as far as triage can tell.
    fn is_like(&self, other: &Triage) -> bool {
        let same_guilt = match (&self.guilt, &other.guilt) {
            (Some(one), Some(other)) => one.is_like(other),
            (None, None) => true,
            _ => false,
        };
        self.class == other.class && self.mark == other.mark && same_guilt
    }
}

/// Looks closely at a program that went wrong in `configuration`. Of the compilers on trial
/// that show the bug with the same flags the newest is the one to talk about: what is fixed
/// since is of no use to anybody.
pub fn triage(
    court: &dyn Court,
    case: Case<'_>,
    configuration: &Configuration,
    cost: &mut Cost,
) -> Result<Outcome, CourtTrouble> {
    let outcome = triage_with(court, case, configuration, cost)?;
    let Outcome::Known(known) = &outcome else { return Ok(outcome) };
    for newer in newer_affected(court, known) {
        if let Outcome::Known(there) = triage_with(court, case, &newer, cost)?
            && there.is_like(known)
        {
            return Ok(Outcome::Known(there));
        }
    }
    Ok(outcome)
}

/// Compilers on trial that are newer and show the same, the newest first.
fn newer_affected(court: &dyn Court, known: &Triage) -> Vec<Configuration> {
    let on_trial = court.compilers();
    let here = Recency::of(&known.compiler_version);
    let affected = known.elsewhere.iter().filter(|other| other.affected == Some(true));
    let mut newer: Vec<(Recency, &Elsewhere)> = affected
        .filter(|other| on_trial.iter().any(|(name, _)| *name == other.compiler))
        .map(|other| (Recency::of(&other.version), other))
        .filter(|(recency, _)| *recency > here)
        .collect();
    newer.sort_by(|(one, _), (other, _)| other.cmp(one));
    let flags = &known.configuration.flags;
    newer
        .into_iter()
        .map(|(_, other)| Configuration { compiler: other.compiler.clone(), flags: flags.clone() })
        .collect()
}

/// The same with exactly this compiler.
fn triage_with(
    court: &dyn Court,
    case: Case<'_>,
    configuration: &Configuration,
    cost: &mut Cost,
) -> Result<Outcome, CourtTrouble> {
    let opinion = match repeat(court, case, configuration, cost)? {
        Ok(opinion) => opinion,
        Err(outcome) => return Ok(outcome),
    };
    let (smallest, opinion) = smallest_flags(court, case, opinion, configuration, cost)?;
    let guilt = court.blame(case, &opinion, &smallest, cost)?;
    let elsewhere = court.elsewhere(case, &opinion, &smallest, cost)?;
    let compilers = court.compilers();
    let own = compilers.into_iter().find(|(name, _)| *name == smallest.compiler);
    Ok(Outcome::Known(Box::new(Triage {
        class: opinion.class(),
        mark: opinion.mark().to_owned(),
        configuration: smallest,
        compiler_version: own.map(|(_, version)| version).unwrap_or_default(),
        guilt,
        difference: opinion.difference().cloned(),
        elsewhere,
        summary: opinion.verdict.to_string(),
        compiles: cost.compiles,
        sorting: None,
    })))
}

/// The opinion that is settled and comes back every time. A program the machine does not
/// accept cannot be settled; of such only what kills a compiler counts.
fn repeat(
    court: &dyn Court,
    case: Case<'_>,
    configuration: &Configuration,
    cost: &mut Cost,
) -> Result<Result<Opinion, Outcome>, CourtTrouble> {
    let first = if case.execution.is_valid() {
        hear_one(court, case, configuration, cost)?
    } else {
        court.glance(case, configuration, cost)?
    };
    match &first.verdict {
        Verdict::Pass => return Ok(Err(Outcome::Gone)),
        Verdict::Flaky { why } => return Ok(Err(Outcome::Flaky(why.clone()))),
        Verdict::OurFault { why } => return Ok(Err(Outcome::OurFault(why.clone()))),
        Verdict::Unjudged { why } => return Err(CourtTrouble(why.clone())),
        _ => {}
    }
    for _ in 1..REPEATS {
        let again = court.glance(case, configuration, cost)?;
        if !again.is_like(first.class(), first.mark()) {
            let why = format!("first {}, then {}", first.verdict, again.verdict);
            return Ok(Err(Outcome::Flaky(why)));
        }
    }
    Ok(Ok(first))
}

/// A settled opinion about one program.
fn hear_one(
    court: &dyn Court,
    case: Case<'_>,
    configuration: &Configuration,
    cost: &mut Cost,
) -> Result<Opinion, CourtTrouble> {
    let mut opinions = court.hear(&[case], configuration, cost)?;
    opinions.pop().ok_or_else(|| CourtTrouble("the court heard a case and said nothing".into()))
}

/// Settled opinions about one program in several configurations.
pub fn judge_everywhere(
    court: &dyn Court,
    case: Case<'_>,
    configurations: &[Configuration],
    cost: &mut Cost,
) -> Result<Vec<Opinion>, CourtTrouble> {
    configurations.iter().map(|configuration| hear_one(court, case, configuration, cost)).collect()
}

/// The first of several configurations in which a compiler gets the program wrong. A program
/// that is not valid can only show that a compiler dies of it.
pub fn first_failure(
    court: &dyn Court,
    case: Case<'_>,
    configurations: &[Configuration],
    cost: &mut Cost,
) -> Result<Option<Configuration>, CourtTrouble> {
    for configuration in configurations {
        let opinion = court.glance(case, configuration, cost)?;
        let counts = case.execution.is_valid() || !needs_validity(opinion.class());
        if opinion.verdict.is_finding() && counts {
            return Ok(Some(configuration.clone()));
        }
    }
    Ok(None)
}

/// Leaves out one flag after the other, the last first, as long as the failure stays, and lowers
/// the levels that are left; also what it looks like then.
fn smallest_flags(
    court: &dyn Court,
    case: Case<'_>,
    mut opinion: Opinion,
    configuration: &Configuration,
    cost: &mut Cost,
) -> Result<(Configuration, Opinion), CourtTrouble> {
    let mut smallest = configuration.clone();
    for index in (0..smallest.flags.len()).rev() {
        let mut without = smallest.clone();
        without.flags.remove(index);
        let glance = court.glance(case, &without, cost)?;
        if glance.is_like(opinion.class(), opinion.mark()) {
            (smallest, opinion) = (without, glance);
        }
    }
    for index in 0..smallest.flags.len() {
        for lower in lower_levels(&smallest.flags[index]) {
            let mut lowered = smallest.clone();
            lowered.flags[index] = lower;
            let glance = court.glance(case, &lowered, cost)?;
            if glance.is_like(opinion.class(), opinion.mark()) {
                (smallest, opinion) = (lowered, glance);
                break;
            }
        }
    }
    Ok((smallest, opinion))
}

/// No compiler has more levels of anything.
const HIGHEST_LEVEL: u32 = 4;

/// A flag that ends in a small number is a level. The lower ones that still do something, the
/// lowest first.
fn lower_levels(flag: &str) -> Vec<String> {
    let stem = flag.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let level = flag[stem.len()..].parse().unwrap_or(0);
    let lower = if level <= HIGHEST_LEVEL { 1..level } else { 0..0 };
    lower.map(|level| format!("{stem}{level}")).collect()
}

/// How closely [`SameBug`] looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// The same class and words, and right again once the guilty pass is kept from running:
    /// two compiles at most.
    Usual,
    /// The guilty pass is searched for anew in every program that passes the usual look.
    Strict,
}

/// Whether a program still shows the bug of a triage.
pub struct SameBug<'a> {
    court: &'a dyn Court,
    triage: &'a Triage,
    care: Care,
    cost: Mutex<Cost>,
}

impl<'a> SameBug<'a> {
    pub fn new(court: &'a dyn Court, triage: &'a Triage, care: Care) -> Self {
        SameBug { court, triage, care, cost: Mutex::new(Cost::default()) }
    }

    /// What all questions so far have cost.
    pub fn cost(&self) -> Cost {
        *self.cost.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn shows(&self, case: Case<'_>, cost: &mut Cost) -> Result<bool, CourtTrouble> {
        let triage = self.triage;
        let opinion = self.court.glance(case, &triage.configuration, cost)?;
        // A wrong value tells more than a program that dies of one.
        let tells_less = triage.difference.is_some() && opinion.difference().is_none();
        if tells_less || !opinion.is_like(triage.class, &triage.mark) {
            return Ok(false);
        }
        let Some(guilt) = &triage.guilt else { return Ok(true) };
        if !guilt.cure.is_empty() {
            let mut cured = triage.configuration.clone();
            cured.flags.extend(guilt.cure.iter().cloned());
            if self.court.glance(case, &cured, cost)?.class() != Class::Pass {
                return Ok(false);
            }
        }
        match self.care {
            Care::Usual => Ok(true),
            Care::Strict => {
                let found = self.court.blame(case, &opinion, &triage.configuration, cost)?;
                Ok(found.is_some_and(|found| found.is_like(guilt)))
            }
        }
    }
}

impl Interest for SameBug<'_> {
    fn holds(&self, program: &dyn Program, execution: &Execution) -> Result<bool, String> {
        let mut cost = Cost::default();
        let shown = self.shows(Case { program, execution }, &mut cost);
        *self.cost.lock().unwrap_or_else(PoisonError::into_inner) += cost;
        shown.map_err(|trouble| trouble.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::lower_levels;

    #[test]
    fn levels_are_lowered_and_other_numbers_left_alone() {
        assert_eq!(lower_levels("-Copt-level=3"), ["-Copt-level=1", "-Copt-level=2"]);
        assert_eq!(lower_levels("-O2"), ["-O1"]);
        for other in
            ["-Copt-level=1", "-Copt-level=0", "-Copt-level=s", "-Cx=225", "", "-v99999999999"]
        {
            assert!(lower_levels(other).is_empty(), "{other}");
        }
    }
}
