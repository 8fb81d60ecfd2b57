//! What else a person needs to see: values, owners, borrow histories, the way here.

use std::fmt::Write;

use spektr_text::Note;

use crate::borrow::{BorrowError, Cause, TagHistory};
use crate::syntax::{
    Callee, Operand, Place, Program, Projection, Rvalue, StatementKind, TerminatorKind,
};

use super::{Location, location_of, unstamped};
use crate::machine::Machine;
use crate::machine::memory::Owner;
use crate::machine::stop::{Stop, Undefined};
use crate::machine::value::{AllocId, Immediate, Scalar};

/// More callers than this are not listed.
const MAX_CALLERS: usize = 8;

impl Machine {
    pub(super) fn notes(
        &mut self,
        program: &Program,
        stop: &Stop,
        location: Option<Location>,
    ) -> Vec<Note> {
        let mut notes = Vec::new();
        if let Stop::Undefined(undefined) = stop {
            self.memory_notes(program, undefined, &mut notes);
        }
        if let Some(location) = location.filter(|at| at.entering.is_none()) {
            self.value_notes(program, location, &mut notes);
        }
        self.caller_notes(program, location, &mut notes);
        notes
    }

    fn memory_notes(&self, program: &Program, undefined: &Undefined, notes: &mut Vec<Note>) {
        match undefined {
            Undefined::Borrow { alloc, error } => {
                notes.extend(self.owner_note(program, *alloc));
                for history in &error.histories {
                    history_notes(program, error, history, notes);
                }
            }
            Undefined::OutOfBounds { alloc, .. } => {
                notes.extend(self.owner_note(program, *alloc));
            }
            Undefined::InvalidValue { ty, .. } => {
                let message = format!("the type is `{}`", program.types.display(*ty));
                notes.push(Note { message, span: None });
            }
            Undefined::DeadLocal(local) => {
                let name = self.stack.last().and_then(|frame| {
                    let body = program.functions.get(frame.function.index())?;
                    Some(&body.locals.get(local.index())?.name)
                });
                if let Some(name) = name {
                    let message = format!("`{name}` has storage markers and is not live here");
                    notes.push(Note { message, span: None });
                }
            }
            _ => {}
        }
    }

    /// Whose memory it is.
    fn owner_note(&self, program: &Program, alloc: AllocId) -> Option<Note> {
        let allocation = self.memory.get(alloc).ok()?;
        let (message, span) = match allocation.owner {
            Owner::Local { function, local, .. } => {
                let body = program.functions.get(function.index())?;
                let decl = body.locals.get(local.index())?;
                (format!("the memory is local `{}` of `{}`", decl.name, body.name), Some(decl.span))
            }
            Owner::Static(id) => {
                let name = &program.statics.get(id.index())?.name;
                (format!("the memory is static `{name}`"), None)
            }
            Owner::Const(_) | Owner::Literal => ("the memory is a constant's".to_string(), None),
            Owner::Argument => ("the memory is an argument's".to_string(), None),
        };
        Some(Note { message, span: span.filter(|span| span.end > 0) })
    }

    /// What the places that the step reads hold.
    fn value_notes(&mut self, program: &Program, at: Location, notes: &mut Vec<Note>) {
        let block = &program.functions[at.function.index()].blocks[at.block.index()];
        let places = match block.statements.get(at.statement as usize) {
            Some(statement) => match &statement.kind {
                StatementKind::Assign(_, rvalue) => places_read(rvalue),
                StatementKind::Assume(operand) => of_operand(operand).collect(),
                _ => Vec::new(),
            },
            None => match &block.terminator.kind {
                TerminatorKind::Switch { subject, .. } => of_operand(subject).collect(),
                TerminatorKind::Call { args, callee, .. } => {
                    let pointer = match callee {
                        Callee::Pointer(operand) => Some(operand),
                        _ => None,
                    };
                    pointer.into_iter().chain(args).flat_map(of_operand).collect()
                }
                _ => Vec::new(),
            },
        };
        for place in places {
            if let Ok(peek) = self.peek(program, &place)
                && let Some(value) = peek.value
            {
                let name = place_name(program, at, &place);
                let message = format!("`{name}` is {}", value_text(value));
                notes.push(Note { message, span: None });
            }
        }
    }

