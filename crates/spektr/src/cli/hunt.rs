//! Arguments of hunts, alone and on many machines.

use super::{
    CompilerArgs, LARGEST, SeedRange, StoreArg, parse_jobs, parse_minutes, parse_seeds, parse_time,
};
use clap::{Args, Subcommand, ValueEnum, value_parser};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args, Debug)]
pub struct HuntArgs {
    /// The language [default: the first one]
    pub wing: Option<String>,
    /// What is looked at: `passes` is what a compiler's own passes make of a program, read back
    /// and run by the machine [default: what built programs do]
    #[arg(long, value_name = "NAME", conflicts_with = "resume")]
    pub oracle: Option<String>,
    /// Seeds to judge, the end not included; without an end the hunt goes on until stopped
    #[arg(long, value_name = "A..B", value_parser = parse_seeds, conflicts_with = "resume")]
    pub seeds: Option<SeedRange>,
    /// Stop after this many minutes; 0.5 is half of one
    #[arg(long, value_name = "N", value_parser = parse_minutes, conflicts_with = "time")]
    pub minutes: Option<Duration>,
    /// Stop after this time: 90s, 15m, 8h, 2d
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub time: Option<Duration>,
    /// How programs are made: a generator of the language, or a command that prints a program
    /// ({seed} stands for the seed)
    #[arg(long, value_name = "NAME|COMMAND", conflicts_with = "resume")]
    pub generator: Option<String>,
    /// Programs judged at the same time [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_jobs)]
    pub jobs: Option<usize>,
    /// Policy: a file, or a name that docs/policy.md lists; the wing's default without one
    #[arg(long, value_name = "FILE|NAME", conflicts_with = "resume")]
    pub policy: Option<PathBuf>,
    /// Statements to aim for per program
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(..=LARGEST), conflicts_with = "resume")]
    pub size: Option<u32>,
    /// Go on with the newest unfinished campaign of the store, as it was set up
    #[arg(long, conflicts_with = "wing")]
    pub resume: bool,
    /// Watch the compilers, with generators that work on a corpus: programs that reach blocks
    /// of a compiler which none before has reached join it
    #[arg(long)]
    pub scope: bool,
    /// Record findings only; classify them later with `spektr triage`
    #[arg(long)]
    pub no_triage: bool,
    /// Do not reduce the first finding of each bug
    #[arg(long)]
    pub no_reduce: bool,
    /// Work with others until every seed is judged, by whomever, and what was found is looked
    /// into. Without further words it joins the newest unfinished campaign of the store. Findings
    /// are no failure of a worker: it ends with 0
    #[arg(long)]
    pub worker: bool,
    /// A command that is called for every new bug, once it is reduced, with the path of its
    /// bundle [default: `notify` of spektr.toml]
    #[arg(long, value_name = "COMMAND")]
    pub notify: Option<String>,
    /// Where the bundles for --notify go
    #[arg(long, value_name = "DIR", default_value = "spektr-bundles")]
    pub bundles: PathBuf,
    /// Print events as JSON lines instead of progress
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub compilers: CompilerArgs,
    #[command(flatten)]
    pub store: StoreArg,
}

#[derive(Args, Debug)]
pub struct CompareArgs {
    /// The compiler before, by the name that `spektr doctor` shows
    pub old: String,
    /// The compiler after
    pub new: String,
    /// The language [default: the first one]
    #[arg(long, value_name = "NAME")]
    pub wing: Option<String>,
    /// Seeds to judge, the end not included
    #[arg(long, value_name = "A..B", value_parser = parse_seeds, default_value = "0..1000")]
    pub seeds: SeedRange,
    /// How programs are made: a generator of the language
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub generator: String,
    /// Policy: a file, or a name that docs/policy.md lists; the wing's default without one
    #[arg(long, value_name = "FILE|NAME")]
    pub policy: Option<PathBuf>,
    /// Statements to aim for per program
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(..=LARGEST))]
    pub size: Option<u32>,
    /// Programs judged at the same time [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_jobs)]
    pub jobs: Option<usize>,
    /// Do not reduce the first program of each new bug
    #[arg(long)]
    pub no_reduce: bool,
    /// Write Markdown, for a pull request
    #[arg(long)]
    pub markdown: bool,
    /// Configuration file [default: spektr.toml, if there is one]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Refuse to run without every means of the sandbox
    #[arg(long)]
    pub require_sandbox: bool,
}

#[derive(Args, Debug)]
pub struct StoreArgs {
    #[command(subcommand)]
    pub action: StoreAction,
}

#[derive(Subcommand, Debug)]
pub enum StoreAction {
    /// Copy everything from one store into another, new one
    Copy(StoreCopyArgs),
}

#[derive(Args, Debug)]
pub struct StoreCopyArgs {
    /// Directory or address of the store that is there
    pub from: PathBuf,
    /// Directory or address of the new one
    pub to: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Scheduler {
    /// A job array
    Slurm,
    /// A Job, and the Secret that holds the address
    Kubernetes,
    /// A unit of which each host starts as many as it likes
    Systemd,
    /// A recipe for the image of a worker
    Container,
}

#[derive(Args, Debug)]
pub struct DeployArgs {
    /// What runs the workers
    #[arg(value_enum)]
    pub scheduler: Scheduler,
    /// The language [default: the newest unfinished campaign of the store]
    pub wing: Option<String>,
    /// Seeds of the campaign; without an end it goes on until stopped
    #[arg(long, value_name = "A..B", value_parser = parse_seeds, requires = "wing")]
    pub seeds: Option<SeedRange>,
    /// Workers to start
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u32).range(1..=100_000))]
    pub workers: u32,
    /// Cores of each worker
    #[arg(long, value_name = "N", default_value = "2", value_parser = parse_jobs)]
    pub jobs: usize,
    /// Memory of each worker, in gigabytes
    #[arg(long, value_name = "GB", default_value_t = 4, value_parser = value_parser!(u32).range(1..=4096))]
    pub memory: u32,
    /// How long each worker hunts: 90m, 8h, 2d
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "8h")]
    pub time: Duration,
    /// The image of the worker, for kubernetes
    #[arg(long, value_name = "NAME", default_value = "spektr-worker:latest")]
    pub image: String,
    #[command(flatten)]
    pub store: StoreArg,
}

#[derive(Args, Debug)]
pub struct ServeArgs {
    /// Address and port to listen on
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7357")]
    pub listen: std::net::SocketAddr,
    /// Listen beyond this host: whoever knows the token then sees the store, over a connection
    /// that is not encrypted
    #[arg(long)]
    pub beyond_this_host: bool,
    /// A file with the token [default: a new one every time]
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    #[command(flatten)]
    pub store: StoreArg,
}

#[derive(Args, Debug)]
pub struct StatusArgs {
    /// Print JSON for machines, a line for each campaign
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub store: StoreArg,
}
