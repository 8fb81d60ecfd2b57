//! The interpreter: frames, blocks, and the instructions that compute. Memory, calls and
//! intrinsics are in files of their own.

use std::rc::Rc;

use super::address;
use super::arithmetic;
use super::attribute::Watched;
use super::choice::{Forks, Side};
use super::code::Code;
use super::compute::insert_value;
use super::endless::Rounds;
use super::frame::{Flow, Frame};
use super::memory::Memory;
use super::memory::byte::Bytes;
use super::shape::Kind;
use super::stop::{Step, Stop, Undefined, Unspecified, unsupported};
use super::value::{Pointer, Value};
use super::world::World;
use crate::syntax::{BlockId, Instruction, Op, Operand, Ty, ValueId};

/// Calls nest at most this deep.
pub const DEEPEST: usize = 256;

pub struct Machine<'c, 'm> {
    pub code: &'c Code<'m>,
    pub memory: Memory,
    pub frame: Frame<'m>,
    pub callers: Vec<Frame<'m>>,
    pub side: Side,
    pub world: World<'c>,
    pub fuel: u64,
    pub forks: Forks,
    /// Which edges between blocks were taken; empty if nobody wants to know.
    pub covered: Vec<bool>,
    pub frames_made: u32,
    /// Accesses with metadata that says something of aliasing.
    pub watched: Vec<Watched>,
    /// What the instructions of the outermost function gave, if anybody wants to know.
    pub record: Option<Vec<(ValueId, Value)>>,
    /// Jumps back, to find out whether a loop never ends.
    pub rounds: Rounds,
    /// What lay in the objects that were there when the run began.
    pub initial: Vec<Rc<Bytes>>,
    /// Room for what phis take at a jump.
    pub incoming: Vec<(ValueId, Value)>,
}

/// More results than this are not written down.
const RECORDED: usize = 1 << 14;

