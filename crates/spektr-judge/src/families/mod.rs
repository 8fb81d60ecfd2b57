//! Families of tools: all that is known of one kind of compiler, in one file each. How it is
//! found and probed, what it takes, which flags vary, its words for crashes and for what it
//! lacks, its passes and the knobs for bisecting, what a person types and could install.
//!
//! The rest of the hall knows families by name only and asks them through the one trait below.
//! A new family is one file and one row of [`ALL`].

mod cc;
mod clang;
mod counted;
mod gcc;
mod opt;
mod plain;
mod rustc;
mod tcc;

pub use opt::library_of;
pub use plain::Plain;

use crate::compilers::{Advice, Bench, Compiler, Found, Places};
use crate::config::{Axis, AxisRow, Flag};
use crate::source_package::SourcePackage;
use crate::triage::{PassLog, PassRun};
use spektr_wing::{Exhibit, WitnessSpec};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The families that a command knows.
pub type Families = &'static [&'static dyn Family];

/// Every family that spektr knows.
pub const ALL: Families = &[&rustc::Rustc, &gcc::Gcc, &clang::Clang, &tcc::Tcc, &opt::Opt];

/// The family of this name; of a name that nobody knows, the plain one.
pub fn named(families: Families, name: &str) -> &'static dyn Family {
    families.iter().copied().find(|family| family.name() == name).unwrap_or(&Plain)
}

/// One kind of tool.
pub trait Family: Send + Sync {
    /// As typed in `spektr.toml`.
    fn name(&self) -> &'static str;

    /// Whether a file of this name is one of them: `gcc-12` is a gcc, `gcc-ar-12` is not.
    fn is_called(&self, file: &str) -> bool;

    /// Tools that lie where only this family's are.
    fn installed(&self, _places: &Places) -> Vec<Found> {
        Vec::new()
    }

    /// Whether a file on the PATH only starts one of the tools that [`Family::installed`] finds.
    fn is_proxy(&self, _path: &Path) -> bool {
        false
    }

    /// Fills in version and abilities, by trying.
    fn probe(&self, bench: &Bench<'_>, compiler: &mut Compiler) -> io::Result<()>;

    /// Variables that the tool needs, or that keep it from wasting time.
    fn environment(&self) -> Vec<(OsString, OsString)> {
        Vec::new()
    }

    /// Keys of a `[[compiler]]` that name programs which belong to the tool.
    fn companions(&self) -> &'static [&'static str] {
        &[]
    }

