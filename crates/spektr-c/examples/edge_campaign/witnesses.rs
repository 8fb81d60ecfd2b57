//! The machine against sanitizers, and against a plain build of another compiler whose stack is not
//! clean: it shows what the sanitizers' own compiler gives a value although nobody asked. Programs share a compilation
//! and a process that forks for each of them; a sanitizer is asked only about programs in which
//! those before it saw nothing. What each program came to is a line of a log, by which a campaign
//! that was interrupted goes on.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use spektr_c::batch;
use spektr_c::edge::{Generated, Policy, generate};

use crate::{children_cpu, own_cpu};

/// Programs that share a compilation.
const TOGETHER: usize = 16;

/// A build: what it is called in the log, and the command.
struct Sanitizer {
    name: &'static str,
    command: &'static [&'static str],
}

/// In the paper's order, but for address and undefined, which share a build.
const SANITIZERS: [Sanitizer; 3] = [
    Sanitizer {
        name: "clang-19 address,undefined",
        command: &[
            "clang-19",
            "-O0",
            "-fsanitize=address,undefined",
            "-fno-sanitize-recover=all",
            "-fsanitize-address-use-after-return=always",
        ],
    },
    Sanitizer { name: "clang-19 memory", command: &["clang-19", "-O0", "-fsanitize=memory"] },
    Sanitizer { name: "gcc, used stack", command: &["gcc", "-O0"] },
];

/// Where the time goes.
#[derive(Default)]
struct Times {
    generating: Duration,
    compiling: Duration,
    running: Duration,
}

pub struct Campaign {
    directory: PathBuf,
    policy: Policy,
    times: Times,
}

/// What one program came to.
struct Line {
    seed: u64,
    recipe: String,
    /// What the machine says: `defined`, or the class and rule of what stops it.
    verdict: String,
    /// What a sanitizer says; empty if none objects.
    objection: String,
}

impl Line {
    fn parse(line: &str) -> Option<Line> {
        let mut words = line.splitn(4, '\t').map(str::to_owned);
        let seed = words.next()?.parse().ok()?;
        let (recipe, verdict, objection) = (words.next()?, words.next()?, words.next()?);
        Some(Line { seed, recipe, verdict, objection })
    }
}

impl Campaign {
    pub fn new(directory: &Path, policy: Policy) -> Campaign {
        fs::write(directory.join("driver.c"), include_str!("driver.c")).expect("it is written");
        let mut compiler = Command::new("clang-19");
        compiler.args(["-c", "-O1", "driver.c", "-o", "driver.o"]).current_dir(directory);
        assert!(compiler.status().expect("clang-19 starts").success());
        Campaign { directory: directory.to_owned(), policy, times: Times::default() }
    }

    /// Goes on behind the last seed of the log, and tabulates all that is in it.
    pub fn run(&mut self, first: u64, count: u64, log: &Path) {
        let end = first + count;
        let known = fs::read_to_string(log).unwrap_or_default();
        let last = known.lines().filter_map(Line::parse).map(|line| line.seed).max();
        let next = last.map_or(first, |last| last + 1);
        let mut log_file =
            fs::OpenOptions::new().create(true).append(true).open(log).expect("a log");
        for start in (next..end).step_by(TOGETHER) {
            let mut text = String::new();
            for line in self.batch(start, (start + TOGETHER as u64).min(end)) {
                let Line { seed, recipe, verdict, objection } = line;
                text += &format!("{seed}\t{recipe}\t{verdict}\t{objection}\n");
            }
            log_file.write_all(text.as_bytes()).expect("the log is written");
        }
        tabulate(&fs::read_to_string(log).expect("the log is there"));
        let Times { generating, compiling, running } = self.times;
        println!(
            "CPU of this run: generating {:.1} s, compiling {:.1} s, running {:.1} s",
            generating.as_secs_f64(),
            compiling.as_secs_f64(),
            running.as_secs_f64()
        );
    }

