//! `spektr bench flux`: new blocks of an optimizer over those that its own tests reach, for
//! every generator of LLVM IR that is here: those of the wing, and C programs lowered without
//! optimization. Each is repeated with other seeds, and differences come with the chance that
//! they are none.

use super::lowered::{self, Lowering};
use super::scope::{Watch, cache, parts, watched};
use crate::Wings;
use crate::cli::BenchArgs;
use crate::commands::{read, wing};
use crate::exit::{Exit, Failure};
use crate::room::prepare;
use crate::words::{complain, number, percent, say};
use spektr_hunt::rank;
use spektr_hunt::reach::{Reach, measure, of_supply};
use spektr_hunt::supply::{Corpus, Generator, Supply};
use spektr_judge::sandbox::Sandbox;
use spektr_judge::{Case, Configuration, Flag, Judge, Setup, Target};
use spektr_scope::{Coverage, Library, Scope};
use spektr_wing::{Arg, By, Evidence, Experiment, SourceFile, Step, Wing};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The language of which tests and programs are.
const WING: &str = "llvm";

/// What tests and programs are optimized with, unless a person says otherwise.
const FLAG: &str = "-passes=default<O3>";

/// The paper's crossovers, each alone and both, without anything else that the policy may draw.
const CROSSOVERS: [(&str, u32, u32); 3] =
    [("inline", 1, 0), ("sequence", 0, 1), ("inline and sequence", 1, 1)];

/// Blocks reached before, by build.
type Before = BTreeMap<String, Vec<u32>>;

struct Bench<'a> {
    args: &'a BenchArgs,
    wings: Wings<'a>,
    wing: &'a dyn Wing,
    sandbox: Arc<Sandbox>,
    setup: Setup,
    target: Target,
    library: Arc<Library>,
}

pub fn run(args: &BenchArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let wing = wing(wings, Some(args.wing.as_deref().unwrap_or(WING)))?;
    let Some(directory) = &args.corpus else {
        let why = "`spektr bench flux` needs --corpus DIR, a directory with the tests";
        return Err(Failure::new(Exit::Usage, why));
    };
    let tests = spread(tests(directory, wing)?, args.tests);
    let (sandbox, setup) = prepare(&args.compilers, wings, wing, &std::env::temp_dir())?;
    let target = setup.targets[0].clone();
    let (sandbox, library) = (Arc::new(sandbox), Arc::new(Library::new(cache())));
    let bench = Bench { args, wings, wing, sandbox, setup, target, library };
    let (reach, modules) = bench.tests(&tests)?;
    let before: Before = modules.iter().map(|it| (it.module.build.clone(), it.offsets())).collect();
    let known = modules.iter().map(|it| it.reached.len() as u64).sum();
    say(&format!(
        "{} {FLAG}: {} tests, {} of them refused, reach {} blocks\n",
        bench.target.compiler.name,
        number(reach.programs),
        number(reach.without),
        number(known)
    ));
    let mut rows: Vec<(String, Vec<u64>)> = Vec::new();
    for generator in bench.generators(&tests)? {
        let mut new = Vec::new();
        for repetition in 0..args.repeat {
            let first = args.from + repetition * bench.count(&generator);
            let reach = bench.repetition(&generator, first, &before)?;
            if let Some(why) = &reach.reason {
                let (name, without) = (&generator.name, reach.without);
                complain(&format!("{name}: {without} programs without result, the last: {why}"));
            }
            new.push(reach.growth.last().copied().unwrap_or(0));
        }
        say(&row(&generator.name, bench.count(&generator), &new, known));
        rows.push((generator.name, new));
    }
    say(&comparisons(&rows));
    Ok(Exit::Done)
}

fn row(name: &str, programs: u64, new: &[u64], known: u64) -> String {
    let mean = new.iter().sum::<u64>() / (new.len() as u64).max(1);
    let (least, most) = (new.iter().min().copied(), new.iter().max().copied());
    format!(
        "  {name:<32} {:>8} programs, {:>8} new blocks, +{} ({} to {})\n",
        number(programs),
        number(mean),
        percent(mean, known),
        number(least.unwrap_or(0)),
        number(most.unwrap_or(0))
    )
}

fn comparisons(rows: &[(String, Vec<u64>)]) -> String {
    let mut text = String::new();
    for (k, (name, new)) in rows.iter().enumerate() {
        for (other, theirs) in &rows[k + 1..] {
            if let Some(chance) = rank::chance(new, theirs) {
                text.push_str(&format!("  {name} and {other}: by chance with p = {chance:.4}\n"));
            }
        }
    }
    text
}

