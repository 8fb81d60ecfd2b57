//! Whether what one run shows is allowed by what another one shows: values, bytes and events
//! of the side after, held against those of the side before. Objects that both have from
//! outside lie at equal addresses; local ones are paired when they are first met.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::integer::mask;
use super::memory::byte::{Bytes, Shadow};
use super::memory::{Life, Memory, ObjectId, Origin};
use super::spread::Spread;
use super::value::{Pointer, Tag, Value};
use super::world::Event;

/// Why something is not allowed, in words.
pub type Allowed = Result<(), String>;

pub struct Relation<'a> {
    pub before: &'a Memory,
    pub after: &'a Memory,
    pub pairs: &'a mut BTreeMap<ObjectId, ObjectId>,
    /// Pairs whose contents are still to be compared.
    pub pending: Vec<(ObjectId, ObjectId)>,
    /// Whether both runs have ended, and what was local to them with it.
    pub ended: bool,
}

impl Relation<'_> {
    pub fn event(&mut self, before: &Event, after: &Event) -> Allowed {
        if before.arguments.len() != after.arguments.len() {
            return Err("another number of arguments".into());
        }
        for (at, (old, new)) in before.arguments.iter().zip(&after.arguments).enumerate() {
            if let Err(words) = self.value(old, new) {
                let hidden = before.hidden.contains(&at);
                if !hidden || !self.same_contents((before, old), (after, new)) {
                    return Err(format!("argument {}: {words}", at + 1));
                }
            }
        }
        self.memories(&before.memory, &after.memory)
    }

    /// Whether two pointers lead to the same bytes. LangRef, "Pointer Capture": who does not
    /// keep an address does not look at it either.
    fn same_contents(
        &mut self,
        (before, old): (&Event, &Value),
        (after, new): (&Event, &Value),
    ) -> bool {
        let (Value::Pointer(old), Value::Pointer(new)) = (old, new) else { return false };
        let contents = |memory: &Memory, event: &Event, pointer: &Pointer| {
            let id = memory.object_of(pointer.tag)?;
            let (_, bytes) = event.memory.iter().find(|(it, _)| *it == id)?;
            let offset = pointer.address.checked_sub(memory.object(id).address)? as usize;
            (offset <= bytes.len()).then(|| bytes.slice(offset, bytes.len() - offset))
        };
        let local = self.before.object_of(old.tag).is_some_and(|id| !is_shared(self.before, id));
        match (contents(self.before, before, old), contents(self.after, after, new)) {
            (Some(old), Some(new)) => local && self.bytes(&old, &new).is_ok(),
            (None, _) => local,
            _ => false,
        }
    }

    /// Everything that both can see. Local objects count when a pair leads to them.
    pub fn memories(
        &mut self,
        before: &[(ObjectId, Rc<Bytes>)],
        after: &[(ObjectId, Rc<Bytes>)],
    ) -> Allowed {
        let by_address: BTreeMap<u64, &Rc<Bytes>> = after
            .iter()
            .filter(|(id, _)| is_shared(self.after, *id))
            .map(|(id, bytes)| (self.after.object(*id).address, bytes))
            .collect();
        for (id, old) in before {
            let object = self.before.object(*id);
            let local = object.origin == (Origin::Global { visible: false });
            if !is_shared(self.before, *id) || local || object.constant {
                continue;
            }
            let Some(new) = by_address.get(&object.address) else {
                if self.is_freed(object.address) {
                    return Err(format!("{} was freed", object.name));
                }
                continue;
            };
            self.bytes(old, new).map_err(|words| format!("memory of {}, {words}", object.name))?;
        }
        let old: BTreeMap<ObjectId, &Rc<Bytes>> = before.iter().map(|(id, it)| (*id, it)).collect();
        let new: BTreeMap<ObjectId, &Rc<Bytes>> = after.iter().map(|(id, it)| (*id, it)).collect();
        self.pending.extend(self.pairs.iter().map(|(a, b)| (*a, *b)));
        let mut done = Vec::new();
        while let Some(pair) = self.pending.pop() {
            if done.contains(&pair) {
                continue;
            }
            done.push(pair);
            if let (Some(a), Some(b)) = (old.get(&pair.0), new.get(&pair.1)) {
                let name = self.before.object(pair.0).name.clone();
                self.bytes(a, b).map_err(|words| format!("memory of {name}, {words}"))?;
            }
        }
        Ok(())
    }

    /// Whether what both have from outside is gone after. LangRef has no word of `free`; the C
    /// standard does, 7.24.3.3.
    fn is_freed(&self, address: u64) -> bool {
        let mut objects = self.after.objects();
        objects.any(|(id, object)| {
            is_shared(self.after, id) && object.address == address && object.life == Life::Gone
        })
    }

    /// Whether `new` may stand where `old` stood. LangRef, "Undefined Values", "Poison
    /// Values": poison may become anything, undef anything but poison.
    pub fn value(&mut self, old: &Value, new: &Value) -> Allowed {
        let refuse = || Err(format!("{} is not allowed by {}", show(new), show(old)));
        match (old, new) {
            (Value::Poison | Value::Unknown(_), _) | (_, Value::Unknown(_)) => Ok(()),
            (Value::List(old), Value::List(new)) => {
                for (at, (old, new)) in old.iter().zip(new.iter()).enumerate() {
                    self.value(old, new).map_err(|words| format!("element {at}: {words}"))?;
                }
                Ok(())
            }
            // One word for all elements.
            (Value::List(old), Value::Poison | Value::Undef) => {
                old.iter().try_for_each(|old| self.value(old, new))
            }
            (_, Value::Poison) => refuse(),
            (Value::Undef, _) => Ok(()),
            (Value::Partial(old), Value::Partial(new)) => {
                if covers(&old.spread, &new.spread) {
                    Ok(())
                } else {
                    refuse()
                }
            }
            (Value::Partial(old), Value::Undef) => {
                if is_everything(&old.spread) {
                    Ok(())
                } else {
                    refuse()
                }
            }
            (Value::Partial(partial), _) => match new.known() {
                Some(number) if !partial.spread.contains(number) => refuse(),
                _ => Ok(()),
            },
            (_, Value::Undef | Value::Partial(_)) => refuse(),
            (Value::Pointer(old), Value::Pointer(new)) => self.pointer(*old, *new),
            (Value::Pointer(pointer), _) => match new.known() {
                Some(number) if !self.is_open(*pointer) => {
                    if number == u128::from(pointer.address) { Ok(()) } else { refuse() }
                }
                _ => Ok(()),
            },
            (Value::Big(old), Value::Big(new)) => {
                if old == new {
                    Ok(())
                } else {
                    refuse()
                }
            }
            _ => match (old.known(), new.known()) {
                (Some(old), Some(new)) if old == new => Ok(()),
                _ => refuse(),
            },
        }
    }

    fn is_open(&self, pointer: Pointer) -> bool {
        self.before.object_of(pointer.tag).is_some_and(|id| self.before.object(id).open_address)
    }

    fn pointer(&mut self, old: Pointer, new: Pointer) -> Allowed {
        let refuse = || {
            Err(format!(
                "{} is not allowed by {}",
                show_pointer(self.after, new),
                show_pointer(self.before, old)
            ))
        };
        let Some(from) = self.before.object_of(old.tag) else {
            return if old.address == new.address { Ok(()) } else { refuse() };
        };
        let object = self.before.object(from);
        let local = object.origin == (Origin::Global { visible: false });
        if local && self.is_renamed(from, new) {
            return Ok(());
        }
        // Variables without a name are known by what lies in them.
        if &*object.name == "@"
            && let Some(to) = self.after.object_of(new.tag)
            && &*self.after.object(to).name == "@"
        {
            self.pairs.insert(from, to);
            self.pending.push((from, to));
        }
        if !object.open_address && is_shared(self.before, from) {
            return if old.address == new.address { Ok(()) } else { refuse() };
        }
        // A copy that nobody writes to may be the original: who gets its address learns nothing.
        if object.copied {
            return Ok(());
        }
        // An address that nobody may use any more says nothing, nor does one that linkers may
        // merge.
        if self.ended && object.life == Life::Gone || is_shared(self.before, from) {
            return Ok(());
        }
        let Some(to) = self.after.object_of(new.tag) else {
            // The address of a local object that lost its provenance on the way.
            return if new.address == 0 { refuse() } else { Ok(()) };
        };
        if is_shared(self.after, to) {
            return refuse();
        }
        let offsets = (
            old.address.wrapping_sub(object.address),
            new.address.wrapping_sub(self.after.object(to).address),
        );
        // A local object may have become a part of another one.
        if offsets.0 != offsets.1 && !self.pairs.contains_key(&from) {
            return Ok(());
        }
        match self.pairs.get(&from) {
            Some(&known) if known != to => return refuse(),
            Some(_) => {}
            None => {
                // Several allocas may share one slot after an optimization, so that only
                // one direction is held on to.
                self.pairs.insert(from, to);
                self.pending.push((from, to));
            }
        }
        if offsets.0 == offsets.1 { Ok(()) } else { refuse() }
    }

    /// Whether a variable that only its module knows has another name on the other side: it was
    /// merged with others, or split.
    fn is_renamed(&self, from: ObjectId, new: Pointer) -> bool {
        let Some(to) = self.after.object_of(new.tag) else { return false };
        let (before, after) = (self.before.object(from), self.after.object(to));
        after.origin == (Origin::Global { visible: false }) && before.name != after.name
            || before.constant && after.constant && before.bytes.values == after.bytes.values
    }

    /// Bytes of an object after, held against those before, bit by bit.
    pub fn bytes(&mut self, old: &Bytes, new: &Bytes) -> Allowed {
        if old == new && old.tags().next().is_none() {
            return Ok(());
        }
        let length = old.len().min(new.len());
        let mut at = 0;
        while at < length {
            let (a, b) = (old.shadow(at), new.shadow(at));
            if is_pointer(old, at, a.tag) && is_pointer(new, at, b.tag) {
                let pointer = |bytes: &Bytes, tag: Tag| {
                    let address = &bytes.values[at..at + 8];
                    let address = address.iter().rev().fold(0, |all, &it| all << 8 | u64::from(it));
                    Pointer { tag, address }
                };
                self.pointer(pointer(old, a.tag), pointer(new, b.tag))
                    .map_err(|words| format!("offset {at}: {words}"))?;
                at += 8;
                continue;
            }
            if !self.byte(old.values[at], a, new.values[at], b) {
                return Err(format!(
                    "offset {at}: {} is not allowed by {}",
                    show_byte(new.values[at], b),
                    show_byte(old.values[at], a)
                ));
            }
            at += 1;
        }
        Ok(())
    }

    fn byte(&self, old: u8, a: Shadow, new: u8, b: Shadow) -> bool {
        if a.unknown.is_some() || b.unknown.is_some() {
            return true;
        }
        let anything = a.poison;
        let not_poison = a.undef | a.open;
        if b.poison & !anything != 0 {
            return false;
        }
        let fixed = !(anything | not_poison);
        if b.undef & fixed != 0 {
            return false;
        }
        // Bytes of pointers whose number means nothing.
        let loose = a.part > 0
            && self.before.object_of(a.tag).is_some_and(|id| {
                let object = self.before.object(id);
                object.open_address || object.life == Life::Gone
            });
        loose || (old ^ new) & fixed == 0
    }
}

