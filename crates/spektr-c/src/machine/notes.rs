//! What a run is seen to do, for whoever makes programs smaller: which places of the text are
//! reached, and which values are the same every time. Noting changes nothing of a run but what it
//! costs, and decides nothing.

use spektr_text::Span;

use super::code::Reg;
use super::memory::Origin;
use super::value::{Kind, Value};
use super::{Machine, Memory};
use crate::types::Ty;

/// A value that can be told to somebody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// The bits of an integer or a float.
    Number(u128),
    /// So many bytes into an object.
    Pointer {
        origin: Origin,
        offset: i32,
    },
    Function(u32),
}

/// What was seen of one place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seen {
    /// Control never came there.
    #[default]
    Never,
    Always(Known),
    /// Several values, or one that is not known.
    Varying,
}

/// The places that are noted, numbered as they are lowered, and what was seen of them.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    places: Vec<Noted>,
    seen: Vec<Seen>,
}

/// A place of the text. A statement has no type.
#[derive(Clone, Copy, Debug)]
pub struct Noted {
    pub span: Span,
    pub ty: Option<Ty>,
}

impl Notes {
    pub(super) fn add(&mut self, span: Span, ty: Option<Ty>) -> u32 {
        self.places.push(Noted { span, ty });
        self.seen.push(Seen::Never);
        self.places.len() as u32 - 1
    }

    /// All places with what was seen of them, as they come in the text.
    pub fn all(&self) -> impl Iterator<Item = (Noted, Seen)> {
        self.places.iter().copied().zip(self.seen.iter().copied())
    }
}

impl Machine {
    /// What was seen so far; nothing unless the machine was made to note it.
    pub fn notes(&self) -> Option<&Notes> {
        self.shared.notes.as_ref()
    }

    pub(super) fn see(&mut self, number: u32, value: Value) {
        let known = known(&self.memory, value);
        let Some(notes) = &mut self.shared.notes else { return };
        let seen = &mut notes.seen[number as usize];
        *seen = match (*seen, known) {
            (Seen::Never, Some(known)) => Seen::Always(known),
            (Seen::Always(before), Some(known)) if before == known => return,
            _ => Seen::Varying,
        };
    }
}

fn known(memory: &Memory, value: Value) -> Option<Known> {
    match value.kind() {
        Kind::Number => Some(Known::Number(value.bits())),
        Kind::Function => Some(Known::Function(value.lo as u32)),
        Kind::Object => {
            let pointer = value.pointer()?;
            let origin = memory.get(pointer.object)?.origin;
            Some(Known::Pointer { origin, offset: pointer.offset })
        }
        _ => None,
    }
}

/// The register of a note that is about no value.
pub(super) const NOTHING: Reg = super::code::CONSTANT;
