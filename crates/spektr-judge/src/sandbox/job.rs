//! What is asked of the sandbox and what it answers: plain data.

use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fmt;
use std::path::Path;
use std::time::Duration;

/// What one command may use. Processes count threads too, as the kernel does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    pub cpu: Duration,
    /// For commands that wait; those that compute may take longer on a busy machine.
    pub wall: Duration,
    /// Bytes of memory: per process as writable private mappings, in sum as resident.
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
}

impl<'a> Job<'a> {
    pub fn new(program: &'a Path, directory: &'a Path) -> Job<'a> {
        Job { program, args: Vec::new(), env: Vec::new(), directory, limits: Limits::RUN }
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

/// A limit that a command ran into.
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
}

impl Ran {
    pub fn success(&self) -> bool {
        self.end == End::Exited(0) && self.limit.is_none()
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
