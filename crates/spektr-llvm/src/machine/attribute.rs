//! Attributes of parameters and results, and metadata of loads: what a value must fulfil.
//! LangRef, "Parameter Attributes", "Function Attributes", "Metadata". Some make the value
//! poison, others are undefined behaviour.

use spektr_number::{Class, Format};

use super::compute::lanes;
use super::floating;
use super::frame::{Accessed, Alone};
use super::integer::mask;
use super::memory::{Access, ObjectId, Origin, Right};
use super::run::Machine;
use super::shape::Kind;
use super::stop::{Step, Undefined, Unspecified};
use super::value::{Pointer, Tag, Value};
use crate::syntax::{
    Access as Effect, Argument, Attachment, Attribute, Call, Flag, FpClasses, IntAttribute,
    MemoryEffects, MemoryLocation, Metadata, NodeKind, TailKind, Ty, TypeAttribute,
};

impl Machine<'_, '_> {
    /// A value that an argument or result with attributes becomes. First what makes poison,
    /// then what poison must not be.
    pub fn admitted(&self, value: Value, ty: Ty, attributes: &[&Attribute]) -> Step<Value> {
        if attributes.is_empty() {
            return Ok(value);
        }
        let mut value = value;
        for attribute in attributes {
            value = self.poisoned(value, ty, attribute)?;
        }
        for attribute in attributes {
            self.demanded(&value, attribute)?;
        }
        Ok(value)
    }

    /// Attributes whose violation makes the value poison.
    fn poisoned(&self, value: Value, ty: Ty, attribute: &Attribute) -> Step<Value> {
        Ok(match attribute {
            Attribute::Flag(Flag::NonNull) => self.checked(value, |it| self.is_nonnull(it)),
            Attribute::Int(IntAttribute::Align, align) => {
                self.checked(value, |it| self.is_aligned(it, *align))
            }
            // Without an alignment of its own, a result slot has that of its type.
            Attribute::Type(TypeAttribute::StructRet, of) => {
                self.checked(value, |it| self.is_aligned(it, self.code.shapes[*of].align))
            }
            Attribute::Range(low, high) => {
                let (low, high) = (self.code.constant(*low), self.code.constant(*high));
                self.in_ranges(value, ty, &[(low.clone(), high.clone())])?
            }
            Attribute::NoFpClass(classes) => {
                if let (Kind::Array { element, .. }, Some(parts)) =
                    (&self.code.shapes[ty].kind, value.elements())
                {
                    let parts =
                        parts.iter().map(|it| self.poisoned(it.clone(), *element, attribute));
                    return Ok(Value::list(parts.collect::<Step<_>>()?));
                }
                if let (Kind::Struct { fields }, Some(parts)) =
                    (&self.code.shapes[ty].kind, value.elements())
                {
                    let parts = parts.iter().zip(fields.iter());
                    let parts =
                        parts.map(|(it, &(field, _))| self.poisoned(it.clone(), field, attribute));
                    return Ok(Value::list(parts.collect::<Step<_>>()?));
                }
                let format = self.code.format(ty)?;
                let excluded = |it: &Value| match it {
                    Value::Poison => None,
                    it => not_of_class(format, it, *classes),
                };
                lanes(&[&value], |of| Ok(self.checked(of[0].clone(), excluded)))?
            }
            _ => value,
        })
    }

    /// Poison if a condition fails, or may.
    fn checked(&self, value: Value, holds: impl Fn(&Value) -> Option<bool>) -> Value {
        match holds(&value) {
            Some(true) => value,
            Some(false) => Value::Poison,
            // What cannot be told is allowed everything before, and nothing is held against
            // it after.
            None if self.side.is_free() => Value::Poison,
            None => value,
        }
    }

    fn is_nonnull(&self, value: &Value) -> Option<bool> {
        match value {
            Value::Pointer(pointer) => {
                let open = self
                    .memory
                    .object_of(pointer.tag)
                    .is_some_and(|id| self.memory.object(id).open_address);
                if open { Some(true) } else { Some(pointer.address != 0) }
            }
            _ => None,
        }
    }

    fn is_aligned(&self, value: &Value, align: u64) -> Option<bool> {
        match value {
            Value::Pointer(pointer) => self.memory.is_aligned(*pointer, align),
            _ => None,
        }
    }

