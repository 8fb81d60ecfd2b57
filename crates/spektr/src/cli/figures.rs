//! Arguments of what measures.

use super::{CompilerArgs, LARGEST, SeedRange, parse_seeds};
use clap::{Args, ValueEnum, value_parser};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct ScopeArgs {
    /// What makes programs: a language, a generator of one (LANGUAGE:NAME), or a command that
    /// prints a program of one (LANGUAGE=COMMAND, in which {seed} stands for the seed)
    #[arg(value_name = "GENERATOR", required_unless_present = "command")]
    pub generators: Vec<String>,
    /// Programs to use, the end not included
    #[arg(long, value_name = "A..B", value_parser = parse_seeds, default_value = "0..100")]
    pub seeds: SeedRange,
    /// Policy of the generators: a file or a name; their defaults without one
    #[arg(long, value_name = "FILE|NAME")]
    pub policy: Option<PathBuf>,
    /// Statements to aim for per program
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(..=LARGEST))]
    pub size: Option<u32>,
    /// Use exactly these flags (repeatable) instead of those that a hunt draws for the seed
    #[arg(long = "flag", value_name = "FLAG", allow_hyphen_values = true)]
    pub flags: Vec<String>,
    /// Watch files whose names begin like this (repeatable) [default: what belongs to the
    /// compiler; with a command, everything but the C library]
    #[arg(long = "module", value_name = "NAME")]
    pub modules: Vec<String>,
    /// List the parts of each file (modules of crates, classes) of which most was reached
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub parts: usize,
    /// Count only blocks that are not in this file, which --save wrote
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write the blocks that were reached, by all together, to a file
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Write a page with plots of how what is reached grows
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Print JSON for machines
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub compilers: CompilerArgs,
    /// Watch this command instead, as it is
    #[arg(last = true, value_name = "COMMAND", conflicts_with = "generators")]
    pub command: Vec<std::ffi::OsString>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BenchSubject {
    /// Everything, from seed to verdict, with CPU time per stage and scaling
    Hunt,
    /// The generator alone, and how its time grows with the size of a program
    Generate,
    /// The machine alone, re-running generated programs
    Machine,
    /// Not time but trust: every program is read back from its texts and run again
    Validity,
    /// Not time but trust: every program is put before an independent witness
    Witness,
    /// Not time but reach: new blocks of an LLVM optimizer over those that its tests reach, by
    /// generator
    Flux,
    /// Not time but effect: how often a compiler's optimizations do something in programs made
    /// with and without generation policies, by its own counters
    Policies,
}

#[derive(Args, Debug)]
pub struct BenchArgs {
    /// What is measured or put to the test
    #[arg(value_enum)]
    pub subject: BenchSubject,
    /// The language [default: the first one]
    #[arg(long, value_name = "NAME")]
    pub wing: Option<String>,
    /// Which of the language's generators [default: its first]
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub style: String,
    /// Programs to use, those of the first seeds
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u64).range(1..))]
    pub programs: u64,
    /// The first seed
    #[arg(long, value_name = "SEED", default_value_t = 0, value_parser = value_parser!(u64).range(..=i64::MAX as u64))]
    pub from: u64,
    /// Policy: a file, or a name that docs/policy.md lists; the wing's default without one
    #[arg(long, value_name = "FILE|NAME")]
    pub policy: Option<PathBuf>,
    /// Statements to aim for per program
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(..=LARGEST))]
    pub size: Option<u32>,
    /// Use exactly these flags (repeatable) instead of drawn configurations
    #[arg(long = "flag", value_name = "FLAG", allow_hyphen_values = true)]
    pub flags: Vec<String>,
    /// With flux: the tests
    #[arg(long, value_name = "DIR")]
    pub corpus: Option<PathBuf>,
    /// With flux: of the tests at most so many, evenly spread [default: all]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub tests: Option<u64>,
    /// With flux: programs of generators of other languages, which are lowered first and larger
    /// [default: as many as of all]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub lowered: Option<u64>,
    /// With flux and policies: how often each generator is measured, with other seeds each time
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = value_parser!(u64).range(1..=1000))]
    pub repeat: u64,
    /// With policies: bytes of source in each repetition
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = value_parser!(u64).range(1..))]
    pub bytes: u64,
    /// With policies: write a page with plots of all counters
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub compilers: CompilerArgs,
}
