//! Calls of functions that have no body here: what the outside may see, what it answers, and
//! what it does to memory, all within what the attributes allow. LangRef, "Function
//! Attributes".

use std::rc::Rc;

use spektr_entropy::Entropy;

use super::access::LARGE;
use super::attribute::{effects_of, is_tail};
use super::code::{Code, Facts};
use super::frame::{CallSite, Flow};
use super::memory::{Life, ObjectId, Origin};
use super::run::Machine;
use super::shape::Kind;
use super::stop::{Step, Stop, Undefined, Unspecified, unsupported};
use super::value::{Pointer, Value};
use super::world::{Ending, Event, Happening, Place, Written, visible};
use crate::syntax::{
    Access as Effect, Argument, Attribute, Flag, GlobalId, MemoryEffects, MemoryLocation, Ty,
    TypeAttribute,
};

impl<'m> Machine<'_, 'm> {
    pub fn external(
        &mut self,
        callee: GlobalId,
        arguments: Vec<Value>,
        site: CallSite<'m>,
    ) -> Step<Flow> {
        let code = self.code;
        let name = code.name(callee);
        let module = code.module;
        let facts = code.facts(callee);
        let has = |flag| facts.has(flag) || module.has_flag(&site.call.attributes, flag);
        // Calls that check sizes are made simpler even where others must stay.
        let checking = name.ends_with("_chk");
        let builtin = !has(Flag::NoBuiltin) || has(Flag::Builtin) || checking;
        // What a library is given must be known to it: optimizers say so with `noundef` as
        // soon as they see the name.
        let open = self.side.is_free() && arguments.iter().any(Value::has_undef_or_poison);
        if open && facts.is_library {
            return Err(match arguments.iter().find_map(Value::unknown) {
                Some(why) => why.into(),
                None => Undefined::Noundef.into(),
            });
        }
        // LangRef, "Function Attributes": `nofree`, of this call.
        let kept = module.has_flag(&site.call.attributes, Flag::NoFree);
        if builtin && kept && name == "free" && arguments.first() != Some(&Value::NULL) {
            return Err(Undefined::NofreeFreed.into());
        }
        let executed = builtin && facts.is_executed;
        if executed && self.is_given_own(site.call) {
            return Err(Undefined::TailCaller.into());
        }
        if executed && let Some(value) = self.text(&name, &arguments, facts, &site)? {
            return Ok(self.answered(&site, value));
        }
        if executed && let Some(value) = self.named(&name, facts, &site)? {
            return Ok(self.answered(&site, Some(value)));
        }
        if builtin && let Some(value) = self.library(&name, facts, &arguments)? {
            let flow = self.answered(&site, value);
            return Ok(flow);
        }
        // LangRef, "'call' Instruction": attributes that say how something is passed are the same on
        // both; where they are not, optimizers believe either.
        let copied = |it: &Attribute| matches!(it, Attribute::Type(TypeAttribute::ByVal, _));
        let differs = |(declared, here): (&Vec<Attribute>, &Argument)| {
            declared.iter().any(copied) != here.attributes().iter().any(copied)
        };
        if facts.params.iter().zip(&site.call.args).any(differs) {
            return unsupported("a call that passes otherwise than its function takes");
        }
        // One call of a vector variant may take the place of several.
        let variants = |it: &Attribute| matches!(it, Attribute::Text(key, _) if key.text() == "vector-function-abi-variant");
        if facts.function.iter().chain(module.attributes(&site.call.attributes)).any(variants) {
            return unsupported("a function with vector variants");
        }
        // LangRef, "Assume Operand Bundles" knows no such words; OpenMP's passes do.
        let assumes =
            |it: &Attribute| matches!(it, Attribute::Text(key, _) if key.text() == "llvm.assume");
        if facts.function.iter().chain(module.attributes(&site.call.attributes)).any(assumes) {
            return unsupported("a call that assumptions are said of");
        }
        // A program may not notice whether memory was really asked for.
        let allocates = |it: &Attribute| matches!(it, Attribute::AllocKind(_));
        if facts.function.iter().any(allocates) {
            return unsupported("a function that says it allocates");
        }
        // What a `tail` call is given of the frame it may keep, but neither read nor write.
        if self.side.is_free() && self.shows_hidden(&arguments, site) {
            return Err(Unspecified::Environment.into());
        }
        if has(Flag::ReturnsTwice) {
            return unsupported("a function that returns twice");
        }
        let all = facts.function.iter().chain(module.attributes(&site.call.attributes));
        let effects = match has(Flag::Speculatable) {
            true => MemoryEffects::all(Effect::None),
            false => effects_of(all).unwrap_or(MemoryEffects::all(Effect::ReadWrite)),
        };
        let Some((result, _, _)) = module.signature(site.call.ty) else {
            return unsupported("a call without a signature");
        };
        self.call_metadata(site)?;
        // Nobody notices calls of what writes nothing: the outside chooses to return from them.
        let pure = MemoryLocation::ALL.iter().all(|&it| !effects.of(it).writes());
        if pure && !has(Flag::NoReturn) {
            let declared = effects_of(facts.function.iter());
            let writes = |it: &MemoryLocation| declared.is_none_or(|said| said.of(*it).writes());
            if !facts.has(Flag::Speculatable) && MemoryLocation::ALL.iter().any(writes) {
                self.world.quiet.insert(name.as_str().into());
            }
            return self.pure(&name, result, effects, arguments, facts, site);
        }
        // What a call says of itself, an optimizer may drop.
        if self.world.was_quiet(&name) {
            return Err(Unspecified::Environment.into());
        }
        self.noticed()?;
        // A call whose only effect is on its arguments may be left out when that is not seen.
        let silent = [MemoryLocation::Other, MemoryLocation::Inaccessible]
            .iter()
            .all(|&it| !effects.of(it).writes());
        let surely = |flag| has(flag) || self.is_said_above(flag);
        if silent && surely(Flag::NoUnwind) && surely(Flag::WillReturn) {
            return Err(Unspecified::Environment.into());
        }
        // LangRef, "Function Attributes": what reads nothing does the same when it is called again,
        // so the second call may be left out.
        let blind = MemoryLocation::ALL.iter().all(|&it| !effects.of(it).reads());
        if blind && self.side.is_free() && self.world.events.iter().any(|it| *it.name == *name) {
            return Err(Unspecified::Environment.into());
        }
        let reads = |location| effects.of(location).reads();
        let apart = self.set_apart(&arguments);
        let mut memory = match (reads(MemoryLocation::Other), reads(MemoryLocation::Argument)) {
            (true, _) => visible(&self.memory, &arguments, false),
            (false, true) => visible(&self.memory, &arguments, true),
            (false, false) => Vec::new(),
        };
        memory.retain(|(id, _)| !apart.contains(id));
        // Looking at everything takes its time.
        let bytes: u64 = memory.iter().map(|(_, bytes)| bytes.len() as u64).sum();
        let long = self.memory.object_count() as u64 / 4 + bytes / LARGE;
        self.fuel = self.fuel.saturating_sub(long);
        self.escape(&arguments, facts, site);
        let hidden = |at: &usize| has_attribute(facts, site, *at, keeps_nothing);
        let event = Event {
            hidden: (0..arguments.len()).filter(hidden).collect(),
            what: Happening::Call,
            name: name.as_str().into(),
            arguments: arguments.clone(),
            memory,
            writes: Vec::new(),
            answer: None,
            ending: if has(Flag::NoReturn) { Ending::Stayed } else { Ending::Returned },
        };
        let number = self.world.happen(event, &self.memory)?;
        let ended = self.world.ended_before(number);
        if has(Flag::NoReturn) || ended == Some(Ending::Stayed) {
            return Err(Box::new(Stop::Ended("a function that does not return was called")));
        }
        let mut answers = self.world.answers(number, &name);
        self.outside_writes(number, &mut answers, &arguments, facts, site, effects);
        // Drawn always, so that what follows does not depend on attributes.
        let throws = answers.chance(1, 2) && self.world.temper.throws && !has(Flag::NoUnwind);
        if ended.map_or(throws, |it| it == Ending::Threw) {
            self.world.events[number].ending = Ending::Threw;
            self.dead_on_unwind(&arguments, &facts.params, Some(site.call));
            let exception = self.world.outside(&mut self.memory, false, 16, 16)?;
            return self.unwind(site, Value::Pointer(exception));
        }
        let before = self.world.answered_before(number).cloned();
        let value = self.answer(&mut answers, result, (&arguments, before), (facts, site))?;
        self.world.events[number].answer = value.clone();
        Ok(self.answered(&site, value))
    }

    /// Whether the outside sees memory of a frame below a call that says it does not look there.
    fn shows_hidden(&self, arguments: &[Value], site: CallSite<'m>) -> bool {
        let frames: Vec<_> = self.callers.iter().chain([&self.frame]).collect();
        let tails = frames.iter().skip(1).map(|it| it.origin.is_some_and(|it| is_tail(it.call)));
        let tails = tails.chain([is_tail(site.call)]);
        let is_seen = |id: &ObjectId| {
            let passed = |value: &Value| matches!(value, Value::Pointer(it) if self.memory.object_of(it.tag) == Some(*id));
            self.memory.object(*id).escaped || arguments.iter().any(passed)
        };
        frames.iter().zip(tails).any(|(frame, tail)| tail && frame.allocas.iter().any(is_seen))
    }

    /// A function that only computes: the same arguments (and memory, if it reads any) give
    /// the same answer, and nobody notices the call.
    fn pure(
        &mut self,
        name: &str,
        result: Ty,
        effects: MemoryEffects,
        arguments: Vec<Value>,
        facts: &Facts,
        site: CallSite<'m>,
    ) -> Step<Flow> {
        if matches!(self.code.shapes[result].kind, Kind::Void) {
            return Ok(self.answered(&site, None));
        }
        let mut hash = Hash(0xcbf2_9ce4_8422_2325);
        let mut known = arguments.iter().all(|value| self.hash_value(value, &mut hash));
        let reads = MemoryLocation::ALL.iter().any(|&it| effects.of(it).reads());
        if reads {
            let only = !effects.of(MemoryLocation::Other).reads();
            known &= !self.side.is_free() || !self.reads_set_apart(&arguments, only);
            for (id, bytes) in visible(&self.memory, &arguments, only) {
                // What nobody has changed is the same on both sides, even where one of them has
                // lost a variable that it does not use.
                if self.initial.get(id.0 as usize).is_some_and(|first| *first == bytes) {
                    continue;
                }
                known &= bytes.is_known(0, bytes.len());
                // What it is called in one module only must not matter.
                let object = self.memory.object(id);
                known &= !matches!(object.origin, Origin::Stack(_) | Origin::Heap)
                    && object.origin != (Origin::Global { visible: false });
                hash.word(object.address);
                bytes.values.iter().for_each(|&byte| hash.word(u64::from(byte)));
            }
        }
        if !known {
            // What such a function answers to an open question is not asked further.
            let unknown = Value::Unknown(Unspecified::Environment);
            let value = self.code.uniform(result, &unknown)?;
            return Ok(self.answered(&site, Some(value)));
        }
        let mut answers = Entropy::named(self.world.temper.seed ^ hash.0, name);
        if has_pointer(self.code, result) {
            let value = self.code.uniform(result, &Value::Unknown(Unspecified::Environment))?;
            return Ok(self.answered(&site, Some(value)));
        }
        name.bytes().for_each(|byte| hash.word(u64::from(byte)));
        let before = self.world.computed_before(hash.0).cloned();
        let value = self.answer(&mut answers, result, (&arguments, before), (facts, site))?;
        if let Some(value) = &value {
            self.world.computed.entry(hash.0).or_insert_with(|| value.clone());
        }
        Ok(self.answered(&site, value))
    }

    /// Adds a value to a hash; false if it is not fixed.
    fn hash_value(&self, value: &Value, hash: &mut Hash) -> bool {
        match value {
            Value::List(values) => values.iter().all(|value| self.hash_value(value, hash)),
            Value::Pointer(pointer) => {
                hash.word(pointer.address);
                self.memory.object_of(pointer.tag).is_none_or(|id| {
                    let object = self.memory.object(id);
                    !object.open_address
                        && !matches!(object.origin, Origin::Stack(_) | Origin::Heap)
                })
            }
            Value::Big(number) => {
                number.limbs().iter().for_each(|&limb| hash.word(limb));
                true
            }
            value => match value.known() {
                Some(number) => {
                    hash.word(number as u64);
                    hash.word((number >> 64) as u64);
                    true
                }
                None => false,
            },
        }
    }

    /// Pointers that a callee may keep are known outside from now on.
    fn escape(&mut self, arguments: &[Value], facts: &Facts, site: CallSite<'m>) {
        for (at, value) in arguments.iter().enumerate() {
            if has_attribute(facts, site, at, keeps_nothing) {
                continue;
            }
            self.escape_value(value);
        }
    }

    fn escape_value(&mut self, value: &Value) {
        let reachable = visible(&self.memory, std::slice::from_ref(value), false);
        for (id, _) in reachable {
            if !self.memory.object(id).escaped {
                self.memory.object_mut(id).escaped = true;
            }
        }
    }

    /// What the callee writes: a few bytes behind pointers that it got, and into visible
    /// globals. A run that is held against another one repeats what was written there.
    fn outside_writes(
        &mut self,
        number: usize,
        answers: &mut Entropy,
        arguments: &[Value],
        facts: &Facts,
        site: CallSite<'m>,
        effects: MemoryEffects,
    ) {
        let mut draw = answers.fork();
        let writes = match self.world.reference {
            Some(reference) => reference.events[number].writes.clone(),
            None if !self.world.temper.writes || self.forbids_writes() => Vec::new(),
            None => self.decided_writes(&mut draw, arguments, facts, site, effects),
        };
        let mut done = Vec::with_capacity(writes.len());
        let free = self.side.is_free();
        for write in writes {
            let to = match write.place {
                Place::Argument(at) => match arguments.get(at) {
                    Some(Value::Pointer(pointer)) => *pointer,
                    _ => continue,
                },
                Place::Address(address) => match self.memory.at_address(address) {
                    Some(id) if self.memory.object(id).address == address => {
                        Pointer { tag: self.memory.own_tag(id), address }
                    }
                    _ => continue,
                },
            };
            // What belongs to a `noalias` parameter, the outside leaves alone.
            let apart = if free { self.set_apart(&[Value::Pointer(to)]) } else { Vec::new() };
            let own = self.memory.object_of(to.tag).is_some_and(|id| apart.contains(&id));
            if !own && self.outside_write(to, write.length, write.bytes) {
                done.push(write);
            }
        }
        self.world.wrote(number, done);
    }

    fn decided_writes(
        &self,
        draw: &mut Entropy,
        arguments: &[Value],
        facts: &Facts,
        site: CallSite<'m>,
        effects: MemoryEffects,
    ) -> Vec<Written> {
        let mut writes = Vec::new();
        if effects.of(MemoryLocation::Argument).writes() {
            for at in 0..arguments.len() {
                // What is passed by value is a copy: nobody sees what happens to it.
                let read_only = |it: &Attribute| {
                    let copied = matches!(it, Attribute::Type(TypeAttribute::ByVal, _));
                    copied || it.is(Flag::ReadOnly) || it.is(Flag::ReadNone)
                };
                let (length, bytes) = (1 + draw.below(8), draw.next_u64());
                if !has_attribute(facts, site, at, read_only) {
                    writes.push(Written { place: Place::Argument(at), length, bytes });
                }
            }
        }
        if effects.of(MemoryLocation::Other).writes() {
            let globals = self
                .memory
                .objects()
                .filter(|(_, it)| it.origin == (Origin::Global { visible: true }) && !it.constant);
            for (_, global) in globals {
                let mut place = Entropy::named(self.world.temper.seed ^ global.address, "global");
                let (length, bytes) = (1 + place.below(8), draw.next_u64() ^ global.address);
                if place.coin() {
                    writes.push(Written { place: Place::Address(global.address), length, bytes });
                }
            }
        }
        writes
    }

    /// Writes from outside, if that is possible there.
    fn outside_write(&mut self, to: Pointer, length: u64, bytes: u64) -> bool {
        let Some(right) = self.memory.right(to.tag).copied() else { return false };
        let object = self.memory.object(right.object);
        let offset = to.address.wrapping_sub(object.address);
        let fits = offset <= object.size() && length <= object.size() - offset;
        let writable = object.life == Life::Live
            && !object.constant
            && right.writable
            && object.origin != Origin::Function;
        if fits && writable {
            self.touch(right.object, offset, length);
            let bytes = bytes.to_le_bytes();
            self.memory
                .bytes_mut(right.object)
                .write_known(offset as usize, &bytes[..length as usize]);
        }
        fits && writable
    }

    /// A volatile access. LangRef, "Volatile Memory Accesses": neither number nor order of
    /// them may change.
    pub fn happens(
        &mut self,
        what: Happening,
        pointer: Pointer,
        ty: Ty,
        value: Option<&Value>,
    ) -> Step<()> {
        let name: Rc<str> = match what {
            Happening::VolatileLoad => "a volatile load".into(),
            _ => "a volatile store".into(),
        };
        // Where memory lies that nobody else knows of, nobody sees.
        let object = self.memory.object_of(pointer.tag).map(|id| self.memory.object(id));
        let own = object
            .is_some_and(|it| !it.escaped && matches!(it.origin, Origin::Stack(_) | Origin::Heap));
        let place = match own {
            true => Value::Unknown(Unspecified::Address),
            false => Value::Pointer(pointer),
        };
        let mut arguments = vec![place, Value::Int(self.code.shapes[ty].store)];
        arguments.extend(value.cloned());
        self.noticed()?;
        let (hidden, memory, writes, answer) = (Vec::new(), Vec::new(), Vec::new(), None);
        let ending = Ending::Returned;
        let event = Event { what, name, arguments, hidden, memory, writes, answer, ending };
        self.world.happen(event, &self.memory)?;
        Ok(())
    }
}

