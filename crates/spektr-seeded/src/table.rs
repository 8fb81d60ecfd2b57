//! What reductions cost, one line per bug.

use spektr_hunt::examine::Smaller;

use crate::bug;
use crate::finding::{find, generate, look, read, reduce, shows};
use crate::laboratory::quick;
use crate::starts::{self, SIZE, Start};

/// Seeds tried from a start on.
const TRIES: u64 = 300;

/// What the columns of a row are.
pub const HEAD: &str =
    "bug                    seed before  after  least candidates refused  asked compiles    cpu s";

/// Prints the table for the bugs of these names, or for all; with `show`, also the programs.
pub fn print(names: &[String], show: bool) {
    println!("{HEAD}");
    for start in starts::all() {
        if !names.is_empty() && !names.iter().any(|name| name == start.bug.name) {
            continue;
        }
        match reduced(&start) {
            Ok((seed, smaller)) => {
                println!("{}", row(&start, seed, &smaller));
                if show {
                    println!("{}", smaller.program.text());
                }
            }
            Err(why) => println!("{:<20} {why}", start.bug.name),
        }
    }
}

fn reduced(start: &Start) -> Result<(u64, Smaller), String> {
    let found = find(start.bug, start.seed..start.seed + TRIES, SIZE)
        .ok_or_else(|| format!("no program shows it in {TRIES} tries"))?;
    let judge = quick(&[start.bug]);
    let triage = look(&judge, &found.case)?;
    Ok((found.seed, reduce(&judge, found.case.program.as_ref(), &triage, 1)?))
}

/// One line of figures: statements before, after and in the hand-made minimum, and what
/// the way there took.
pub fn row(start: &Start, seed: u64, smaller: &Smaller) -> String {
    let figures = &smaller.reduction;
    format!(
        "{:<20} {:>6} {:>6} {:>6} {:>6} {:>10} {:>7} {:>6} {:>8} {:>8.2}",
        start.bug.name,
        seed,
        figures.statements_before,
        figures.statements_after,
        read(start.minimal).case.program.size().statements,
        figures.candidates,
        figures.rejected_by_machine,
        figures.asked,
        figures.compiles,
        figures.cpu_seconds,
    )
}

/// How often each bug shows in the programs of some seeds.
pub fn frequencies(seeds: std::ops::Range<u64>, names: &[String]) {
    let programs: Vec<_> = seeds.map(|seed| generate(seed, SIZE)).collect();
    for bug in bug::all() {
        if !names.is_empty() && !names.iter().any(|name| name == bug.name) {
            continue;
        }
        let judge = quick(&[bug]);
        let showing: Vec<u64> = programs
            .iter()
            .filter(|found| shows(&judge, &found.case))
            .map(|found| found.seed)
            .collect();
        println!("{:<20} {:>3} of {}: {showing:?}", bug.name, showing.len(), programs.len());
    }
}