/// The tests below a directory, in the order of their paths.
fn tests(directory: &Path, wing: &dyn Wing) -> Result<Vec<PathBuf>, Failure> {
    let trouble = |error: std::io::Error| {
        let directory = directory.display();
        Failure::new(Exit::NotUnderstood, format!("cannot read {directory}: {error}"))
    };
    let (mut found, mut open) = (Vec::new(), vec![directory.to_owned()]);
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(&directory).map_err(trouble)? {
            let path = entry.map_err(trouble)?.path();
            let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
            if path.is_dir() {
                open.push(path);
            } else if wing.extensions().contains(&ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// At most so many of the tests, evenly spread over all of them.
fn spread(tests: Vec<PathBuf>, most: Option<u64>) -> Vec<PathBuf> {
    let most = most.map_or(tests.len(), |most| most as usize);
    let step = tests.len().div_ceil(most.max(1)).max(1);
    tests.into_iter().step_by(step).collect()
}

/// A policy with these kinds of crossovers, in equal shares, and no mutations.
fn crossing(inline: u32, sequence: u32) -> String {
    format!(
        "[kinds]\ninline = {inline}\nsequence = {sequence}\nitself = 0\nalone = 0\nsplice = 0\n\
         [chances]\nmutated = 0\nswarm = 0\n"
    )
}

/// Makes programs of seeds.
struct Maker<'a> {
    name: String,
    how: How<'a>,
}

enum How<'a> {
    Supply(Box<dyn Supply + 'a>),
    /// A command that prints a module.
    Command(String),
}

impl<'a> Bench<'a> {
    fn tests(&self, tests: &[PathBuf]) -> Result<(Reach, Vec<Coverage>), Failure> {
        let watch = self.watch(Before::new(), "tests")?;
        let judge = self.judge(&watch);
        let test = |k: u64| {
            let text = read(&tests[k as usize]).map_err(|failure| failure.message)?;
            Ok(module(text))
        };
        let reach = measure(&judge, &test, &|_| self.flags(), 0..tests.len() as u64)?;
        Ok((reach, watch.0.coverage()))
    }

    fn repetition(&self, maker: &Maker<'_>, first: u64, before: &Before) -> Result<Reach, Failure> {
        let watch = self.watch(before.clone(), &format!("{}-{first}", file_name(&maker.name)))?;
        let judge = self.judge(&watch);
        let compiler = self.target.compiler.name.as_str();
        let make = |seed: u64| match &maker.how {
            How::Supply(supply) => of_supply(&judge, supply.as_ref(), compiler, seed),
            How::Command(command) => {
                let files = judge.external(command, seed)?;
                let text: String = files.into_iter().map(|file| file.text).collect();
                // A front end of another release has other words.
                match self.wing.read_text(&text) {
                    Ok(program) => {
                        let case = Case::of_program(program);
                        Ok(judge.experiment(&case, &self.target.compiler).without_running())
                    }
                    Err(_) => Ok(module(text)),
                }
            }
        };
        let seeds = first..first + self.count(maker);
        Ok(measure(&judge, &make, &|_| self.flags(), seeds)?)
    }

    /// How many programs of a generator make one repetition.
    fn count(&self, maker: &Maker<'_>) -> u64 {
        match maker.how {
            How::Supply(_) => self.args.programs,
            How::Command(_) => self.args.lowered.unwrap_or(self.args.programs),
        }
    }

    /// What can be measured here. Makers that want parents get the tests.
    fn generators(&self, tests: &[PathBuf]) -> Result<Vec<Maker<'a>>, Failure> {
        let mut all = Vec::new();
        // The others are for files that somebody names.
        if let Some(maker) = self.wing.makers().first() {
            let supplies = CROSSOVERS.iter().map(|(name, inline, sequence)| {
                let name = format!("{}: {name}", maker.name);
                (name, Some(crossing(*inline, *sequence)))
            });
            for (name, policy) in supplies.chain([(format!("{}: default", maker.name), None)]) {
                let supply: Box<dyn Supply + 'a> = match maker.wants_parents {
                    false => {
                        Box::new(Generator::new(self.wing, maker.name, policy, self.args.size))
                    }
                    true => Box::new(self.corpus(maker.name, policy, tests)),
                };
                all.push(Maker { name, how: How::Supply(supply) });
            }
        }
        for Lowering { name, command } in lowered::all(&self.release(), self.wings.families) {
            all.push(Maker { name: name.to_owned(), how: How::Command(command) });
        }
        Ok(all)
    }

    fn corpus(&self, maker: &str, policy: Option<String>, tests: &[PathBuf]) -> Corpus<'a> {
        let corpus = Corpus::new(self.wing, maker, policy, self.args.size, |_, _, _| {});
        for test in tests {
            let text = read(test).unwrap_or_default();
            if let Ok(program) = self.wing.read_text(&text) {
                for part in self.wing.corpus_parts(program.as_ref()) {
                    corpus.add(part);
                }
            }
        }
        corpus
    }

    /// The release of the optimizer, which that of the compiler must be too.
    fn release(&self) -> String {
        lowered::release(&self.target.compiler.name)
    }

    fn flags(&self) -> Configuration {
        let flags = match self.args.flags.is_empty() {
            true => vec![Flag::word(FLAG)],
            false => self.args.flags.iter().map(|flag| Flag::split(flag)).collect(),
        };
        Configuration::new(&self.target.compiler.name, flags)
    }

    fn watch(&self, before: Before, name: &str) -> Result<Arc<Watch>, Failure> {
        let wanted = parts(self.wings, std::slice::from_ref(&self.target));
        let copies = self.sandbox.root().join(format!("flux-{name}"));
        let scope = Scope::new(self.library.clone(), &copies, wanted);
        let scope = scope
            .map_err(|error| Failure::new(Exit::NoCompiler, format!("cannot watch: {error}")))?;
        Ok(Arc::new(Watch(scope.after(before))))
    }

    fn judge(&self, watch: &Arc<Watch>) -> Judge<'a> {
        watched(self.wing, self.wings, &self.sandbox, &self.setup, watch)
    }
}

/// A name as part of a file's.
fn file_name(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

/// A module just as it is, optimized and nothing else.
fn module(text: String) -> Experiment {
    let args = vec![Arg::text("-S"), Arg::file("module.ll"), Arg::text("-o"), Arg::Output];
    Experiment {
        files: vec![SourceFile::new("module.ll", text)],
        steps: vec![Step { by: By::ResidentSubject, ..Step::subject(args, "optimized.ll") }],
        evidence: Evidence::Survival,
    }
}
