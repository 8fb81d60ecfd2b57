//! Arguments of what works with corpora, and of what only spektr itself calls.

use super::{CompilerArgs, StoreArg, parse_jobs};
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct CrossArgs {
    /// The one program
    pub one: PathBuf,
    /// The other
    pub other: PathBuf,
    /// Equal seed, policy, files and spektr version give equal bytes everywhere
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Policy: a file, or a name that docs/policy.md lists; the wing's default without one
    #[arg(long, value_name = "FILE|NAME")]
    pub policy: Option<PathBuf>,
    /// The language, where the files' names do not tell
    #[arg(long, value_name = "NAME")]
    pub wing: Option<String>,
}

#[derive(Args, Debug)]
pub struct CorpusArgs {
    #[command(subcommand)]
    pub action: CorpusAction,
}

#[derive(Subcommand, Debug)]
pub enum CorpusAction {
    /// Read programs and keep what can be crossed; a compiler has to take them first
    Add(CorpusAddArgs),
    /// Say how many programs a store keeps
    Status(CorpusStatusArgs),
}

#[derive(Args, Debug)]
pub struct CorpusAddArgs {
    /// Directories, or files; or `llvm-tests`: LLVM's own, which apt fetches once and the user's
    /// cache directory keeps; or `spektr-c`, `spektr-mir`, `csmith`: programs of these generators,
    /// lowered without optimization
    #[arg(required = true, value_name = "DIR")]
    pub sources: Vec<PathBuf>,
    /// With llvm-tests: of which LLVM
    #[arg(long, value_name = "N", default_value_t = 19)]
    pub version: u32,
    /// With a generator: how many of its programs
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub programs: u64,
    /// The language
    #[arg(long, value_name = "NAME", default_value = "llvm")]
    pub wing: String,
    /// Keep programs that reach nothing new in the compiler too; without it, the compiler's own
    /// blocks are watched, and a program has to reach one that those before it did not
    #[arg(long)]
    pub all: bool,
    /// Programs tried at the same time [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_jobs)]
    pub jobs: Option<usize>,
    #[command(flatten)]
    pub compilers: CompilerArgs,
    #[command(flatten)]
    pub store: StoreArg,
}

#[derive(Args, Debug)]
pub struct CorpusStatusArgs {
    #[command(flatten)]
    pub store: StoreArg,
}

/// What a process is told that holds a tool.
#[derive(Args, Debug)]
pub struct HoldArgs {
    /// Family of the tool
    pub family: String,
    /// What the family wants to know: the library and the tool
    pub arguments: Vec<String>,
}
