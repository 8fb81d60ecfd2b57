//! Triage: does it repeat, who is wrong, which flags matter, which pass is guilty, who else is
//! affected. Experiments are the judge's; here is only their order.

use crate::dedup::Sorting;
use serde::{Deserialize, Serialize};
use spektr_judge::compilers::Recency;
use spektr_judge::{
    Case, Configuration, Elsewhere, Family, Guilt, Judge, Spent, Trouble, Verdict,
    VerdictClass as Class,
};
use spektr_wing::Difference;

/// Looks that must agree before anything else is believed.
const REPEATS: u32 = 3;

/// What is known about a failure after triage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Triage {
    pub class: Class,
    /// The compiler's own words, where it has any.
    #[serde(rename = "mark")]
    pub words: String,
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
    /// The cure of a known bug helped, and nothing else was tried.
    #[serde(default)]
    pub by_cure: bool,
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
    /// Nothing can be told, for this reason.
    Unjudged(String),
}

impl Triage {
    /// What joins findings that may show one bug: the class with the compiler's own words and
    /// the guilty pass, as far as they are known, else with the flags that matter.
    pub fn signature(&self, family: &dyn Family) -> String {
        let class = self.class.name();
        let pass = |guilt: &Guilt| match guilt.names_a_pass() {
            true => format!("{} pass {}", guilt.layer, family.pass_name(&guilt.pass)),
            false => guilt.layer.clone(),
        };
        match &self.guilt {
            Some(guilt) if !self.words.is_empty() => {
                format!("{class}: {} in {}", self.words, pass(guilt))
            }
            Some(guilt) => format!("{class}: {}", pass(guilt)),
            None if !self.words.is_empty() => format!("{class}: {}", self.words),
            None => format!("{class} with {}", self.configuration.typed()),
        }
    }

    /// One line for lists and reports.
    pub fn title(&self) -> String {
        match self.guilt.as_ref().filter(|guilt| guilt.names_a_pass()) {
            Some(guilt) => format!("{} pass {}: {}", guilt.layer, guilt.pass, self.summary),
            None => self.summary.clone(),
        }
    }

    /// Whether a verdict tells of the same failure, as far as one look can tell.
    pub fn is_shown_by(&self, verdict: &Verdict) -> bool {
        verdict.is_like(self.class, &self.words)
    }

    /// Whether both tell of one bug, as far as triage can tell.
    fn is_like(&self, other: &Triage, family: &dyn Family) -> bool {
        let same_guilt = match (&self.guilt, &other.guilt) {
            (Some(one), Some(other)) => one.is_like(other, family),
            (None, None) => true,
            _ => false,
        };
        self.class == other.class && self.words == other.words && same_guilt
    }
}

/// Looks closely at a program that went wrong in `configuration`. Of the compilers on trial
/// that show the bug with the same flags the newest is the one to talk about: what is fixed
/// since is of no use to anybody.
pub fn triage(
    judge: &Judge<'_>,
    case: &Case,
    configuration: &Configuration,
    spent: &mut Spent,
) -> Result<Outcome, Trouble> {
    let outcome = triage_with(judge, case, configuration, spent)?;
    let Outcome::Known(known) = &outcome else { return Ok(outcome) };
    let family = judge.family(judge.compiler(&known.configuration.compiler)?);
    for newer in newer_affected(judge, known) {
        if let Outcome::Known(there) = triage_with(judge, case, &newer, spent)?
            && there.is_like(known, family)
        {
            return Ok(Outcome::Known(there));
        }
    }
    Ok(outcome)
}

/// Compilers on trial that are newer and show the same, the newest first.
fn newer_affected(judge: &Judge<'_>, known: &Triage) -> Vec<Configuration> {
    let on_trial = |name: &str| judge.targets().iter().any(|it| it.compiler.name == name);
    let here = Recency::of(&known.compiler_version);
    let affected = known.elsewhere.iter().filter(|other| other.affected == Some(true));
    let mut newer: Vec<(Recency, &Elsewhere)> = affected
        .filter(|other| on_trial(&other.compiler))
        .map(|other| (Recency::of(&other.version), other))
        .filter(|(recency, _)| *recency > here)
        .collect();
    newer.sort_by(|(one, _), (other, _)| other.cmp(one));
    let flags = &known.configuration.flags;
    newer.into_iter().map(|(_, it)| Configuration::new(&it.compiler, flags.clone())).collect()
}

