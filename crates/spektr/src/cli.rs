//! The command line, defined once. Help texts are for people and come with examples.

mod corpus;

pub use corpus::*;

use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  spektr doctor                     which compilers are here, and what they can be used for
  spektr hunt                       hunt with everything set up by itself, until Ctrl-C
  spektr hunt mir --minutes 60      hunt for an hour
  spektr findings                   what was found
  spektr reduce 7                   make finding 7 small
  spektr test program.rs            judge one file with every compiler
  spektr report wrong.rs            triage, reduce and report a file that shows a bug

`spektr exit-codes` lists the exit codes and what they mean.";

/// Finds miscompilations, crashes and hangs in compilers, and explains them.
#[derive(Parser, Debug)]
#[command(name = "spektr", version = spektr_hunt::VERSION, after_help = EXAMPLES, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// List the compilers found here, what each can test, and what is worth installing
    Doctor(DoctorArgs),
    /// Write one generated program to standard output, or figures about many
    #[command(
        after_help = "Examples:\n  spektr gen mir --seed 1\n  spektr gen mir --seed 1 --size 500 --form judge > one.rs\n  spektr gen mir --seeds 0..500 --stats\n  spektr gen mir --print-policy > policy.toml"
    )]
    Gen(GenArgs),
    /// Execute a program on the machine and print what it must print
    #[command(
        after_help = "Examples:\n  spektr run program.rs\n  spektr run --witness const-eval program.rs\n  spektr run module.ll --entry f --args 7 zero:16"
    )]
    Run(RunArgs),
    /// Judge files: compile, run and compare with the machine
    #[command(
        after_help = "Examples:\n  spektr test program.rs\n  spektr test --compilers nightly --flag=-Copt-level=3 *.rs"
    )]
    Test(TestArgs),
    /// Hold a module after optimization against the one before: does it do no more than it may?
    #[command(
        after_help = "Examples:\n  spektr refine before.ll after.ll\n  spektr refine pair.ll        with @src and @tgt in one file\n\nExit codes: 0 it refines on all that was tried, 1 it does not (with the input that shows it),\n4 cannot tell, 6 not understood."
    )]
    Refine(RefineArgs),
    /// Leave the checks of safe-math wrappers out that a program's run does not need
    #[command(
        after_help = "Examples:\n  csmith > program.c && spektr relax program.c > relaxed.c\n  spektr relax --keep some program.c"
    )]
    Relax(RelaxArgs),
    /// Generate and judge programs until stopped; findings go to the store
    #[command(
        after_help = "Examples:\n  spektr hunt\n  spektr hunt mir --seeds 0..5000 --compilers stable,nightly\n  spektr hunt --resume\n\nCtrl-C finishes the programs in flight, for two seconds at most; a second Ctrl-C stops at\nonce. Either way nothing recorded is lost, and the next hunt goes on where this one ended."
    )]
    Hunt(HuntArgs),
    /// Make one program of two: a function of the one crossed with one of the other
    #[command(after_help = "Example:\n  spektr cross one.ll other.ll --seed 3")]
    Cross(CrossArgs),
    /// Keep other people's programs, to make new ones of
    #[command(
        after_help = "Examples:\n  spektr corpus add llvm/test/Transforms\n  spektr corpus status"
    )]
    Corpus(CorpusArgs),
    /// Judge the same programs with two compilers and tell only what is new in the second
    #[command(
        after_help = "Examples:\n  spektr compare clang-before clang-after --wing c --seeds 0..2000\n  spektr compare stable nightly --markdown > comment.md\n\nExit codes: 0 nothing is new, 1 the second compiler has a bug that the first has not."
    )]
    Compare(CompareArgs),
    /// Copy a store as a whole to another place
    #[command(
        after_help = "Examples:\n  spektr store copy spektr-store postgres://hunt@server/hunt\n  spektr store copy postgres://hunt@server/hunt copy-of-the-hunt"
    )]
    Store(StoreArgs),
    /// Print what a scheduler needs to run many workers, for a person to read and submit
    #[command(
        after_help = "Examples:\n  spektr deploy slurm --store postgres://hunt@db/hunt --workers 64 --time 8h mir > job.sh\n  spektr deploy kubernetes --store postgres://hunt@db/hunt --image registry/spektr > job.yaml\n  spektr deploy systemd --store postgres://hunt@db/hunt\n  spektr deploy container > Containerfile\n\nNothing is submitted, and nothing is sent anywhere."
    )]
    Deploy(DeployArgs),
    /// Show a store in the browser while hunts work on it
    #[command(
        after_help = "Examples:\n  spektr serve\n  spektr serve --store postgres://hunt@db/hunt --listen 127.0.0.1:9000\n\nIt listens on this host alone and wants a token, which is in the address that it prints.\nThe page changes nothing but whether a bug is muted."
    )]
    Serve(ServeArgs),
    /// Show how far the campaigns of a store have come
    Status(StatusArgs),
    /// List findings, or the bugs they were joined into
    Findings(FindingsArgs),
    /// Show one finding with its program, outputs and triage
    Show(ShowArgs),
    /// Classify a finding or a file: does it repeat, which flags matter, which pass is guilty
    #[command(
        after_help = "Examples:\n  spektr triage 7\n  spektr triage --compilers nightly wrong.rs"
    )]
    Triage(SubjectArgs),
    /// Make a finding or a file as small as it gets while it shows the same bug
    #[command(
        after_help = "Examples:\n  spektr reduce 7\n  spektr reduce wrong.rs > small.rs\n  spektr reduce --flag=-Copt-level=3 --compilers nightly wrong.rs -o small.rs\n\nCtrl-C ends the reduction with the smallest program so far; that is no error. With --output\nthe file holds the smallest program so far at any moment. If a compiler vanishes on the\nway, the smallest program so far is delivered too, with exit code 8."
    )]
    Reduce(ReduceArgs),
    /// Hide a known bug; its findings are still counted
    #[command(
        after_help = "Examples:\n  spektr mute 3 --reason 'fixed upstream' --link 'the tracker, number 1234'\n  spektr mute 3 --off"
    )]
    Mute(MuteArgs),
    /// Make bugs that are known already known to a store: they are recognised, muted and not
    /// reduced again
    #[command(after_help = "Examples:\n  spektr known add trophies/*\n  spektr known list")]
    Known(KnownArgs),
    /// Write the bundle of a finding or a file, or the HTML report of a store
    #[command(
        after_help = "Examples:\n  spektr report 7             writes spektr-report-7/\n  spektr report wrong.rs      writes spektr-report-wrong/\n  spektr report --html out.html\n\nWhat is not triaged and reduced yet is triaged and reduced first. Ctrl-C ends the reduction;\nthe report is then about the smallest program so far."
    )]
    Report(ReportArgs),
    /// Measure which blocks of compilers as they are shipped programs reach, side by side
    #[command(
        after_help = "Examples:\n  spektr scope mir --seeds 0..100 --compilers nightly\n  spektr scope c 'c=csmith --seed {seed}' --seeds 0..50 --compilers gcc-12,clang-19 --parts 20\n  spektr scope c --save tests.json; spektr scope mir --baseline tests.json\n  spektr scope --module cc1 -- gcc -O2 -c program.c\n\nNothing is rebuilt: breakpoints stand on every block and go at the first hit. Where blocks\nbegin is kept in the cache directory of the user (XDG_CACHE_HOME), a file for each build."
    )]
    Scope(ScopeArgs),
    /// Measure the hunt, the generator or the machine; or put spektr itself to the test
    #[command(
        after_help = "Examples:\n  spektr bench hunt --programs 200\n  spektr bench generate\n  spektr bench validity --programs 20000\n  spektr bench witness --programs 1000 --size 300\n  spektr bench flux --corpus llvm/test/Transforms --tests 2000 --compilers opt-19.1.7\n  spektr bench policies --compilers gcc-12.2.0 --repeat 20 --size 150 --html policies.html"
    )]
    Bench(BenchArgs),
    #[command(hide = true, name = spektr_judge::families::HOLD)]
    Hold(HoldArgs),
    /// List the exit codes and what they mean
    ExitCodes,
    /// Print completions for a shell
    #[command(after_help = "Example:\n  spektr completions bash > spektr.bash")]
    Completions(CompletionsArgs),
    /// Write manual pages into a directory
    #[command(after_help = "Example:\n  spektr man --output man1")]
    Man(ManArgs),
}

