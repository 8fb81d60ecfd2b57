//! How a run begins: what the caller passes and what lies in memory.

use std::rc::Rc;

use super::choice::{Forks, Side};
use super::code::{Code, Target};
use super::frame::{Flow, Frame};
use super::memory::byte::Bytes;
use super::memory::{ObjectId, Origin, Plan};
use super::run::Machine;
use super::stop::{Step, Stop, unsupported};
use super::value::{Pointer, Value};
use super::world::{Event, Fresh, Reference, World};
use crate::syntax::{Attribute, Body, Function, GlobalId, ValueId};

/// An object that the caller has made.
#[derive(Clone, Debug, PartialEq)]
pub struct Outside {
    pub address: u64,
    pub align: u64,
    pub bytes: Vec<u8>,
    pub links: Vec<Link>,
    /// Nobody else may point to it.
    pub alone: bool,
    pub name: Rc<str>,
}

/// A pointer that lies in an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    pub offset: u64,
    /// To which object of the list it points, and where in it.
    pub to: usize,
    pub inside: i64,
}

/// What is passed for a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    Value(Value),
    /// A place in an object of the list.
    Pointer {
        object: usize,
        offset: i64,
    },
    List(Vec<Given>),
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Start {
    pub objects: Vec<Outside>,
    pub arguments: Vec<Given>,
    /// Contents of global variables that this module does not fix, by name.
    pub globals: Vec<(String, Vec<u8>)>,
    /// Pointers that lie in global variables.
    pub global_links: Vec<(String, Link)>,
}

/// What a run showed.
pub struct Shown<'m> {
    /// The function that was run.
    pub entry: GlobalId,
    pub outcome: Result<Option<Value>, Box<Stop>>,
    pub events: Vec<Event>,
    /// What functions that only compute have answered.
    pub computed: std::collections::BTreeMap<u64, Value>,
    /// Functions of which only a call said that nobody notices it.
    pub quiet: std::collections::BTreeSet<Rc<str>>,
    pub memory: super::memory::Memory,
    pub steps: u64,
    pub forks: Forks,
    pub covered: Vec<bool>,
    pub fresh: Option<Fresh>,
    /// The objects of the start, as the memory has them.
    pub objects: Vec<ObjectId>,
    pub pairs: std::collections::BTreeMap<ObjectId, ObjectId>,
    /// Where choices came from, as it was left.
    pub entropy: Option<spektr_entropy::Entropy>,
    /// The frame that was active at the end.
    pub frame: Frame<'m>,
    /// What the instructions of the function gave, in order, if that was asked for.
    pub record: Vec<(ValueId, Value)>,
}

impl Shown<'_> {
    /// What another run can be held against.
    pub fn reference(&self) -> Reference<'_> {
        Reference {
            events: &self.events,
            computed: &self.computed,
            quiet: &self.quiet,
            memory: &self.memory,
        }
    }
}

/// How a run is to be made.
pub struct Conditions<'c> {
    pub side: Side,
    pub world: World<'c>,
    pub fuel: u64,
    pub forks: Forks,
    pub cover: bool,
    /// Whether to write down what each instruction of the function gave.
    pub record: bool,
}

/// Runs a function of a module.
pub fn execute<'c, 'm>(
    code: &'c Code<'m>,
    entry: GlobalId,
    start: &Start,
    conditions: Conditions<'c>,
) -> Step<Shown<'m>> {
    let function = code.module.global(entry).function();
    let Some((function, body)) = function.and_then(|it| Some((it, it.body.as_ref()?))) else {
        return unsupported("a function without a body");
    };
    if let Target::Refused(what) = code.targets[entry.index()] {
        return unsupported(what);
    }
    let fuel = conditions.fuel;
    let mut machine = machine(code, entry, function, body, conditions);
    let mut objects = Vec::with_capacity(start.objects.len());
    let outcome = match machine.begin(entry, start, &mut objects) {
        Ok(()) => machine.run(),
        Err(stop) => Err(stop),
    };
    let steps = fuel - machine.fuel;
    Ok(Shown {
        entry,
        outcome,
        steps,
        forks: machine.forks,
        covered: machine.covered,
        fresh: machine.world.fresh,
        events: machine.world.events,
        computed: machine.world.computed,
        quiet: machine.world.quiet,
        pairs: machine.world.pairs,
        memory: machine.memory,
        objects,
        entropy: match machine.side {
            Side::Chosen(chooser) => Some(chooser.entropy),
            Side::Free => None,
        },
        frame: machine.frame,
        record: machine.record.unwrap_or_default(),
    })
}