    /// How names of the files begin that are the tool itself, in all that its processes load
    /// and execute; if it names none, all are.
    fn parts(&self) -> &'static [&'static str] {
        &[]
    }

    /// Which axes a `spektr.toml` may name, and what they mean to this family.
    fn axis_rows(&self) -> &'static [AxisRow];

    /// Flags as people use them, with weights.
    fn usual(&self, compiler: &Compiler) -> Vec<(Vec<String>, u32)>;

    /// What else varies: everything that the tool was seen to accept and that is not known to
    /// be unsound.
    fn axes(&self, compiler: &Compiler) -> Vec<Axis>;

    /// Every level of optimization alone, and all of them together at their strongest: what a
    /// file is tried with.
    fn levels(&self, compiler: &Compiler) -> Vec<Vec<String>>;

    /// What a failure says, by standard error.
    fn words(&self, stderr: &str) -> Words;

    /// Whether an internal error, by its signature, is the tool's complaint about what it was
    /// given rather than about its own work.
    fn blames_the_input(&self, _signature: &str) -> bool {
        false
    }

    /// The name that the tool does not know, if that is why it rejects a program: an older
    /// version lacks what a newer one offers.
    fn lacks(&self, _diagnostics: &str) -> Option<String> {
        None
    }

    /// Whether the tool says that it does not take a flag.
    fn refuses_flags(&self, _diagnostics: &str) -> bool {
        false
    }

    /// The passes that the tool names under a bisection limit.
    fn passes(&self, log: &str) -> PassLog {
        counted::read(log)
    }

    /// What a pass is called wherever it stands in the pipeline.
    fn pass_name(&self, pass: &str) -> String {
        pass.to_owned()
    }

    /// What a pass worked on, without what changes from build to build.
    fn function_name(&self, on: &str) -> String {
        on.to_owned()
    }

    /// The single passes that may be what an optimization that can be switched off stands for.
    /// Few, the likeliest first.
    fn single_passes(&self, _compiler: &Compiler, _optimization: &str) -> Vec<SinglePass> {
        Vec::new()
    }

    /// Passes that belong to no optimization which can be switched off, but that can be left out
    /// one by one without changing what programs mean, in the order in which they run.
    fn passes_without_flag(&self, _compiler: &Compiler) -> Vec<SinglePass> {
        Vec::new()
    }

    /// Flags with which the tool says, in one go, what its program is after each pass that
    /// changed it; [`Family::read_steps`] reads that.
    fn steps(&self, _compiler: &Compiler) -> Option<Vec<String>> {
        None
    }

    /// The passes that changed the program, in order, each with the program after it.
    fn read_steps(&self, _log: &str) -> Vec<(PassRun, String)> {
        Vec::new()
    }

    /// How the tool can be made to show what a pass did.
    fn view(&self, _compiler: &Compiler, _layer: &str, _pass: &str) -> Option<View> {
        None
    }

    /// The change that the tool dumped, out of the files that [`View::Dumps`] asked for.
    fn dumped(&self, _on: &str, _files: &[(String, String)]) -> Option<Change> {
        None
    }

    /// A flag that makes the tool say where its time goes, and how a line of that reads.
    fn timing(&self, _compiler: &Compiler) -> Option<Timing> {
        None
    }

    /// What a person types to start it.
    fn typed(&self, compiler: &Compiler) -> String {
        typed_by_file(compiler)
    }

    /// What it says about itself, as trackers ask for it.
    fn full_version(&self, compiler: &Compiler) -> String {
        let version = &compiler.version;
        let lines = std::iter::once(&version.text).chain(&version.details);
        lines.map(|line| format!("{line}\n")).collect()
    }

    /// What a shell script runs to find the tool of this release and to read its version:
    /// candidates of commands, and the argument that makes it say its version.
    fn script_lookup(&self, compiler: &Compiler) -> Lookup {
        Lookup { commands: vec![self.typed(compiler)], version_argument: "--version".to_owned() }
    }

    /// The tool that lends this witness a voice, or why it cannot.
    fn lend(&self, compiler: &Compiler, witness: &WitnessSpec) -> Result<Compiler, String> {
        match witness.families.contains(&self.name()) {
            true => Ok(compiler.clone()),
            false => Err(format!("no {} is installed", witness.families.join(" or "))),
        }
    }

    /// The command that starts the tool once for many experiments, where it can do that.
    fn resident(&self, _compiler: &Compiler) -> Option<Vec<String>> {
        None
    }

    /// Texts for those who receive a bug: what their own tools need to go on with it. `words` are
    /// the tool's own, if it broke; without any it wrote something wrong.
    fn exhibits(&self, _typed: &str, _flags: &[Flag], _words: Option<&str>) -> Vec<Exhibit> {
        Vec::new()
    }

    /// Is such a command, where [`Family::resident`] names the program that calls this: answers
    /// requests on standard input until it ends.
    fn hold(&self, _arguments: &[String]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Where the tests of a release are that its makers wrote, as the distribution has them; `word`
    /// is what a person calls them.
    fn tests(&self, _word: &str, _release: u32) -> Option<SourcePackage> {
        None
    }

    /// What is missing among these tools of the family, and what it would bring.
    fn advice(&self, _found: &[&Compiler]) -> Vec<Advice> {
        Vec::new()
    }
}

/// The first argument of a program that is to call [`Family::hold`]; the name of the family and
/// its arguments follow.
pub const HOLD: &str = "hold";

static HOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Names the program that understands [`HOLD`]. Without one no tool is held that way.
pub fn set_holder(program: PathBuf) {
    // The first one stays; there is only one program.
    let _ = HOLDER.set(program);
}

fn holder() -> Option<&'static Path> {
    HOLDER.get().map(PathBuf::as_path)
}

/// One pass among those that an optimization consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SinglePass {
    pub name: String,
    /// A flag that leaves out this pass alone.
    pub off: String,
    /// A flag that lets only so many of its changes happen (`{}`), where they are counted. The
    /// tool says so, as a line of [`Family::passes`], once there were as many.
    pub count: Option<String>,
}