#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub struct ManArgs {
    /// Directory for the pages
    #[arg(long, short, value_name = "DIR")]
    pub output: PathBuf,
}

#[derive(Args, Debug)]
pub struct KnownArgs {
    #[command(subcommand)]
    pub action: KnownAction,
}

#[derive(Subcommand, Debug)]
pub enum KnownAction {
    /// Read bundles (directories that `spektr report` wrote, or programs) and remember their bugs
    Add(KnownAddArgs),
    /// List what is known, with the flags that cure it
    List(StatusArgs),
}

#[derive(Args, Debug)]
pub struct KnownAddArgs {
    /// Bundles, or files with programs
    #[arg(required = true, value_name = "BUNDLE")]
    pub bundles: Vec<PathBuf>,
    /// Where they are reported
    #[arg(long)]
    pub link: Option<String>,
    #[command(flatten)]
    pub compilers: CompilerArgs,
    #[command(flatten)]
    pub store: StoreArg,
}

#[derive(Args, Debug)]
pub struct StoreArg {
    /// Where the store is: a directory, or postgres://USER@HOST/DATABASE for one that several
    /// hosts share [default: SPEKTR_STORE, else `store` of spektr.toml, else spektr-store]
    #[arg(long, value_name = "DIR|ADDRESS")]
    pub store: Option<PathBuf>,
}

