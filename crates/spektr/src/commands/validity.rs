//! `spektr bench validity` and `spektr bench witness`: spektr itself on trial, in words.

use crate::Wings;
use crate::cli::BenchArgs;
use crate::exit::{Exit, Failure};
use crate::room::Room;
use crate::words::{number, say};
use indicatif::ProgressBar;
use spektr_hunt::validity::{self, Sample, Trial};
use spektr_wing::Wing;
use std::collections::BTreeMap;

/// Seeds of one kind that are listed; more would not tell more.
const LISTED: usize = 20;

/// Re-runs programs from their texts.
pub fn validity(wing: &dyn Wing, sample: &Sample<'_>) -> Result<Exit, Failure> {
    let bar = bar(sample);
    let trial = validity::validity(wing, sample, &mut |trial| bar.set_position(trial.programs))?;
    bar.finish_and_clear();
    Ok(report(&trial, "accepted from their texts", "refused or different"))
}

/// Puts programs before the wing's first witness.
pub fn witness(
    args: &BenchArgs,
    wings: Wings<'_>,
    wing: &dyn Wing,
    sample: &Sample<'_>,
) -> Result<Exit, Failure> {
    let none = || Failure::new(Exit::Usage, format!("`{}` knows no witness", wing.name()));
    let spec = wing.witnesses().into_iter().next().ok_or_else(none)?;
    let room = Room::open(&args.compilers, wings, wing, &std::env::temp_dir())?;
    let sample = &Sample { policy: sample.policy.or(spec.policy), ..sample.clone() };
    let bar = bar(sample);
    let mut listen = |trial: &Trial| bar.set_position(trial.programs);
    let trial = validity::witness::<Failure>(&room.judge, sample, &spec, &mut listen)?;
    bar.finish_and_clear();
    Ok(report(&trial, &format!("{} agrees", spec.name), "disagreements"))
}

fn bar(sample: &Sample<'_>) -> ProgressBar {
    ProgressBar::new(sample.seeds.end - sample.seeds.start)
}

fn report(trial: &Trial, passed: &str, failed: &str) -> Exit {
    let row = |name: &str, value: u64| format!("{name:<28} {}\n", number(value));
    let mut text = row("programs", trial.programs);
    text.push_str(&row("statements", trial.statements));
    text.push_str(&row(passed, trial.passed()));
    text.push_str(&row("cannot be judged", trial.undecided.len() as u64));
    for (reason, seeds) in reasons(&trial.undecided) {
        let first: Vec<String> = seeds.iter().take(LISTED).map(u64::to_string).collect();
        text.push_str(&format!("  {:>6}  {reason} (seeds {})\n", seeds.len(), first.join(", ")));
    }
    text.push_str(&row(failed, trial.failures.len() as u64));
    for (seed, failure) in trial.failures.iter().take(LISTED) {
        text.push_str(&format!("  seed {seed}: {failure}\n"));
    }
    say(&text);
    if trial.failures.is_empty() { Exit::Done } else { Exit::OurFault }
}

/// Reasons, each with the seeds for which it was given.
fn reasons(undecided: &[(u64, String)]) -> BTreeMap<&str, Vec<u64>> {
    let mut seeds: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for (seed, reason) in undecided {
        seeds.entry(reason).or_default().push(*seed);
    }
    seeds
}