pub fn has_pointer(code: &Code<'_>, ty: Ty) -> bool {
    match &code.shapes[ty].kind {
        Kind::Pointer { .. } => true,
        Kind::Vector { element, .. } | Kind::Array { element, .. } => has_pointer(code, *element),
        Kind::Struct { fields } => fields.iter().any(|&(field, _)| has_pointer(code, field)),
        _ => false,
    }
}

/// Whether a parameter has an attribute, by the function or at the call.
pub fn has_attribute(
    facts: &Facts,
    site: CallSite<'_>,
    at: usize,
    holds: impl Fn(&Attribute) -> bool,
) -> bool {
    let declared = facts.params.get(at).into_iter().flatten();
    let here = site.call.args.get(at).into_iter().flat_map(|argument| match argument {
        Argument::Value { attributes, .. } => attributes.as_slice(),
        Argument::Metadata(_) => &[],
    });
    declared.chain(here).any(holds)
}

/// Whether a parameter is not captured.
fn keeps_nothing(attribute: &Attribute) -> bool {
    match attribute {
        // What is passed by value is a copy.
        Attribute::Type(TypeAttribute::ByVal, _) => true,
        Attribute::Flag(Flag::NoCapture) => true,
        Attribute::Captures(captures) => captures.other.0 == 0,
        _ => false,
    }
}

struct Hash(u64);

impl Hash {
    fn word(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(29);
    }
}