    /// Attributes whose violation is undefined behaviour.
    fn demanded(&self, value: &Value, attribute: &Attribute) -> Step<()> {
        match attribute {
            Attribute::Flag(Flag::NoUndef) if value.has_undef_or_poison() => {
                Err(match value.unknown() {
                    Some(why) => why.into(),
                    None => Undefined::Noundef.into(),
                })
            }
            Attribute::Int(IntAttribute::Dereferenceable, size) => {
                self.dereferenceable(value, *size, false)
            }
            Attribute::Int(IntAttribute::DereferenceableOrNull, size) => {
                self.dereferenceable(value, *size, true)
            }
            Attribute::Type(TypeAttribute::StructRet | TypeAttribute::ByVal, ty) => {
                self.dereferenceable(value, self.code.shapes[*ty].size, false)
            }
            _ => Ok(()),
        }
    }

    fn dereferenceable(&self, value: &Value, size: u64, or_null: bool) -> Step<()> {
        match value {
            Value::Pointer(pointer) if or_null && *pointer == Pointer::NULL => Ok(()),
            Value::Pointer(pointer) if self.memory.is_dereferenceable(*pointer, size) => Ok(()),
            Value::Unknown(why) => Err((*why).into()),
            Value::Pointer(pointer) if pointer.tag == Tag::NONE && pointer.address != 0 => {
                Err(Unspecified::Provenance.into())
            }
            _ => Err(Undefined::Dereferenceable.into()),
        }
    }

    /// Poison unless the number is in one of the ranges, each from its first up to before
    /// its second number, wrapping.
    fn in_ranges(&self, value: Value, ty: Ty, ranges: &[(Value, Value)]) -> Step<Value> {
        let lane = self.code.lane(ty);
        let Kind::Int(width) = self.code.shapes[lane].kind else { return Ok(value) };
        let within = |it: &Value| {
            let number = it.known()?;
            let inside = |(low, high): &(Value, Value)| {
                let (low, high) = (low.known()?, high.known()?);
                let span = high.wrapping_sub(low) & mask(width);
                Some(low == high || number.wrapping_sub(low) & mask(width) < span)
            };
            ranges.iter().map(inside).try_fold(false, |any, it| Some(any | it?))
        };
        lanes(&[&value], |of| {
            Ok(match of[0] {
                Value::Poison => Value::Poison,
                it => self.checked(it.clone(), within),
            })
        })
    }

    /// Metadata of a load or call: `!range`, `!nonnull`, `!align` make poison of what breaks them,
    /// `!noundef` makes it undefined behaviour.
    pub fn annotated(&self, metadata: &[Attachment], ty: Ty, value: Value) -> Step<Value> {
        let mut value = value;
        let mut noundef = false;
        for attachment in metadata {
            match &*attachment.kind.text() {
                "nonnull" => value = self.checked(value, |it| self.is_nonnull(it)),
                "noundef" => noundef = true,
                "align" => {
                    if let Some(align) = self.numbers(&attachment.node).first() {
                        let align = align.known().unwrap_or(1) as u64;
                        value = self.checked(value, |it| self.is_aligned(it, align.max(1)));
                    }
                }
                "range" => {
                    let numbers = self.numbers(&attachment.node);
                    let pairs: Vec<(Value, Value)> =
                        numbers.chunks_exact(2).map(|it| (it[0].clone(), it[1].clone())).collect();
                    value = self.in_ranges(value, ty, &pairs)?;
                }
                "dereferenceable" | "dereferenceable_or_null" => {
                    let size = self.numbers(&attachment.node);
                    let size = size.first().and_then(Value::known).unwrap_or(0) as u64;
                    let or_null = attachment.kind == "dereferenceable_or_null";
                    self.dereferenceable(&value, size, or_null)?;
                }
                _ => {}
            }
        }
        if noundef && value.has_undef_or_poison() {
            return Err(match value.unknown() {
                Some(why) => why.into(),
                None => Undefined::NoundefLoad.into(),
            });
        }
        Ok(value)
    }

