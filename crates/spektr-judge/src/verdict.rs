//! Who is wrong: one enum. A verdict speaks about one program, one compiler and one
//! configuration, and needs nothing else to be understood.

use crate::outcome::signal_name;
use serde::{Deserialize, Serialize};
use spektr_wing::Difference;
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// Built, and printed what the machine expects.
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
    /// The compiler did not end.
    CompilerHang,
    CompilerOutOfMemory,
    /// Wrong once and right the next time.
    Flaky {
        why: String,
    },
    /// spektr is wrong: the machine, the generator or the printer.
    OurFault {
        why: String,
    },
    /// Nothing was learned: the linker failed, the disk is full.
    Unjudged {
        why: String,
    },
}

/// How a built program shows that it is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "symptom", rename_all = "kebab-case")]
pub enum Symptom {
    Output {
        difference: Difference,
    },
    Signal {
        signal: i32,
    },
    Status {
        status: i32,
    },
    /// It does not end, or prints without end.
    Endless,
    OutOfMemory,
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
            Verdict::CompilerHang => VerdictClass::CompilerHang,
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
        use VerdictClass as C;
        matches!(
            self.class(),
            C::Miscompiled
                | C::CompilerCrash
                | C::Rejected
                | C::CompilerHang
                | C::CompilerOutOfMemory
        )
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
            Verdict::Miscompiled { symptom } => write!(f, "miscompiled: {symptom}"),
            Verdict::CompilerCrash { signature, signal: None } => {
                write!(f, "the compiler crashed: {signature}")
            }
            Verdict::CompilerCrash { signature, signal: Some(signal) } => {
                write!(f, "the compiler was killed by {}: {signature}", signal_name(*signal))
            }
            Verdict::Rejected { signature } => {
                write!(f, "a valid program is rejected: {signature}")
            }
            Verdict::CompilerHang => f.write_str("the compiler does not end"),
            Verdict::CompilerOutOfMemory => f.write_str("the compiler runs out of memory"),
            Verdict::Flaky { why } => write!(f, "flaky: {why}"),
            Verdict::OurFault { why } => write!(f, "spektr is wrong: {why}"),
            Verdict::Unjudged { why } => write!(f, "not judged: {why}"),
        }
    }
}

impl fmt::Display for Symptom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Symptom::Output { difference } => {
                write!(f, "{}: {} is ", difference.function, difference.variable)?;
                match &difference.found {
                    Some(found) => f.write_str(found)?,
                    None => f.write_str("missing")?,
                }
                write!(f, ", should be {}", difference.wanted)
            }
            Symptom::Signal { signal } => write!(f, "the program dies of {}", signal_name(*signal)),
            Symptom::Status { status } => write!(f, "the program ends with status {status}"),
            Symptom::Endless => f.write_str("the program does not end"),
            Symptom::OutOfMemory => f.write_str("the program runs out of memory"),
        }
    }
}
