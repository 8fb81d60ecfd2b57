//! What is asked of the sandbox and what it answers: plain data.

use super::watcher::Watcher;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, io};

/// What one command may use. Processes count threads too, as the kernel does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    pub cpu: Duration,
    /// For commands that wait; those that compute may take longer on a busy machine.
    pub wall: Duration,
    /// Bytes of memory: in sum as resident, and per process (with some room) as mapped.
    pub memory: u64,
    pub processes: u64,
    /// Bytes of one file.
    pub file: u64,
    /// Bytes of everything in the directory.
    pub disk: u64,
    /// Bytes of standard output and of standard error, each.
    pub output: u64,
    /// Whether the command reserves far more address space than it uses, as programs with
    /// shadow memory do: then only what is resident counts.
    #[serde(default)]
    pub roomy: bool,
}

impl Limits {
    /// For a compiler at work on one rendering.
    pub const COMPILE: Limits = Limits {
        cpu: Duration::from_secs(60),
        wall: Duration::from_secs(120),
        memory: 4 << 30,
        processes: 256,
        file: 512 << 20,
        disk: 1 << 30,
        output: 8 << 20,
        roomy: false,
    };

    /// For a program that the machine has already executed: it has little to do.
    pub const RUN: Limits = Limits {
        cpu: Duration::from_secs(1),
        wall: Duration::from_secs(20),
        memory: 1 << 30,
        processes: 32,
        file: 16 << 20,
        disk: 64 << 20,
        output: 16 << 20,
        roomy: false,
    };

    /// For a program built with a sanitizer: slower, larger, and it maps terabytes.
    pub const WITNESS: Limits = Limits {
        cpu: Duration::from_secs(10),
        wall: Duration::from_secs(60),
        memory: 2 << 30,
        roomy: true,
        ..Limits::RUN
    };

    /// Bytes that one process may map for itself. There is some room above the limit, so that
    /// a command which uses too much is usually seen to do so and not merely refused.
    pub(super) fn mapped(&self) -> u64 {
        const ROOM: u64 = 64 << 20;
        if self.roomy { libc::RLIM_INFINITY } else { self.memory + self.memory / 4 + ROOM }
    }
}

/// One command. It sees no environment but `env`, and standard input is empty.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    pub program: &'a Path,
    pub args: Vec<OsString>,
    pub env: Vec<(OsString, OsString)>,
    /// The working directory, and the only place the command may write to.
    pub directory: &'a Path,
    pub limits: Limits,
    /// Who watches it from its first moment on, if anybody does.
    pub watcher: Option<Arc<dyn Watcher>>,
}

impl<'a> Job<'a> {
    pub fn new(program: &'a Path, directory: &'a Path) -> Job<'a> {
        let (args, env, watcher) = (Vec::new(), Vec::new(), None);
        Job { program, args, env, directory, limits: Limits::RUN, watcher }
    }

    pub fn arg(mut self, arg: impl Into<OsString>) -> Self {
        self.args.push(arg.into());
        self
    }

    pub fn env(mut self, key: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.env.push((key.into(), value.into()));
        self
    }

    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    Exited(i32),
    Signalled(i32),
}

impl End {
    /// Reads a status as `waitpid` gives it.
    pub(super) fn of_status(status: i32) -> End {
        if libc::WIFSIGNALED(status) {
            End::Signalled(libc::WTERMSIG(status))
        } else {
            End::Exited(libc::WEXITSTATUS(status))
        }
    }
}

/// A limit that a command ran into. What the kernel refused a command, without ending it, shows
/// only in what the command says about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    Cpu,
    Wall,
    Memory,
    Processes,
    File,
    Disk,
    Output,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Cpu => "CPU time",
            Limit::Wall => "time",
            Limit::Memory => "memory",
            Limit::Processes => "processes",
            Limit::File => "the size of a file",
            Limit::Disk => "disk space",
            Limit::Output => "output",
        })
    }
}

/// What came of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tried {
    Ran(Ran),
    NotExecuted(NotExecuted),
}

/// A program that the kernel would not execute. Nothing of it was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotExecuted {
    pub errno: i32,
    pub why: WhyNot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhyNot {
    /// There is no such file.
    Missing,
    /// The file is there, but not the interpreter or loader that it names.
    NoInterpreter,
    /// It may not be executed by this user, or is no file.
    Forbidden,
    /// Its format is none that this machine executes.
    Format,
    /// Anything else: the errno says.
    Other,
}

impl NotExecuted {
    pub(super) fn new(program: &Path, errno: i32) -> NotExecuted {
        let why = match errno {
            libc::ENOENT if program.exists() => WhyNot::NoInterpreter,
            libc::ENOENT | libc::ENOTDIR => WhyNot::Missing,
            libc::EACCES | libc::EPERM => WhyNot::Forbidden,
            libc::ENOEXEC | libc::ELIBBAD | libc::EINVAL => WhyNot::Format,
            _ => WhyNot::Other,
        };
        NotExecuted { errno, why }
    }
}

impl fmt::Display for NotExecuted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cannot be executed: ")?;
        match self.why {
            WhyNot::Missing => f.write_str("there is no such file"),
            WhyNot::NoInterpreter => f.write_str("the interpreter it names is not there"),
            WhyNot::Forbidden => f.write_str("permission denied"),
            WhyNot::Format => f.write_str("not a format that this machine executes"),
            WhyNot::Other => write!(f, "{}", io::Error::from_raw_os_error(self.errno)),
        }
    }
}

impl std::error::Error for NotExecuted {}

impl From<NotExecuted> for io::Error {
    fn from(it: NotExecuted) -> io::Error {
        io::Error::new(io::Error::from_raw_os_error(it.errno).kind(), it)
    }
}

/// A command that has ended, with everything it started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    pub end: End,
    /// At most `limits.output` bytes; `limit` says if there was more.
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// User and system time of the command and all its descendants.
    pub cpu: Duration,
    pub wall: Duration,
    /// The largest resident set of any one process, in bytes.
    pub peak_memory: u64,
    pub limit: Option<Limit>,
    /// Whether processes outlived the command itself (and were killed).
    pub left_behind: bool,
    /// What whoever watched it saw it reach for the first time.
    pub reached: Vec<u64>,
}

impl Ran {
    pub fn success(&self) -> bool {
        self.end == End::Exited(0) && self.limit.is_none()
    }

    /// The signal by which somebody outside ended it: a scheduler, the kernel for want of memory, a
    /// person. Programs that break die of other signals, and what the sandbox ends is at a limit.
    pub fn ended_from_outside(&self) -> Option<i32> {
        const OTHERS: [i32; 5] =
            [libc::SIGKILL, libc::SIGTERM, libc::SIGHUP, libc::SIGINT, libc::SIGQUIT];
        match (self.limit, self.end) {
            (None, End::Signalled(signal)) => OTHERS.contains(&signal).then_some(signal),
            _ => None,
        }
    }

    /// The line in which the command says what went wrong, or how it ended if it says nothing.
    pub fn complaint(&self) -> String {
        let text = String::from_utf8_lossy(&self.stderr);
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let error = lines.clone().find(|line| line.starts_with("error"));
        let said = error.or_else(|| lines.next()).map(str::to_owned);
        said.unwrap_or_else(|| match (self.limit, self.end) {
            (Some(limit), _) => format!("it said nothing and was stopped at its limit of {limit}"),
            (None, End::Exited(status)) => format!("it said nothing; exit status {status}"),
            (None, End::Signalled(signal)) => format!("it said nothing; signal {signal}"),
        })
    }
}
