//! The interpreter: frames, blocks, and the instructions that compute. Memory, calls and
//! intrinsics are in files of their own.

use spektr_number::Format;

use super::address;
use super::arithmetic::{self, spread_of};
use super::attribute::Watched;
use super::cast;
use super::choice::{Forks, Side};
use super::code::Code;
use super::floating::{self, Request};
use super::frame::{Flow, Frame};
use super::memory::Memory;
use super::shape::Kind;
use super::spread::Spread;
use super::stop::{Step, Stop, Undefined, Unspecified, unsupported};
use super::value::{Pointer, Value};
use super::world::World;
use crate::syntax::{
    BinaryOp, BlockId, CastOp, Flags, Instruction, IntPredicate, Op, Operand, Ty, ValueId,
};

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
}

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
                    Flow::Next => {}
                    Flow::Jump(block) => {
                        self.jump(block)?;
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
            return Ok(());
        }
        let mut incoming = Vec::with_capacity(phis);
        for phi in &instructions[..phis] {
            incoming.push(self.phi(phi, from)?);
        }
        self.fuel = self.fuel.saturating_sub(phis as u64);
        for (result, value) in incoming {
            self.frame.values[result.index()] = value;
        }
        Ok(())
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
    #[inline]
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
    pub fn chosen_result(&mut self, instruction: &Instruction, value: Value) -> Value {
        match instruction.result {
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
            Op::Fence { .. } => return Ok(Flow::Next),
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

    pub fn binary(
        &mut self,
        op: BinaryOp,
        flags: Flags,
        left: Operand,
        right: Operand,
    ) -> Step<Value> {
        let ty = self.ty(left);
        let (a, b) = (self.used(left), self.used(right));
        if op.is_float() {
            let format = self.code.format(ty)?;
            return Ok(
                self.floats(flags, format, &[a, b], |request, of| request.binary(op, of[0], of[1]))
            );
        }
        let width = self.code.width(self.code.lane(ty))?;
        let memory = &self.memory;
        lanes(&[&a, &b], |of| address::integer(memory, op, flags, width, of[0], of[1]))
    }

    fn icmp(
        &mut self,
        flags: Flags,
        predicate: IntPredicate,
        left: Operand,
        right: Operand,
    ) -> Step<Value> {
        let ty = self.code.lane(self.ty(left));
        let width = self.code.scalar_width(ty)?;
        if let (Value::Int(_), Value::Int(_)) = (self.get(left), self.get(right)) {
            let (a, b) = (self.get(left), self.get(right));
            return arithmetic::compare(predicate, flags, width, a, b);
        }
        let (a, b) = (self.used(left), self.used(right));
        let fixed = !self.side.is_free();
        let memory = &self.memory;
        lanes(&[&a, &b], |of| {
            address::compare(memory, predicate, flags, width, of[0], of[1], fixed)
        })
    }

    /// A floating-point operation, lane by lane.
    pub fn floats(
        &self,
        flags: Flags,
        format: Format,
        operands: &[Value],
        f: impl Fn(Request, &[&Value]) -> Value,
    ) -> Value {
        let request = Request { format, flags, free: self.side.is_free() };
        let operands: Vec<&Value> = operands.iter().collect();
        lanes(&operands, |of| Ok(f(request, of))).unwrap_or(Value::Poison)
    }

    pub fn cast(&mut self, op: CastOp, flags: Flags, operand: Operand, to: Ty) -> Step<Value> {
        let from = self.ty(operand);
        let value = match op {
            // These copy bits, undef ones too.
            CastOp::BitCast | CastOp::AddrSpaceCast => self.get(operand).clone(),
            _ => self.used(operand),
        };
        let code = self.code;
        let (from_lane, to_lane) = (code.lane(from), code.lane(to));
        match op {
            CastOp::Trunc | CastOp::ZExt | CastOp::SExt => {
                let (from, to) = (code.width(from_lane)?, code.width(to_lane)?);
                let memory = &self.memory;
                lanes(&[&value], |of| {
                    let plain = address::plain(memory, from, of[0]);
                    arithmetic::resize(op, flags, from, to, &plain)
                })
            }
            CastOp::FpTrunc | CastOp::FpExt => {
                let (from, to) = (code.format(from)?, code.format(to)?);
                lanes(&[&value], |of| Ok(floating::resize(from, to, flags, of[0])))
            }
            CastOp::FpToUi | CastOp::FpToSi => {
                let (from, to) = (code.format(from)?, code.width(to_lane)?);
                let is_signed = op == CastOp::FpToSi;
                lanes(&[&value], |of| Ok(floating::to_int(from, to, is_signed, false, of[0])))
            }
            CastOp::UiToFp | CastOp::SiToFp => {
                let (from, to) = (code.width(from_lane)?, code.format(to)?);
                let is_signed = op == CastOp::SiToFp;
                let memory = &self.memory;
                lanes(&[&value], |of| {
                    let plain = address::plain(memory, from, of[0]);
                    Ok(floating::from_int(to, from, is_signed, flags, &plain))
                })
            }
            CastOp::PtrToInt | CastOp::PtrToAddr => {
                self.expose(&value);
                let memory = &self.memory;
                lanes(&[&value], |of| {
                    Ok(cast::reinterpret(code, memory, of[0], from_lane, to_lane))
                })
            }
            CastOp::IntToPtr => {
                let memory = &self.memory;
                lanes(&[&value], |of| {
                    Ok(cast::reinterpret(code, memory, of[0], from_lane, to_lane))
                })
            }
            CastOp::BitCast => cast::bitcast(code, &value, from, to),
            CastOp::AddrSpaceCast => unsupported("addrspacecast"),
        }
    }

    fn expose(&mut self, value: &Value) {
        match value {
            Value::Pointer(pointer) => {
                if let Some(id) = self.memory.object_of(pointer.tag) {
                    self.memory.object_mut(id).exposed = true;
                }
            }
            Value::List(values) => values.iter().for_each(|value| self.expose(value)),
            _ => {}
        }
    }

    /// LangRef, "'select' Instruction": an undef condition takes either, a poison one gives
    /// poison.
    fn select(
        &mut self,
        flags: Flags,
        condition: Operand,
        yes: Operand,
        no: Operand,
    ) -> Step<Value> {
        let ty = self.ty(yes);
        if let Value::Int(truth) = self.get(condition)
            && flags.is_empty()
        {
            return Ok(self.get(if *truth != 0 { yes } else { no }).clone());
        }
        let condition = self.used(condition);
        let (yes, no) = (self.get(yes).clone(), self.get(no).clone());
        let value = match (&condition, &yes, &no) {
            (Value::List(conditions), Value::List(a), Value::List(b)) => {
                let lane = self.code.lane(ty);
                let picked = conditions.iter().zip(a.iter().zip(b.iter()));
                let picked = picked.map(|(condition, (a, b))| self.pick(condition, a, b, lane));
                Value::list(picked.collect::<Step<_>>()?)
            }
            _ => self.pick(&condition, &yes, &no, ty)?,
        };
        if flags.is_empty() { Ok(value) } else { self.excluded(flags, ty, value) }
    }

    fn pick(&self, condition: &Value, yes: &Value, no: &Value, ty: Ty) -> Step<Value> {
        Ok(match condition {
            Value::Int(0) => no.clone(),
            Value::Int(_) => yes.clone(),
            Value::Poison => self.code.uniform(ty, &Value::Poison)?,
            Value::Unknown(why) => self.code.uniform(ty, &Value::Unknown(*why))?,
            open => self.join(yes, no, ty, open.has_undef_or_poison()),
        })
    }

    /// A value that may be either of two.
    pub fn join(&self, a: &Value, b: &Value, ty: Ty, undef: bool) -> Value {
        if a == b && a.is_fixed() {
            return a.clone();
        }
        let shape = &self.code.shapes[ty];
        match (a, b) {
            (Value::Poison, _) | (_, Value::Poison) => Value::Poison,
            (Value::Unknown(why), _) | (_, Value::Unknown(why)) => Value::Unknown(*why),
            (Value::List(left), Value::List(right)) => {
                let parts = left
                    .iter()
                    .zip(right.iter())
                    .enumerate()
                    .map(|(at, (a, b))| self.join(a, b, self.code.element(ty, at), undef));
                Value::list(parts.collect())
            }
            _ => {
                let width = shape.bits as u32;
                let is_pointer = matches!(shape.kind, Kind::Pointer { .. })
                    || matches!(a, Value::Pointer(_))
                    || matches!(b, Value::Pointer(_));
                if is_pointer || width > 128 {
                    return Value::Unknown(Unspecified::OpenPointer);
                }
                match (spread_of(width, a), spread_of(width, b)) {
                    (Some((left, left_undef)), Some((right, right_undef))) => {
                        let spread = left.union(&right, width);
                        Value::partial(width, undef || left_undef || right_undef, spread)
                    }
                    _ => Value::Unknown(Unspecified::OpenBranch),
                }
            }
        }
    }

    /// `nnan`, `ninf` and `nsz` on what is only copied.
    fn excluded(&mut self, flags: Flags, ty: Ty, value: Value) -> Step<Value> {
        let lane = self.code.lane(ty);
        if self.code.float_kind(lane).is_none() {
            return Ok(value);
        }
        let format = self.code.format(lane)?;
        Ok(self.floats(flags, format, &[value], |request, of| request.bitwise(of[0], |it| it)))
    }

    /// LangRef, "'freeze' Instruction": undef and poison become one fixed value.
    fn freeze(&mut self, value: Value, ty: Ty) -> Step<Value> {
        let code = self.code;
        let shape = &code.shapes[ty];
        let width = shape.bits as u32;
        Ok(match value {
            Value::List(values) => {
                let frozen = values
                    .iter()
                    .enumerate()
                    .map(|(at, value)| self.freeze(value.clone(), code.element(ty, at)));
                Value::list(frozen.collect::<Step<_>>()?)
            }
            Value::Undef | Value::Poison if !self.side.is_free() => self.settled(Value::Undef, ty),
            Value::Partial(_) if !self.side.is_free() => self.settled(value, ty),
            Value::Undef | Value::Poison => match shape.kind {
                Kind::Pointer { .. } => Value::Unknown(Unspecified::OpenPointer),
                _ if width > 128 => Value::Unknown(Unspecified::OpenBranch),
                _ => Value::open(width),
            },
            Value::Partial(partial) => Value::partial(width, false, partial.spread),
            value => value,
        })
    }
}

/// Applies an operation to scalars, or lane by lane to vectors.
pub fn lanes(operands: &[&Value], mut f: impl FnMut(&[&Value]) -> Step<Value>) -> Step<Value> {
    let Some(length) = operands.iter().find_map(|it| it.elements()).map(<[Value]>::len) else {
        return f(operands);
    };
    let mut results = Vec::with_capacity(length);
    let mut lane = Vec::with_capacity(operands.len());
    for at in 0..length {
        lane.clear();
        for operand in operands {
            lane.push(match operand.elements() {
                Some(values) => &values[at],
                None => operand,
            });
        }
        results.push(f(&lane)?);
    }
    Ok(Value::list(results))
}

/// A copy of an aggregate with one part replaced.
fn insert_value(whole: &Value, element: Value, indices: &[u32]) -> Step<Value> {
    let Some((&first, rest)) = indices.split_first() else { return Ok(element) };
    let Some(parts) = whole.elements().filter(|parts| (first as usize) < parts.len()) else {
        return unsupported("a part of a value that has none");
    };
    let mut parts = parts.to_vec();
    parts[first as usize] = insert_value(&parts[first as usize], element, rest)?;
    Ok(Value::list(parts))
}

/// The numbers that an open index may be, if few.
pub fn possible(width: u32, value: &Value) -> Option<Vec<u128>> {
    let (spread, _): (Spread, bool) = spread_of(width.min(128), value)?;
    spread.list(width.min(128), 64)
}
