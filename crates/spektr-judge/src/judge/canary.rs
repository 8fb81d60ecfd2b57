//! Whether a compiler works at all: the empty program, tried before a compiler and its flags
//! are used and again after failures in a row. A compiler that breaks on everything says
//! nothing about any program.

use super::{Case, Judge};
use crate::config::Configuration;
use crate::trouble::Trouble;
use crate::verdict::Verdict;

/// What the empty program showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Health {
    Works,
    /// It does not take these flags.
    RefusesFlags(String),
    /// It breaks on a program that does nothing.
    Broken(String),
}

impl Judge<'_> {
    /// Tries the empty program.
    pub fn health(&self, configuration: &Configuration) -> Result<Health, Trouble> {
        let compiler = self.compiler(&configuration.compiler)?;
        let case = Case::of_program(self.wing.empty());
        let (verdict, attempt) = self.look(&case, configuration)?;
        let refuses = self.family(compiler).refuses_flags(&attempt.diagnostics);
        Ok(match verdict {
            Verdict::Pass => Health::Works,
            Verdict::Rejected { signature } => Health::RefusesFlags(signature),
            other if refuses => Health::RefusesFlags(other.to_string()),
            other => Health::Broken(other.to_string()),
        })
    }
}
