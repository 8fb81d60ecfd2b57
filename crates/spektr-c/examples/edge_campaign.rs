//! Campaigns that measure the edge generator; the tables of docs/edge.md come from here.
//!
//!     edge_campaign witnesses FIRST COUNT [POLICY]    machine against sanitizers (clang-19, -O0)
//!     edge_campaign relaxations COUNT                 each relaxation alone: applied, still defined
//!     edge_campaign rate FIRST COUNT [POLICY]         usable programs per CPU-hour, gcc and clang
//!     edge_campaign lazy FIRST COUNT [POLICY]         the same, asking the machine about mismatches only
//!     edge_campaign lines FIRST COUNT                 lines executed, by gcov
//!     edge_campaign frama-c FIRST COUNT               defined programs before Frama-C's Eva

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use spektr_c::batch;
use spektr_c::edge::relax::{Mode, RELAXATIONS};
use spektr_c::edge::{Generated, Policy, Recipe, generate};
use spektr_c::print;

/// Programs that share a compilation: what a sanitizer's library costs to link is shared too.
const TOGETHER: usize = 16;

/// Seconds that an undefined program may run: it need not end.
const SECONDS: &str = "5";

const ADDRESS: &[&str] = &[
    "clang-19",
    "-O0",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-fsanitize-address-use-after-return=always",
];
const MEMORY: &[&str] = &["clang-19", "-O0", "-fsanitize=memory"];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| args.get(at).and_then(|it| it.parse::<u64>().ok()).unwrap_or(0);
    let policy = args.get(3).map(|path| std::fs::read_to_string(path).expect("a policy file"));
    let policy = Policy::parse(&policy.unwrap_or_default()).expect("a policy");
    let directory = tempfile::tempdir().expect("a directory");
    let bench = Bench { directory: directory.path().to_owned(), policy };
    match args.first().map(String::as_str) {
        Some("witnesses") => bench.witnesses(number(1), number(2)),
        Some("relaxations") => relaxations(number(1)),
        Some("rate") => bench.rate(number(1), number(2), false),
        Some("lazy") => bench.rate(number(1), number(2), true),
        Some("lines") => bench.lines(number(1), number(2)),
        Some("frama-c") => bench.frama_c(number(1), number(2)),
        _ => {
            eprintln!("usage: edge_campaign witnesses|relaxations|rate|lazy|lines|frama-c …");
            std::process::exit(2);
        }
    }
}

struct Bench {
    directory: PathBuf,
    policy: Policy,
}

/// What the witnesses say of one program.
struct Testimony {
    objection: Option<String>,
    /// What it printed under the address sanitizer, where it came to its end.
    stdout: Option<Vec<u8>>,
}

impl Bench {
    fn witnesses(&self, first: u64, count: u64) {
        // By the machine's words: programs, and those that a sanitizer objects to.
        let mut table: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        let mut broken = Vec::new();
        let (mut machine, begun) = (Duration::ZERO, Instant::now());
        for start in (first..first + count).step_by(TOGETHER) {
            let seeds = start..(start + TOGETHER as u64).min(first + count);
            let before = own_cpu();
            let made: Vec<(u64, Generated)> =
                seeds.map(|seed| (seed, generate(seed, &self.policy, None))).collect();
            machine += own_cpu() - before;
            let testimonies = self.testimonies(&made);
            for ((seed, made), testimony) in made.iter().zip(testimonies) {
                let verdict = made.ending.as_ref().map_or_else(
                    |stop| format!("{} {}", stop.class(), stop.rule()),
                    |_| "defined".to_owned(),
                );
                let row = table.entry(verdict.clone()).or_default();
                row.0 += 1;
                row.1 += u64::from(testimony.objection.is_some());
                if made.ending.is_ok() {
                    if let Some(words) = testimony.objection {
                        broken.push(format!("{seed} {}: {words}", made.recipe));
                    } else if testimony.stdout.as_ref() != Some(&made.stdout) {
                        broken.push(format!("{seed} {}: prints something else", made.recipe));
                    }
                }
            }
        }
        println!("| machine | programs | a sanitizer objects | only the machine |");
        println!("|---|---|---|---|");
        for (verdict, (all, seen)) in &table {
            println!("| {verdict} | {all} | {seen} | {} |", all - seen);
        }
        println!("generating: {:.1} s of CPU; wall {:?}", machine.as_secs_f64(), begun.elapsed());
        println!("defined programs to which a witness objects: {}", broken.len());
        broken.iter().for_each(|line| println!("{line}"));
    }

