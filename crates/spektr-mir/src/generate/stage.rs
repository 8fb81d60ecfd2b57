//! The stage: the program under construction together with the machine that runs it. All
//! traffic between generator and machine goes through here.

use crate::machine::{Checkpoint, Ending, Immediate, Machine, Pointer, Scalar, Step, Switches};
use crate::syntax::{BlockId, FnId, Local, Place, Program, Statement, Ty, Types};

/// Where a run of finished code came to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// At the block that was asked for.
    Stop,
    /// At the other block that was asked for.
    Other,
}

/// What a run may use up.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// Steps that are left of those granted.
    pub steps: u64,
    pub granted: u64,
    pub observations: u32,
}

pub struct Stage {
    pub program: Program,
    machine: Machine,
}

impl Stage {
    pub fn new(types: Types) -> Stage {
        let program = Program { types, ..Program::default() };
        // The pool makes no type that contains itself or is too large.
        let machine = Machine::new(&program).expect("pooled types have layouts");
        Stage { program, machine: machine.with_switches(Switches::STRICT) }
    }

    /// Enters the entry function. Everything after is tried step by step.
    pub fn start(&mut self) -> bool {
        self.machine.start(&self.program).is_ok()
    }

    pub fn extend_types(&mut self) {
        // Pointers, slices and small arrays of types that have layouts have layouts.
        self.machine.extend_types(&self.program).expect("interned types have layouts");
    }

    pub fn declare_local(&mut self, local: Local, marked: bool) {
        self.machine.declare_local(local, marked);
    }

    /// The function was changed since it was last called.
    pub fn forget_function(&mut self, function: FnId) {
        self.machine.forget_function(function);
    }

    /// Appends a statement to a block if the machine accepts it as the next step.
    pub fn try_statement(&mut self, function: FnId, block: BlockId, statement: Statement) -> bool {
        let mark = self.machine.checkpoint();
        if self.machine.step_statement(&self.program, &statement).is_err() {
            self.machine.rollback(mark);
            return false;
        }
        self.machine.commit(mark);
        self.program.functions[function.index()].blocks[block.index()].statements.push(statement);
        true
    }

    /// Appends a statement that is known to be acceptable. There is no way back if it is
    /// not.
    pub fn take_statement(&mut self, function: FnId, block: BlockId, statement: Statement) -> bool {
        let accepted = self.machine.step_statement(&self.program, &statement).is_ok();
        self.program.functions[function.index()].blocks[block.index()].statements.push(statement);
        accepted
    }

    /// Takes the step that the current block ends with, which is known to be acceptable.
    pub fn take_terminator(&mut self) -> bool {
        self.step_terminator().is_ok()
    }

    /// Takes the step that the current block ends with, if the machine accepts it.
    pub fn try_terminator(&mut self) -> bool {
        let mark = self.machine.checkpoint();
        let accepted = self.step_terminator().is_ok();
        if accepted {
            self.machine.commit(mark);
        } else {
            self.machine.rollback(mark);
        }
        accepted
    }

    fn step_terminator(&mut self) -> Step<()> {
        // Asked only while a frame is running.
        let (function, block) = self.machine.position().expect("a frame is running");
        let block = &self.program.functions[function.index()].blocks[block.index()];
        self.machine.step_terminator(&self.program, &block.terminator)
    }

    /// Runs the whole current block of the running frame.
    pub fn run_block(&mut self) -> bool {
        self.step_block().is_ok()
    }

    fn step_block(&mut self) -> Step<u64> {
        let (function, block) = self.machine.position().expect("a frame is running");
        let block = &self.program.functions[function.index()].blocks[block.index()];
        for statement in &block.statements {
            self.machine.step_statement(&self.program, statement)?;
        }
        self.machine.step_terminator(&self.program, &block.terminator)?;
        Ok(block.statements.len() as u64 + 1)
    }

    /// The current block of the running frame.
    pub fn block(&self) -> BlockId {
        self.machine.position().map_or(BlockId(0), |(_, block)| block)
    }

    pub fn checkpoint(&mut self) -> Checkpoint {
        self.machine.checkpoint()
    }

