//! Where and why a run stopped, as a compiler would say it. Knows source text only as the
//! caller gives it; reads no files and decides nothing.

mod notes;

use spektr_text::Diagnostic;

use crate::syntax::{BlockId, Callee, FnId, Local, Program, Span, TerminatorKind};

use super::frame::Frame;
use super::stop::Stop;
use super::{Machine, Switches};

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

impl Machine {
    /// The step that the machine is at: after a stop, the one that stopped it.
    pub fn location(&self, program: &Program) -> Option<Location> {
        if let Some((function, local)) = self.entering {
            let function = self.as_written(function);
            let body = program.functions.get(function.index())?;
            let span = match body.locals.get(local.index()) {
                Some(decl) if local != Local::RETURN && decl.span.end > 0 => decl.span,
                _ => body.span,
            };
            let entering = Some(local);
            let block = BlockId(0);
            return Some(Location { function, block, statement: 0, entering, span });
        }
        let frame = self.stack.last()?;
        location_of(program, self.as_written(frame.function), frame.block, frame.statement)
    }

    /// The function and block whose call entered the callee that the machine is at, while
    /// arguments are passed: the frame above is the callee's, or still the caller's.
    pub fn caller(&self, program: &Program) -> Option<(FnId, BlockId)> {
        let (callee, _) = self.entering?;
        let frames = self.stack.frames().rev().take(2);
        let callee = self.as_written(callee);
        frames.map(|frame| (self.as_written(frame.function), frame.block)).find(|at| {
            let block = &program.functions[at.0.index()].blocks[at.1.index()];
            matches!(&block.terminator.kind,
                TerminatorKind::Call { callee: Callee::Function(it) | Callee::Generic(it, _), .. }
                    if *it == callee)
        })
    }

    /// Explains a stop of this machine, which is still where it stopped. Borrow histories
    /// are there if the machine was recording them: see [`explain`].
    pub fn diagnose(&mut self, program: &Program, stop: &Stop) -> Diagnostic {
        let location = self.location(program);
        let made = self.instances.clone();
        let program = made.as_ref().map_or(program, |made| &made.program);
        let class = match stop {
            Stop::Undefined(_) => "undefined",
            Stop::Unspecified(_) => "unspecified",
            Stop::OutOfFuel => "out of fuel",
        };
        Diagnostic {
            class,
            rule: stop.rule(),
            message: stop.to_string(),
            span: location.map(|at| at.span),
            context: location.map(|at| context(program, at)).unwrap_or_default(),
            notes: self.notes(program, stop, location),
        }
    }
}

/// Runs a program from its start, with histories, to say why it stops. None if it does not.
///
/// ```
/// use spektr_mir::machine::{Switches, explain};
/// use spektr_text::Sources;
///
/// let source = "#[custom_mir(dialect = \"runtime\", phase = \"initial\")]
/// fn f(x: i32) -> i32 {
///     mir! {
///         {
///             RET = 1_i32 / x;
///             Return()
///         }
///     }
/// }
/// fn main() { f(core::hint::black_box(0)); }
/// ";
/// let program = spektr_mir::parse::parse(source).unwrap();
/// let diagnostic = explain(&program, 1000, Switches::default()).unwrap();
/// assert_eq!(diagnostic.rule, "arithmetic");
/// let text = diagnostic.render(&Sources::one("f.rs", source));
/// assert!(text.contains("5 |             RET = 1_i32 / x;"));
/// ```
pub fn explain(program: &Program, fuel: u64, switches: Switches) -> Option<Diagnostic> {
    let machine = Machine::new(program).ok()?;
    let mut machine = machine.with_switches(switches).recording_history();
    let stop = machine.start(program).and_then(|()| machine.run(program, fuel)).err()?;
    Some(machine.diagnose(program, &stop))
}

fn location_of(
    program: &Program,
    function: FnId,
    block: BlockId,
    statement: u32,
) -> Option<Location> {
    let body = program.functions.get(function.index())?.blocks.get(block.index())?;
    let span = match body.statements.get(statement as usize) {
        Some(statement) => statement.span,
        None => body.terminator.span,
    };
    Some(Location { function, block, statement, entering: None, span })
}

fn context(program: &Program, at: Location) -> String {
    let body = &program.functions[at.function.index()];
    match at.entering {
        Some(Local::RETURN) => format!("entering `{}`, return place", body.name),
        Some(local) => {
            format!("entering `{}`, argument `{}`", body.name, body.locals[local.index()].name)
        }
        None => {
            let block = &body.blocks[at.block.index()];
            match block.statements.get(at.statement as usize) {
                Some(_) => format!("`{}`, {}, statement {}", body.name, block.name, at.statement),
                None => format!("`{}`, end of {}", body.name, block.name),
            }
        }
    }
}

const BLOCK_BITS: u32 = 20;
const STATEMENT_BITS: u32 = 24;

/// A step as one number, for borrow histories.
pub(super) fn stamp_of(function: FnId, frame: &Frame, index: u32) -> u64 {
    let function = u64::from(function.0) << (BLOCK_BITS + STATEMENT_BITS);
    let block = u64::from(frame.block.0) << STATEMENT_BITS;
    function | block | u64::from(index)
}

fn unstamped(program: &Program, stamp: u64) -> Option<Location> {
    let statement = stamp & ((1 << STATEMENT_BITS) - 1);
    let block = (stamp >> STATEMENT_BITS) & ((1 << BLOCK_BITS) - 1);
    let function = stamp >> (BLOCK_BITS + STATEMENT_BITS);
    location_of(program, FnId(function as u32), BlockId(block as u32), statement as u32)
}
