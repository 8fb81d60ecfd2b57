//! What a program must do, what it was seen to do, and whether that is right. Plain data; the
//! one rule here is how behaviour that is known exactly is compared.

use serde::{Deserialize, Serialize};

/// How a program ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// It returns, or exits, with this status.
    Status(i32),
    /// It gives up: the process dies of a signal that says so.
    Abort,
}

impl End {
    pub const SUCCESS: End = End::Status(0);
}

/// What a correct build of a program does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Behaviour {
    pub stdout: Vec<u8>,
    pub end: End,
}

/// What is expected of the evidence that an experiment brings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expect {
    Exactly(Behaviour),
    /// The language leaves a choice; each of these is right.
    OneOf(Vec<Behaviour>),
    /// What the tool wrote must do no more than the program may: only its wing can tell.
    Refinement,
    /// The program means nothing; a tool that dies of it is wrong all the same.
    NoCrash,
}

impl Expect {
    /// Whether a program of which this is expected can share a run with others.
    pub fn is_quiet_success(&self) -> bool {
        matches!(self, Expect::Exactly(Behaviour { end: End::SUCCESS, .. }))
    }

    /// What is printed, where that is known exactly.
    pub fn stdout(&self) -> &[u8] {
        match self {
            Expect::Exactly(behaviour) => &behaviour.stdout,
            Expect::OneOf(behaviours) => behaviours.first().map_or(&[], |it| &it.stdout),
            Expect::Refinement | Expect::NoCrash => &[],
        }
    }

    /// How the program must end, where that is known.
    pub fn end(&self) -> Option<End> {
        match self {
            Expect::Exactly(behaviour) => Some(behaviour.end),
            Expect::OneOf(behaviours) => behaviours.first().map(|it| it.end),
            Expect::Refinement | Expect::NoCrash => None,
        }
    }
}

/// How a process was seen to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProcessEnd {
    Status(i32),
    Signal(i32),
}

/// Signals of a process that gives up: `SIGILL`, `SIGTRAP` and `SIGABRT`.
const GIVES_UP: [i32; 3] = [4, 5, 6];

impl ProcessEnd {
    pub fn is(self, end: End) -> bool {
        match (self, end) {
            (ProcessEnd::Status(found), End::Status(wanted)) => found == wanted,
            (ProcessEnd::Signal(signal), End::Abort) => GIVES_UP.contains(&signal),
            _ => false,
        }
    }
}

/// A file that a step left behind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputFile {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The evidence of an experiment: what its last process said and wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub end: ProcessEnd,
    pub files: Vec<OutputFile>,
}

impl Seen {
    /// A process that printed this and ended.
    pub fn printed(stdout: impl Into<Vec<u8>>, end: ProcessEnd) -> Seen {
        Seen { stdout: stdout.into(), stderr: Vec::new(), end, files: Vec::new() }
    }

    pub fn succeeded(&self) -> bool {
        self.end == ProcessEnd::Status(0)
    }
}

/// The first thing that differs from what the machine says. Findings keep it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    pub function: String,
    pub variable: String,
    pub wanted: String,
    /// `None` where the output ended early.
    pub found: Option<String>,
}

/// How evidence shows that it is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "symptom", rename_all = "kebab-case")]
pub enum Symptom {
    Output {
        difference: Difference,
    },
    /// It dies, and should not, or not like this.
    Signal {
        signal: i32,
    },
    /// It ends with a status of its own.
    Status {
        status: i32,
    },
    /// The tool said that it succeeded, but there is nothing that can be run.
    NoProgram {
        why: String,
    },
    /// It hits a limit of time, output or processes.
    Limit {
        limit: String,
    },
    OutOfMemory,
}

/// Whether evidence is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    Right,
    Wrong(Symptom),
    /// For this reason.
    CannotTell(String),
}