    pub fn commit(&mut self, mark: Checkpoint) {
        self.machine.commit(mark);
    }

    pub fn roll_back(&mut self, mark: Checkpoint) {
        self.machine.rollback(mark);
    }

    /// Runs until the stack is back to this many frames. False if that is refused or costs
    /// more than allowed.
    pub fn run_to_depth(&mut self, depth: usize, allowance: &mut Allowance) -> bool {
        let shown = self.machine.trace().len();
        let done = self.machine.run_to_depth(&self.program, depth, allowance.steps).is_ok();
        allowance.steps = self.machine.fuel();
        let lines = self.machine.trace().as_bytes()[shown.min(self.machine.trace().len())..]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count() as u32;
        let affordable = lines <= allowance.observations;
        allowance.observations = allowance.observations.saturating_sub(lines);
        done && affordable && self.machine.depth() == depth
    }

    /// Whether the program has come to its end.
    pub fn has_ended(&self) -> bool {
        self.machine.ending().is_some()
    }

    /// Runs to the end of the program. False if it does not end with a panic.
    pub fn run_to_panic(&mut self, steps: u64) -> bool {
        let ran = self.machine.run(&self.program, steps);
        ran.is_ok_and(|ending| ending == Ending::Panicked)
    }

    /// Runs the frame at this depth from its current block until it comes to `stop` again or
    /// to `other`. `None` if that is refused, costs too much, or leads to a block whose end
    /// is not decided.
    pub fn run_to(
        &mut self,
        depth: usize,
        stop: BlockId,
        other: Option<BlockId>,
        sealed: &[bool],
        allowance: &mut Allowance,
    ) -> Option<Arrival> {
        loop {
            if !sealed[self.block().index()] {
                return None;
            }
            let spent = self.step_block().ok()?;
            allowance.steps = allowance.steps.checked_sub(spent)?;
            if self.machine.depth() > depth && !self.run_to_depth(depth, allowance) {
                return None;
            }
            if self.machine.depth() < depth || self.machine.ending().is_some() {
                return None;
            }
            let here = self.block();
            if here == stop {
                return Some(Arrival::Stop);
            }
            if Some(here) == other {
                return Some(Arrival::Other);
            }
        }
    }

    /// The known bits of a number.
    pub fn scalar(&self, place: &Place) -> Option<u128> {
        self.machine.glance(&self.program, place)?.first().bits()
    }

    /// Whether a place holds a number that the language leaves open.
    pub fn is_open(&self, place: &Place) -> bool {
        let value = self.machine.glance(&self.program, place);
        value.is_some_and(|value| value.first() == Scalar::Indeterminate)
    }

    /// Whether a place holds a value of its type.
    pub fn readable(&self, place: &Place) -> bool {
        self.machine.has_value(&self.program, place)
    }

    /// Whether a place exists.
    pub fn reachable(&self, place: &Place) -> bool {
        (!place.is_indirect() && self.machine.is_untouched(place.local))
            || self.machine.glance_at(&self.program, place).is_some()
    }

    /// Whether nothing in the value is left open.
    pub fn determinate(&self, place: &Place) -> bool {
        self.machine.is_known(&self.program, place)
    }

    /// How many elements a pointer to a slice says there are.
    pub fn slice_len(&self, local: Local) -> Option<u64> {
        match self.machine.glance(&self.program, &Place::local(local))? {
            Immediate::Wide(_, Scalar::Bits(len)) => Some(len as u64),
            _ => None,
        }
    }

    /// Where a pointer in a place leads.
    pub fn pointer(&self, place: &Place) -> Option<Pointer> {
        match self.machine.glance(&self.program, place)?.first() {
            Scalar::Pointer(pointer) => Some(pointer),
            _ => None,
        }
    }

    /// The size of a type, if the language promises one.
    pub fn promised_size(&self, ty: Ty) -> Option<u32> {
        self.machine.layout(ty).filter(|layout| layout.promised).map(|layout| layout.size)
    }

    /// The distance between neighbours of the type, as the machine counts it.
    pub fn stride(&self, ty: Ty) -> Option<u32> {
        self.machine.layout(ty).map(|layout| layout.size)
    }
}
