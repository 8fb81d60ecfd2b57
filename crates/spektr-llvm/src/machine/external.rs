//! Calls of functions that have no body here: what the outside may see, what it answers, and
//! what it does to memory, all within what the attributes allow. LangRef, "Function
//! Attributes".

use std::rc::Rc;

use spektr_entropy::Entropy;

use super::attribute::effects_of;
use super::code::Code;
use super::frame::{CallSite, Flow};
use super::library;
use super::memory::byte::Bytes;
use super::memory::{Life, Origin, Plan};
use super::run::Machine;
use super::shape::Kind;
use super::stop::{Step, Stop, Undefined, Unspecified, unsupported};
use super::value::{Pointer, Value};
use super::world::{Event, Happening, Made, Place, ROOMY, Written, visible};
use crate::syntax::{
    Access as Effect, Attribute, Flag, Function, GlobalId, IntAttribute, MemoryEffects,
    MemoryLocation, Ty,
};

impl<'m> Machine<'_, 'm> {
    pub fn external(
        &mut self,
        callee: GlobalId,
        function: &'m Function,
        arguments: Vec<Value>,
        site: CallSite<'m>,
    ) -> Step<Flow> {
        let code = self.code;
        let name = code.name(callee);
        let module = code.module;
        let has = |flag| {
            module.has_flag(&function.attributes, flag)
                || module.has_flag(&site.call.attributes, flag)
        };
        let builtin = !has(Flag::NoBuiltin) || has(Flag::Builtin);
        if builtin && let Some(value) = self.library(&name, &arguments, site)? {
            let flow = self.answered(&site, value);
            return Ok(flow);
        }
        if has(Flag::ReturnsTwice) {
            return unsupported("a function that returns twice");
        }
        let all =
            module.attributes(&function.attributes).chain(module.attributes(&site.call.attributes));
        let effects = effects_of(all).unwrap_or(MemoryEffects::all(Effect::ReadWrite));
        let Some((result, _, _)) = module.signature(site.call.ty) else {
            return unsupported("a call without a signature");
        };
        // Nobody notices calls of what writes nothing: the outside chooses to return from them.
        let pure = MemoryLocation::ALL.iter().all(|&it| !effects.of(it).writes());
        if pure && !has(Flag::NoReturn) {
            return self.pure(&name, result, effects, arguments, function, site);
        }
        // A call whose only effect is on its arguments may be left out when that is not seen.
        let silent = [MemoryLocation::Other, MemoryLocation::Inaccessible]
            .iter()
            .all(|&it| !effects.of(it).writes());
        if silent && has(Flag::NoUnwind) && has(Flag::WillReturn) {
            return Err(Unspecified::Environment.into());
        }
        let reads = |location| effects.of(location).reads();
        let memory = match (reads(MemoryLocation::Other), reads(MemoryLocation::Argument)) {
            (true, _) => visible(&self.memory, &arguments, false),
            (false, true) => visible(&self.memory, &arguments, true),
            (false, false) => Vec::new(),
        };
        self.escape(&arguments, function, site);
        let event = Event {
            what: Happening::Call,
            name: name.as_str().into(),
            arguments: arguments.clone(),
            memory,
            writes: Vec::new(),
        };
        let number = self.world.happen(event, &self.memory)?;
        if has(Flag::NoReturn) {
            return Err(Box::new(Stop::Ended("a function that does not return was called")));
        }
        let mut answers = self.world.answers(number, &name);
        self.outside_writes(number, &mut answers, &arguments, function, site, effects);
        let throws = self.world.temper.throws && !has(Flag::NoUnwind) && answers.chance(1, 2);
        if throws {
            let exception = self.world.outside(&mut self.memory, false, 16, 16)?;
            return self.unwind(site, Value::Pointer(exception));
        }
        let value = self.answer(&mut answers, result, function, site)?;
        Ok(self.answered(&site, value))
    }

    /// A function that only computes: the same arguments (and memory, if it reads any) give
    /// the same answer, and nobody notices the call.
    fn pure(
        &mut self,
        name: &str,
        result: Ty,
        effects: MemoryEffects,
        arguments: Vec<Value>,
        function: &'m Function,
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
            for (id, bytes) in visible(&self.memory, &arguments, only) {
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
        let value = self.answer(&mut answers, result, function, site)?;
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
    fn escape(&mut self, arguments: &[Value], function: &'m Function, site: CallSite<'m>) {
        for (at, value) in arguments.iter().enumerate() {
            if has_attribute(function, site, at, keeps_nothing) {
                continue;
            }
            self.escape_value(value);
        }
    }

    fn escape_value(&mut self, value: &Value) {
        let reachable = visible(&self.memory, std::slice::from_ref(value), false);
        for (id, _) in reachable {
            self.memory.object_mut(id).escaped = true;
        }
    }

    /// What the callee writes: a few bytes behind pointers that it got, and into visible
    /// globals. A run that is held against another one repeats what was written there.
    fn outside_writes(
        &mut self,
        number: usize,
        answers: &mut Entropy,
        arguments: &[Value],
        function: &'m Function,
        site: CallSite<'m>,
        effects: MemoryEffects,
    ) {
        let mut draw = answers.fork();
        let writes = match self.world.reference {
            Some(reference) => reference.events[number].writes.clone(),
            None if !self.world.temper.writes || self.forbids_writes() => Vec::new(),
            None => self.decided_writes(&mut draw, arguments, function, site, effects),
        };
        for write in &writes {
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
            self.outside_write(to, write.length, write.bytes);
        }
        self.world.wrote(number, writes);
    }

    fn decided_writes(
        &self,
        draw: &mut Entropy,
        arguments: &[Value],
        function: &'m Function,
        site: CallSite<'m>,
        effects: MemoryEffects,
    ) -> Vec<Written> {
        let mut writes = Vec::new();
        if effects.of(MemoryLocation::Argument).writes() {
            for at in 0..arguments.len() {
                let read_only = |it: &Attribute| it.is(Flag::ReadOnly) || it.is(Flag::ReadNone);
                let (length, bytes) = (1 + draw.below(8), draw.next_u64());
                if !has_attribute(function, site, at, read_only) {
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

    fn outside_write(&mut self, to: Pointer, length: u64, bytes: u64) {
        let Some(right) = self.memory.right(to.tag).copied() else { return };
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
    }

    /// The result of an external call, within its attributes.
    fn answer(
        &mut self,
        answers: &mut Entropy,
        result: Ty,
        function: &'m Function,
        site: CallSite<'m>,
    ) -> Step<Option<Value>> {
        if matches!(self.code.shapes[result].kind, Kind::Void) {
            return Ok(None);
        }
        let attributes: Vec<&Attribute> =
            function.result_attributes.iter().chain(&site.call.result_attributes).collect();
        let allocated = self.allocated(function, site);
        let mut value = self.arbitrary(answers, result, &attributes, allocated)?;
        if let (Value::Int(number), Some((low, high))) = (&value, self.said_range(site)) {
            value = Value::Int(ranged(u128::from(*number), low, high) as u64);
        }
        // An answer that breaks the attributes is one that the function cannot give.
        let admitted = self.admitted(value, result, &attributes);
        let admitted = admitted.and_then(|value| self.annotated(site.metadata, result, value));
        match admitted {
            Ok(value) if !value.has_poison() => Ok(Some(value)),
            _ => Err(Unspecified::Environment.into()),
        }
    }

    /// The size that `allocsize` says, if the arguments are known.
    fn allocated(&self, function: &Function, site: CallSite<'_>) -> Option<u64> {
        let module = self.code.module;
        let here = module.attributes(&site.call.attributes);
        let mut all = module.attributes(&function.attributes).chain(here);
        let (size, count) = all.find_map(|attribute| match attribute {
            Attribute::AllocSize(size, count) => Some((*size, *count)),
            _ => None,
        })?;
        let number = |at: u32| {
            let operand = site.call.args.get(at as usize)?.value()?;
            self.get(operand).known()
        };
        let count = match count {
            Some(at) => number(at)?,
            None => 1,
        };
        u64::try_from(number(size)?.saturating_mul(count)).ok()
    }

    /// Any value of a type.
    fn arbitrary(
        &mut self,
        draw: &mut Entropy,
        ty: Ty,
        attributes: &[&Attribute],
        allocated: Option<u64>,
    ) -> Step<Value> {
        let code = self.code;
        let shape = &code.shapes[ty];
        match &shape.kind {
            Kind::Int(width) if *width > 128 => {
                Ok(Value::Big(Box::new(spektr_number::Big::from_u128(*width, draw.next_u128()))))
            }
            Kind::Int(width) => {
                let number = match draw.below(4) {
                    0 => u128::from(draw.below(3)),
                    1 => u128::MAX,
                    2 => u128::from(draw.below(256)),
                    _ => draw.next_u128(),
                };
                let said = attributes.iter().find_map(|attribute| match attribute {
                    Attribute::Range(low, high) => {
                        let (low, high) = (self.code.constant(*low), self.code.constant(*high));
                        Some((low.known()?, high.known()?))
                    }
                    _ => None,
                });
                let number = said.map_or(number, |(low, high)| ranged(number, low, high));
                Ok(Value::number(*width, number & super::integer::mask(*width)))
            }
            Kind::Float(kind) => {
                let format = super::floating::format(*kind)?;
                let small = format
                    .from_int(spektr_number::Int::signed(8), u128::from(draw.next_u64() as u8));
                Ok(Value::number(format.bits(), small))
            }
            Kind::Pointer { .. } => {
                let has = |flag| attributes.iter().any(|it| it.is(flag));
                let size = attributes.iter().find_map(|attribute| match attribute {
                    Attribute::Int(
                        IntAttribute::Dereferenceable | IntAttribute::DereferenceableOrNull,
                        size,
                    ) => Some(*size),
                    _ => None,
                });
                let align = attributes.iter().find_map(|attribute| match attribute {
                    Attribute::Int(IntAttribute::Align, align) => Some(*align),
                    _ => None,
                });
                let null = draw.chance(1, 4) && !has(Flag::NonNull);
                let null = null && !attributes.iter().any(|it| is_dereferenceable(it));
                if null {
                    return Ok(Value::NULL);
                }
                let size = allocated.unwrap_or(ROOMY.max(size.unwrap_or(0)));
                if size > 1 << 16 {
                    return Ok(Value::NULL);
                }
                let align = align.unwrap_or(16);
                let pointer = self.world.outside(&mut self.memory, false, size, align)?;
                if has(Flag::NoAlias)
                    && let Some(id) = self.memory.object_of(pointer.tag)
                {
                    // Nobody else knows of it yet.
                    self.memory.object_mut(id).escaped = false;
                }
                Ok(Value::Pointer(pointer))
            }
            Kind::Vector { length, element } => {
                let lanes = (0..*length).map(|_| self.arbitrary(draw, *element, &[], None));
                Ok(Value::list(lanes.collect::<Step<_>>()?))
            }
            Kind::Array { length, element } if *length <= 64 => {
                let parts = (0..*length).map(|_| self.arbitrary(draw, *element, &[], None));
                Ok(Value::list(parts.collect::<Step<_>>()?))
            }
            Kind::Struct { fields } => {
                let parts = fields.iter().map(|&(field, _)| self.arbitrary(draw, field, &[], None));
                Ok(Value::list(parts.collect::<Step<_>>()?))
            }
            _ => unsupported("a result of this type from outside"),
        }
    }

    /// The first range that metadata at a call says.
    fn said_range(&self, site: CallSite<'_>) -> Option<(u128, u128)> {
        let range = site.metadata.iter().find(|it| it.kind == "range")?;
        let numbers = self.numbers(&range.node);
        Some((numbers.first()?.known()?, numbers.get(1)?.known()?))
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
        let mut arguments = vec![Value::Pointer(pointer), Value::Int(self.code.shapes[ty].store)];
        arguments.extend(value.cloned());
        let event = Event { what, name, arguments, memory: Vec::new(), writes: Vec::new() };
        self.world.happen(event, &self.memory)?;
        Ok(())
    }

    /// While the use of objects from outside is explored: a pointer that is loaded from
    /// untouched bytes gets an object to point to, and a number of odd width no other bits.
    pub fn lazily(&mut self, from: Pointer, ty: Ty) -> Step<()> {
        if self.world.fresh.is_none() {
            return Ok(());
        }
        let code = self.code;
        let Some(object) = self.memory.object_of(from.tag) else { return Ok(()) };
        let start = from.address.wrapping_sub(self.memory.object(object).address);
        let mut wanted = Vec::new();
        scalars(code, ty, start, &mut wanted);
        for (offset, ty) in wanted {
            self.lazy_scalar(object, offset, ty)?;
        }
        self.touch(object, start, code.shapes[ty].store);
        Ok(())
    }

    fn lazy_scalar(&mut self, object: super::memory::ObjectId, offset: u64, ty: Ty) -> Step<()> {
        let code = self.code;
        let shape = &code.shapes[ty];
        let size = shape.store as usize;
        let untouched = self.world.fresh.as_ref().is_some_and(|fresh| {
            let bytes = fresh.untouched.get(&object);
            bytes
                .and_then(|it| it.get(offset as usize..(offset as usize).checked_add(size)?))
                .is_some_and(|it| it.iter().all(|&fresh| fresh))
        });
        if !untouched || size == 0 {
            return Ok(());
        }
        let made = match shape.kind {
            Kind::Pointer { .. } => {
                if self.memory.objects().count() > 64 + code.module.globals.len() {
                    return Ok(());
                }
                let to = self.world.outside(&mut self.memory, true, ROOMY, 16)?;
                let bytes = super::memory::encode(&code.shapes, ty, &Value::Pointer(to), false)?;
                self.memory.bytes_mut(object).paste(offset as usize, &bytes);
                match self.memory.object_of(to.tag) {
                    Some(to) => Made::Pointer { object, offset, to },
                    None => return Ok(()),
                }
            }
            Kind::Int(width) if width % 8 != 0 => {
                let whole = self.memory.object(object).bytes.slice(offset as usize, size);
                let mut bytes = whole.values;
                match code.shapes.layout.big_endian {
                    true => bytes[0] &= (1u16 << (width % 8)) as u8 - 1,
                    false => bytes[size - 1] &= (1u16 << (width % 8)) as u8 - 1,
                }
                self.memory.bytes_mut(object).write_known(offset as usize, &bytes);
                Made::Number { object, offset, bytes }
            }
            _ => return Ok(()),
        };
        if let Some(fresh) = &mut self.world.fresh {
            fresh.made.push(made);
        }
        Ok(())
    }

    /// These bytes are no longer as the caller made them.
    pub fn touch(&mut self, object: super::memory::ObjectId, offset: u64, length: u64) {
        if let Some(fresh) = &mut self.world.fresh
            && let Some(bytes) = fresh.untouched.get_mut(&object)
        {
            let end = (offset.saturating_add(length) as usize).min(bytes.len());
            if let Some(bytes) = bytes.get_mut(offset as usize..end) {
                bytes.fill(false);
            }
        }
    }

    /// Functions of the C library that optimizers know: those that make and end objects are
    /// executed, the others refused, because an optimizer may replace them by one another.
    fn library(
        &mut self,
        name: &str,
        arguments: &[Value],
        site: CallSite<'m>,
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
            _ if library::is_known(name) => {
                let _ = site;
                unsupported(format!("the library function {name}"))
            }
            _ => Ok(None),
        }
    }

    fn heap(&mut self, size: &Value, zeroed: bool) -> Step<Value> {
        let Some(size) = size.known() else { return Err(Unspecified::OpenLength.into()) };
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
        let Some(id) = self.memory.object_of(pointer.tag) else {
            return Err(Undefined::FreeInvalid.into());
        };
        let object = self.memory.object(id);
        match object.origin {
            Origin::Heap if object.address == pointer.address && object.life == Life::Live => {
                self.memory.end(id);
                Ok(())
            }
            Origin::Outside => Err(Unspecified::Environment.into()),
            _ => Err(Undefined::FreeInvalid.into()),
        }
    }
}

/// Offsets and types of all scalars of a type.
fn scalars(code: &Code<'_>, ty: Ty, start: u64, out: &mut Vec<(u64, Ty)>) {
    match &code.shapes[ty].kind {
        Kind::Struct { fields } => {
            fields.iter().for_each(|&(field, offset)| scalars(code, field, start + offset, out));
        }
        Kind::Array { length, element } if *length <= 64 => {
            let stride = code.shapes[*element].size;
            (0..*length).for_each(|at| scalars(code, *element, start + at * stride, out));
        }
        Kind::Vector { length, element } if code.shapes[*element].bits.is_multiple_of(8) => {
            let stride = code.shapes[*element].bits / 8;
            (0..u64::from(*length)).for_each(|at| out.push((start + at * stride, *element)));
        }
        Kind::Int(_) | Kind::Pointer { .. } => out.push((start, ty)),
        _ => {}
    }
}

fn has_pointer(code: &Code<'_>, ty: Ty) -> bool {
    match &code.shapes[ty].kind {
        Kind::Pointer { .. } => true,
        Kind::Vector { element, .. } | Kind::Array { element, .. } => has_pointer(code, *element),
        Kind::Struct { fields } => fields.iter().any(|&(field, _)| has_pointer(code, field)),
        _ => false,
    }
}

fn has_attribute(
    function: &Function,
    site: CallSite<'_>,
    at: usize,
    holds: impl Fn(&Attribute) -> bool,
) -> bool {
    let declared = function.param_attributes.get(at).into_iter().flatten();
    let here = site.call.args.get(at).into_iter().flat_map(|argument| match argument {
        crate::syntax::Argument::Value { attributes, .. } => attributes.as_slice(),
        crate::syntax::Argument::Metadata(_) => &[],
    });
    declared.chain(here).any(holds)
}

/// Whether a parameter is not captured.
fn keeps_nothing(attribute: &Attribute) -> bool {
    match attribute {
        Attribute::Flag(Flag::NoCapture) => true,
        Attribute::Captures(captures) => captures.other.0 == 0,
        _ => false,
    }
}

/// A number of a range that does not wrap, or the first one.
fn ranged(number: u128, low: u128, high: u128) -> u128 {
    if high > low { low + number % (high - low) } else { low }
}

fn is_dereferenceable(attribute: &Attribute) -> bool {
    matches!(attribute, Attribute::Int(IntAttribute::Dereferenceable, _))
}

struct Hash(u64);

impl Hash {
    fn word(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(29);
    }
}