    /// What metadata says of aliasing is not checked but watched: where two accesses meet of
    /// which one is a write, and their metadata would keep them apart, nothing is decided.
    pub fn alias_metadata(
        &mut self,
        metadata: &[Attachment],
        pointer: Pointer,
        size: u64,
        written: bool,
    ) -> Step<()> {
        if !self.side.is_free() {
            return Ok(());
        }
        let (mut tbaa, mut scoped) = (None, false);
        for attachment in metadata {
            match &*attachment.kind.text() {
                "tbaa" | "tbaa.struct" => {
                    // A tag whose last number is 1 says that the memory never changes.
                    if self.numbers(&attachment.node).last().and_then(Value::known) == Some(1) {
                        return Err(Unspecified::AliasMetadata.into());
                    }
                    tbaa = Some(attachment.node.clone());
                }
                "alias.scope" | "noalias" => scoped = true,
                "invariant.load" | "invariant.group" => {
                    return Err(Unspecified::AliasMetadata.into());
                }
                _ => {}
            }
        }
        if tbaa.is_none() && !scoped {
            return Ok(());
        }
        let Some(object) = self.memory.object_of(pointer.tag) else { return Ok(()) };
        let start = pointer.address.wrapping_sub(self.memory.object(object).address);
        let accessed = Accessed { start, end: start.saturating_add(size), written };
        let here = Watched { object, accessed, tbaa, scoped };
        if self.watched.iter().any(|it| it.is_kept_apart(&here)) {
            return Err(Unspecified::AliasMetadata.into());
        }
        let alike = self.watched.iter_mut().rev().filter(|it| it.is_like(&here));
        let mut joined = alike.map(|it| it.accessed.join(&here.accessed));
        if !joined.any(|joined| joined) {
            self.watched.push(here);
        }
        Ok(())
    }

    /// The constants of a metadata tuple.
    pub fn numbers(&self, metadata: &Metadata) -> Vec<Value> {
        let module = self.code.module;
        let node = match metadata {
            Metadata::Node(id) => &module.nodes[id.index()],
            Metadata::Inline(node) => node,
            _ => return Vec::new(),
        };
        let NodeKind::Tuple(parts) = &node.kind else { return Vec::new() };
        let constant = |part: &Metadata| match part {
            Metadata::Constant(id) => Some(self.code.constant(*id).clone()),
            _ => None,
        };
        parts.iter().filter_map(constant).collect()
    }

    /// Whether all functions on the stack allow an access. LangRef, "Function Attributes":
    /// `memory(...)`; "Parameter Attributes": `noalias`.
    #[inline]
    pub fn permitted(&mut self, pointer: Pointer, size: u64, access: Access) -> Step<()> {
        if self.frame.effects.is_none()
            && self.callers.is_empty()
            && self.frame.initialized.is_empty()
        {
            return Ok(());
        }
        self.permitted_by_all(pointer, access)?;
        self.unshared(pointer, size, access == Access::Write)?;
        self.initializes(pointer, size, access)
    }

    /// A pointer for a `noalias` parameter: one that can be told from all others.
    pub fn alone(&mut self, value: Value, alone: &mut Vec<Alone>) -> Value {
        let Value::Pointer(pointer) = value else { return value };
        let Some(right) = self.memory.right(pointer.tag).copied() else { return value };
        let tag = self.memory.grant(Right { parent: pointer.tag, ..right });
        let (through, otherwise) = (Vec::new(), Vec::new());
        alone.push(Alone { tag, object: right.object, through, otherwise });
        Value::Pointer(Pointer { tag, address: pointer.address })
    }

