//! Many crossovers of a directory of `.ll` files (of the built-in functions without one), each
//! optimized by one of the tools and held against its output: what is broken is written down,
//! and CPU time is printed by stage. A tool is held by a process that forks for every module, as
//! in a hunt; that process is this program once more.
//!
//! `campaign [DIRECTORY] [--opt opt-16,opt-19,opt-22] [--passes PIPELINE] [--from N] [--count N]
//! [--minutes N] [--out DIRECTORY]` goes on where the last campaign in that directory stopped.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use spektr_judge::families::{self, library_of};
use spektr_llvm::crossover::{self, Policy, Stock};
use spektr_llvm::print::{self, Version};
use spektr_llvm::refine::{Effort, Report, Verdict};
use spektr_llvm::{parse, refine, syntax::Module};

const HOLD: &str = "--hold";

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|it| it == HOLD) {
        let held = families::named(families::ALL, "opt").hold(&arguments[1..]);
        return if held.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let mut value = |flag: &str| {
        let at = arguments.iter().position(|it| it == flag)?;
        arguments.remove(at);
        Some(arguments.remove(at))
    };
    let number = |text: Option<String>, default: u64| {
        text.and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let tools = value("--opt").unwrap_or("opt-16,opt-19,opt-22".into());
    let passes = value("--passes").unwrap_or("default<O3>".into());
    let from = number(value("--from"), 0);
    let count = number(value("--count"), 10_000);
    let minutes = number(value("--minutes"), 24 * 60);
    let out = value("--out").map_or(std::env::temp_dir().join("spektr-campaign"), PathBuf::from);
    let own = arguments.first().map(|directory| collected(Path::new(directory)));
    let stock = match (&own, crossover::built_in()) {
        (Some(own), _) => own,
        (None, Ok(stock)) => stock,
        (None, Err(complaint)) => panic!("{complaint}"),
    };
    println!("functions  {}", stock.modules.len());
    let campaign = Campaign { stock, passes, out, end: from + count };
    match campaign.run(&tools, from, Instant::now() + Duration::from_secs(60 * minutes)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

struct Campaign<'a> {
    stock: &'a Stock,
    passes: String,
    out: PathBuf,
    end: u64,
}

/// CPU time in microseconds: of ours by stage, and of the tools.
#[derive(Default)]
struct Stages {
    generate: u64,
    print: u64,
    read: u64,
    refine: u64,
    other: u64,
    /// Crossovers whose first pick fitted.
    fits: u64,
}

/// How often the figures are printed.
const EVERY: u64 = 5_000;

impl Campaign<'_> {
    fn run(&self, tools: &str, from: u64, until: Instant) -> io::Result<()> {
        fs::create_dir_all(&self.out)?;
        let state = self.out.join("next");
        let next = fs::read_to_string(&state).ok().and_then(|it| it.trim().parse().ok());
        let first: u64 = next.unwrap_or(from);
        let mut held: Vec<Held> =
            tools.split(',').map(|tool| Held::start(tool, &self.out)).collect::<io::Result<_>>()?;
        let policy = Policy::default();
        let (mut stages, mut counts) = (Stages::default(), BTreeMap::<String, u64>::new());
        let mut seed = first;
        while seed < self.end && Instant::now() < until {
            let of = seed as usize % held.len();
            let verdict = self.one(seed, &policy, &mut held[of], &mut stages)?;
            *counts.entry(verdict).or_default() += 1;
            seed += 1;
            if seed.is_multiple_of(EVERY) || seed == self.end {
                fs::write(&state, seed.to_string())?;
                print(seed - first, &stages, &counts, &held);
            }
        }
        fs::write(&state, seed.to_string())?;
        print(seed - first, &stages, &counts, &held);
        held.into_iter().try_for_each(Held::end)
    }

    /// One crossover, from its seed to its verdict.
    fn one(
        &self,
        seed: u64,
        policy: &Policy,
        held: &mut Held,
        stages: &mut Stages,
    ) -> io::Result<String> {
        let mut last = cpu();
        let mut spent = move |on: &mut u64| {
            let now = cpu();
            *on += now - std::mem::replace(&mut last, now);
        };
        let crossed = self.stock.make(seed, policy);
        spent(&mut stages.generate);
        let Some(crossed) = crossed else { return Ok("not made".into()) };
        stages.fits += u64::from(crossed.fits);
        let Ok(text) = print::for_version(&crossed.module, held.version) else {
            return Ok("not in this version's words".into());
        };
        spent(&mut stages.print);
        let (input, output) = (held.directory.join("in.ll"), held.directory.join("out.ll"));
        fs::write(&input, &text)?;
        let answer = held.ask(&self.passes)?;
        if answer["status"] != 0 || !answer["signal"].is_null() {
            let kind = if answer["signal"].is_null() { "refused" } else { "crash" };
            let words = answer["stderr"].as_str().unwrap_or_default();
            self.keep(&format!("{kind}-{}-{seed}", held.tool), &text, words)?;
            spent(&mut stages.other);
            return Ok(format!("{kind} by {}", held.tool));
        }
        let written = fs::read(&output)?;
        spent(&mut stages.other);
        let after = parse::module("out.ll", &String::from_utf8_lossy(&written));
        spent(&mut stages.read);
        let Ok(after) = after else {
            self.keep(&format!("unread-{}-{seed}", held.tool), &text, "")?;
            return Ok("the output is not understood".into());
        };
        let report = refine::refine(&crossed.module, &after, &Effort::of_a_hunt());
        spent(&mut stages.refine);
        if report.broken().is_some() {
            self.keep(&format!("broken-{}-{seed}", held.tool), &text, &report.to_string())?;
        }
        spent(&mut stages.other);
        Ok(told(&report).into())
    }

    fn keep(&self, name: &str, text: &str, words: &str) -> io::Result<()> {
        println!("{name}\n{words}");
        fs::write(self.out.join(format!("{name}.ll")), text)
    }
}

/// What is said of a module by what is said of its functions.
fn told(report: &Report) -> &'static str {
    let has = |of: fn(&Verdict) -> bool| report.functions.iter().any(|(_, it)| of(it));
    if report.broken().is_some() {
        "broken"
    } else if has(|it| matches!(it, Verdict::Refines { inputs: 1.., .. })) {
        "refines"
    } else if has(|it| matches!(it, Verdict::Undecided { .. })) {
        "undecided"
    } else if has(|it| matches!(it, Verdict::NotUnderstood { .. })) {
        "not understood"
    } else {
        "undefined on all inputs"
    }
}