impl StoreArg {
    /// Where the store is, by the command line, the environment or the configuration file.
    pub fn place(&self) -> PathBuf {
        let configured = || {
            let text = std::fs::read_to_string(crate::room::USUAL_FILE).ok()?;
            spektr_judge::config::store_of(&text).map(PathBuf::from)
        };
        let named = || std::env::var_os("SPEKTR_STORE").filter(|it| !it.is_empty());
        let store = self.store.clone().or_else(|| named().map(PathBuf::from));
        store.or_else(configured).unwrap_or_else(|| PathBuf::from("spektr-store"))
    }
}

#[derive(Args, Debug, Clone)]
pub struct CompilerArgs {
    /// Compilers to use, by the names `spektr doctor` shows; all usable ones by default
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub compilers: Vec<String>,
    /// Configuration file [default: spektr.toml, if there is one]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Refuse to run compilers where the sandbox cannot enforce everything
    #[arg(long)]
    pub require_sandbox: bool,
}

#[derive(Args, Debug)]
pub struct DoctorArgs {
    #[command(flatten)]
    pub compilers: CompilerArgs,
    /// Print JSON for machines
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Form {
    /// Canonical text, the one the store keeps
    Text,
    /// What compilers are given: fast to compile, needs the observation runtime
    Judge,
    /// For people: stands alone
    Pretty,
    /// For people: in several files (with -o), such that no compiler sees all values
    Files,
}

#[derive(Args, Debug)]
pub struct GenArgs {
    /// The language
    pub wing: String,
    /// Which of the language's generators [default: its first]
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub style: String,
    /// Equal seed, policy and spektr version give equal bytes everywhere
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// With --stats: the programs of all these seeds, the end not included
    #[arg(long, value_name = "A..B", value_parser = parse_seeds, requires = "stats", conflicts_with = "seed")]
    pub seeds: Option<SeedRange>,
    /// The line that was printed with a program, instead of its seed and policy
    #[arg(long, value_name = "LINE", conflicts_with_all = ["seed", "policy", "stats"])]
    pub recipe: Option<String>,
    /// Which checks that a run does not need stay, in a generator that writes some: all, needed, some
    #[arg(long, value_name = "WHICH", conflicts_with_all = ["policy", "stats"])]
    pub keep: Option<String>,
    /// Policy file; the wing's default without one
    #[arg(long, value_name = "FILE")]
    pub policy: Option<PathBuf>,
    /// Statements to aim for
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(..=LARGEST))]
    pub size: Option<u32>,
    /// Make it of the programs in a directory (repeatable), where the language crosses programs
    #[arg(long, value_name = "DIR", conflicts_with = "stats")]
    pub corpus: Vec<PathBuf>,
    /// How it is written
    #[arg(long, value_enum, default_value_t = Form::Pretty)]
    pub form: Form,
    /// With --form files: the directory they are written to
    #[arg(short, long, value_name = "DIR", required_if_eq("form", "files"))]
    pub output: Option<PathBuf>,
    /// Print figures instead of the program: how much of it runs and is shown, which
    /// constructs occur, what the policy chose
    #[arg(long)]
    pub stats: bool,
    /// With --stats: print JSON for machines
    #[arg(long, requires = "stats")]
    pub json: bool,
    /// Print the built-in policy as a file with every key explained
    #[arg(long, conflicts_with_all = ["stats", "policy"])]
    pub print_policy: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ReadingArg {
    /// As the language's reference, or the tool that people go by, reads it
    Reference,
    /// The stricter one, by which compilers are judged
    Blame,
}

