//! The world outside: external functions and volatile memory. Every call of an external
//! function is an event whose answer depends only on the world's seed, the event's number and
//! name, so that two modules that cause the same events get the same answers. A run may be
//! held against the events of another run.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use spektr_entropy::Entropy;

use super::memory::byte::Bytes;
use super::memory::{Life, Memory, ObjectId, Origin, Plan};
use super::relate::Relation;
use super::stop::{Step, Stop};
use super::value::{Pointer, Value};

/// What an event is, besides its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    Call,
    VolatileLoad,
    VolatileStore,
}

/// Something that the outside can notice.
#[derive(Clone, Debug)]
pub struct Event {
    pub what: Happening,
    pub name: Rc<str>,
    pub arguments: Vec<Value>,
    /// Arguments whose address the callee does not keep, by number: only what lies there counts.
    pub hidden: Vec<usize>,
    /// What the outside can read at this moment.
    pub memory: Vec<(ObjectId, Rc<Bytes>)>,
    /// What the outside wrote then.
    pub writes: Vec<Written>,
    /// What it answered, once it has.
    pub answer: Option<Value>,
    pub ending: Ending,
}

/// How a call came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Returned,
    Threw,
    /// Never: the program ended there.
    Stayed,
}

/// Some bytes that the outside wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    pub place: Place,
    pub length: u64,
    pub bytes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Behind the pointer that is this argument.
    Argument(usize),
    /// At the start of the object that lies there.
    Address(u64),
}

/// A run that another one is held against: its events, and its memory at the end.
#[derive(Clone, Copy)]
pub struct Reference<'c> {
    pub events: &'c [Event],
    pub computed: &'c BTreeMap<u64, Value>,
    pub quiet: &'c BTreeSet<Rc<str>>,
    pub memory: &'c Memory,
}

/// How the outside behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Temper {
    pub seed: u64,
    /// Functions that may write do.
    pub writes: bool,
    /// Functions that may unwind do, now and then.
    pub throws: bool,
}

pub struct World<'c> {
    pub temper: Temper,
    pub events: Vec<Event>,
    pub reference: Option<Reference<'c>>,
    /// No other run is ever held against this one: functions of a library are events too.
    pub unpaired: bool,
    /// What functions that only compute have answered, by what they were asked.
    pub computed: BTreeMap<u64, Value>,
    /// Functions of which only a call said that nobody notices it.
    pub quiet: BTreeSet<Rc<str>>,
    /// Local objects of the other run and their counterparts in this one.
    pub pairs: BTreeMap<ObjectId, ObjectId>,
    /// Objects that are still as the caller made them, while their use is being explored.
    pub fresh: Option<Fresh>,
    /// Where the next object from outside lies: of those that answers bring, and of those
    /// that exploration asks for.
    next_outside: [u64; 2],
}

/// Which bytes of which objects nobody has touched, and what was made of them.
#[derive(Clone, Debug, Default)]
pub struct Fresh {
    pub untouched: BTreeMap<ObjectId, Vec<bool>>,
    pub made: Vec<Made>,
}

/// A decision about the initial contents of an object.
#[derive(Clone, Debug, PartialEq)]
pub enum Made {
    /// Here lies a pointer to a new object.
    Pointer { object: ObjectId, offset: u64, to: ObjectId },
    /// Here lies a number of fewer bits than its bytes have.
    Number { object: ObjectId, offset: u64, bytes: Vec<u8> },
}

/// Objects from outside begin at multiples of this.
pub const PAGE: u64 = 4096;

/// How large an object from outside is before its use is known.
pub const ROOMY: u64 = 256;