/// Compares what was seen of a run with behaviour that is known exactly. `explain` names the
/// first observation that differs.
pub fn check_run(
    expect: &Expect,
    seen: &Seen,
    explain: impl Fn(&[u8], &[u8]) -> Option<Difference>,
) -> Check {
    let behaviours = match expect {
        Expect::Exactly(behaviour) => std::slice::from_ref(behaviour),
        Expect::OneOf(behaviours) => behaviours.as_slice(),
        Expect::NoCrash => return Check::Right,
        Expect::Refinement => {
            return Check::CannotTell("what it prints says nothing about a refinement".to_owned());
        }
    };
    let is_it = |it: &&Behaviour| it.stdout == seen.stdout && seen.end.is(it.end);
    if behaviours.iter().any(|it| is_it(&it)) {
        return Check::Right;
    }
    let Some(nearest) = behaviours.first() else {
        return Check::CannotTell("nothing is expected".to_owned());
    };
    if nearest.stdout == seen.stdout {
        return Check::Wrong(match seen.end {
            ProcessEnd::Status(status) => Symptom::Status { status },
            ProcessEnd::Signal(signal) => Symptom::Signal { signal },
        });
    }
    // A program that dies has usually not printed all; that it dies is what tells.
    match seen.end {
        ProcessEnd::Signal(signal) if !seen.end.is(nearest.end) => {
            Check::Wrong(Symptom::Signal { signal })
        }
        _ => {
            let difference = explain(&nearest.stdout, &seen.stdout)
                .unwrap_or_else(|| first_byte(&nearest.stdout, &seen.stdout));
            Check::Wrong(Symptom::Output { difference })
        }
    }
}

/// Outputs that differ in a way the wing has no words for.
fn first_byte(wanted: &[u8], found: &[u8]) -> Difference {
    let same = wanted.iter().zip(found).take_while(|(a, b)| a == b).count();
    let show = |bytes: &[u8]| {
        let rest = bytes.get(same..).unwrap_or_default();
        String::from_utf8_lossy(&rest[..rest.len().min(40)]).into_owned()
    };
    Difference {
        function: "output".into(),
        variable: format!("byte {same}"),
        wanted: show(wanted),
        found: (found.len() > same).then(|| show(found)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(expect: &Expect, stdout: &str, end: ProcessEnd) -> Check {
        check_run(expect, &Seen::printed(stdout, end), |_, _| None)
    }

    fn behaviour(stdout: &str, end: End) -> Behaviour {
        Behaviour { stdout: stdout.into(), end }
    }

    #[test]
    fn output_and_end_both_count() {
        let expect = Expect::Exactly(behaviour("1\n", End::SUCCESS));
        assert_eq!(check(&expect, "1\n", ProcessEnd::Status(0)), Check::Right);
        let status = Check::Wrong(Symptom::Status { status: 7 });
        assert_eq!(check(&expect, "1\n", ProcessEnd::Status(7)), status);
        let signal = Check::Wrong(Symptom::Signal { signal: 11 });
        assert_eq!(check(&expect, "", ProcessEnd::Signal(11)), signal);
        assert!(matches!(
            check(&expect, "2\n", ProcessEnd::Status(0)),
            Check::Wrong(Symptom::Output { .. })
        ));
    }

    #[test]
    fn what_must_abort_must_abort() {
        let expect = Expect::Exactly(behaviour("1\n", End::Abort));
        assert_eq!(check(&expect, "1\n", ProcessEnd::Signal(6)), Check::Right);
        assert_eq!(check(&expect, "1\n", ProcessEnd::Signal(4)), Check::Right);
        let returned = Check::Wrong(Symptom::Status { status: 0 });
        assert_eq!(check(&expect, "1\n", ProcessEnd::Status(0)), returned);
        let died = Check::Wrong(Symptom::Signal { signal: 11 });
        assert_eq!(check(&expect, "1\n", ProcessEnd::Signal(11)), died);
    }

    #[test]
    fn one_of_several_is_enough() {
        let expect =
            Expect::OneOf(vec![behaviour("1\n", End::SUCCESS), behaviour("2\n", End::SUCCESS)]);
        assert_eq!(check(&expect, "2\n", ProcessEnd::Status(0)), Check::Right);
        assert!(matches!(check(&expect, "3\n", ProcessEnd::Status(0)), Check::Wrong(_)));
        assert_eq!(check(&Expect::NoCrash, "3\n", ProcessEnd::Signal(11)), Check::Right);
    }
}
