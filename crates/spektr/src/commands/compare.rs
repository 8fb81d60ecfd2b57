//! `spektr compare`: what a compiler gets wrong that another one does not, for a person or for a
//! pull request.

use super::{maker, policy, wing};
use crate::Wings;
use crate::cli::{CompareArgs, CompilerArgs};
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::room::Room;
use crate::words::{count, note, number, say};
use spektr_hunt::campaign::Manner;
use spektr_hunt::compare::{Comparing, Comparison, NewBug};
use spektr_hunt::supply::Generator;
use std::fmt::Write;

pub fn run(args: &CompareArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let wing = wing(wings, args.wing.as_deref())?;
    maker(wing, &args.generator)?;
    let Some(end) = args.seeds.end else {
        return Err(Failure::new(Exit::Usage, "a comparison needs an end: --seeds A..B"));
    };
    let compilers = CompilerArgs {
        compilers: vec![args.old.clone(), args.new.clone()],
        config: args.config.clone(),
        require_sandbox: args.require_sandbox,
    };
    let room = Room::open(&compilers, wings, wing, &std::env::temp_dir())?;
    let policy = policy(wing, args.policy.as_deref())?;
    let supply = Generator::new(wing, &args.generator, policy, args.size);
    let stop = interrupt::listen()?;
    let comparing = Comparing {
        judge: &room.judge,
        supply: &supply,
        old: &args.old,
        new: &args.new,
        seeds: args.seeds.first..end,
        size: args.size,
        jobs: args.jobs.unwrap_or_else(|| Manner::default().jobs),
        reduce: !args.no_reduce,
        stop: &stop,
    };
    let comparison = comparing.run()?;
    say(&if args.markdown { markdown(args, &comparison) } else { words(args, &comparison) });
    if comparison.cut_short {
        note("stopped by request: not every seed was judged");
    }
    Ok(if comparison.new.is_empty() { Exit::Done } else { Exit::CompilerWrong })
}

/// What was judged, in one sentence.
fn judged(args: &CompareArgs, comparison: &Comparison) -> String {
    let mut text = format!(
        "{} judged with {} and {}",
        count(comparison.programs, "program"),
        args.old,
        args.new
    );
    let more = [
        (comparison.shared, "failed with both"),
        (comparison.undecided, "failed with flags that only the second takes"),
        (comparison.flaky, "did not fail again"),
        (comparison.skipped, "seeds gave nothing to judge"),
    ];
    for (number_of, what) in more.into_iter().filter(|(number_of, _)| *number_of > 0) {
        write!(text, "; {} {what}", number(number_of)).expect("writing to a string");
    }
    text
}

fn headline(args: &CompareArgs, comparison: &Comparison) -> String {
    match comparison.new.len() as u64 {
        0 => format!("{} has no new bug", args.new),
        new => format!("{} has {} that {} has not", args.new, count(new, "bug"), args.old),
    }
}

fn program(bug: &NewBug) -> String {
    bug.files.iter().map(|file| file.text.as_str()).collect()
}

fn words(args: &CompareArgs, comparison: &Comparison) -> String {
    let (headline, judged) = (headline(args, comparison), judged(args, comparison));
    let mut text = format!("{headline}\n{judged}\n");
    for bug in &comparison.new {
        let (programs, seed) = (count(bug.programs, "program"), bug.first_seed);
        write!(
            text,
            "\n{}\n  flags {}; {programs}, the first of seed {seed}\n\n{}\n",
            bug.title,
            bug.flags,
            program(bug)
        )
        .expect("writing to a string");
    }
    text
}

/// For a pull request: short, with the programs folded away.
fn markdown(args: &CompareArgs, comparison: &Comparison) -> String {
    let mut text = format!("**{}**\n\n{}.\n", headline(args, comparison), judged(args, comparison));
    for bug in &comparison.new {
        let (program, programs) = (program(bug), count(bug.programs, "program"));
        let fence = "`".repeat(longest_ticks(&program).max(2) + 1);
        write!(
            text,
            "\n- {} (`{}`, {programs}, seed {})\n\n  <details><summary>Program</summary>\n\n\
             {fence}\n{program}\n{fence}\n\n  </details>\n",
            bug.title.replace(['<', '>', '\n'], " "),
            bug.flags.replace('`', "'"),
            bug.first_seed
        )
        .expect("writing to a string");
    }
    text
}

/// The longest run of backticks, which a fence must exceed.
fn longest_ticks(text: &str) -> usize {
    text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0)
}
