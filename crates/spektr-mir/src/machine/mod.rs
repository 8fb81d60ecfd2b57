//! The abstract machine: an executable definition of the language.
//!
//! It knows every value, every byte, and the provenance of every pointer, and stops with a
//! reason at the first step that is undefined, that the language leaves open, or that is
//! one too many. It borrows the program only while it works, so that a generator may let
//! the program grow between steps. Nothing here prints, parses or generates.
//!
//! One module per kind of construct: `place`, `operand`, `rvalue`, `cast`, `pointer`,
//! `statement`, `terminator`, `call`, `glue` (drops and unwinding), `intrinsic`, `observe`;
//! below them `access`, `copy`, `validate`, `retag`, `variant`; below those `memory`.

mod access;
pub mod arithmetic;
mod call;
mod cast;
mod copy;
mod diagnostic;
mod frame;
mod glance;
mod glue;
mod intrinsic;
mod items;
mod memory;
mod observe;
mod operand;
mod passing;
mod peek;
mod place;
mod pointer;
mod quick;
mod retag;
mod rvalue;
mod statement;
mod stop;
mod terminator;
mod types;
mod validate;
mod value;
mod variant;

pub use diagnostic::{Location, explain};
pub use memory::Owner;
pub(crate) use observe::number_sites;
pub use peek::{Peek, PointsTo};
pub use stop::{Invalid, Step, Stop, Undefined, Unspecified};
pub use value::{AllocId, Element, Immediate, Pointer, Region, Scalar};

use std::collections::HashMap;
use std::sync::Arc;

use spektr_memory::Mark;

use crate::borrow::Tag;
use crate::layout::LayoutError;
use crate::syntax::{BlockId, FnId, Instances, Local, Program, Statement, Terminator};

use frame::{LocalSlot, Return, Stack};
use memory::Memory;
use retag::Retag;
use types::{Cx, TypeTable};

/// Stricter readings, for programs that must not depend on what is undecided. The default
/// follows Miri.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// A move leaves nothing behind, in assignments too.
    pub strict_moves: bool,
    /// No assignment may read from its own destination, however small the value.
    pub strict_overlap: bool,
    /// A switch looks at its subject even if all arms lead to one block.
    pub strict_reads: bool,
    /// A union made from one field has nothing beside it. Compilers rely on that, and Miri
    /// once did; today it keeps the bytes that were there.
    pub strict_unions: bool,
    /// An enum of one variant must be there before it is asked which it is, even if the answer
    /// needs no byte of it. What `Discriminant` asks of its place is undecided.
    pub strict_variants: bool,
    /// A pointer made with `&raw const` is not for writing, even if the place is mutable. Miri
    /// allows it, the documentation of `addr_of!` does not promise it.
    pub strict_raw_const: bool,
    /// Entering a function writes to what its `&mut` arguments point to. Miri has this as
    /// `-Zmiri-tree-borrows-implicit-writes`; rustc tells LLVM so with `-Zllvm-writable`.
    pub implicit_writes: bool,
}

impl Switches {
    pub const STRICT: Switches = Switches {
        strict_moves: true,
        strict_overlap: true,
        strict_reads: true,
        strict_unions: true,
        strict_variants: true,
        strict_raw_const: true,
        implicit_writes: false,
    };

    /// The reading by which a compiler may be blamed: a program that is defined only because
    /// Miri is lenient proves nothing.
    pub const BLAME: Switches = Switches {
        strict_moves: false,
        strict_overlap: false,
        strict_reads: true,
        strict_unions: true,
        strict_variants: true,
        strict_raw_const: true,
        implicit_writes: false,
    };
}

/// How a program ended that did nothing wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Finished,
    /// A panic unwound out of `main`.
    Panicked,
    Aborted,
}

/// A state to come back to. Checkpoints nest: the newest is given up or gone back to first.
#[derive(Debug)]
#[must_use = "a checkpoint costs until it is rolled back or committed"]
pub struct Checkpoint {
    memory: Mark,
    stack: Mark,
    trace: usize,
    ending: Option<Ending>,
    entering: Option<(FnId, Local)>,
    next_call: u32,
    fuel: u64,
}

