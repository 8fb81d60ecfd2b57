//! Arguments of what works with one program: making, running, judging and refining it.

use super::{CompilerArgs, LARGEST, SeedRange, parse_seeds};
use clap::{Args, ValueEnum, value_parser};
use std::path::PathBuf;

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
    /// Policy: a file, or a name that docs/policy.md lists; the wing's default without one
    #[arg(long, value_name = "FILE|NAME")]
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

/// What is done where a program depends on how types are laid out, which the language leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LayoutArg {
    /// The machine stops there
    Strict,
    /// The compiler is asked, and what is said holds for that compiler
    Asked,
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
    /// What is done where it depends on how types are laid out, which the language leaves open
    #[arg(long, value_enum, default_value_t = LayoutArg::Asked)]
    pub layout: LayoutArg,
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
    /// What is done where it depends on how types are laid out, which the language leaves open
    #[arg(long, value_enum, default_value_t = LayoutArg::Asked)]
    pub layout: LayoutArg,
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
