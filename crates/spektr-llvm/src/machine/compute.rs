//! Instructions that compute one value from others, lane by lane where they are vectors.
//! Nothing here touches control or memory's contents.

use spektr_number::Format;

use super::address;
use super::arithmetic::{self, spread_of};
use super::cast;
use super::floating::{self, Request};
use super::run::Machine;
use super::shape::Kind;
use super::spread::Spread;
use super::stop::{Step, Unspecified, unsupported};
use super::value::Value;
use crate::syntax::{BinaryOp, CastOp, Flags, IntPredicate, Operand, Ty};

impl Machine<'_, '_> {
    pub fn binary(
        &mut self,
        op: BinaryOp,
        flags: Flags,
        left: Operand,
        right: Operand,
    ) -> Step<Value> {
        let ty = self.ty(left);
        if left == right
            && flags.is_empty()
            && let Some(value) = self.with_itself(op, left, ty)
        {
            return Ok(value);
        }
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

    pub fn icmp(
        &mut self,
        flags: Flags,
        predicate: IntPredicate,
        left: Operand,
        right: Operand,
    ) -> Step<Value> {
        let ty = self.code.lane(self.ty(left));
        let width = self.code.scalar_width(ty)?;
        if left == right && self.is_one_number(left) {
            return Ok(Value::bool(super::integer::compare(predicate, width, 0, 0)));
        }
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

    /// Whether a register holds a number that is left open but fixed.
    fn is_one_number(&self, operand: Operand) -> bool {
        matches!(self.get(operand), Value::Partial(partial) if !partial.undef)
    }

    /// What an open number gives with itself, where that is less open than two numbers would be.
    fn with_itself(&self, op: BinaryOp, operand: Operand, ty: Ty) -> Option<Value> {
        let width = self.code.width(ty).ok()?;
        match op {
            _ if !self.is_one_number(operand) => None,
            BinaryOp::Sub | BinaryOp::Xor => Some(Value::number(width, 0)),
            BinaryOp::And | BinaryOp::Or => Some(self.get(operand).clone()),
            _ => None,
        }
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
                let free = self.side.is_free();
                lanes(&[&value], |of| Ok(floating::resize(from, to, flags, free, of[0])))
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
    pub fn select(
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
    pub fn excluded(&mut self, flags: Flags, ty: Ty, value: Value) -> Step<Value> {
        let lane = self.code.lane(ty);
        if self.code.float_kind(lane).is_none() {
            return Ok(value);
        }
        let format = self.code.format(lane)?;
        Ok(self.floats(flags, format, &[value], |request, of| request.bitwise(of[0], |it| it)))
    }

    /// LangRef, "'freeze' Instruction": undef and poison become one fixed value.
    pub fn freeze(&mut self, value: Value, ty: Ty) -> Step<Value> {
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
pub fn insert_value(whole: &Value, element: Value, indices: &[u32]) -> Step<Value> {
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