/// A program in execution.
///
/// ```
/// use spektr_mir::machine::{Ending, Machine};
/// use spektr_mir::syntax::*;
///
/// let mut program = Program::default();
/// let unit = program.types.unit();
/// let ret = LocalDecl { name: "RET".into(), ty: unit, span: Span::default() };
/// let terminator = Terminator { kind: TerminatorKind::Return, span: Span::default() };
/// let block =
///     Block { name: "bb0".into(), cleanup: false, statements: vec![], terminator };
/// program.functions.push(Function {
///     name: "f".into(),
///     params: 0,
///     generics: 0,
///     locals: vec![ret],
///     blocks: vec![block],
///     inline: Inline::Default,
///     abi: Abi::Rust,
///     cold: false,
///     reached: Reached::Directly,
///     span: Span::default(),
/// });
/// let mut machine = Machine::new(&program).unwrap();
/// machine.start(&program).unwrap();
/// assert_eq!(machine.run(&program, 100).unwrap(), Ending::Finished);
/// ```
#[derive(Clone, Debug)]
pub struct Machine {
    /// What runs in place of a program that calls generic functions.
    instances: Option<Arc<Instances>>,
    table: Arc<TypeTable>,
    memory: Memory,
    stack: Stack,
    switches: Switches,
    statics: Vec<Option<AllocId>>,
    consts: Vec<Option<AllocId>>,
    /// Only ever looked up, never iterated in an order that matters.
    literals: HashMap<String, AllocId>,
    /// How the locals of each function start.
    starts: Vec<Option<Vec<LocalSlot>>>,
    sites: Vec<Vec<u32>>,
    trace: String,
    ending: Option<Ending>,
    /// The callee and its argument that is being passed.
    entering: Option<(FnId, Local)>,
    next_call: u32,
    fuel: u64,
    /// Steps since the last collection of borrow tags: it must not cost more than they did.
    credit: u64,
    /// Memory of no bytes, behind places that need none.
    nowhere: Pointer,
}

impl Machine {
    /// A machine that has not started; fails only if a type has no layout.
    pub fn new(program: &Program) -> Result<Machine, LayoutError> {
        let instances = program.instances().map_err(|_| LayoutError::Instances)?.map(Arc::new);
        let types = instances.as_ref().map_or(&program.types, |made| &made.program.types);
        let table = Arc::new(TypeTable::new(types)?);
        let mut memory = Memory::default();
        let nowhere = match memory.allocate(0, 1, Owner::Literal) {
            Ok(alloc) => alloc,
            Err(_) => unreachable!("the first allocation fits"),
        };
        let region = Region { start: 0, end: 0, align: 1 << 29, element: Element::Bytes };
        let mut sites = observe::number_sites(program);
        let own = sites.len();
        for template in instances.iter().flat_map(|made| &made.templates[own..]) {
            sites.push(sites[template.index()].clone());
        }
        Ok(Machine {
            instances,
            table,
            memory,
            stack: Stack::default(),
            switches: Switches::default(),
            statics: Vec::new(),
            consts: Vec::new(),
            literals: HashMap::new(),
            starts: Vec::new(),
            sites,
            trace: String::new(),
            ending: None,
            entering: None,
            next_call: 0,
            fuel: 0,
            credit: 0,
            nowhere: Pointer { alloc: nowhere, tag: Tag::ROOT, offset: 0, region },
        })
    }

    pub fn with_switches(mut self, switches: Switches) -> Machine {
        self.switches = switches;
        self
    }

    /// The same for a program whose observations have other numbers than their order gives: for
    /// each block of each function, the number of the one at its end.
    pub fn with_sites(mut self, sites: Vec<Vec<u32>>) -> Machine {
        self.sites = sites;
        self
    }

    /// Keeps the history of every borrow from now on, for the diagnostic.
    pub fn recording_history(mut self) -> Machine {
        self.memory.record_history();
        self
    }

    /// Starts the program: what `main` does first.
    pub fn start(&mut self, program: &Program) -> Step<()> {
        self.enter_function(program, program.entry.function, &program.entry.args)
    }

    /// Calls a function from outside with literals, on an empty stack: it may be one that
    /// is still being written.
    pub fn enter_function(
        &mut self,
        program: &Program,
        function: FnId,
        args: &[crate::syntax::ConstTree],
    ) -> Step<()> {
        self.unfuelled(program, |machine, cx| {
            machine.ending = None;
            machine.push_frame(cx, function, Return::End)?;
            for (index, arg) in args.iter().enumerate() {
                let local = Local(index as u32 + 1);
                machine.entering = Some((function, local));
                let spot = machine.local_spot(cx, local)?;
                if let place::At::Memory(pointer) = spot.at {
                    machine.write_tree(cx, pointer.alloc, 0, spot.ty, arg)?;
                    machine.validate(cx, pointer.alloc, 0, spot.ty, Retag::Entry)?;
                }
            }
            machine.entering = None;
            Ok(())
        })
    }

