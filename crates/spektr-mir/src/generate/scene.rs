//! What the generator remembers while it works: per function what has been written so far
//! (`Draft`), per call what the running frame looks like (`Scene`). Values are the
//! machine's; here are only hints that steer choices, and losing them costs quality, never
//! validity.

use std::collections::VecDeque;

use super::flow::Flow;
use super::spots::Spots;
use super::swarm::Context;
use crate::syntax::{BlockId, FnId, Local, Operand, Place, Projection, Rvalue, Ty};

/// Fresh places remembered per frame.
const FRESH: usize = 24;

/// Right-hand sides remembered per frame.
const EXPRESSIONS: usize = 12;

/// Most a place's complexity counts, so that no place is chosen every time.
pub const MAX_COMPLEXITY: u16 = 100;

/// Relied on everywhere: a loop's counter, which only the loop itself may change.
pub const PINNED: u8 = u8::MAX;

/// A function under construction or finished.
#[derive(Debug, Default)]
pub struct Draft {
    pub finished: bool,
    pub spots: Spots,
    /// Per block: whether its terminator is decided.
    pub sealed: Vec<bool>,
    /// Blocks that run: the body, and for recursive functions the path that ends it.
    pub flows: Vec<Flow>,
    /// Blocks that no run has entered, to be filled at the end.
    pub sockets: Vec<Socket>,
    /// The local that calls without a result write to.
    pub unit: Option<Local>,
    /// A block that panics lead through.
    pub cleanup: Option<BlockId>,
    pub recursion: Option<Recursion>,
    /// Statements a run of the body executed when it was generated.
    pub cost: u64,
    /// Per local: whether its storage is marked.
    pub marked: Vec<bool>,
    /// Calls that were tried again and refused.
    pub refusals: u32,
}

/// An arm that is not taken: where it leaves the flow, and what it may lead to.
#[derive(Clone, Copy, Debug)]
pub struct Socket {
    pub block: BlockId,
    pub flow: usize,
    pub position: u32,
    /// A loop's second way out has to lead behind the loop.
    pub target: Option<BlockId>,
}

/// How a function calls itself.
#[derive(Clone, Copy, Debug)]
pub struct Recursion {
    /// The parameter that counts down.
    pub counter: Local,
    /// Where it goes at zero.
    pub base: BlockId,
    /// Whether the call has been written.
    pub done: bool,
}

/// What is known about a local of a running frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct LocalState {
    /// Whether it may not be used: storage dead, or hidden on purpose.
    pub off: bool,
    /// Whether anything was ever written to it.
    pub written: bool,
    pub complexity: u16,
    /// Dereferences that the machine refused since it was written.
    pub stale: u8,
    /// Loop nesting where it was declared.
    pub depth: u8,
    /// The loop nesting at which something relied on its value; it is not written there.
    pub relied: u8,
    /// A pointer argument that nobody looked behind yet.
    pub eager: bool,
}

/// A place in few words. Two places that look alike are rare, and only one of them is left
/// out for a step.
fn brief(place: &Place) -> (Local, u32) {
    let step = |brief: u32, projection: &Projection| {
        let one = match *projection {
            Projection::Deref => 1,
            Projection::Field(field) => 2 + field,
            Projection::VariantField { variant, field } => 1000 + variant * 64 + field,
            Projection::Index(local) => 1_000_000 + local.0,
        };
        brief.wrapping_mul(31).wrapping_add(one)
    };
    (place.local, place.projection.iter().fold(0, step))
}

/// One loop around the cursor.
#[derive(Clone, Copy, Debug)]
pub struct LoopScope {
    pub counter: Local,
    /// The counter's bits in each iteration differ by this much.
    pub step: u128,
    pub second_exit: Option<BlockId>,
}

/// A running frame that is being generated.
#[derive(Debug)]
pub struct Scene {
    pub function: FnId,
    pub block: BlockId,
    /// Which of the draft's flows the cursor is in.
    pub flow: usize,
    pub locals: Vec<LocalState>,
    /// What was written and not read since, the newest last.
    pub fresh: VecDeque<(Place, Ty)>,
    /// What the step in the making already reads: other operands are drawn from elsewhere.
    pub taken: Vec<(Local, u32)>,
    pub expressions: VecDeque<(Rvalue, Ty)>,
    pub loops: Vec<LoopScope>,
    pub context: Context,
    /// It will end with a tail call if it can.
    pub tail: bool,
    /// Share of operands that are literals in this stretch.
    pub literal_share: u32,
    /// Statements in the current block.
    pub in_block: u32,
    /// Statements in the function, decoys aside.
    pub written: u32,
    /// Statements after which the function's code goes into new functions.
    pub limit: u32,
}

impl Scene {
    pub fn new(function: FnId, block: BlockId, flow: usize, literal_share: u32) -> Scene {
        Scene {
            function,
            block,
            flow,
            locals: Vec::new(),
            fresh: VecDeque::with_capacity(FRESH),
            taken: Vec::new(),
            expressions: VecDeque::with_capacity(EXPRESSIONS),
            loops: Vec::new(),
            context: Context::Neutral,
            tail: false,
            literal_share,
            in_block: 0,
            written: 0,
            limit: u32::MAX,
        }
    }

