//! `spektr bench policies`: what generation policies change in a compiler. Programs are made
//! with and without them, in equal amounts of source, and the optimizer's own counters say how
//! often it did something. A count is per megabyte of source.

use crate::Wings;
use crate::cli::BenchArgs;
use crate::commands::{counting, wing};
use crate::exit::{Exit, Failure};
use crate::room::Room;
use crate::words::{number, percent, say};
use spektr_hunt::clock::process_cpu_micros;
use spektr_hunt::counters::{Comparison, Counts, More, compare};
use spektr_hunt::validity::Sample;
use spektr_judge::{Compiler, Flag};
use spektr_report::{CounterFacts, CounterRow, counters_page};
use spektr_wing::{Arg, Evidence, Experiment, Program, Step, Wing};

/// The language whose generator has such policies.
const WING: &str = "c";

/// Programs as they are without any policy: every choice on its own, with the weights as they
/// stand.
const WITHOUT: &str = "[swarm]\nenabled = false\nshuffle = false\npolicies = false\n";

/// What programs are compiled with, unless a person says otherwise.
const LEVEL: &str = "-O3";

/// Between the first seeds of two repetitions.
const APART: u64 = 10_000;

/// CPU time by what it went to.
#[derive(Clone, Copy, Debug, Default)]
struct Time {
    generate: u64,
    compile: u64,
}

struct Bench<'a> {
    args: &'a BenchArgs,
    wing: &'a dyn Wing,
    room: Room<'a>,
    compiler: Compiler,
    flags: Vec<Flag>,
    time: Time,
    programs: u64,
    bytes: u64,
}

pub fn run(args: &BenchArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let wing = wing(wings, Some(args.wing.as_deref().unwrap_or(WING)))?;
    let room = Room::open(&args.compilers, wings, wing, &std::env::temp_dir())?;
    let mut all = room.judge.targets().iter().map(|target| &target.compiler);
    let Some(compiler) = all.find(|it| !counting::words(it).is_empty()).cloned() else {
        let why = "`spektr bench policies` needs a gcc or clang: no other counts";
        return Err(Failure::new(Exit::NoCompiler, why));
    };
    let flags = match args.flags.is_empty() {
        true => vec![Flag::word(LEVEL)],
        false => args.flags.iter().map(|flag| Flag::split(flag)).collect(),
    };
    let time = Time::default();
    let mut bench = Bench { args, wing, room, compiler, flags, time, programs: 0, bytes: 0 };
    let (mut with, mut without) = (Vec::new(), Vec::new());
    for repetition in 0..args.repeat.max(2) {
        let first = args.from + repetition * APART;
        with.push(bench.repetition(None, first)?);
        without.push(bench.repetition(Some(WITHOUT), first)?);
    }
    let rows = compare(&with, &without);
    let about = bench.about();
    say(&format!("{about}\n\n{}\n{}", table(&rows), bench.shares()));
    if let Some(file) = &args.html {
        std::fs::write(file, page(about, &rows)).map_err(|error| {
            Failure::new(Exit::Usage, format!("cannot write {}: {error}", file.display()))
        })?;
    }
    Ok(Exit::Done)
}