    /// Runs until the program ends, stops, or has taken so many steps.
    pub fn run(&mut self, program: &Program, fuel: u64) -> Step<Ending> {
        self.fuel = fuel;
        self.with_cx(program, |machine, cx| {
            while machine.ending.is_none() {
                machine.run_block(cx)?;
            }
            Ok(machine.ending.unwrap_or(Ending::Finished))
        })
    }

    /// Runs until the stack is back to this many frames (the callee that the last
    /// terminator entered has returned), the program ends or stops.
    pub fn run_to_depth(&mut self, program: &Program, depth: usize, fuel: u64) -> Step<()> {
        self.fuel = fuel;
        self.with_cx(program, |machine, cx| {
            while machine.ending.is_none() && machine.stack.len() > depth {
                machine.run_block(cx)?;
            }
            Ok(())
        })
    }

    /// One statement in the running function, which need not contain it. Fuel is not spent.
    pub fn step_statement(&mut self, program: &Program, statement: &Statement) -> Step<()> {
        self.unfuelled(program, |machine, cx| machine.statement(cx, statement))
    }

    /// One terminator in the running function, which need not contain it. A call only
    /// enters its callee: see [`Machine::run_to_depth`].
    pub fn step_terminator(&mut self, program: &Program, terminator: &Terminator) -> Step<()> {
        self.unfuelled(program, |machine, cx| machine.terminator(cx, terminator))
    }

    fn unfuelled(
        &mut self,
        program: &Program,
        work: impl FnOnce(&mut Machine, Cx) -> Step<()>,
    ) -> Step<()> {
        let fuel = std::mem::replace(&mut self.fuel, u64::MAX);
        let result = self.with_cx(program, work);
        self.fuel = fuel;
        self.credit += 1;
        if self.memory.wants_collection && result.is_ok() {
            self.collect();
        }
        result
    }

    /// Tells the machine of a new local of the running function.
    pub fn declare_local(&mut self, local: Local, starts_dead: bool) {
        let locals = &mut self.stack.top_mut().locals;
        let slot = if starts_dead { LocalSlot::Dead } else { LocalSlot::Fresh };
        if locals.len() <= local.index() {
            locals.resize(local.index() + 1, LocalSlot::Dead);
        }
        locals[local.index()] = slot;
    }

    /// Tells the machine that types were interned since.
    pub fn extend_types(&mut self, program: &Program) -> Result<(), LayoutError> {
        if self.table.is_up_to_date(&program.types) {
            return Ok(());
        }
        Arc::make_mut(&mut self.table).extend(&program.types)
    }

    /// Tells the machine that a function was changed since it was last called.
    pub fn forget_function(&mut self, function: FnId) {
        if let Some(start) = self.starts.get_mut(function.index()) {
            *start = None;
        }
    }

    /// What was observed so far.
    pub fn trace(&self) -> &str {
        &self.trace
    }

    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Steps left of the last run's fuel.
    pub fn fuel(&self) -> u64 {
        self.fuel
    }

    /// How many calls are running.
    pub fn depth(&self) -> usize {
        self.stack.len()
    }

    /// The running function and its current block. Of a generic function, which one it is and
    /// not for which types.
    pub fn position(&self) -> Option<(FnId, BlockId)> {
        self.stack.last().map(|frame| (self.as_written(frame.function), frame.block))
    }

    /// The function that a running one was made from.
    fn as_written(&self, function: FnId) -> FnId {
        match &self.instances {
            Some(made) => made.templates[function.index()],
            None => function,
        }
    }

    /// Whether a value is being dropped piece by piece: no block runs then.
    pub fn is_dropping(&self) -> bool {
        self.stack.last().is_some_and(|frame| frame.glue.is_some())
    }

    /// Goes on at a block of the running function.
    pub fn jump(&mut self, block: BlockId) {
        self.go_to(block);
    }

    /// Whether the running function's local is live.
    pub fn is_live(&self, local: Local) -> bool {
        let slot = self.stack.last().and_then(|f| f.locals.get(local.index()));
        slot.is_some_and(|slot| *slot != LocalSlot::Dead)
    }

