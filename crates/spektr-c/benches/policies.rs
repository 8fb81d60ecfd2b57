//! What generation policies change: programs made with and without them, in equal amounts of
//! source, and how often gcc's optimizations then do something, by its own counters
//! (`-fdump-statistics-stats`, which stock compilers have). The denominator is the megabyte of
//! source; the interval is that of a mean over repetitions, 95% by the normal distribution.
//!
//! `cargo bench -p spektr-c --bench policies [-- repetitions [bytes [compiler]]]`

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

use spektr_c::generate::{Dialect, Policy, generate};
use spektr_c::print;

/// Counters by optimization, for one repetition.
type Counts = BTreeMap<String, f64>;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let number = |index: usize, otherwise: u64| {
        args.get(index).and_then(|arg| arg.parse::<u64>().ok()).unwrap_or(otherwise)
    };
    let (repetitions, bytes) = (number(0, 20).max(2), number(1, 100_000));
    let compiler = args.get(2).map_or("gcc", String::as_str);
    let with = Policy::default();
    let mut without = Policy::default();
    without.swarm.policies = false;
    without.swarm.shuffle = false;
    without.swarm.enabled = false;
    let directory = std::env::temp_dir().join(format!("policies-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory for texts");
    let mut sides: [Vec<Counts>; 2] = [Vec::new(), Vec::new()];
    for repetition in 0..repetitions {
        for (side, policy) in [&with, &without].into_iter().enumerate() {
            sides[side].push(repeated(policy, repetition, bytes, compiler, &directory));
        }
    }
    // What was written can stay behind only if somebody else holds it.
    let _ = std::fs::remove_dir_all(&directory);
    report(&sides, repetitions, bytes, compiler);
}

/// Programs of new seeds until there is enough source, compiled and counted, per megabyte.
fn repeated(policy: &Policy, repetition: u64, bytes: u64, compiler: &str, at: &Path) -> Counts {
    let (mut made, mut counts) = (0, Counts::new());
    for seed in repetition * 10_000.. {
        if made >= bytes {
            break;
        }
        let program = generate(Dialect::C, seed, policy, Some(150)).program;
        let text = print::print(&program).swap_remove(0).text;
        made += text.len() as u64;
        for (name, count) in counters(&text, compiler, at) {
            *counts.entry(name).or_default() += count;
        }
    }
    counts.values_mut().for_each(|count| *count *= 1e6 / made as f64);
    counts
}

fn counters(text: &str, compiler: &str, at: &Path) -> Counts {
    std::fs::write(at.join("a.c"), text).expect("a text");
    let status = Command::new(compiler)
        .args(["-std=gnu17", "-w", "-O3", "-c", "a.c", "-o", "a.o", "-fdump-statistics-stats"])
        .current_dir(at)
        .stdin(Stdio::null())
        .status()
        .expect("the compiler starts");
    assert!(status.success(), "{compiler} takes valid programs");
    let files = std::fs::read_dir(at).expect("the directory is there").flatten();
    let dump =
        files.map(|file| file.path()).find(|path| path.to_string_lossy().ends_with(".statistics"));
    let text = std::fs::read_to_string(dump.expect("gcc writes its counters")).expect("a text");
    let mut counts = Counts::new();
    for line in text.lines() {
        // `39 ccp "Copies propagated" 4`
        let (Some((head, rest)), Some((_, count))) =
            (line.split_once(" \""), line.rsplit_once(' '))
        else {
            continue;
        };
        let pass = head
            .split(' ')
            .next_back()
            .unwrap_or(head)
            .trim_end_matches(|c: char| c.is_ascii_digit());
        let name = rest.rsplit_once('"').map_or(rest, |(name, _)| name);
        let count: f64 = count.parse().unwrap_or(0.0);
        *counts.entry(format!("{pass}: {name}")).or_default() += count;
    }
    counts
}

fn mean_and_interval(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, 1.96 * (variance / count).sqrt())
}

fn report(sides: &[Vec<Counts>; 2], repetitions: u64, bytes: u64, compiler: &str) {
    println!(
        "{compiler} -O3, {repetitions} repetitions of {bytes} bytes of source; counts per megabyte, 95% intervals\n"
    );
    println!("{:<56} {:>20} {:>20}   more", "counter", "with policies", "without");
    let mut names: Vec<&String> = sides.iter().flatten().flat_map(BTreeMap::keys).collect();
    names.sort();
    names.dedup();
    let (mut more, mut less, mut open) = (0, 0, 0);
    for name in names {
        let of = |side: &[Counts]| -> Vec<f64> {
            side.iter().map(|counts| counts.get(name).copied().unwrap_or(0.0)).collect()
        };
        let ((one, around), (other, beside)) =
            (mean_and_interval(&of(&sides[0])), mean_and_interval(&of(&sides[1])));
        let verdict = if one - around > other + beside {
            more += 1;
            "with"
        } else if other - beside > one + around {
            less += 1;
            "without"
        } else {
            open += 1;
            ""
        };
        println!(
            "{name:<56} {one:>11.1} ± {around:<6.1} {other:>11.1} ± {beside:<6.1}   {verdict}"
        );
    }
    println!("\nmore often with policies: {more}; without: {less}; not told apart: {open}");
}