    /// The calls that led here.
    fn caller_notes(&self, program: &Program, location: Option<Location>, notes: &mut Vec<Note>) {
        let own = usize::from(location.is_some());
        let callers = self.stack.frames().rev().skip(own);
        let total = self.stack.len().saturating_sub(own);
        for frame in callers.take(MAX_CALLERS) {
            let function = self.as_written(frame.function);
            let at = location_of(program, function, frame.block, frame.statement);
            let name = &program.functions[function.index()].name;
            let message = format!("called from `{name}`");
            notes.push(Note { message, span: at.map(|at| at.span) });
        }
        if total > MAX_CALLERS {
            let message = format!("and {} calls more", total - MAX_CALLERS);
            notes.push(Note { message, span: None });
        }
    }
}

fn history_notes(
    program: &Program,
    error: &BorrowError,
    history: &TagHistory,
    notes: &mut Vec<Note>,
) {
    let tag = history.tag;
    let role = if tag == error.accessed { "the accessed tag" } else { "the conflicting tag" };
    let Some(parent) = history.parent else {
        let message = format!("{role} {tag} is that of the memory itself");
        notes.push(Note { message, span: None });
        return;
    };
    let protected = if history.protector.is_some() { ", protected by its call" } else { "" };
    let message = format!("{role} {tag} was derived from {parent} here{protected}");
    let span = unstamped(program, history.created).map(|at| at.span);
    notes.push(Note { message, span });
    for change in &history.changes {
        let how = match change.cause {
            Cause::Access => "an access",
            Cause::Reborrow => "a reborrow",
            Cause::Deallocation => "freeing",
            Cause::Release => "the end of a protector",
        };
        let message = format!(
            "{tag} went from {} to {} at offsets {}..{} by {how} through {}",
            change.from, change.to, change.range.start, change.range.end, change.by
        );
        let span = unstamped(program, change.stamp).map(|at| at.span);
        notes.push(Note { message, span });
    }
}

fn places_read(rvalue: &Rvalue) -> Vec<Place> {
    match rvalue {
        Rvalue::Use(operand)
        | Rvalue::Repeat(operand, _)
        | Rvalue::Unary(_, operand)
        | Rvalue::Cast(_, operand, _) => of_operand(operand).collect(),
        Rvalue::Binary(_, left, right) | Rvalue::Checked(_, left, right) => {
            of_operand(left).chain(of_operand(right)).collect()
        }
        Rvalue::Aggregate(_, operands) => operands.iter().flat_map(of_operand).collect(),
        Rvalue::Ref(_, place)
        | Rvalue::RawRef(_, place)
        | Rvalue::Discriminant(place)
        | Rvalue::Len(place) => of_place(place).collect(),
    }
}

fn of_operand(operand: &Operand) -> impl Iterator<Item = Place> + use<> {
    let place = match operand {
        Operand::Copy(place) | Operand::Move(place) => Some(place.clone()),
        Operand::Const(_) => None,
    };
    place.into_iter().flat_map(|place| of_place(&place).collect::<Vec<_>>())
}

/// The place, and the pointer and indices on the way to it.
fn of_place(place: &Place) -> impl Iterator<Item = Place> + use<> {
    let pointer = place.is_indirect().then(|| Place::local(place.local));
    let indices: Vec<Place> = place
        .projection
        .iter()
        .filter_map(|projection| match projection {
            Projection::Index(local) => Some(Place::local(*local)),
            _ => None,
        })
        .collect();
    pointer.into_iter().chain(indices).chain([place.clone()])
}

/// The place as a person writes it.
fn place_name(program: &Program, at: Location, place: &Place) -> String {
    let locals = &program.functions[at.function.index()].locals;
    let name = |local: crate::syntax::Local| locals[local.index()].name.as_str();
    let mut text = name(place.local).to_string();
    for projection in &place.projection {
        // Writing to a string cannot fail.
        let _ = match projection {
            Projection::Deref => {
                text = format!("(*{text})");
                Ok(())
            }
            Projection::Field(field) => write!(text, ".{field}"),
            Projection::VariantField { variant, field } => write!(text, ".v{variant}.{field}"),
            Projection::Index(index) => write!(text, "[{}]", name(*index)),
        };
    }
    text
}

fn value_text(value: Immediate) -> String {
    let scalar = |scalar: Scalar| match scalar {
        Scalar::Bits(bits) => format!("{bits:#x}"),
        Scalar::Nan => "a NaN".to_string(),
        Scalar::Indeterminate => "left open by the language".to_string(),
        Scalar::Function(function) => format!("a pointer to function {}", function.0),
        Scalar::Pointer(pointer) => format!(
            "a pointer with tag {} to offset {} of allocation {}",
            pointer.tag, pointer.offset, pointer.alloc.index
        ),
    };
    match value {
        Immediate::Scalar(value) => scalar(value),
        Immediate::Wide(pointer, len) => {
            format!("{} and length {}", scalar(pointer), scalar(len))
        }
    }
}