impl From<ReadingArg> for spektr_wing::Reading {
    fn from(reading: ReadingArg) -> Self {
        match reading {
            ReadingArg::Reference => spektr_wing::Reading::Reference,
            ReadingArg::Blame => spektr_wing::Reading::Blame,
        }
    }
}

/// How much refinement tries.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub enum EffortArg {
    /// A few inputs
    Quick,
    /// As when tools are judged
    Usual,
    /// Eight times as many inputs, and more choices on each
    Thorough,
}

#[derive(Args, Debug)]
pub struct RelaxArgs {
    /// The program; `-` for standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// The language; without it, the files decide
    #[arg(long, value_name = "NAME")]
    pub wing: Option<String>,
    /// Which checks stay: needed, or some (half of those that are not needed too)
    #[arg(long, value_name = "WHICH", default_value = "needed")]
    pub keep: String,
    /// Steps after which the machine gives up
    #[arg(long, value_name = "N")]
    pub fuel: Option<u64>,
    #[command(flatten)]
    pub compilers: CompilerArgs,
}

#[derive(Args, Debug)]
pub struct RunArgs {
    /// The program; several files where it consists of several, `-` for standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// By which reading of the language it is executed, where that is undecided
    #[arg(long, value_enum, default_value_t = ReadingArg::Reference)]
    pub reading: ReadingArg,
    /// The function to call, where the program need not have a beginning
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,
    /// What it is called with, as the language writes it (for LLVM IR: 5, -1, 1.5, poison,
    /// null, <i8 1, i8 2>, and bytes:00ff or zero:16 for memory behind a pointer)
    #[arg(long, value_name = "VALUE", num_args = 1.., allow_hyphen_values = true)]
    pub args: Vec<String>,
    /// Steps the machine may take
    #[arg(long, value_name = "STEPS")]
    pub fuel: Option<u64>,
    /// Ask an independent witness too and compare: const-eval, miri
    #[arg(long, value_name = "NAME")]
    pub witness: Option<String>,
    /// The language, where the file's text does not tell
    #[arg(long, value_name = "NAME")]
    pub wing: Option<String>,
    #[command(flatten)]
    pub compilers: CompilerArgs,
}

#[derive(Args, Debug)]
pub struct TestArgs {
    /// The programs
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// A further file of each program (repeatable). What a file's own `#pragma spektr flags …`
    /// says holds for that file alone
    #[arg(long, value_name = "FILE")]
    pub with: Vec<PathBuf>,
    /// Use exactly these flags (repeatable) instead of all levels of optimization
    #[arg(long = "flag", value_name = "FLAG", allow_hyphen_values = true)]
    pub flags: Vec<String>,
    /// Also try flags that a hunt draws
    #[arg(long, conflicts_with = "flags")]
    pub thorough: bool,
    /// By which reading of the language a program is defined, where that is undecided
    #[arg(long, value_enum, default_value_t = ReadingArg::Blame)]
    pub reading: ReadingArg,
    /// The language, where the file's text does not tell
    #[arg(long, value_name = "NAME")]
    pub wing: Option<String>,
    /// Print JSON for machines
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub compilers: CompilerArgs,
}

#[derive(Args, Debug)]
pub struct RefineArgs {
    /// The program before, or one that holds both
    pub before: PathBuf,
    /// The program after
    pub after: Option<PathBuf>,
    /// How much is tried
    #[arg(long, value_enum, default_value_t = EffortArg::Usual)]
    pub effort: EffortArg,
    /// The language, where the file's name does not tell
    #[arg(long, value_name = "NAME")]
    pub wing: Option<String>,
}

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
    /// Policy file; the wing's default without one
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
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
    /// Policy file; the wing's default without one
    #[arg(long, value_name = "FILE")]
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

#[derive(Args, Debug)]
pub struct FindingsArgs {
    /// List bugs instead of findings
    #[arg(long)]
    pub bugs: bool,
    /// Only findings of this bug
    #[arg(long, value_name = "ID")]
    pub bug: Option<i64>,
    /// Only findings in this state: new, triaged, flaky, our-fault
    #[arg(long)]
    pub state: Option<String>,
    /// Show muted ones too
    #[arg(long)]
    pub muted: bool,
    /// Print JSON for machines, a line for each finding or bug
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub store: StoreArg,
}