impl<'c> World<'c> {
    pub fn new(temper: Temper) -> World<'c> {
        World {
            temper,
            events: Vec::new(),
            reference: None,
            unpaired: false,
            computed: BTreeMap::new(),
            quiet: BTreeSet::new(),
            pairs: BTreeMap::new(),
            fresh: None,
            next_outside: [0x0800_0000, 0x0400_0000].map(|it| super::memory::OUTSIDE + it),
        }
    }

    /// The stream that answers an event.
    pub fn answers(&self, number: usize, name: &str) -> Entropy {
        Entropy::named(self.temper.seed ^ (number as u64).wrapping_mul(0x9e37_79b9), name)
    }

    /// Records an event, or holds it against the one that the other run had.
    pub fn happen(&mut self, event: Event, memory: &Memory) -> Step<usize> {
        let number = self.events.len();
        if let Some(reference) = self.reference {
            let Some(expected) = reference.events.get(number) else {
                return Err(parted(format!("an event more: {}", event.name)));
            };
            if expected.what != event.what || expected.name != event.name {
                return Err(parted(format!(
                    "event {}: {} instead of {}",
                    number + 1,
                    event.name,
                    expected.name
                )));
            }
            let mut relation = Relation {
                before: reference.memory,
                after: memory,
                pairs: &mut self.pairs,
                pending: Vec::new(),
                ended: false,
            };
            if let Err(words) = relation.event(expected, &event) {
                return Err(parted(format!("event {} ({}): {words}", number + 1, event.name)));
            }
        }
        self.events.push(event);
        Ok(number)
    }

    /// What the other run was answered at the same event: attributes may have been lost since.
    pub fn answered_before(&self, number: usize) -> Option<&Value> {
        self.reference?.events.get(number)?.answer.as_ref()
    }

    /// How the same event ended in the other run.
    pub fn ended_before(&self, number: usize) -> Option<Ending> {
        Some(self.reference?.events.get(number)?.ending)
    }

    /// Whether the other run made calls of a function that nobody noticed by their own word: an
    /// optimizer may have dropped it.
    pub fn was_quiet(&self, name: &str) -> bool {
        self.reference.is_some_and(|it| it.quiet.contains(name))
    }

    /// What the same question was answered before, in this run or the other.
    pub fn computed_before(&self, question: u64) -> Option<&Value> {
        let other = self.reference.and_then(|it| it.computed.get(&question));
        self.computed.get(&question).or(other)
    }

    /// Remembers what the outside wrote at an event.
    pub fn wrote(&mut self, number: usize, writes: Vec<Written>) {
        self.events[number].writes = writes;
    }

    /// A new object of the outside, with contents that depend on its address alone.
    pub fn outside(
        &mut self,
        memory: &mut Memory,
        explored: bool,
        size: u64,
        align: u64,
    ) -> Step<Pointer> {
        let next = &mut self.next_outside[usize::from(explored)];
        // Neither size nor alignment moves those that follow: attributes may differ.
        let address = next.next_multiple_of(align.max(PAGE));
        *next = address + PAGE.max(size.next_multiple_of(PAGE)) + PAGE;
        let bytes = initial_bytes(self.temper.seed, address, size);
        let pointer = memory.place(
            address,
            Plan {
                origin: Origin::Outside,
                align: align.max(16),
                bytes: Bytes::known(bytes),
                constant: false,
                open_address: false,
                name: "an object from outside".into(),
            },
        )?;
        if let (Some(fresh), Some(id)) = (&mut self.fresh, memory.object_of(pointer.tag)) {
            fresh.untouched.insert(id, vec![true; size as usize]);
        }
        Ok(pointer)
    }
}

/// What an object of the outside contains at first.
pub fn initial_bytes(seed: u64, address: u64, size: u64) -> Vec<u8> {
    let mut contents = Entropy::named(seed ^ address, "outside");
    (0..size).map(|_| contents.next_u64() as u8).collect()
}

pub fn parted(words: String) -> Box<Stop> {
    Box::new(Stop::Parted(words))
}

/// All objects that the outside can see, starting from some values: what it owns or has
/// learnt of, and everything that is reachable from there.
pub fn visible(memory: &Memory, roots: &[Value], only_roots: bool) -> Vec<(ObjectId, Rc<Bytes>)> {
    let mut seen: BTreeMap<ObjectId, Rc<Bytes>> = BTreeMap::new();
    let mut pending: Vec<ObjectId> = Vec::new();
    if !only_roots {
        pending.extend(memory.objects().filter(|(_, it)| it.escaped).map(|(id, _)| id));
    }
    fn collect(memory: &Memory, value: &Value, pending: &mut Vec<ObjectId>) {
        match value {
            Value::Pointer(pointer) => pending.extend(memory.object_of(pointer.tag)),
            Value::List(values) => {
                values.iter().for_each(|value| collect(memory, value, pending));
            }
            _ => {}
        }
    }
    roots.iter().for_each(|value| collect(memory, value, &mut pending));
    while let Some(id) = pending.pop() {
        let object = memory.object(id);
        if seen.contains_key(&id) || object.origin == Origin::Function || object.life == Life::Gone
        {
            continue;
        }
        seen.insert(id, object.bytes.clone());
        if !only_roots {
            pending.extend(object.bytes.tags().filter_map(|tag| memory.object_of(tag)));
        }
    }
    seen.into_iter().collect()
}

impl Event {
    /// The event as a person reads it: texts behind pointers are shown.
    pub fn told(&self, memory: &Memory) -> String {
        let told = |value: &Value| match value {
            Value::Pointer(pointer) => {
                let text = self.text_at(memory, *pointer);
                text.unwrap_or_else(|| super::relate::show_pointer(memory, *pointer))
            }
            value => super::relate::show(value),
        };
        let arguments: Vec<String> = self.arguments.iter().map(told).collect();
        match self.what {
            Happening::Call => format!("@{}({})", self.name, arguments.join(", ")),
            _ => format!("{} of {} bytes at {}", self.name, arguments[1], arguments[0]),
        }
    }

    /// The text that ends with a zero byte, if one lay behind a pointer when it happened.
    fn text_at(&self, memory: &Memory, pointer: Pointer) -> Option<String> {
        let id = memory.object_of(pointer.tag)?;
        let (_, bytes) = self.memory.iter().find(|(it, _)| *it == id)?;
        let start = pointer.address.checked_sub(memory.object(id).address)? as usize;
        let rest = bytes.values.get(start..)?;
        let length = rest.iter().position(|&byte| byte == 0)?;
        let text = std::str::from_utf8(&rest[..length]).ok()?;
        let readable = |letter: char| !letter.is_control() || letter == '\n' || letter == '\t';
        let known = bytes.is_known(start, length + 1);
        (known && length > 0 && text.chars().all(readable)).then(|| format!("{text:?}"))
    }
}
