//! Where and why a run stopped, as a compiler would say it. Knows source text as given by
//! the caller; reads no files.

use crate::syntax::{BlockId, FnId, Local, Program, Span};

use super::Machine;
use super::frame::Frame;

/// A step of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    pub function: FnId,
    pub block: BlockId,
    /// The number of statements in the block means its terminator.
    pub statement: u32,
    /// An argument that was being passed to the function, or its return place.
    pub entering: Option<Local>,
    pub span: Span,
}

/// What a person reads.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    pub rule: &'static str,
    pub message: String,
    pub location: Option<Location>,
    pub notes: Vec<Note>,
}

/// Something that helps to understand, with where it happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    pub message: String,
    pub span: Option<Span>,
}

impl Machine {
    /// The step that the machine is at: after a stop, the one that stopped it.
    pub fn location(&self, program: &Program) -> Option<Location> {
        if let Some((function, local)) = self.entering {
            let body = program.functions.get(function.index())?;
            let span = match body.locals.get(local.index()) {
                Some(decl) if local != Local::RETURN && decl.span.end > 0 => decl.span,
                _ => body.span,
            };
            let entering = Some(local);
            let block = BlockId(0);
            return Some(Location { function, block, statement: 0, entering, span });
        }
        let frame = self.stack.frames().last()?;
        let (function, block, statement) = (frame.function, frame.block, frame.statement);
        let span = span_of(program, function, block, statement)?;
        Some(Location { function, block, statement, entering: None, span })
    }
}

fn span_of(program: &Program, function: FnId, block: BlockId, statement: u32) -> Option<Span> {
    let block = program.functions.get(function.index())?.blocks.get(block.index())?;
    Some(match block.statements.get(statement as usize) {
        Some(statement) => statement.span,
        None => block.terminator.span,
    })
}

/// A step as one number, for borrow histories.
pub(super) fn stamp_of(frame: &Frame, index: u32) -> u64 {
    let (function, block) = (u64::from(frame.function.0), u64::from(frame.block.0));
    (function & 0xf_ffff) << 44 | (block & 0x3f_ffff) << 22 | u64::from(index) & 0x3f_ffff
}