impl<'m> Machine<'_, 'm> {
    /// Runs until the outermost function is done.
    pub fn run(&mut self) -> Step<Option<Value>> {
        loop {
            let body = self.frame.body;
            let instructions = &body.blocks[self.frame.block.index()].instructions;
            loop {
                let Some(instruction) = instructions.get(self.frame.at) else {
                    return unsupported("a block without an end");
                };
                if self.fuel == 0 {
                    return Err(Box::new(Stop::OutOfFuel));
                }
                self.fuel -= 1;
                self.frame.at += 1;
                match self.execute(instruction)? {
                    Flow::Next if self.record.is_none() => {}
                    Flow::Next => self.write_down(instruction),
                    Flow::Jump(block) => {
                        let back = block.0 <= self.frame.block.0;
                        self.jump(block)?;
                        if back {
                            self.jumped_back()?;
                        }
                        break;
                    }
                    Flow::Entered => break,
                    Flow::Done(value) => return Ok(value),
                }
            }
        }
    }

    /// Goes to a block; its phis take their values all at once. LangRef, "'phi' Instruction".
    pub fn jump(&mut self, to: BlockId) -> Step<()> {
        let from = self.frame.block;
        if !self.covered.is_empty() {
            self.cover(from, to);
        }
        self.frame.previous = from;
        self.frame.block = to;
        let instructions = &self.frame.body.blocks[to.index()].instructions;
        let phis = instructions.iter().take_while(|it| matches!(it.op, Op::Phi { .. })).count();
        self.frame.at = phis;
        if phis == 0 {
            return Ok(());
        }
        if phis == 1 {
            let (result, value) = self.phi(&instructions[0], from)?;
            self.frame.values[result.index()] = value;
            self.write_down(&instructions[0]);
            return Ok(());
        }
        // All are read before one is written; the list is kept for the next jump.
        let mut incoming = std::mem::take(&mut self.incoming);
        incoming.clear();
        for phi in &instructions[..phis] {
            incoming.push(self.phi(phi, from)?);
        }
        self.fuel = self.fuel.saturating_sub(phis as u64);
        for (result, value) in incoming.drain(..) {
            self.frame.values[result.index()] = value;
        }
        self.incoming = incoming;
        instructions[..phis].iter().for_each(|phi| self.write_down(phi));
        Ok(())
    }

    /// Adds what an instruction gave to the record, if there is one.
    fn write_down(&mut self, instruction: &Instruction) {
        if let (Some(record), Some(result)) = (&mut self.record, instruction.result)
            && self.callers.is_empty()
            && record.len() < RECORDED
        {
            record.push((result, self.frame.values[result.index()].clone()));
        }
    }

    fn phi(&mut self, phi: &Instruction, from: BlockId) -> Step<(ValueId, Value)> {
        let Op::Phi { flags, ty, incoming } = &phi.op else {
            return unsupported("another instruction among phis");
        };
        let found = incoming.iter().find(|(_, block)| *block == from);
        let (Some((operand, _)), Some(result)) = (found, phi.result) else {
            return unsupported("a phi without a value for its predecessor");
        };
        let value = self.get(*operand).clone();
        let value = if flags.is_empty() { value } else { self.excluded(*flags, *ty, value)? };
        Ok((result, value))
    }

    fn cover(&mut self, from: BlockId, to: BlockId) {
        let code = self.code;
        let first = code.edges[self.frame.function.index()][from.index()];
        let end = self.frame.body.blocks[from.index()].terminator();
        let successors = end.map(|end| end.op.successors()).unwrap_or_default();
        for (at, successor) in successors.into_iter().enumerate() {
            if successor == to {
                self.covered[first as usize + at] = true;
            }
        }
    }

    #[inline]
    pub fn get(&self, operand: Operand) -> &Value {
        match operand {
            Operand::Local(id) => &self.frame.values[id.index()],
            Operand::Const(id) => self.code.constant(id),
        }
    }

    #[inline]
    pub fn ty(&self, operand: Operand) -> Ty {
        self.code.module.operand_ty(self.frame.body, operand)
    }

    /// An operand for an instruction that computes with it: where the run chooses, each use
    /// of undef chooses anew.
    #[inline]
    pub fn used(&mut self, operand: Operand) -> Value {
        let value = self.get(operand).clone();
        match value {
            Value::Int(_) | Value::Pointer(_) | Value::Poison => value,
            value if self.side.is_free() => value,
            value => {
                let ty = self.ty(operand);
                self.settled(value, ty)
            }
        }
    }

    /// A value with every undef or open part chosen.
    pub fn settled(&mut self, value: Value, ty: Ty) -> Value {
        let code = self.code;
        let shape = &code.shapes[ty];
        let width = shape.bits as u32;
        if let Value::List(values) = &value {
            if self.side.is_free() || values.iter().all(Value::is_fixed) {
                return value;
            }
            let settled = values
                .iter()
                .enumerate()
                .map(|(at, value)| self.settled(value.clone(), code.element(ty, at)));
            return Value::list(settled.collect());
        }
        let Side::Chosen(chooser) = &mut self.side else { return value };
        match value {
            Value::Undef => match shape.kind {
                Kind::Pointer { .. } => Value::Pointer(Pointer::bare(chooser.any(width) as u64)),
                _ if width > 128 => {
                    Value::Big(Box::new(spektr_number::Big::from_u128(width, chooser.any(128))))
                }
                _ => Value::number(width, chooser.any(width)),
            },
            Value::Partial(partial) => Value::number(width, chooser.one_of(width, &partial.spread)),
            value => value,
        }
    }

    /// Writes a result; where the run chooses, what an operation left open is chosen now.
    #[inline(always)]
    pub fn set(&mut self, instruction: &Instruction, value: Value) {
        let Some(result) = instruction.result else { return };
        let value = match value {
            Value::Int(_) | Value::Pointer(_) | Value::Poison | Value::Undef => value,
            value if self.side.is_free() => value,
            value => {
                let ty = self.frame.body.values[result.index()].ty;
                self.fixed(value, ty)
            }
        };
        self.frame.values[result.index()] = value;
    }

    /// A result of an intrinsic: as [`Machine::set`] would write it.
    pub fn chosen_result(&mut self, result: Option<ValueId>, value: Value) -> Value {
        match result {
            Some(result) if !self.side.is_free() => {
                let ty = self.frame.body.values[result.index()].ty;
                self.fixed(value, ty)
            }
            _ => value,
        }
    }

    /// A value whose open parts are chosen; undef stays undef.
    fn fixed(&mut self, value: Value, ty: Ty) -> Value {
        match value {
            Value::Partial(ref partial) if !partial.undef => self.settled(value, ty),
            Value::List(ref values) if values.iter().any(|it| matches!(it, Value::Partial(_))) => {
                let code = self.code;
                let parts = values
                    .iter()
                    .enumerate()
                    .map(|(at, part)| self.fixed(part.clone(), code.element(ty, at)));
                Value::list(parts.collect())
            }
            value => value,
        }
    }

    #[inline]
    fn execute(&mut self, instruction: &'m Instruction) -> Step<Flow> {
        match &instruction.op {
            Op::Binary { op, flags, left, right } => {
                // The common case first: two known numbers.
                if let (Value::Int(a), Value::Int(b)) = (self.get(*left), self.get(*right))
                    && let Kind::Int(width) = self.code.shapes[self.ty(*left)].kind
                {
                    let value =
                        arithmetic::binary(*op, *flags, width, &Value::Int(*a), &Value::Int(*b))?;
                    self.set(instruction, value);
                    return Ok(Flow::Next);
                }
                let value = self.binary(*op, *flags, *left, *right)?;
                self.set(instruction, value);
            }
            Op::ICmp { flags, predicate, left, right } => {
                let value = self.icmp(*flags, *predicate, *left, *right)?;
                self.set(instruction, value);
            }
            Op::Br(block) => return Ok(Flow::Jump(*block)),
            Op::CondBr { condition, yes, no } => {
                let taken = self.decide(*condition)?;
                return Ok(Flow::Jump(if taken { *yes } else { *no }));
            }
            Op::Cast { op, flags, value, to } => {
                let value = self.cast(*op, *flags, *value, *to)?;
                self.set(instruction, value);
            }
            Op::Load { ty, pointer, access } => {
                let value = self.load(instruction, *ty, *pointer, access)?;
                self.set(instruction, value);
            }
            Op::Store { value, pointer, access } => {
                self.store(instruction, *value, *pointer, access)?;
            }
            Op::Gep(gep) => {
                let value = self.gep(gep)?;
                self.set(instruction, value);
            }
            Op::Select { flags, condition, yes, no } => {
                let value = self.select(*flags, *condition, *yes, *no)?;
                self.set(instruction, value);
            }
            Op::Call(call) => return self.call(instruction, call, None),
            Op::Ret(value) => return self.ret(*value),
            op => return self.rest(instruction, op),
        }
        Ok(Flow::Next)
    }

    /// Instructions that are met less often.
    fn rest(&mut self, instruction: &'m Instruction, op: &'m Op) -> Step<Flow> {
        let value = match op {
            Op::Switch { value, default, cases } => {
                return self.switch(*value, *default, cases);
            }
            Op::Unreachable => return Err(Undefined::Unreachable.into()),
            Op::Invoke { call, normal, unwind } => {
                return self.call(instruction, call, Some((*normal, *unwind)));
            }
            Op::Resume(value) => return self.resume(*value),
            Op::FNeg { flags, value } => {
                let ty = self.ty(*value);
                let format = self.code.format(ty)?;
                let operand = self.used(*value);
                self.floats(*flags, format, &[operand], |request, of| {
                    request.bitwise(of[0], |bits| format.neg(bits))
                })
            }
            Op::FCmp { flags, predicate, left, right } => {
                let format = self.code.format(self.ty(*left))?;
                let operands = [self.used(*left), self.used(*right)];
                self.floats(*flags, format, &operands, |request, of| {
                    request.compare(*predicate, of[0], of[1])
                })
            }
            Op::Freeze(operand) => {
                let ty = self.ty(*operand);
                let value = self.get(*operand).clone();
                self.freeze(value, ty)?
            }
            Op::Alloca(alloca) => self.alloca(instruction, alloca)?,
            Op::CmpXchg(exchange) => self.cmpxchg(instruction, exchange)?,
            Op::AtomicRmw(update) => self.atomicrmw(instruction, update)?,
            Op::Fence { .. } => {
                // Others may have changed memory meanwhile.
                self.memory.changes += 1;
                return Ok(Flow::Next);
            }
            Op::ExtractElement { vector, index } => self.extract_element(*vector, *index)?,
            Op::InsertElement { vector, element, index } => {
                self.insert_element(*vector, *element, *index)?
            }
            Op::ShuffleVector { left, right, mask } => {
                let mask = self.code.constant(*mask).clone();
                self.shuffle(*left, *right, &mask)?
            }
            Op::ExtractValue { aggregate, indices } => {
                let mut value = self.get(*aggregate).clone();
                for &index in indices {
                    let Some(part) = value.elements().and_then(|it| it.get(index as usize)) else {
                        return unsupported("a part of a value that has none");
                    };
                    value = part.clone();
                }
                value
            }
            Op::InsertValue { aggregate, element, indices } => {
                let whole = self.get(*aggregate).clone();
                let element = self.get(*element).clone();
                insert_value(&whole, element, indices)?
            }
            Op::LandingPad { .. } => return unsupported("a landing pad in the middle of a block"),
            Op::IndirectBr { .. } => return unsupported("indirectbr"),
            Op::CallBr { .. } => return unsupported("callbr"),
            Op::VaArg { .. } => return unsupported("va_arg"),
            Op::CatchSwitch { .. }
            | Op::CatchRet { .. }
            | Op::CleanupRet { .. }
            | Op::CatchPad { .. }
            | Op::CleanupPad { .. } => return unsupported("funclet exception handling"),
            Op::Phi { .. } => return unsupported("a phi that is not at the start of its block"),
            _ => return unsupported("this instruction"),
        };
        self.set(instruction, value);
        Ok(Flow::Next)
    }

    /// Which way a conditional branch goes. LangRef, "'br' Instruction": a condition that is
    /// poison or undef is undefined behaviour.
    fn decide(&mut self, condition: Operand) -> Step<bool> {
        match self.get(condition) {
            Value::Int(truth) => Ok(*truth != 0),
            Value::Partial(partial) if !partial.undef => match self.forks.way(2) {
                Some(way) => Ok(way == 0),
                None => Err(Unspecified::OpenBranch.into()),
            },
            Value::Unknown(why) => Err((*why).into()),
            _ => Err(Undefined::BranchPoison.into()),
        }
    }

    /// LangRef, "'switch' Instruction".
    fn switch(
        &mut self,
        value: Operand,
        default: BlockId,
        cases: &[(crate::syntax::ConstId, BlockId)],
    ) -> Step<Flow> {
        let width = self.code.width(self.ty(value))?;
        let value = address::plain(&self.memory, width, self.get(value));
        if matches!(value, Value::Int(_) | Value::Wide(_) | Value::Big(_)) {
            let found = cases.iter().find(|(case, _)| *self.code.constant(*case) == value);
            return Ok(Flow::Jump(found.map_or(default, |&(_, block)| block)));
        }
        match &value {
            Value::Unknown(why) => Err((*why).into()),
            Value::Partial(partial) if !partial.undef => {
                let possible: Vec<BlockId> = cases
                    .iter()
                    .filter(|(case, _)| {
                        let number = self.code.constant(*case).known();
                        number.is_some_and(|number| partial.spread.contains(number))
                    })
                    .map(|&(_, block)| block)
                    .chain([default])
                    .collect();
                match self.forks.way(possible.len() as u32) {
                    Some(way) => Ok(Flow::Jump(possible[way as usize])),
                    None => Err(Unspecified::OpenBranch.into()),
                }
            }
            _ => Err(Undefined::SwitchPoison.into()),
        }
    }
}