    /// LangRef, "Parameter Attributes", `noalias`: what is accessed through the parameter and
    /// written is accessed in no other way while the function runs.
    fn unshared(&mut self, pointer: Pointer, size: u64, written: bool) -> Step<()> {
        // A load may be made where it was not before, as long as nobody uses it: after, only two
        // writes are certain to be wrong.
        if !self.side.is_free() && (!written || self.memory.found.get()) {
            return Ok(());
        }
        let Some(object) = self.memory.object_of(pointer.tag) else { return Ok(()) };
        let start = pointer.address.wrapping_sub(self.memory.object(object).address);
        let here = Accessed { start, end: start.saturating_add(size), written };
        let memory = &self.memory;
        let derived = |from: Tag| {
            let mut tag = pointer.tag;
            while tag != from {
                match memory.right(tag) {
                    Some(right) => tag = right.parent,
                    None => return false,
                }
            }
            true
        };
        let frames = self.callers.iter_mut().chain([&mut self.frame]);
        for alone in frames.flat_map(|frame| &mut frame.alone).filter(|it| it.object == object) {
            let (own, other) = match derived(alone.tag) {
                true => (&mut alone.through, &alone.otherwise),
                false => (&mut alone.otherwise, &alone.through),
            };
            if other.iter().any(|it| it.conflicts(&here)) {
                return Err(Undefined::NoaliasBroken.into());
            }
            if !own.iter_mut().rev().any(|it| it.join(&here)) {
                own.push(here);
            }
        }
        Ok(())
    }

    fn permitted_by_all(&self, pointer: Pointer, access: Access) -> Step<()> {
        let frames = self.callers.iter().chain([&self.frame]);
        let Some(right) = self.memory.right(pointer.tag) else { return Ok(()) };
        let object = self.memory.object(right.object);
        let mut caller = None;
        for frame in frames {
            // LangRef, "'call' Instruction": `tail`.
            let tail = frame.origin.is_some_and(|site| is_tail(site.call));
            if tail && caller.is_some_and(|it| object.origin == Origin::Stack(it)) {
                return Err(Undefined::TailCaller.into());
            }
            caller = Some(frame.number);
            let Some(effects) = frame.effects else { continue };
            // What the function itself, or one that it called, has made is its own.
            let own = match object.origin {
                Origin::Stack(number) => number >= frame.number,
                Origin::Heap => true,
                _ => object.constant && access == Access::Read,
            };
            // What lies in another address space is the target's to know.
            let global = self.code.module.globals.get(right.object.0 as usize);
            if own || global.is_some_and(|it| it.space != 0) {
                continue;
            }
            let argument = frame.arguments.iter().any(|value| {
                matches!(value, Value::Pointer(it)
                    if self.memory.object_of(it.tag) == Some(right.object))
            });
            let location = if argument { MemoryLocation::Argument } else { MemoryLocation::Other };
            let effect = effects.of(location);
            let allowed = match access {
                Access::Read => effect.reads(),
                Access::Write => effect.writes(),
            };
            if !allowed {
                return Err(Undefined::MemoryEffect.into());
            }
        }
        Ok(())
    }

    /// Whether a call that says it does not look at this frame is given something of it. LangRef,
    /// "'call' Instruction": `tail`.
    pub fn is_given_own(&self, call: &Call) -> bool {
        let own = Origin::Stack(self.frame.number);
        let passes = |argument: &Argument| {
            let Argument::Value { value, attributes } = argument else { return false };
            let copied = |it: &Attribute| matches!(it, Attribute::Type(TypeAttribute::ByVal, _));
            let object = match self.get(*value) {
                Value::Pointer(pointer) => self.memory.object_of(pointer.tag),
                _ => None,
            };
            object.is_some_and(|id| self.memory.object(id).origin == own)
                && !attributes.iter().any(copied)
        };
        self.side.is_free() && is_tail(call) && call.args.iter().any(passes)
    }

    /// The pointer that a callee gets: with less right if the parameter is marked so.
    pub fn restricted(
        &mut self,
        value: Value,
        attributes: &[&Attribute],
        granted: &mut Vec<Tag>,
    ) -> Value {
        let has = |flag| attributes.iter().any(|it| it.is(flag));
        let Value::Pointer(pointer) = value else { return value };
        let Some(right) = self.memory.right(pointer.tag).copied() else { return value };
        let read_none = has(Flag::ReadNone);
        let readable = right.readable && !read_none && !has(Flag::WriteOnly);
        let writable = right.writable && !read_none && !has(Flag::ReadOnly);
        if (readable, writable) == (right.readable, right.writable) {
            return value;
        }
        let tag = self.memory.grant(Right { parent: pointer.tag, readable, writable, ..right });
        granted.push(tag);
        Value::Pointer(Pointer { tag, address: pointer.address })
    }
}

/// An access with metadata that says something of aliasing.
pub struct Watched {
    object: ObjectId,
    accessed: Accessed,
    tbaa: Option<Metadata>,
    scoped: bool,
}

