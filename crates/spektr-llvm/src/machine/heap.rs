//! Functions of the C library that make and end objects.

use super::code::Facts;
use super::memory::byte::Bytes;
use super::memory::{Life, ObjectId, Origin, Plan};
use super::run::Machine;
use super::stop::{Step, Undefined, Unspecified, unsupported};
use super::value::{Pointer, Value};
use crate::syntax::{Attribute, Flag, IntAttribute};

/// Whether calls of a function are executed here.
pub fn is_executed(name: &str) -> bool {
    ["malloc", "calloc", "free"].contains(&name)
}

impl Machine<'_, '_> {
    /// Functions of the C library that optimizers know: those that make and end objects are
    /// executed, the others refused, because an optimizer may replace them by one another.
    pub fn library(
        &mut self,
        name: &str,
        facts: &Facts,
        arguments: &[Value],
    ) -> Step<Option<Option<Value>>> {
        match (name, arguments) {
            ("malloc", [size]) => Ok(Some(Some(self.heap(size, false)?))),
            ("calloc", [count, size]) => match (count.known(), size.known()) {
                (Some(count), Some(size)) => {
                    let total = Value::number(64, count.saturating_mul(size).min(1 << 40));
                    Ok(Some(Some(self.heap(&total, true)?)))
                }
                _ => Err(Unspecified::OpenLength.into()),
            },
            ("free", [pointer]) => {
                self.free(pointer)?;
                Ok(Some(None))
            }
            _ if facts.is_library && !self.world.unpaired => {
                unsupported(format!("the library function {name}"))
            }
            _ => Ok(None),
        }
    }

    fn heap(&mut self, size: &Value, zeroed: bool) -> Step<Value> {
        let Some(size) = size.known() else { return Err(Unspecified::OpenLength.into()) };
        self.counts_memory(false)?;
        if size > 1 << 20 {
            // It may fail, and whether it does is open.
            return Err(Unspecified::Environment.into());
        }
        let size = size as usize;
        let pointer = self.memory.allocate(Plan {
            origin: Origin::Heap,
            align: 16,
            bytes: if zeroed { Bytes::known(vec![0; size]) } else { Bytes::undef(size) },
            constant: false,
            open_address: self.side.is_free(),
            name: "a heap object".into(),
        })?;
        Ok(Value::Pointer(pointer))
    }

    /// Whether an object of the caller can be one of the heap: nobody said that it stays.
    fn is_freeable(&self, id: ObjectId, pointer: Pointer) -> bool {
        let object = self.memory.object(id);
        let mut frames = self.callers.iter().chain([&self.frame]);
        let stays = frames.any(|frame| {
            let params = frame.arguments.iter().zip(&frame.declared.param_attributes);
            params.into_iter().any(|(value, attributes)| {
                let here = matches!(value, Value::Pointer(it) if self.memory.object_of(it.tag) == Some(id));
                here && attributes.iter().any(is_lasting)
            })
        });
        // Objects are roomy until a run has shown what is used of them.
        let (at_start, exploring) = (object.address == pointer.address, self.world.fresh.is_some());
        object.life == Life::Live && (at_start || exploring) && !stays
    }

    fn free(&mut self, pointer: &Value) -> Step<()> {
        let pointer = self.pointer(pointer)?;
        if pointer == Pointer::NULL {
            return Ok(());
        }
        let mut frames = self.callers.iter().chain([&self.frame]);
        let module = self.code.module;
        if frames.any(|frame| module.has_flag(&frame.declared.attributes, Flag::NoFree)) {
            return Err(Undefined::NofreeFreed.into());
        }
        self.counts_memory(true)?;
        let Some(id) = self.memory.object_of(pointer.tag) else {
            return Err(Undefined::FreeInvalid.into());
        };
        let object = self.memory.object(id);
        match object.origin {
            Origin::Heap if object.address == pointer.address && object.life == Life::Live => {
                self.memory.end(id);
                Ok(())
            }
            // The caller may have got it from the same library.
            Origin::Outside if self.is_freeable(id, pointer) => {
                self.memory.end(id);
                Ok(())
            }
            Origin::Outside if object.life == Life::Live => Err(Unspecified::Environment.into()),
            _ => Err(Undefined::FreeInvalid.into()),
        }
    }
}

/// Attributes that say something of memory as long as a function runs.
fn is_lasting(attribute: &Attribute) -> bool {
    match attribute {
        Attribute::Int(IntAttribute::Dereferenceable | IntAttribute::DereferenceableOrNull, _)
        | Attribute::Type(..) => true,
        other => other.is(Flag::NoFree),
    }
}