/// How to find a tool again from a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lookup {
    /// In the order in which they are tried.
    pub commands: Vec<String>,
    pub version_argument: String,
}

/// What kind of failure a tool's words describe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Words {
    /// A panic, a failed assertion, a verifier's complaint: equal bugs have equal signatures.
    InternalError {
        signature: String,
    },
    OutOfMemory,
    /// The linker failed, or the tool complains about what nobody can help.
    Hindered {
        message: String,
    },
    /// The disk is full, a library is missing: nothing that a program could cause.
    Environment {
        message: String,
    },
    /// The program is not accepted.
    Rejected {
        signature: String,
    },
}

/// A way to see what a pass did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum View {
    /// Flags with which the tool writes files into a directory; [`Family::dumped`] reads them.
    Dumps { flags: Vec<String>, directory: String },
    /// Flags with which the tool writes what it holds after the last pass into one file, or, if
    /// there is no file, says it on standard output.
    Snapshot { flags: Vec<String>, file: String },
}

/// A program before and after a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub before: String,
    pub after: String,
}

/// How a tool tells where its time goes.
pub struct Timing {
    pub flag: String,
    pub read: fn(&str) -> Option<(String, f64)>,
}

/// The tool's file and the arguments that always follow it; where it is installed is nobody's
/// business.
pub(crate) fn typed_by_file(compiler: &Compiler) -> String {
    let Some((program, arguments)) = compiler.command.split_first() else {
        return compiler.name.clone();
    };
    let file = Path::new(program).file_name().map(|name| name.to_string_lossy().into_owned());
    let mut words = vec![file.unwrap_or_else(|| program.clone())];
    words.extend(arguments.iter().cloned());
    words.join(" ")
}

/// `STEM` or `STEM-12.1`.
pub fn is_stem_with_version(file: &str, stem: &str) -> bool {
    let Some(rest) = file.strip_prefix(stem) else { return false };
    let version = rest.strip_prefix('-').unwrap_or(if rest.is_empty() { "0" } else { "x" });
    version.chars().all(|c| c.is_ascii_digit() || c == '.') && !version.is_empty()
}

/// The first line in which one of the phrases stands.
pub(crate) fn line_with<'a>(text: &'a str, phrases: &[&str]) -> Option<&'a str> {
    phrases.iter().find_map(|phrase| text.lines().find(|line| line.contains(phrase))).map(str::trim)
}

/// What any tool may say for reasons that are not its own: the machine is out of order, or
/// there is no memory left.
pub fn common_words(stderr: &str) -> Option<Words> {
    if let Some(line) = line_with(stderr, &ENVIRONMENT) {
        return Some(Words::Environment { message: line.to_owned() });
    }
    line_with(stderr, &OUT_OF_MEMORY).map(|_| Words::OutOfMemory)
}

/// Words of any tool that ran out of memory.
const OUT_OF_MEMORY: [&str; 6] = [
    "memory allocation of ",
    "LLVM ERROR: out of memory",
    "std::bad_alloc",
    "out of memory allocating",
    "virtual memory exhausted",
    "Cannot allocate memory",
];

/// Words about a machine that a person has to set right first.
const ENVIRONMENT: [&str; 3] =
    ["No space left on device", "Disk quota exceeded", "error while loading shared libraries"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tools() {
        let family = |file: &str| {
            ALL.iter().find(|family| family.is_called(file)).map(|family| family.name())
        };
        assert_eq!(family("gcc-12"), Some("gcc"));
        assert_eq!(family("clang"), Some("clang"));
        assert_eq!(family("opt-19"), Some("opt"));
        assert_eq!(family("gcc-ar-12"), None);
        assert_eq!(family("rustc"), Some("rustc"));
        assert_eq!(family("rustc-wrapper"), None);
        assert_eq!(family("optipng"), None);
    }

    #[test]
    fn every_family_has_a_name_of_its_own_and_is_found_by_it() {
        for (k, family) in ALL.iter().enumerate() {
            assert!(ALL[..k].iter().all(|other| other.name() != family.name()));
            assert_eq!(named(ALL, family.name()).name(), family.name());
        }
        assert_eq!(named(ALL, "nobody knows").name(), Plain.name());
    }
}