impl Watched {
    /// Whether the metadata of both says the same of the same object.
    fn is_like(&self, other: &Watched) -> bool {
        self.object == other.object && self.scoped == other.scoped && self.tbaa == other.tbaa
    }

    fn is_kept_apart(&self, other: &Watched) -> bool {
        let types = self.tbaa.is_some() && other.tbaa.is_some() && self.tbaa != other.tbaa;
        self.object == other.object
            && self.accessed.conflicts(&other.accessed)
            && (types || self.scoped && other.scoped)
    }
}

/// Whether a float is certainly of none of some classes.
fn not_of_class(format: Format, value: &Value, classes: FpClasses) -> Option<bool> {
    match value {
        Value::Partial(partial) if floating::is_some_nan(format, &partial.spread) => {
            let nans = FpClasses::SIGNALING_NAN | FpClasses::QUIET_NAN;
            match classes.0 & nans {
                0 => Some(true),
                all if all == nans => Some(false),
                _ => None,
            }
        }
        value => value.known().map(|bits| class_bit(format, bits) & classes.0 == 0),
    }
}

/// The class of a float as LLVM numbers it.
pub fn class_bit(format: Format, bits: u128) -> u16 {
    let negative = format.is_negative(bits);
    let signed = |minus, plus| if negative { minus } else { plus };
    match format.classify(bits) {
        Class::SignallingNan => FpClasses::SIGNALING_NAN,
        Class::QuietNan => FpClasses::QUIET_NAN,
        Class::Infinite => signed(FpClasses::NEGATIVE_INFINITY, FpClasses::POSITIVE_INFINITY),
        Class::Normal => signed(FpClasses::NEGATIVE_NORMAL, FpClasses::POSITIVE_NORMAL),
        Class::Subnormal => signed(FpClasses::NEGATIVE_SUBNORMAL, FpClasses::POSITIVE_SUBNORMAL),
        Class::Zero => signed(FpClasses::NEGATIVE_ZERO, FpClasses::POSITIVE_ZERO),
    }
}

/// What two restrictions leave together.
fn both(a: Effect, b: Effect) -> Effect {
    match (a.reads() && b.reads(), a.writes() && b.writes()) {
        (true, true) => Effect::ReadWrite,
        (true, false) => Effect::Read,
        (false, true) => Effect::Write,
        (false, false) => Effect::None,
    }
}

/// What attributes say of memory, old words included; `None` if nothing.
pub fn effects_of<'a>(attributes: impl Iterator<Item = &'a Attribute>) -> Option<MemoryEffects> {
    let mut found: Option<MemoryEffects> = None;
    let all = MemoryEffects::all(Effect::ReadWrite);
    let only = |locations: &[MemoryLocation]| {
        let mut effects = MemoryEffects::all(Effect::None);
        locations.iter().for_each(|&it| effects.set(it, Effect::ReadWrite));
        effects
    };
    for attribute in attributes {
        let said = match attribute {
            Attribute::Memory(effects) => *effects,
            Attribute::Flag(Flag::ReadNone) => MemoryEffects::all(Effect::None),
            Attribute::Flag(Flag::ReadOnly) => MemoryEffects::all(Effect::Read),
            Attribute::Flag(Flag::WriteOnly) => MemoryEffects::all(Effect::Write),
            Attribute::Flag(Flag::ArgMemOnly) => only(&[MemoryLocation::Argument]),
            Attribute::Flag(Flag::InaccessibleMemOnly) => only(&[MemoryLocation::Inaccessible]),
            Attribute::Flag(Flag::InaccessibleMemOrArgMemOnly) => {
                only(&[MemoryLocation::Inaccessible, MemoryLocation::Argument])
            }
            _ => continue,
        };
        let before = found.unwrap_or(all);
        let mut kept = before;
        for &location in MemoryLocation::ALL {
            kept.set(location, both(before.of(location), said.of(location)));
        }
        found = Some(kept);
    }
    found.filter(|effects| *effects != all)
}

/// Whether a call says that it accesses nothing of its caller's frame.
pub fn is_tail(call: &Call) -> bool {
    matches!(call.tail, Some(TailKind::Tail | TailKind::MustTail))
}