    /// Remembers this state.
    pub fn checkpoint(&mut self) -> Checkpoint {
        Checkpoint {
            memory: self.memory.checkpoint(),
            stack: self.stack.checkpoint(),
            trace: self.trace.len(),
            ending: self.ending,
            entering: self.entering,
            next_call: self.next_call,
            fuel: self.fuel,
        }
    }

    /// Goes back to a state.
    pub fn rollback(&mut self, checkpoint: Checkpoint) {
        self.memory.rollback(checkpoint.memory);
        self.stack.rollback(checkpoint.stack);
        self.trace.truncate(checkpoint.trace);
        self.ending = checkpoint.ending;
        self.entering = checkpoint.entering;
        self.next_call = checkpoint.next_call;
        self.fuel = checkpoint.fuel;
        let memory = &self.memory;
        let gone = |alloc: &AllocId| !memory.exists(*alloc);
        for item in self.statics.iter_mut().chain(&mut self.consts) {
            if item.as_ref().is_some_and(gone) {
                *item = None;
            }
        }
        self.literals.retain(|_, alloc| memory.exists(*alloc));
    }

    /// Gives up the way back to a state.
    pub fn commit(&mut self, checkpoint: Checkpoint) {
        self.memory.commit(checkpoint.memory);
        self.stack.commit(checkpoint.stack);
    }

    /// Whether a statement would be accepted now; nothing changes.
    pub fn would_accept(&mut self, program: &Program, statement: &Statement) -> Step<()> {
        let checkpoint = self.checkpoint();
        let result = self.step_statement(program, statement);
        self.rollback(checkpoint);
        result
    }

    fn with_cx<T>(
        &mut self,
        program: &Program,
        work: impl FnOnce(&mut Machine, Cx) -> Step<T>,
    ) -> Step<T> {
        let table = Arc::clone(&self.table);
        let instances = self.instances.clone();
        let program = instances.as_ref().map_or(program, |made| &made.program);
        work(self, Cx { program, table: &table })
    }

    fn nothing(&self) -> Pointer {
        self.nowhere
    }

    /// The rest of the current block.
    #[inline]
    fn run_block(&mut self, cx: Cx) -> Step<()> {
        let frame = self.stack.top();
        if frame.glue.is_some() {
            self.spend(1)?;
            return self.step_glue(cx);
        }
        let body = &cx.program.functions[frame.function.index()];
        let block = &body.blocks[frame.block.index()];
        let (frame_block, start) = (frame.block, frame.statement as usize);
        for (index, statement) in block.statements.iter().enumerate().skip(start) {
            let done = match self.spend(1) {
                Ok(()) => {
                    self.stamp(index as u32);
                    self.statement(cx, statement)
                }
                Err(stop) => Err(stop),
            };
            if let Err(stop) = done {
                frame::move_to(&mut self.stack, frame_block, index as u32);
                return Err(stop);
            }
        }
        let end = block.statements.len() as u32;
        frame::move_to(&mut self.stack, frame_block, end);
        self.spend(1)?;
        self.stamp(end);
        self.terminator(cx, &block.terminator)?;
        self.credit += u64::from(end) + 1;
        if self.memory.wants_collection {
            self.collect();
        }
        Ok(())
    }

    #[inline]
    fn spend(&mut self, steps: u64) -> Step<()> {
        match self.fuel.checked_sub(steps) {
            Some(left) => {
                self.fuel = left;
                Ok(())
            }
            None => Err(Box::new(Stop::OutOfFuel)),
        }
    }

    /// Large values cost steps of their own, so that fuel bounds time. A step that has
    /// begun is finished all the same.
    #[inline]
    fn spend_on_bytes(&mut self, bytes: u64) {
        if bytes >= 64 {
            self.fuel = self.fuel.saturating_sub(bytes / 64);
        }
    }

    #[inline]
    fn stamp(&mut self, index: u32) {
        let (stack, made) = (&self.stack, &self.instances);
        self.memory.set_stamp(|| {
            let frame = stack.top();
            let written = made.as_ref().map(|made| made.templates[frame.function.index()]);
            diagnostic::stamp_of(written.unwrap_or(frame.function), frame, index)
        });
    }

    /// Forgets borrow tags that nothing carries any more, if enough was done since that
    /// looking for them costs no more.
    #[cold]
    fn collect(&mut self) {
        let cost = self.memory.slots() + self.memory.pointers_seen + self.stack.len();
        if self.credit * 8 < cost as u64 {
            return;
        }
        self.credit = 0;
        let held = self.held_pointers();
        self.memory.collect(held.into_iter());
    }
}
