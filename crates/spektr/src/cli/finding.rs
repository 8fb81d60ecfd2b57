//! Arguments of what works with findings.

use super::{CompilerArgs, StatusArgs, StoreArg, parse_jobs};
use clap::{Args, Subcommand};
use std::path::PathBuf;

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