    fn testimonies(&self, made: &[(u64, Generated)]) -> Vec<Testimony> {
        let programs: Vec<_> = made.iter().map(|(_, it)| &it.program).collect();
        let source = self.directory.join("batch.c");
        let text = batch::text(&programs, |index| format!("program {index}"));
        std::fs::write(&source, text).expect("it is written");
        let built: Vec<PathBuf> = [ADDRESS, MEMORY]
            .iter()
            .enumerate()
            .map(|(number, compiler)| {
                let program = self.directory.join(format!("batch{number}"));
                let said = compile(compiler, &source, &program);
                assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
                program
            })
            .collect();
        (0..made.len()).map(|index| testimony(&built, index)).collect()
    }

    /// One by one, as a differential test does it: two compilers, two levels, all of what is
    /// started counted. Eager: undefined programs are not compiled. Lazy, as in the paper's
    /// Fig. 1b: all are, and whether one is defined is asked only if outputs differ.
    fn rate(&self, first: u64, count: u64, lazy: bool) {
        let compilers: [&[&str]; 4] =
            [&["gcc", "-O0"], &["gcc", "-O2"], &["clang-19", "-O0"], &["clang-19", "-O2"]];
        let (own, children) = (own_cpu(), children_cpu());
        let (mut usable, mut differ, mut wrong, mut generating) = (0, 0, 0, Duration::ZERO);
        for seed in first..first + count {
            let before = own_cpu();
            let made = generate(seed, &self.policy, None);
            generating += own_cpu() - before;
            usable += u32::from(made.ending.is_ok());
            if made.ending.is_err() && !lazy {
                continue;
            }
            let source = self.write(seed, &made);
            let outputs = compilers.map(|compiler| {
                let program = self.directory.join("program");
                assert!(compile(compiler, &source, &program).status.success(), "seed {seed}");
                let ran = run(&program, &[]);
                (ran.status.code(), ran.stdout)
            });
            let is_mismatch = outputs.iter().any(|it| *it != outputs[0]);
            differ += u64::from(is_mismatch);
            let is_wrong = outputs.iter().any(|(_, stdout)| *stdout != made.stdout);
            wrong += u64::from(made.ending.is_ok() && is_wrong);
        }
        let spent = (own_cpu() - own) + (children_cpu() - children);
        println!("{count} programs, {usable} of them defined: {differ} have outputs that differ,");
        println!("{wrong} of the defined ones have an output that the machine does not have");
        println!(
            "{:.1} s of CPU, {:.1} of them for generating: {:.0} usable programs per CPU-hour",
            spent.as_secs_f64(),
            generating.as_secs_f64(),
            f64::from(usable) * 3600.0 / spent.as_secs_f64()
        );
    }

    fn lines(&self, first: u64, count: u64) {
        let mut shares = Vec::new();
        for seed in first..first + count {
            let made = generate(seed, &self.policy, None);
            if made.ending.is_err() {
                continue;
            }
            let source = self.write(seed, &made);
            let program = self.directory.join(format!("{seed}"));
            assert!(compile(&["gcc", "-O0", "--coverage"], &source, &program).status.success());
            run(&program, &[]);
            let notes = format!("{seed}.gcda");
            let mut gcov = Command::new("gcov");
            gcov.current_dir(&self.directory).args(["-n", &notes]);
            let said = gcov.output().expect("gcov starts");
            let said = String::from_utf8_lossy(&said.stdout).into_owned();
            let share = said.split("Lines executed:").nth(1).and_then(|it| it.split('%').next());
            shares.push(share.expect("gcov tells").parse::<f64>().expect("a number"));
        }
        shares.sort_by(f64::total_cmp);
        println!("{} programs, median {:.1} %", shares.len(), shares[shares.len() / 2]);
    }

    fn frama_c(&self, first: u64, count: u64) {
        let (mut asked, mut alarms, mut silent) = (0, Vec::new(), 0);
        let mut seed = first;
        while asked < count {
            let made = generate(seed, &self.policy, None);
            seed += 1;
            if made.ending.is_err() {
                continue;
            }
            asked += 1;
            let source = self.write(seed, &made);
            let mut eva = Command::new("timeout");
            eva.args(["60", "frama-c", "-eva", "-eva-precision", "0", "-eva-slevel", "100000"]);
            eva.args(["-eva-no-print", "-eva-no-show-progress", "-unspecified-access"]);
            eva.args(["-machdep", "gcc_x86_64", "-kernel-warn-key", "annot-error=inactive"]);
            // It takes what is volatile for changed by others at any time; there are no others.
            eva.arg("-cpp-extra-args=-Dvolatile=");
            let said = eva.arg(&source).output().expect("timeout starts");
            let words = String::from_utf8_lossy(&said.stdout).into_owned();
            // What is wrong stands on the same line, or on the next.
            let mut lines = words.lines().skip_while(|line| !line.contains("eva:alarm"));
            if !said.status.success() {
                silent += 1;
            } else if let Some(line) = lines.next() {
                let next = lines.next().unwrap_or_default().trim();
                alarms.push(format!("{} {}: {line} {next}", seed - 1, made.recipe));
            }
        }
        println!("{asked} programs, {silent} without an answer, {} with an alarm", alarms.len());
        alarms.iter().for_each(|line| println!("{line}"));
    }

