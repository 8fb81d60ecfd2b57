//! What kinds of failures are called and which class colours them, once for the whole page.

use crate::facts::{Failure, Outcome};

/// The class of a kind's colour, and its name.
pub(super) fn kind(failure: &Failure) -> (&'static str, &'static str) {
    match failure {
        Failure::WrongCode { .. } => ("wrong", "wrong code"),
        Failure::InternalError { .. } => ("ice", "internal error"),
        Failure::Rejected { .. } => ("rejected", "rejected"),
        Failure::Hang { .. } => ("stuck", "hang"),
        Failure::OutOfMemory { .. } => ("stuck", "out of memory"),
    }
}

/// The same for what another compiler made of the program.
pub(super) fn outcome(outcome: &Outcome) -> (&'static str, &str) {
    match outcome {
        Outcome::Right => ("fine", "right"),
        Outcome::WrongCode => ("wrong", "wrong code"),
        Outcome::InternalError => ("ice", "internal error"),
        Outcome::Rejected => ("rejected", "rejected"),
        Outcome::Hang => ("stuck", "does not end"),
        Outcome::OutOfMemory => ("stuck", "out of memory"),
        Outcome::Otherwise(words) => ("other", words),
        Outcome::NotTried => ("other", "no such flags"),
    }
}