#[derive(Args, Debug)]
pub struct ShowArgs {
    /// Number of the finding, as `spektr findings` shows it
    pub id: i64,
    /// Print the program only
    #[arg(long)]
    pub program: bool,
    /// With --program: the one that was found, not the reduced one
    #[arg(long, requires = "program")]
    pub original: bool,
    #[command(flatten)]
    pub store: StoreArg,
}

/// What a file does not say itself.
#[derive(Args, Debug)]
pub struct FileArgs {
    /// For a file: a further file of the same program (repeatable)
    #[arg(long, value_name = "FILE")]
    pub with: Vec<PathBuf>,
    /// For a file: use exactly these flags (repeatable)
    #[arg(long = "flag", value_name = "FLAG", allow_hyphen_values = true)]
    pub flags: Vec<String>,
    /// For a file: the language, where the text does not tell
    #[arg(long, value_name = "NAME")]
    pub wing: Option<String>,
}

#[derive(Args, Debug)]
pub struct SubjectArgs {
    /// Number of a finding in the store, or a file
    #[arg(value_name = "ID|FILE")]
    pub subject: PathBuf,
    #[command(flatten)]
    pub file: FileArgs,
    /// Print JSON for machines
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub compilers: CompilerArgs,
    #[command(flatten)]
    pub store: StoreArg,
}

#[derive(Args, Debug)]
pub struct ReduceArgs {
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// Candidates tried at the same time [default: all cores]; changes speed only
    #[arg(long, value_name = "N", value_parser = parse_jobs)]
    pub jobs: Option<usize>,
    /// Where the reduced program goes, at every step the smallest so far [default: standard
    /// output, at the end]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct MuteArgs {
    /// Number of the bug, as `spektr findings --bugs` shows it
    pub bug: i64,
    /// Why it is hidden
    #[arg(long, required_unless_present = "off")]
    pub reason: Option<String>,
    /// Where it is reported
    #[arg(long)]
    pub link: Option<String>,
    /// Show the bug again
    #[arg(long, conflicts_with_all = ["reason", "link"])]
    pub off: bool,
    #[command(flatten)]
    pub store: StoreArg,
}

#[derive(Args, Debug)]
pub struct ReportArgs {
    /// Number of a finding in the store, or a file: writes its bundle
    #[arg(value_name = "ID|FILE", required_unless_present = "html")]
    pub subject: Option<PathBuf>,
    /// Write the HTML report of the store to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Directory of the bundle [default: spektr-report-ID, or spektr-report- and the name of the
    /// file]
    #[arg(long, short, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Report the program as it is, also if nobody has reduced it yet
    #[arg(long)]
    pub no_reduce: bool,
    /// Candidates tried at the same time [default: all cores]; changes speed only
    #[arg(long, value_name = "N", value_parser = parse_jobs)]
    pub jobs: Option<usize>,
    #[command(flatten)]
    pub file: FileArgs,
    #[command(flatten)]
    pub compilers: CompilerArgs,
    #[command(flatten)]
    pub store: StoreArg,
}

