//! Campaigns that measure the edge generator; the tables of docs/edge.md come from here.
//!
//!     edge_campaign witnesses FIRST COUNT LOG [POLICY]  machine against sanitizers (clang-19, -O0)
//!     edge_campaign relaxations COUNT                 each relaxation alone: applied, still defined
//!     edge_campaign rate FIRST COUNT [POLICY]         usable programs per CPU-hour, gcc and clang
//!     edge_campaign lazy FIRST COUNT [POLICY]         the same, asking the machine about mismatches only
//!     edge_campaign lines FIRST COUNT                 lines executed, by gcov
//!     edge_campaign frama-c FIRST COUNT               defined programs before Frama-C's Eva

mod witnesses;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use spektr_c::edge::relax::{Mode, RELAXATIONS};
use spektr_c::edge::{Generated, Policy, Recipe, generate};
use spektr_c::print;
use witnesses::Campaign;

/// Seconds that an undefined program may run: it need not end.
const SECONDS: &str = "5";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| args.get(at).and_then(|it| it.parse::<u64>().ok()).unwrap_or(0);
    let is_logged = args.first().is_some_and(|it| it == "witnesses");
    let policy = args
        .get(3 + usize::from(is_logged))
        .map(|path| std::fs::read_to_string(path).expect("a policy file"));
    let policy = Policy::parse(&policy.unwrap_or_default()).expect("a policy");
    let directory = tempfile::tempdir().expect("a directory");
    let bench = Bench { directory: directory.path().to_owned(), policy };
    match args.first().map(String::as_str) {
        Some("witnesses") => {
            let log = Path::new(args.get(3).expect("a log"));
            Campaign::new(&bench.directory, bench.policy).run(number(1), number(2), log);
        }
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

impl Bench {
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