    fn write(&self, seed: u64, made: &Generated) -> PathBuf {
        let source = self.directory.join(format!("{seed}.c"));
        std::fs::write(&source, &print::print(&made.program)[0].text).expect("it is written");
        source
    }
}

/// Each relaxation alone, with probabilities from its range.
fn relaxations(count: u64) {
    println!("| relaxation | mode | programs | with it applied | places each | still defined |");
    println!("|---|---|---|---|---|---|");
    for mode in [Mode::Miscompilation, Mode::Crash] {
        for (index, row) in RELAXATIONS.iter().enumerate() {
            if row.range(mode) == (0, 0) {
                continue;
            }
            let (mut applied, mut places, mut defined) = (0_u64, 0, 0);
            for seed in 0..count {
                let made = generate(seed, &alone(seed, index, mode), None);
                if made.applied.is_empty() {
                    continue;
                }
                applied += 1;
                places += made.applied.len();
                defined += u64::from(made.ending.is_ok());
            }
            let of_applied = |number: f64| number / applied.max(1) as f64;
            println!(
                "| {} | {mode:?} | {count} | {applied} | {:.1} | {:.0} % |",
                row.name,
                of_applied(places as f64),
                of_applied(defined as f64 * 100.0)
            );
        }
    }
}

/// The policy under which a seed has this relaxation alone, always on.
fn alone(seed: u64, index: usize, mode: Mode) -> Policy {
    let (low, high) = RELAXATIONS[index].range(mode);
    let mut recipe = Recipe::draw(seed, mode);
    let mut entropy = spektr_entropy::Entropy::named(seed, "alone");
    let chance = entropy.range(low.max(1).into(), high.into()) as u32;
    recipe.chances = std::array::from_fn(|at| if at == index { chance } else { 0 });
    let mut policy = Policy::default();
    policy.relax.recipe = recipe.to_string();
    policy
}

fn compile(compiler: &[&str], source: &Path, program: &Path) -> Output {
    let mut command = Command::new(compiler[0]);
    command.args(&compiler[1..]).args(["-std=gnu17", "-w"]).arg(source).arg("-o").arg(program);
    command.output().expect("the compiler starts")
}

fn run(program: &Path, args: &[String]) -> Output {
    let mut command = Command::new("timeout");
    command.arg(SECONDS).arg(program).args(args);
    command.env("ASAN_OPTIONS", "detect_leaks=0:detect_stack_use_after_return=1");
    command.output().expect("timeout starts")
}

/// Asks the sanitizers in the paper's order, up to the first that objects.
fn testimony(built: &[PathBuf], index: usize) -> Testimony {
    let mut stdout = None;
    for program in built {
        let ran = run(program, &[index.to_string()]);
        let words = String::from_utf8_lossy(&ran.stderr);
        let is_telling = |line: &&str| line.contains("Sanitizer") || line.contains("runtime error");
        if let Some(line) = words.lines().find(is_telling) {
            return Testimony { objection: Some(line.to_owned()), stdout: None };
        }
        if stdout.is_none() && ran.status.success() {
            stdout = Some(ran.stdout);
        }
    }
    Testimony { objection: None, stdout }
}

/// CPU time of this process, from what the kernel tells of it.
fn own_cpu() -> Duration {
    cpu(13)
}

/// CPU time of processes that were started and have ended.
fn children_cpu() -> Duration {
    cpu(15)
}

/// Two fields of `/proc/self/stat`, of which the first has this number; in hundredths of a second.
fn cpu(field: usize) -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux tells");
    let fields: Vec<&str> = stat.rsplit_once(')').expect("a name").1.split_whitespace().collect();
    let ticks = |at: usize| fields[at - 2].parse::<u64>().expect("a number");
    Duration::from_millis(10 * (ticks(field) + ticks(field + 1)))
}
