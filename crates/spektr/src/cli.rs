//! The command line, defined once. Help texts are for people and come with examples.

mod corpus;
mod figures;
mod finding;
mod hunt;
mod program;
mod values;

pub use corpus::*;
pub use figures::*;
pub use finding::*;
pub use hunt::*;
pub use program::*;
pub use values::*;

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use std::time::Duration;

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