fn machine<'c, 'm>(
    code: &'c Code<'m>,
    entry: GlobalId,
    function: &'m Function,
    body: &'m Body,
    conditions: Conditions<'c>,
) -> Machine<'c, 'm> {
    let mut memory = code.memory.clone();
    memory.forgiving = !conditions.side.is_free();
    if memory.forgiving {
        memory.fix_addresses();
    }
    let frame = Frame {
        function: entry,
        declared: function,
        body,
        values: Vec::new(),
        block: crate::syntax::BlockId(0),
        at: 0,
        previous: crate::syntax::BlockId(0),
        allocas: Vec::new(),
        number: 0,
        origin: None,
        arguments: Vec::new(),
        effects: None,
        granted: Vec::new(),
        alone: Vec::new(),
        borrowed: Vec::new(),
        initialized: Vec::new(),
    };
    let edges = if conditions.cover { code.edge_count as usize } else { 0 };
    Machine {
        code,
        memory,
        frame,
        callers: Vec::new(),
        side: conditions.side,
        world: conditions.world,
        fuel: conditions.fuel,
        forks: conditions.forks,
        covered: vec![false; edges],
        frames_made: 0,
        watched: Vec::new(),
        record: conditions.record.then(Vec::new),
        rounds: super::endless::Rounds::default(),
        initial: Vec::new(),
        incoming: Vec::new(),
    }
}

impl Machine<'_, '_> {
    /// Lays out what the caller has made and enters the function.
    fn begin(&mut self, entry: GlobalId, start: &Start, objects: &mut Vec<ObjectId>) -> Step<()> {
        let code = self.code;
        let mut pointers = Vec::with_capacity(start.objects.len());
        for outside in &start.objects {
            let pointer = self.memory.place(
                outside.address,
                Plan {
                    origin: Origin::Outside,
                    align: outside.align,
                    bytes: Bytes::known(outside.bytes.clone()),
                    constant: false,
                    open_address: false,
                    name: outside.name.clone(),
                },
            )?;
            if let Some(id) = self.memory.object_of(pointer.tag) {
                objects.push(id);
                self.memory.object_mut(id).escaped = !outside.alone;
                if let Some(fresh) = &mut self.world.fresh {
                    fresh.untouched.insert(id, vec![true; outside.bytes.len()]);
                }
            }
            pointers.push(pointer);
        }
        for (name, bytes) in &start.globals {
            let Some(id) = code.module.find(name) else { continue };
            let object = ObjectId(id.0);
            let size = self.memory.object(object).bytes.len().min(bytes.len());
            self.memory.bytes_mut(object).write_known(0, &bytes[..size]);
            if let Some(fresh) = &mut self.world.fresh {
                fresh.untouched.insert(object, vec![true; size]);
            }
        }
        let inside = start.objects.iter().zip(objects.iter());
        let inside = inside.flat_map(|(it, &id)| it.links.iter().map(move |link| (id, link)));
        let global = start
            .global_links
            .iter()
            .filter_map(|(name, link)| Some((ObjectId(code.module.find(name)?.0), link)));
        for (id, link) in inside.chain(global).collect::<Vec<_>>() {
            self.link(id, link, &pointers);
        }
        self.initial = self.memory.objects().map(|(_, object)| object.bytes.clone()).collect();
        let function = self.frame.declared;
        let mut arguments = Vec::with_capacity(start.arguments.len());
        for (at, given) in start.arguments.iter().enumerate() {
            let Some(ty) = self.frame.body.values.get(at).map(|value| value.ty) else {
                return unsupported("more arguments than parameters");
            };
            let value = self.given(given, &pointers);
            let all: Vec<&Attribute> =
                function.param_attributes.get(at).into_iter().flatten().collect();
            arguments.push(self.admitted(value, ty, &all)?);
        }
        match self.enter_function(entry, arguments, None)? {
            Flow::Entered => Ok(()),
            _ => unsupported("a function that cannot be entered"),
        }
    }

    /// Lays a pointer into an object.
    fn link(&mut self, id: ObjectId, link: &Link, pointers: &[Pointer]) {
        let width = self.code.shapes.layout.pointer_width(0) as usize;
        let to = pointers[link.to];
        let address = to.address.wrapping_add_signed(link.inside);
        let mut bits = super::memory::byte::Bits::new(width);
        bits.put(0, width, &Value::Pointer(Pointer { tag: to.tag, address }));
        let at = link.offset as usize;
        if at + width / 8 <= self.memory.object(id).bytes.len() {
            self.memory.bytes_mut(id).paste(at, &bits.bytes);
        }
    }

    fn given(&self, given: &Given, pointers: &[Pointer]) -> Value {
        match given {
            Given::Value(value) => value.clone(),
            Given::Pointer { object, offset } => {
                let base = pointers[*object];
                let address = base.address.wrapping_add_signed(*offset);
                Value::Pointer(Pointer { tag: base.tag, address })
            }
            Given::List(parts) => {
                Value::list(parts.iter().map(|part| self.given(part, pointers)).collect())
            }
        }
    }
}
