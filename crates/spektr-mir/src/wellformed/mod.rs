//! Whether a program is one: every name exists, every type fits. Says nothing about what
//! the program does; a well-formed program may well be undefined.

use std::fmt;

use crate::syntax::*;

mod body;
mod items;
mod overlap;

/// Where and why a program is not well-formed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    pub message: String,
    /// `None` for errors in types, statics, constants or the entry.
    pub at: Option<Location>,
    /// What stands at the place, for people: the name of the function and block.
    pub context: String,
}

/// A statement or terminator of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    pub function: FnId,
    pub block: BlockId,
    /// As many as the block has statements: the terminator.
    pub statement: u32,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if self.context.is_empty() { Ok(()) } else { write!(f, " (in {})", self.context) }
    }
}

impl Error {
    /// Where it stands in the source, if the program has one.
    pub fn span(&self, program: &Program) -> Span {
        let Some(at) = self.at else { return Span::default() };
        let Some(function) = program.functions.get(at.function.index()) else {
            return Span::default();
        };
        let Some(block) = function.blocks.get(at.block.index()) else { return function.span };
        match block.statements.get(at.statement as usize) {
            Some(statement) => statement.span,
            None => block.terminator.span,
        }
    }
}

/// All rules: what [`check_types`] checks, and that moved operands do not overlap.
pub fn check(program: &Program) -> Result<(), Vec<Error>> {
    let mut errors = check_types(program).err().unwrap_or_default();
    if errors.is_empty() {
        errors = overlap::check(program);
    }
    finish(errors)
}

/// Everything that a program must keep to be executable: types match, and whatever is
/// named exists. What is wrong beyond that, the machine finds at run time.
pub fn check_types(program: &Program) -> Result<(), Vec<Error>> {
    let mut errors = items::check(program);
    // With broken types every statement would be reported too.
    if errors.is_empty() {
        for (i, function) in program.functions.iter().enumerate() {
            body::check(program, FnId(i as u32), function, &mut errors);
        }
    }
    finish(errors)
}

fn finish(errors: Vec<Error>) -> Result<(), Vec<Error>> {
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}
