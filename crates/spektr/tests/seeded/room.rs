//! A directory with a configuration in which the rustc of chosen bugs is the compiler.

use spektr_judge::compilers::{Places, discover};
use spektr_judge::families;
use spektr_seeded::bug;
use spektr_seeded::finding::{find, read};
use spektr_seeded::starts::SIZE;
use spektr_wing::{Program, Size};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Programs among which one that shows a bug is searched.
const PROGRAMS: u64 = 300;

pub struct Room {
    directory: TempDir,
}

impl Room {
    /// Two compilers with the bug: `seeded` answers with the machine, and `wrapper` lets a
    /// real rustc build what the wrong pass has made of the program.
    pub fn new(bug: &str) -> Room {
        let room = Room { directory: TempDir::new().expect("a temporary directory") };
        let seeded = room.path().join("seeded-rustc");
        std::fs::copy(beside_the_binary("seeded-rustc"), &seeded).expect("the seeded compiler");
        let rustc = discover(families::ALL, &Places::of_environment());
        let rustc = rustc.iter().find(|it| it.family == "rustc").expect("a rustc to stand behind");
        let command = |more: &[String]| {
            let words = [seeded.display().to_string(), "rustc".into(), format!("--bug={bug}")];
            let words: Vec<String> = words.into_iter().chain(more.iter().cloned()).collect();
            format!("{words:?}")
        };
        let table = |name: &str, command: String| {
            format!(
                "[[compiler]]\nname = {name:?}\nfamily = \"rustc\"\ncommand = {command}\n\
                 axes = {{ opt-level = [0, {{ value = 3, weight = 2 }}] }}\n\n"
            )
        };
        let behind = format!("--behind={}", rustc.path.display());
        let tables = table("seeded", command(&[])) + &table("wrapper", command(&[behind]));
        room.write("spektr.toml", &tables);
        room
    }

    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path().join(name), text).expect("a file in the room");
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).expect("a file in the room")
    }

    /// A generated program of a thousand statements that shows the bug, as a file.
    pub fn write_program(&self, bug: &str, name: &str) -> Size {
        let bug = bug::named(bug).expect("a bug of this name");
        let program = find(bug, 0..PROGRAMS, SIZE).expect("a program shows it").case.program;
        self.write(name, &program.text());
        program.size()
    }

    /// The real spektr command, at work in this room.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_spektr"));
        command.current_dir(self.path()).args(args).stdin(Stdio::null());
        command.env("TMPDIR", self.path());
        command
    }

    pub fn run(&self, args: &[&str]) -> Answer {
        Answer(self.command(args).output().expect("spektr starts"))
    }
}

/// Cargo builds examples before tests and puts them beside the binaries.
fn beside_the_binary(example: &str) -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_spektr")).with_file_name("examples").join(example)
}

/// The program of a text.
pub fn parsed(text: &str) -> Box<dyn Program> {
    read(text).case.program
}

pub struct Answer(Output);

impl Answer {
    pub fn stdout(&self) -> String {
        String::from_utf8_lossy(&self.0.stdout).into_owned()
    }

    pub fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.0.stderr).into_owned()
    }

    /// The exit code, with everything that was said if it is another one.
    pub fn expect(self, code: i32) -> Answer {
        let found = self.0.status.code();
        assert_eq!(found, Some(code), "stdout:\n{}\nstderr:\n{}", self.stdout(), self.stderr());
        self
    }

    /// The one line that a failing command says; below it there may be an excerpt of a file.
    pub fn complaint(self, code: i32) -> String {
        let stderr = self.expect(code).stderr();
        let (line, excerpt) = stderr.split_once('\n').unwrap_or((&stderr, ""));
        assert!(line.starts_with("spektr: "), "{stderr}");
        let is_excerpt = |line: &str| line.starts_with(' ') || line.contains(" | ");
        assert!(excerpt.lines().all(is_excerpt), "{stderr}");
        assert!(excerpt.len() < 2000, "{} bytes", excerpt.len());
        assert!(!excerpt.lines().any(|it| it.chars().any(char::is_control)), "{stderr:?}");
        line.to_owned()
    }
}
