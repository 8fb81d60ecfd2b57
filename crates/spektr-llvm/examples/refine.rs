//! Holds modules after optimization against modules before it: `refine BEFORE AFTER …`, in
//! pairs, or `refine --one FILE …` for files with `@src` and `@tgt`. Prints what is broken, and
//! a line of totals.

use std::collections::BTreeMap;
use std::time::Instant;

use spektr_llvm::refine::{Effort, Report, Verdict};
use spektr_llvm::{parse, refine};

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut take = |flag: &str| {
        let at = arguments.iter().position(|it| it == flag);
        at.map(|at| arguments.remove(at)).is_some()
    };
    let (one, all) = (take("--one"), take("--all"));
    let mut effort = Effort { undef_inputs: !take("--no-undef"), ..Effort::default() };
    if take("--more") {
        (effort.inputs, effort.tries) = (512, 8);
    }
    let mut totals: BTreeMap<&str, u32> = BTreeMap::new();
    let mut reasons: BTreeMap<String, u32> = BTreeMap::new();
    let mut times = Vec::new();
    let files: Vec<&[String]> = arguments.chunks(if one { 1 } else { 2 }).collect();
    for pair in files {
        let read = |name: &String| {
            let text = std::fs::read_to_string(name).map_err(|error| error.to_string())?;
            parse::module(name, &text).map_err(|complaint| complaint.to_string())
        };
        let begun = Instant::now();
        let judged: Result<Report, String> = match pair {
            [file] => read(file).map(|module| refine::refine_in_one(&module, &effort)),
            [before, after] => read(before).and_then(|mut before| {
                let after = read(after)?;
                // Tests are given their layout on opt's command line.
                before.data_layout = after.data_layout.clone();
                Ok(refine::refine(&before, &after, &effort))
            }),
            _ => continue,
        };
        let report = match judged {
            Ok(report) => report,
            Err(words) => {
                eprintln!("{words}");
                *totals.entry("unread").or_default() += 1;
                continue;
            }
        };
        let spent = begun.elapsed().as_micros() as u64;
        let count = report.functions.len().max(1) as u64;
        times.extend(report.functions.iter().map(|_| spent / count));
        for (name, verdict) in &report.functions {
            let kind = match verdict {
                Verdict::Refines { inputs: 0, .. } => "undefined",
                Verdict::Refines { .. } => "refines",
                Verdict::Broken(_) => "broken",
                Verdict::Undecided { reason } => {
                    *reasons.entry(reason.clone()).or_default() += 1;
                    "undecided"
                }
                Verdict::NotUnderstood { what } => {
                    *reasons.entry(what.clone()).or_default() += 1;
                    "not understood"
                }
            };
            *totals.entry(kind).or_default() += 1;
            if all || kind == "broken" {
                println!("{}: @{name}: {verdict}", pair[0]);
            }
        }
    }
    times.sort_unstable();
    let median = times.get(times.len() / 2).copied().unwrap_or(0);
    println!("{totals:?}, median {median} microseconds");
    let mut reasons: Vec<(u32, String)> = reasons.into_iter().map(|(a, b)| (b, a)).collect();
    reasons.sort();
    for (count, reason) in reasons.iter().rev().take(25) {
        println!("  {count:6} {reason}");
    }
}