/// The same with exactly this compiler.
fn triage_with(
    judge: &Judge<'_>,
    case: &Case,
    configuration: &Configuration,
    spent: &mut Spent,
) -> Result<Outcome, Trouble> {
    let verdict = match repeat(judge, case, configuration, spent)? {
        Repeated::Always(verdict) => verdict,
        Repeated::Otherwise(outcome) => return Ok(outcome),
    };
    let (smallest, verdict) = smallest_flags(judge, case, verdict, configuration, spent)?;
    let guilt = judge.blame(case, &verdict, &smallest, spent)?;
    let elsewhere = judge.elsewhere(case, &verdict, &smallest, spent)?;
    let compiler_version = judge.compiler(&smallest.compiler)?.version.text.clone();
    Ok(Outcome::Known(Box::new(Triage {
        class: verdict.class(),
        words: verdict.signature().to_owned(),
        configuration: smallest,
        compiler_version,
        guilt,
        difference: verdict.difference().cloned(),
        elsewhere,
        summary: verdict.to_string(),
        compiles: spent.compiles,
        sorting: None,
        by_cure: false,
    })))
}

enum Repeated {
    /// Settled, and it comes back every time.
    Always(Verdict),
    Otherwise(Outcome),
}

/// Whether the failure is settled and comes back. A program that means nothing cannot be
/// settled; of such only what kills a compiler counts.
fn repeat(
    judge: &Judge<'_>,
    case: &Case,
    configuration: &Configuration,
    spent: &mut Spent,
) -> Result<Repeated, Trouble> {
    let judgement = judge.judge(case, configuration)?;
    *spent += judgement.spent;
    let otherwise = |outcome| Ok(Repeated::Otherwise(outcome));
    let first = match judgement.verdict {
        Verdict::Pass => return otherwise(Outcome::Gone),
        Verdict::Flaky { why } => return otherwise(Outcome::Flaky(why)),
        Verdict::OurFault { why } => return otherwise(Outcome::OurFault(why)),
        Verdict::Unjudged { why } => return otherwise(Outcome::Unjudged(why)),
        first => first,
    };
    for _ in 1..REPEATS {
        let (again, attempt) = judge.look(case, configuration)?;
        *spent += attempt.spent;
        if !again.is_like(first.class(), first.signature()) {
            return otherwise(Outcome::Flaky(format!("first {first}, then {again}")));
        }
    }
    Ok(Repeated::Always(first))
}

/// The first of several configurations in which a compiler gets the program wrong.
pub fn first_failure(
    judge: &Judge<'_>,
    case: &Case,
    configurations: &[Configuration],
    spent: &mut Spent,
) -> Result<Option<Configuration>, Trouble> {
    for configuration in configurations {
        let (verdict, attempt) = judge.look(case, configuration)?;
        *spent += attempt.spent;
        if verdict.is_finding() {
            return Ok(Some(configuration.clone()));
        }
    }
    Ok(None)
}

/// Leaves out one flag after the other, the last first, as long as the failure stays, and lowers
/// the levels that are left; also what it looks like then.
fn smallest_flags(
    judge: &Judge<'_>,
    case: &Case,
    mut verdict: Verdict,
    configuration: &Configuration,
    spent: &mut Spent,
) -> Result<(Configuration, Verdict), Trouble> {
    let mut still = |candidate: &Configuration, verdict: &Verdict| {
        let (found, attempt) = judge.look(case, candidate)?;
        *spent += attempt.spent;
        let same = found.is_like(verdict.class(), verdict.signature());
        Ok::<_, Trouble>(same.then_some(found))
    };
    let mut smallest = configuration.clone();
    for index in (0..smallest.flags.len()).rev() {
        let without = smallest.without(index);
        if let Some(found) = still(&without, &verdict)? {
            (smallest, verdict) = (without, found);
        }
    }
    for index in 0..smallest.flags.len() {
        for lower in smallest.flags[index].lower_levels() {
            let mut lowered = smallest.clone();
            lowered.flags[index] = lower;
            if let Some(found) = still(&lowered, &verdict)? {
                (smallest, verdict) = (lowered, found);
                break;
            }
        }
    }
    Ok((smallest, verdict))
}