    #[inline]
    pub fn state(&self, local: Local) -> &LocalState {
        &self.locals[local.index()]
    }

    #[inline]
    pub fn state_mut(&mut self, local: Local) -> &mut LocalState {
        &mut self.locals[local.index()]
    }

    /// Loop nesting at the cursor.
    #[inline]
    pub fn depth(&self) -> u8 {
        self.loops.len() as u8
    }

    /// The step in the making reads this place.
    pub fn take(&mut self, place: &Place) {
        self.taken.push(brief(place));
    }

    /// Whether the step in the making reads this place already.
    pub fn has_taken(&self, place: &Place) -> bool {
        !self.taken.is_empty() && self.taken.contains(&brief(place))
    }

    pub fn remember_fresh(&mut self, place: Place, ty: Ty) {
        if self.fresh.len() == FRESH {
            self.fresh.pop_front();
        }
        self.fresh.push_back((place, ty));
    }

    /// A value was read: what lies in the same local is no longer waiting for a reader.
    pub fn forget_fresh(&mut self, place: &Place) {
        let same = |other: &Place| {
            other.local == place.local && other.is_indirect() == place.is_indirect()
        };
        if let Some(index) = self.fresh.iter().position(|(other, _)| same(other)) {
            self.fresh.remove(index);
        }
    }

    /// Inside a loop, what the first iteration relied on should still hold in the next.
    pub fn rely_on(&mut self, local: Local) {
        let depth = self.depth();
        let state = self.state_mut(local);
        state.relied = state.relied.max(depth);
    }

    /// Something was written to a place.
    pub fn note_write(&mut self, place: Place, ty: Ty, complexity: u16) {
        let state = self.state_mut(place.local);
        if place.is_indirect() {
            state.eager = false;
        } else {
            state.written = true;
            state.stale = 0;
            state.complexity = match place.projection.is_empty() {
                true => complexity,
                false => state.complexity.max(complexity),
            };
        }
        self.remember_fresh(place, ty);
    }

    pub fn note_read(&mut self, place: &Place) {
        if place.is_indirect() {
            self.state_mut(place.local).eager = false;
            self.rely_on(place.local);
        }
        for step in &place.projection {
            if let Projection::Index(local) = step {
                self.forget_fresh(&Place::local(*local));
            }
        }
        self.forget_fresh(place);
    }

    pub fn note_reads(&mut self, rvalue: &Rvalue) {
        for_each_read(rvalue, &mut |place| self.note_read(place));
    }

    /// How complex the data behind an operand is.
    pub fn complexity(&self, operand: &Operand) -> u16 {
        match operand {
            Operand::Copy(place) | Operand::Move(place) => self.state(place.local).complexity,
            Operand::Const(_) => 1,
        }
    }

    /// How complex the data is that an rvalue makes.
    pub fn rvalue_complexity(&self, rvalue: &Rvalue) -> u16 {
        match rvalue {
            Rvalue::Use(operand)
            | Rvalue::Repeat(operand, _)
            | Rvalue::Unary(_, operand)
            | Rvalue::Cast(_, operand, _) => self.complexity(operand),
            Rvalue::Binary(_, left, right) | Rvalue::Checked(_, left, right) => {
                combined([left, right].into_iter().map(|operand| self.complexity(operand)))
            }
            Rvalue::Ref(_, place)
            | Rvalue::RawRef(_, place)
            | Rvalue::Discriminant(place)
            | Rvalue::Len(place) => self.state(place.local).complexity,
            Rvalue::Aggregate(_, operands) => {
                combined(operands.iter().map(|operand| self.complexity(operand)))
            }
        }
    }

    pub fn remember_expression(&mut self, rvalue: &Rvalue, ty: Ty) {
        if self.expressions.len() == EXPRESSIONS {
            self.expressions.pop_front();
        }
        self.expressions.push_back((rvalue.clone(), ty));
    }
}

/// The places whose values an rvalue reads. A pointer leaves what it points to waiting for
/// a reader.
pub fn for_each_read(rvalue: &Rvalue, visit: &mut impl FnMut(&Place)) {
    let mut operand = |operand: &Operand| {
        if let Operand::Copy(place) | Operand::Move(place) = operand {
            visit(place);
        }
    };
    match rvalue {
        Rvalue::Use(only)
        | Rvalue::Repeat(only, _)
        | Rvalue::Unary(_, only)
        | Rvalue::Cast(_, only, _) => operand(only),
        Rvalue::Binary(_, left, right) | Rvalue::Checked(_, left, right) => {
            operand(left);
            operand(right);
        }
        Rvalue::Aggregate(_, operands) => operands.iter().for_each(operand),
        Rvalue::Ref(_, place) | Rvalue::RawRef(_, place) if !place.is_indirect() => {}
        Rvalue::Ref(_, place)
        | Rvalue::RawRef(_, place)
        | Rvalue::Discriminant(place)
        | Rvalue::Len(place) => visit(place),
    }
}

/// The complexity of a result made of operands of these complexities.
pub fn combined(parts: impl Iterator<Item = u16>) -> u16 {
    parts.fold(0u16, u16::saturating_add).clamp(1, MAX_COMPLEXITY)
}