/// Whether all bytes of one pointer lie there, in order.
fn is_pointer(bytes: &Bytes, at: usize, tag: Tag) -> bool {
    let part = |index: usize| Shadow { part: index as u8 + 1, tag, ..Shadow::KNOWN };
    at + 8 <= bytes.len() && (0..8).all(|index| bytes.shadow(at + index) == part(index))
}

/// Whether both runs have an object at the same address.
fn is_shared(memory: &Memory, id: ObjectId) -> bool {
    !matches!(memory.object(id).origin, Origin::Stack(_) | Origin::Heap)
}

fn is_everything(spread: &Spread) -> bool {
    match spread {
        Spread::Bits { ones: 0, open } => open.wrapping_add(1) & open == 0,
        Spread::Few(numbers) => {
            // All numbers of a small width.
            let count = numbers.len() as u128;
            count.is_power_of_two() && numbers[0] == 0 && numbers[numbers.len() - 1] == count - 1
        }
        Spread::Range { low: 0, high } => *high == mask(128),
        _ => false,
    }
}

/// Whether one set holds the other, as far as that can be told.
fn covers(old: &Spread, new: &Spread) -> bool {
    match new.list(128, 256) {
        Some(numbers) => numbers.iter().all(|&number| old.contains(number)),
        None => match (old, new) {
            (Spread::Bits { ones, open }, Spread::Bits { ones: new_ones, open: new_open }) => {
                new_open & !open == 0 && (ones ^ new_ones) & !open == 0
            }
            _ => true,
        },
    }
}

