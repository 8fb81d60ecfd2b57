//! What reductions cost, one line per bug.

use crate::bug;
use crate::court::Quick;
use crate::starts::{self, SIZE, Start};
use crate::trial::{find, generate, look, read, reduce, shows};

/// Seeds tried from a start on.
const TRIES: u64 = 300;

/// Prints the table for the bugs of these names, or for all.
pub fn print(names: &[String]) {
    println!(
        "{:<20} {:>6} {:>6} {:>6} {:>5} {:>6} {:>7} {:>7} {:>7} {:>8}",
        "bug", "seed", "before", "after", "least", "asked", "tried", "refused", "compile", "cpu s"
    );
    for start in starts::all() {
        if names.is_empty() || names.iter().any(|name| name == start.bug.name) {
            match line(&start) {
                Ok(line) => println!("{line}"),
                Err(why) => println!("{:<20} {why}", start.bug.name),
            }
        }
    }
}

fn line(start: &Start) -> Result<String, String> {
    let found = find(start.bug, start.seed..start.seed + TRIES, SIZE)
        .ok_or_else(|| format!("no program shows it in {TRIES} tries"))?;
    let court = Quick::new(&[start.bug]);
    let triage = look(&court, found.case())?;
    let least = read(start.minimal).program.size().statements;
    let smaller = reduce(&court, found.program.as_ref(), &triage, 1)?;
    let figures = &smaller.reduction;
    if std::env::var_os("SEEDED_SHOW").is_some() {
        println!("{}", smaller.program.text());
    }
    Ok(format!(
        "{:<20} {:>6} {:>6} {:>6} {:>5} {:>6} {:>7} {:>7} {:>7} {:>8.2}",
        start.bug.name,
        found.seed,
        figures.statements_before,
        figures.statements_after,
        least,
        figures.asked,
        figures.candidates,
        figures.rejected_by_machine,
        figures.compiles,
        figures.cpu_seconds,
    ))
}

/// How often each bug shows in the programs of some seeds.
pub fn frequencies(seeds: std::ops::Range<u64>, names: &[String]) {
    let programs: Vec<_> = seeds.map(|seed| generate(seed, SIZE)).collect();
    for bug in bug::all() {
        if !names.is_empty() && !names.iter().any(|name| name == bug.name) {
            continue;
        }
        let court = Quick::new(&[bug]);
        let showing: Vec<u64> = programs
            .iter()
            .filter(|found| shows(&court, found.case()))
            .map(|found| found.seed)
            .collect();
        println!("{:<20} {:>3} of {}: {showing:?}", bug.name, showing.len(), programs.len());
    }
}