impl Bench<'_> {
    /// Counters of programs of new seeds, until there is enough source.
    fn repetition(&mut self, policy: Option<&str>, first: u64) -> Result<Counts, Failure> {
        let (mut counts, mut bytes, mut seed) = (Counts::new(), 0, first);
        while bytes < self.args.bytes {
            let seeds = seed..seed + 1;
            let sample = Sample { maker: &self.args.style, seeds, policy, size: self.args.size };
            let before = process_cpu_micros();
            let made = sample.program(self.wing, seed)?;
            self.time.generate += process_cpu_micros() - before;
            let experiment = experiment(made.program.as_ref(), &self.compiler);
            bytes += experiment.files.iter().map(|file| file.text.len() as u64).sum::<u64>();
            for (name, count) in self.counters(&experiment)? {
                *counts.entry(name).or_default() += count;
            }
            self.programs += 1;
            seed += 1;
        }
        self.bytes += bytes;
        counts.values_mut().for_each(|count| *count *= 1e6 / bytes as f64);
        Ok(counts)
    }

    fn counters(&mut self, experiment: &Experiment) -> Result<Counts, Failure> {
        let attempt = self.room.judge.hear_out(experiment, &self.compiler, &self.flags)?;
        self.time.compile += attempt.spent.total_micros();
        let Some(seen) = attempt.seen() else {
            let why = format!("{}: {}", self.compiler.name, attempt.outcome);
            return Err(Failure::new(Exit::CompilerWrong, why));
        };
        let mut counts = Counts::new();
        let files = seen.files.iter().map(|file| String::from_utf8_lossy(&file.bytes).into_owned());
        for text in files.chain([attempt.diagnostics.clone()]) {
            for (name, count) in text.lines().scan(String::new(), counting::read).flatten() {
                *counts.entry(name).or_default() += count;
            }
        }
        Ok(counts)
    }

    fn about(&self) -> String {
        let flags: Vec<String> = self.flags.iter().map(ToString::to_string).collect();
        format!(
            "{} {}: {} repetitions of {} bytes of source with policies and as many without, {} \
             programs in all. Counts per megabyte of source; means with 95% intervals.",
            self.compiler.name,
            flags.join(" "),
            self.args.repeat.max(2),
            number(self.args.bytes),
            number(self.programs)
        )
    }

    /// Where the time went.
    fn shares(&self) -> String {
        let Time { generate, compile } = self.time;
        let rate = self.bytes as f64 / generate.max(1) as f64;
        format!(
            "CPU time: generation {}, compiling {}; {rate:.2} MB of source generated per CPU second\n",
            percent(generate, generate + compile),
            percent(compile, generate + compile)
        )
    }
}

/// A program compiled, with the compiler's counters as evidence.
fn experiment(program: &dyn Program, compiler: &Compiler) -> Experiment {
    let files = program.files();
    let mut args: Vec<Arg> = ["-std=gnu17", "-w", "-c"].map(Arg::text).to_vec();
    args.extend(files.iter().map(|file| Arg::file(&file.name)));
    args.extend(counting::words(compiler).iter().map(|word| Arg::text(word)));
    args.extend([Arg::text("-o"), Arg::Output]);
    Experiment {
        files,
        steps: vec![Step::subject(args, "program.o")],
        evidence: Evidence::Files(vec![counting::FILE.to_owned()]),
    }
}

fn table(rows: &[Comparison]) -> String {
    let mut text = format!("{:<56} {:>20} {:>20}   more\n", "counter", "with policies", "without");
    let (mut with, mut without, mut open) = (0, 0, 0);
    for row in rows {
        let more = match row.more() {
            More::First => (&mut with, "with"),
            More::Second => (&mut without, "without"),
            More::Open => (&mut open, ""),
        };
        *more.0 += 1;
        text.push_str(&format!(
            "{:<56} {:>11.1} ± {:<6.1} {:>11.1} ± {:<6.1}   {}\n",
            row.name,
            row.first.value,
            row.first.around,
            row.second.value,
            row.second.around,
            more.1
        ));
    }
    text.push_str(&format!(
        "\nmore often with policies: {with}; without: {without}; not told apart: {open}\n"
    ));
    text
}

fn page(about: String, rows: &[Comparison]) -> String {
    let row = |row: &Comparison| CounterRow {
        name: row.name.clone(),
        means: [row.first, row.second].map(|mean| (mean.value, mean.around)),
    };
    counters_page(&CounterFacts {
        spektr_version: spektr_hunt::VERSION.to_owned(),
        groups: ["with policies".to_owned(), "without".to_owned()],
        about,
        rows: rows.iter().map(row).collect(),
    })
}