    fn batch(&mut self, start: u64, end: u64) -> Vec<Line> {
        let before = own_cpu();
        let made: Vec<Generated> =
            (start..end).map(|seed| generate(seed, &self.policy, None)).collect();
        self.times.generating += own_cpu() - before;
        let mut lines: Vec<Line> = (start..end)
            .zip(&made)
            .map(|(seed, made)| Line {
                seed,
                recipe: made.recipe.to_string(),
                verdict: made.ending.as_ref().map_or_else(
                    |stop| format!("{} {}", stop.class(), stop.rule()),
                    |_| "defined".to_owned(),
                ),
                objection: String::new(),
            })
            .collect();
        for sanitizer in &SANITIZERS {
            let asked: Vec<usize> =
                (0..made.len()).filter(|&at| lines[at].objection.is_empty()).collect();
            if asked.is_empty() {
                break;
            }
            let programs: Vec<&Generated> = asked.iter().map(|&at| &made[at]).collect();
            for (at, objection) in asked.iter().zip(self.ask(sanitizer, &programs)) {
                lines[*at].objection = objection;
            }
        }
        lines
    }

    /// What the sanitizer says of each program; nothing is an empty string.
    fn ask(&mut self, sanitizer: &Sanitizer, made: &[&Generated]) -> Vec<String> {
        let programs: Vec<_> = made.iter().map(|it| &it.program).collect();
        let text = batch::text(&programs, |index| format!("program {index}"));
        fs::write(self.directory.join("batch.c"), text).expect("it is written");
        let before = children_cpu();
        let mut compiler = Command::new(sanitizer.command[0]);
        compiler.args(&sanitizer.command[1..]).current_dir(&self.directory);
        compiler.args(["-std=gnu17", "-w", "-Dmain=programs", "batch.c", "driver.o"]);
        let said = compiler.args(["-fuse-ld=gold", "-o", "batch"]).output().expect("a compiler");
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
        let between = children_cpu();
        self.times.compiling += between - before;
        let mut runs = Command::new(self.directory.join("batch"));
        runs.arg(&self.directory).args((0..made.len()).map(|index| index.to_string()));
        // Names of functions are not needed, and cost more than all the rest.
        let options = "detect_leaks=0:detect_stack_use_after_return=1:symbolize=0";
        runs.env("ASAN_OPTIONS", options).env("UBSAN_OPTIONS", "symbolize=0");
        runs.env("MSAN_OPTIONS", "symbolize=0");
        let said = runs.output().expect("the programs start");
        self.times.running += children_cpu() - between;
        let statuses = String::from_utf8_lossy(&said.stdout).into_owned();
        let statuses: Vec<&str> = statuses.lines().collect();
        assert_eq!(statuses.len(), made.len(), "{statuses:?}");
        let name = sanitizer.name;
        (0..made.len())
            .map(|index| {
                let err = fs::read(self.directory.join(format!("{index}.err"))).unwrap_or_default();
                let words = String::from_utf8_lossy(&err);
                let is_telling =
                    |line: &&str| line.contains("Sanitizer") || line.contains("runtime error");
                if let Some(line) = words.lines().find(is_telling) {
                    return format!("{name}: {}", without_addresses(line));
                }
                let out = fs::read(self.directory.join(format!("{index}.out"))).unwrap_or_default();
                let is_defined = made[index].ending.is_ok();
                let ended = statuses[index] == format!("{index} 0");
                match is_defined && !(ended && out == made[index].stdout) {
                    true => format!("{name}: prints something else, or ends otherwise"),
                    false => String::new(),
                }
            })
            .collect()
    }
}

/// A line of a report without the numbers that differ from run to run.
fn without_addresses(line: &str) -> String {
    let number = |word: &&str| !word.contains("0x") && !word.starts_with("==");
    line.split_whitespace().filter(number).collect::<Vec<_>>().join(" ")
}

/// By the machine's words: programs, and those to which a sanitizer objects.
fn tabulate(log: &str) {
    let lines: Vec<Line> = log.lines().filter_map(Line::parse).collect();
    let mut table: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for line in &lines {
        let row = table.entry(&line.verdict).or_default();
        row.0 += 1;
        row.1 += u64::from(!line.objection.is_empty());
    }
    println!("{} programs", lines.len());
    println!("| machine | programs | a sanitizer objects | only the machine |");
    println!("|---|---|---|---|");
    for (verdict, (all, seen)) in &table {
        println!("| {verdict} | {all} | {seen} | {} |", all - seen);
    }
    let broken = lines.iter().filter(|it| it.verdict == "defined" && !it.objection.is_empty());
    println!("defined programs to which a witness objects: {}", broken.clone().count());
    for Line { seed, recipe, objection, .. } in broken {
        println!("{seed} {recipe}: {objection}");
    }
}