fn show_byte(value: u8, shadow: Shadow) -> String {
    match shadow {
        Shadow { poison: 1.., .. } => "poison".into(),
        Shadow { undef: 0xff, .. } => "undef".into(),
        Shadow { undef: 0, open: 0, .. } => format!("{value:#04x}"),
        _ => format!("{value:#04x} with open bits"),
    }
}

/// A pointer by the object that it points into.
pub fn show_pointer(memory: &Memory, pointer: Pointer) -> String {
    match memory.object_of(pointer.tag) {
        Some(id) => {
            let object = memory.object(id);
            let offset = pointer.address.wrapping_sub(object.address) as i64;
            match offset {
                0 => object.name.to_string(),
                _ => format!("{} {offset:+}", object.name),
            }
        }
        None if pointer.address == 0 => "null".into(),
        None => format!("address {:#x}", pointer.address),
    }
}

/// A value as a person reads it, without its type.
pub fn show(value: &Value) -> String {
    match value {
        Value::Int(number) if *number < 10 => format!("{number}"),
        Value::Int(number) => format!("{number} ({number:#x})"),
        Value::Wide(number) => format!("{:#x}", **number),
        Value::Big(number) => number.to_hexadecimal(),
        Value::Pointer(pointer) if pointer.tag == Tag::NONE && pointer.address == 0 => {
            "null".into()
        }
        Value::Pointer(pointer) => format!("address {:#x}", pointer.address),
        Value::Undef => "undef".into(),
        Value::Poison => "poison".into(),
        Value::Unknown(why) => format!("anything ({})", why.words()),
        Value::Partial(partial) => match &partial.spread {
            Spread::Few(numbers) => {
                let words: Vec<String> = numbers.iter().map(|it| format!("{it:#x}")).collect();
                format!("one of {}", words.join(", "))
            }
            Spread::Range { low, high } => format!("from {low:#x} up to {high:#x}"),
            Spread::Bits { ones, open } => format!("{ones:#x} with open bits {open:#x}"),
        },
        Value::List(values) => {
            let words: Vec<String> = values.iter().map(show).collect();
            format!("<{}>", words.join(", "))
        }
    }
}
