//! A room for end-to-end tests: a directory with the miniature compiler, a configuration and
//! a place for a store, and the spektr command with the miniature wing.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

pub struct Room {
    directory: TempDir,
}

/// A compiler of a configuration: its name and the flags that choose its bugs.
pub type Entry<'a> = (&'a str, &'a [&'a str]);

impl Room {
    pub fn new(compilers: &[Entry<'_>]) -> Room {
        let directory = TempDir::new().expect("a temporary directory");
        let room = Room { directory };
        spektr_mini::install(room.path()).expect("the miniature compiler");
        room.configure(compilers);
        room
    }

    /// Writes a configuration in which every compiler is the miniature one with some bugs. A
    /// flag `--as=VERSION` gives it a version.
    pub fn configure(&self, compilers: &[Entry<'_>]) {
        let minic = self.path().join("minic").display().to_string();
        let tables = compilers.iter().map(|(name, flags)| {
            let (versions, bugs): (Vec<&str>, Vec<&str>) =
                flags.iter().copied().partition(|flag| flag.starts_with("--as="));
            let command: Vec<&str> = [minic.as_str()].into_iter().chain(versions).collect();
            format!(
                "[[compiler]]\nname = {name:?}\nfamily = \"mini\"\ncommand = {command:?}\n\
                 always = {bugs:?}\n\
                 axes = {{ opt-level = [0, {{ value = 1, weight = 2 }}] }}\n\n"
            )
        });
        self.write("spektr.toml", &tables.collect::<String>());
    }

    /// More of a configuration, behind what is there.
    pub fn add_to_configuration(&self, text: &str) {
        let file = self.path().join("spektr.toml");
        let before = std::fs::read_to_string(&file).expect("it was written");
        self.write("spektr.toml", &format!("{before}{text}"));
    }

    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path().join(name), text).expect("a file in the room");
    }

    pub fn store(&self) -> spektr_hunt::store::Store {
        let directory = self.path().join("spektr-store");
        spektr_hunt::store::Store::open_existing(&directory).expect("the store opens")
    }

    /// The spektr command with the miniature wing, at work in this room.
    pub fn command<S: AsRef<OsStr>>(&self, args: &[S]) -> Command {
        let mut command = Command::new(spektr());
        command.current_dir(self.path()).args(args).stdin(Stdio::null());
        command.env("TMPDIR", self.path()).env_remove("SPEKTR_COMPILERS");
        command
    }

    pub fn run<S: AsRef<OsStr>>(&self, args: &[S]) -> Answer {
        Answer(self.command(args).output().expect("spektr starts"))
    }
}

/// Cargo builds examples before tests and puts them beside the binaries.
fn spektr() -> PathBuf {
    let binary = Path::new(env!("CARGO_BIN_EXE_spektr"));
    binary.with_file_name("examples").join("spektr-mini")
}

/// The one line that a failing command says; below it there may be an excerpt of a file.
pub fn one_line_and_an_excerpt(stderr: &str) -> String {
    let (line, excerpt) = stderr.split_once('\n').unwrap_or((stderr, ""));
    assert!(line.starts_with("spektr: "), "{stderr}");
    let is_excerpt = |line: &str| line.starts_with(' ') || line.contains(" | ");
    assert!(excerpt.lines().all(is_excerpt), "{stderr}");
    line.to_owned()
}

pub struct Answer(pub Output);

impl Answer {
    pub fn code(&self) -> i32 {
        self.0.status.code().unwrap_or(-1)
    }

    pub fn stdout(&self) -> String {
        String::from_utf8_lossy(&self.0.stdout).into_owned()
    }

    pub fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.0.stderr).into_owned()
    }

    /// The exit code, with everything that was said if it is another one.
    pub fn expect(self, code: i32) -> Answer {
        assert_eq!(self.code(), code, "stdout:\n{}\nstderr:\n{}", self.stdout(), self.stderr());
        self
    }
}
