//! Who is wrong: one enum. A verdict speaks about one program, one compiler and one
//! configuration, and needs nothing else to be understood.

use crate::outcome::signal_name;
use crate::sandbox::Limit;
use serde::{Deserialize, Serialize};
use spektr_wing::{Difference, Symptom};
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The evidence is what the machine expects.
    Pass,
    /// Built without complaint, and wrong.
    Miscompiled {
        symptom: Symptom,
    },
    /// The compiler died or admitted a fault of its own.
    CompilerCrash {
        signature: String,
        signal: Option<i32>,
    },
    /// A valid program was not accepted.
    Rejected {
        signature: String,
    },
    /// The compiler was stopped at a limit of time, output or processes.
    CompilerHang {
        limit: Limit,
    },
    CompilerOutOfMemory,
    /// Wrong once and right the next time.
    Flaky {
        why: String,
    },
    /// spektr is wrong: the machine, the generator or the printer.
    OurFault {
        why: String,
    },
    /// Nothing was learned: the linker failed, the disk is full, nobody can tell.
    Unjudged {
        why: String,
    },
}

/// Verdicts without their details: what has to stay the same while a program shrinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictClass {
    Pass,
    Miscompiled,
    CompilerCrash,
    Rejected,
    CompilerHang,
    CompilerOutOfMemory,
    Flaky,
    OurFault,
    Unjudged,
}

impl Verdict {
    pub fn class(&self) -> VerdictClass {
        match self {
            Verdict::Pass => VerdictClass::Pass,
            Verdict::Miscompiled { .. } => VerdictClass::Miscompiled,
            Verdict::CompilerCrash { .. } => VerdictClass::CompilerCrash,
            Verdict::Rejected { .. } => VerdictClass::Rejected,
            Verdict::CompilerHang { .. } => VerdictClass::CompilerHang,
            Verdict::CompilerOutOfMemory => VerdictClass::CompilerOutOfMemory,
            Verdict::Flaky { .. } => VerdictClass::Flaky,
            Verdict::OurFault { .. } => VerdictClass::OurFault,
            Verdict::Unjudged { .. } => VerdictClass::Unjudged,
        }
    }

    /// Whether a person should see it: everything but a pass and a hindrance.
    pub fn is_finding(&self) -> bool {
        !matches!(self, Verdict::Pass | Verdict::Unjudged { .. })
    }

    /// Whether a compiler is accused.
    pub fn accuses_compiler(&self) -> bool {
        self.class().accuses_compiler()
    }

    /// What tells bugs of one class apart without further experiments: the words of the
    /// compiler without what changes from build to build. Empty where there is none.
    pub fn signature(&self) -> &str {
        match self {
            Verdict::CompilerCrash { signature, .. } | Verdict::Rejected { signature } => signature,
            _ => "",
        }
    }

    /// Whether both tell of the same failure, as far as one look can tell.
    pub fn is_like(&self, class: VerdictClass, signature: &str) -> bool {
        self.class() == class && self.signature() == signature
    }

    pub fn difference(&self) -> Option<&Difference> {
        match self {
            Verdict::Miscompiled { symptom: Symptom::Output { difference } } => Some(difference),
            _ => None,
        }
    }
}

impl VerdictClass {
    pub fn name(self) -> &'static str {
        match self {
            VerdictClass::Pass => "pass",
            VerdictClass::Miscompiled => "miscompiled",
            VerdictClass::CompilerCrash => "compiler-crash",
            VerdictClass::Rejected => "rejected",
            VerdictClass::CompilerHang => "compiler-hang",
            VerdictClass::CompilerOutOfMemory => "compiler-out-of-memory",
            VerdictClass::Flaky => "flaky",
            VerdictClass::OurFault => "our-fault",
            VerdictClass::Unjudged => "unjudged",
        }
    }

    pub fn accuses_compiler(self) -> bool {
        use VerdictClass as C;
        matches!(
            self,
            C::Miscompiled
                | C::CompilerCrash
                | C::Rejected
                | C::CompilerHang
                | C::CompilerOutOfMemory
        )
    }

    /// Whether a program that shows this must be valid to be of any use.
    pub fn needs_validity(self) -> bool {
        use VerdictClass as C;
        !matches!(self, C::CompilerCrash | C::CompilerHang | C::CompilerOutOfMemory)
    }
}

impl fmt::Display for VerdictClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Pass => f.write_str("pass"),
            Verdict::Miscompiled { symptom } => {
                write!(f, "miscompiled: {}", symptom_words(symptom))
            }
            Verdict::CompilerCrash { signature, signal: None } => {
                write!(f, "the compiler crashed: {signature}")
            }
            Verdict::CompilerCrash { signature, signal: Some(signal) } => {
                write!(f, "the compiler was killed by {}: {signature}", signal_name(*signal))
            }
            Verdict::Rejected { signature } => {
                write!(f, "a valid program is rejected: {signature}")
            }
            Verdict::CompilerHang { limit } => {
                write!(f, "the compiler does not end within its limit of {limit}")
            }
            Verdict::CompilerOutOfMemory => f.write_str("the compiler runs out of memory"),
            Verdict::Flaky { why } => write!(f, "flaky: {why}"),
            Verdict::OurFault { why } => write!(f, "spektr is wrong: {why}"),
            Verdict::Unjudged { why } => write!(f, "not judged: {why}"),
        }
    }
}

/// A symptom for people.
pub fn symptom_words(symptom: &Symptom) -> String {
    match symptom {
        Symptom::Output { difference } => {
            let found = difference.found.as_deref().unwrap_or("missing");
            let Difference { function, variable, wanted, .. } = difference;
            format!("{function}: {variable} is {found}, should be {wanted}")
        }
        Symptom::Signal { signal } => format!("the program dies of {}", signal_name(*signal)),
        Symptom::Status { status } => format!("the program ends with status {status}"),
        Symptom::NoProgram { why } => why.clone(),
        Symptom::Limit { limit } => {
            format!("the program does not end within its limit of {limit}")
        }
        Symptom::OutOfMemory => "the program runs out of memory".to_owned(),
    }
}
