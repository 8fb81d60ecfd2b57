//! Which class colours what kind of failure, once for the whole page, and what it is called.

use crate::words;
use spektr_judge::{Elsewhere, Verdict, VerdictClass};

/// The class of a kind's colour, and its name.
pub(super) fn kind(class: VerdictClass) -> (&'static str, &'static str) {
    let colour = match class {
        VerdictClass::Miscompiled => "wrong",
        VerdictClass::CompilerCrash => "crash",
        VerdictClass::Rejected => "rejected",
        VerdictClass::CompilerHang | VerdictClass::CompilerOutOfMemory => "stuck",
        _ => "other",
    };
    (colour, words::class(class))
}

/// The same for what another compiler made of the program.
pub(super) fn elsewhere(other: &Elsewhere, class: VerdictClass) -> (&'static str, &str) {
    match other.affected {
        Some(true) => kind(class),
        Some(false) if other.said == Verdict::Pass.to_string() => ("fine", "right"),
        Some(false) => ("other", &other.said),
        None => ("other", "no such flags"),
    }
}