#[derive(Args, Debug)]
pub struct ScopeArgs {
    /// What makes programs: a language, a generator of one (LANGUAGE:NAME), or a command that
    /// prints a program of one (LANGUAGE=COMMAND, in which {seed} stands for the seed)
    #[arg(value_name = "GENERATOR", required_unless_present = "command")]
    pub generators: Vec<String>,
    /// Programs to use, the end not included
    #[arg(long, value_name = "A..B", value_parser = parse_seeds, default_value = "0..100")]
    pub seeds: SeedRange,
    /// Policy file of the generators; their defaults without one
    #[arg(long, value_name = "FILE")]
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
    /// Policy file; the wing's default without one
    #[arg(long, value_name = "FILE")]
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

/// Programs beyond this take hours to compile.
const LARGEST: i64 = 1_000_000;

/// A century, in seconds.
const LONGEST: f64 = 100.0 * 366.0 * 24.0 * 3600.0;

/// A time that is not negative and not beyond all reason.
fn duration(seconds: f64) -> Result<Duration, String> {
    match (0.0..=LONGEST).contains(&seconds) {
        true => Ok(Duration::from_secs_f64(seconds)),
        false => Err("write a time of at most a century".to_owned()),
    }
}

fn parse_minutes(text: &str) -> Result<Duration, String> {
    let minutes: f64 = text.parse().map_err(|_| "write minutes, such as 10 or 0.5".to_owned())?;
    duration(minutes * 60.0)
}

/// `90s`, `15m`, `8h`, `2d`; a number alone is seconds.
fn parse_time(text: &str) -> Result<Duration, String> {
    let units = [('s', 1.0), ('m', 60.0), ('h', 3600.0), ('d', 86_400.0)];
    let (number, unit) = units
        .iter()
        .find_map(|(letter, seconds)| Some((text.strip_suffix(*letter)?, *seconds)))
        .unwrap_or((text, 1.0));
    let number: f64 = number.parse().map_err(|_| "write a time such as 90s or 8h".to_owned())?;
    duration(number * unit)
}

/// More threads than this help nobody.
const MOST_JOBS: usize = 1024;

fn parse_jobs(text: &str) -> Result<usize, String> {
    let jobs = text.parse().ok().filter(|jobs| (1..=MOST_JOBS).contains(jobs));
    jobs.ok_or_else(|| format!("write a number from 1 to {MOST_JOBS}"))
}

/// `A..B`, `A..` or `..B`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeedRange {
    pub first: u64,
    pub end: Option<u64>,
}

fn parse_seeds(text: &str) -> Result<SeedRange, String> {
    let (first, end) = text.split_once("..").ok_or("write a range such as 0..1000 or 500..")?;
    let number = |text: &str| -> Result<u64, String> {
        let value: u64 = text.parse().map_err(|_| format!("`{text}` is not a seed"))?;
        // The store counts in signed 64-bit numbers.
        if value > i64::MAX as u64 {
            return Err(format!("seeds of a hunt go up to {}", i64::MAX));
        }
        Ok(value)
    };
    let first = if first.is_empty() { 0 } else { number(first)? };
    let end = if end.is_empty() { None } else { Some(number(end)?) };
    if end.is_some_and(|end| end <= first) {
        return Err(format!("`{text}` holds no seed: the end is not included"));
    }
    Ok(SeedRange { first, end })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    /// Every argument of every command says what it is for.
    #[test]
    fn everything_is_explained() {
        let mut arguments = 0;
        for command in Cli::command().get_subcommands() {
            assert!(command.get_about().is_some(), "{}", command.get_name());
            for argument in command.get_arguments() {
                let name = format!("{} {}", command.get_name(), argument.get_id());
                assert!(
                    argument.get_help().is_some_and(|help| !help.to_string().is_empty()),
                    "{name}"
                );
                arguments += 1;
            }
        }
        assert!(arguments > 50, "{arguments}");
    }

    #[test]
    fn numbers_that_cannot_be_meant() {
        for wrong in [
            &["hunt", "--jobs", "0"][..],
            &["hunt", "--jobs", "99999999"],
            &["hunt", "--minutes", "18446744073709551615"],
            &["hunt", "--size", "4294967295"],
            &["gen", "mir", "--size", "4294967295"],
            &["bench", "generate", "--from", "18446744073709551615"],
            &["bench", "hunt", "--programs", "0"],
            &["reduce", "1", "--jobs", "0"],
        ] {
            let line = ["spektr"].iter().chain(wrong);
            assert!(Cli::try_parse_from(line).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn times() {
        let parsed = |text: &str| parse_time(text).map(|time| time.as_millis());
        assert_eq!(parsed("90s"), Ok(90_000));
        assert_eq!(parsed("1.5h"), Ok(5_400_000));
        assert_eq!(parse_minutes("0.5"), Ok(Duration::from_secs(30)));
        for wrong in ["", "x", "-1s", "9e99d", "nan"] {
            assert!(parse_time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn seed_ranges() {
        assert_eq!(parse_seeds("3..9"), Ok(SeedRange { first: 3, end: Some(9) }));
        assert_eq!(parse_seeds("3.."), Ok(SeedRange { first: 3, end: None }));
        assert_eq!(parse_seeds("..9"), Ok(SeedRange { first: 0, end: Some(9) }));
        for wrong in ["", "3", "9..3", "3..3", "a..b", "0..18446744073709551615"] {
            assert!(parse_seeds(wrong).is_err(), "{wrong}");
        }
    }
}
