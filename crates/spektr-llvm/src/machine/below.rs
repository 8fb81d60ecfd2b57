//! What the functions on the stack say of the outside that is called below them: it accesses no
//! more than they do, and nothing that only their parameters lead to. LangRef, "Function
//! Attributes", `memory(...)`; "Parameter Attributes", `noalias`.

use super::frame::{CallSite, Frame};
use super::memory::ObjectId;
use super::run::Machine;
use super::stop::{Step, Unspecified};
use super::value::Value;
use super::world::visible;
use crate::syntax::{Flag, MemoryLocation};

impl<'m> Machine<'_, 'm> {
    /// Nothing is decided of what the outside does below a function that says nobody can notice
    /// its calls: one of them may be left out, or the body may take its place.
    pub fn noticed(&self) -> Step<()> {
        let mut inner = self.callers.iter().chain([&self.frame]).filter(|it| it.origin.is_some());
        match self.side.is_free() && inner.any(is_unnoticed) {
            true => Err(Unspecified::Environment.into()),
            false => Ok(()),
        }
    }

    /// Nothing is decided of memory that is made or freed below a function that says it does
    /// neither.
    pub fn counts_memory(&self, frees: bool) -> Step<()> {
        let keeps = |frame: &Frame<'m>| {
            let effects = frame.effects.map(|it| it.of(MemoryLocation::Inaccessible));
            (frees || frame.origin.is_some()) && effects.is_some_and(|it| !it.writes())
        };
        match self.side.is_free() && self.callers.iter().chain([&self.frame]).any(keeps) {
            true => Err(Unspecified::Environment.into()),
            false => Ok(()),
        }
    }

    /// Whether a function on the stack, or a call that led there, has an attribute.
    pub fn is_said_above(&self, flag: Flag) -> bool {
        let module = self.code.module;
        self.callers.iter().chain([&self.frame]).any(|frame| {
            let here = frame.origin.is_some_and(|it| module.has_flag(&it.call.attributes, flag));
            here || module.has_flag(&frame.declared.attributes, flag)
        })
    }

    /// Metadata of a call that says which memory it leaves alone.
    pub fn call_metadata(&self, site: CallSite<'m>) -> Step<()> {
        let says = |kind: &str| matches!(kind, "noalias" | "alias.scope" | "tbaa");
        match self.side.is_free() && site.metadata.iter().any(|it| says(&it.kind.text())) {
            true => Err(Unspecified::AliasMetadata.into()),
            false => Ok(()),
        }
    }

    /// Objects that belong to `noalias` parameters on the stack, where none of these values was
    /// made from the parameter.
    pub fn set_apart(&self, values: &[Value]) -> Vec<ObjectId> {
        let frames = self.callers.iter().chain([&self.frame]);
        let given = |alone: &super::frame::Alone| {
            values.iter().any(
                |value| matches!(value, Value::Pointer(it) if self.is_based_on(it.tag, alone.tag)),
            )
        };
        let alone = frames.flat_map(|frame| &frame.alone).filter(|alone| !given(alone));
        alone.map(|alone| alone.object).collect()
    }

    /// Whether what the outside reads depends on memory that is set apart and was changed.
    pub fn reads_set_apart(&self, values: &[Value], only_roots: bool) -> bool {
        let apart = self.set_apart(values);
        let changed = |id: &ObjectId| {
            let bytes = &self.memory.object(*id).bytes;
            apart.contains(id) && self.initial.get(id.0 as usize) != Some(bytes)
        };
        !apart.is_empty()
            && visible(&self.memory, values, only_roots).iter().any(|(id, _)| changed(id))
    }
}

/// Whether a function says that it writes nothing but what its arguments lead to.
fn is_unnoticed(frame: &Frame<'_>) -> bool {
    let everywhere = [MemoryLocation::Other, MemoryLocation::Inaccessible];
    frame.effects.is_some_and(|effects| everywhere.iter().all(|&it| !effects.of(it).writes()))
}