fn print(done: u64, stages: &Stages, counts: &BTreeMap<String, u64>, held: &[Held]) {
    let tools: u64 = held.iter().map(Held::cpu).sum();
    let rows = [
        ("generate", stages.generate),
        ("print", stages.print),
        ("LLVM", tools),
        ("read", stages.read),
        ("refine", stages.refine),
        ("other", stages.other),
    ];
    let all: u64 = rows.iter().map(|(_, micros)| micros).sum();
    let (done, share) = (done.max(1), |part: u64| 100.0 * part as f64 / all.max(1) as f64);
    println!("crossovers {done}, {} per core-hour", done * 3_600_000_000 / all.max(1));
    for (name, micros) in rows {
        println!("{name:>10} {:>8} µs each {:>5.1}%", micros / done, share(micros));
    }
    println!("{:>10} first picks that fit", stages.fits);
    counts.iter().for_each(|(what, count)| println!("{count:>10} {what}"));
    let _ = io::stdout().flush();
}

/// CPU time of this thread.
fn cpu() -> u64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as u64 * 1_000_000 + now.tv_nsec as u64 / 1000
}

/// A tool that is held by a process of its own.
struct Held {
    tool: String,
    version: Version,
    directory: PathBuf,
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
}

impl Held {
    fn start(tool: &str, out: &Path) -> io::Result<Held> {
        let path = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
            .map(|it| it.join(tool))
            .find(|it| it.exists())
            .ok_or_else(|| io::Error::other(format!("there is no {tool}")))?;
        let library = library_of(&path).ok_or_else(|| io::Error::other("no libLLVM"))?;
        let major = tool.rsplit('-').next().and_then(|it| it.parse().ok());
        let version = major.and_then(Version::new).unwrap_or(Version::NEWEST);
        let directory = out.join(tool);
        fs::create_dir_all(&directory)?;
        let mut child = Command::new(std::env::current_exe()?)
            .args([HOLD, &library])
            .arg(&path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("no pipes"));
        };
        Ok(Held { tool: tool.into(), version, directory, child, input, output })
    }

    fn ask(&mut self, passes: &str) -> io::Result<serde_json::Value> {
        let passes = format!("-passes={passes}");
        let request = serde_json::json!({
            "directory": self.directory,
            "args": ["-S", "in.ll", "-o", "out.ll", passes],
        });
        let request = serde_json::to_vec(&request)?;
        self.input.write_all(&(request.len() as u32).to_le_bytes())?;
        self.input.write_all(&request)?;
        self.input.flush()?;
        let mut length = [0; 4];
        self.output.read_exact(&mut length)?;
        let mut answer = vec![0; u32::from_le_bytes(length) as usize];
        self.output.read_exact(&mut answer)?;
        Ok(serde_json::from_slice(&answer)?)
    }

    /// Microseconds of CPU that the process and all it has forked have used.
    fn cpu(&self) -> u64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
        let stat = stat.unwrap_or_default();
        let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        // utime, stime, cutime and cstime, in hundredths of a second.
        fields.skip(11).take(4).filter_map(|it| it.parse::<u64>().ok()).sum::<u64>() * 10_000
    }

    fn end(mut self) -> io::Result<()> {
        drop(self.input);
        self.child.wait().map(drop)
    }
}

fn collected(directory: &Path) -> Stock {
    let (mut files, mut stock) = (Vec::new(), Stock::default());
    collect(directory, &mut files);
    files.sort();
    for file in &files {
        let text = String::from_utf8_lossy(&fs::read(file).unwrap_or_default()).into_owned();
        if let Ok(module) = parse::module(&file.to_string_lossy(), &text)
            && is_ours(file, &module)
        {
            stock.add(&module);
        }
    }
    stock
}

/// Directories of tests that are about other targets.
const FOREIGN: [&str; 9] =
    ["AArch64", "AMDGPU", "ARM", "NVPTX", "PowerPC", "RISCV", "Hexagon", "Mips", "SystemZ"];

fn is_ours(file: &Path, module: &Module) -> bool {
    let path = file.to_string_lossy();
    !FOREIGN.iter().any(|it| path.contains(&format!("/{it}/"))) && crossover::is_fit(module)
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "ll") {
            files.push(path);
        }
    }
}
