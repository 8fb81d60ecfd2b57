//! Intrinsics on vectors: reductions and rearrangements. LangRef, "Vector Reduction
//! Intrinsics", "Vector Manipulation Intrinsics".

use super::super::address;
use super::super::arithmetic;
use super::super::run::Machine;
use super::super::shape::Kind;
use super::super::stop::{Step, Unspecified, unsupported};
use super::super::value::Value;
use super::{Extreme, Intrinsic};
use crate::syntax::{Call, Flags, Instruction};

impl Machine<'_, '_> {
    pub(super) fn vector_intrinsic(
        &mut self,
        it: &Intrinsic,
        instruction: &Instruction,
        call: &Call,
    ) -> Step<Value> {
        match it {
            Intrinsic::ReduceInt(op) => {
                let operand = self.argument(call, 0)?;
                let width = self.code.width(self.lane_ty(operand))?;
                let values = self.elements(operand)?;
                let memory = &self.memory;
                fold(values, |a, b| address::integer(memory, *op, Flags::NONE, width, a, b))
            }
            Intrinsic::ReduceMinMax(function) => {
                let operand = self.argument(call, 0)?;
                let width = self.code.width(self.lane_ty(operand))?;
                let values = self.elements(operand)?;
                fold(values, |a, b| arithmetic::function(*function, width, a, b))
            }
            Intrinsic::ReduceFloat(op) => {
                let (start, operand) = (self.argument(call, 0)?, self.argument(call, 1)?);
                let format = self.code.format(self.ty(operand))?;
                let mut values = vec![self.used(start)];
                values.extend(self.elements(operand)?);
                fold(values, |a, b| {
                    let operands = [a.clone(), b.clone()];
                    Ok(self.floats(call.flags, format, &operands, |request, of| {
                        request.binary(*op, of[0], of[1])
                    }))
                })
            }
            Intrinsic::ReduceFloatMinMax(extreme) => {
                let operand = self.argument(call, 0)?;
                let format = self.code.format(self.ty(operand))?;
                let values = self.elements(operand)?;
                let result = fold(values, |a, b| {
                    let operands = [a.clone(), b.clone()];
                    let compute = |a, b| match extreme {
                        Extreme::MinNum => format.minnum(a, b),
                        Extreme::MaxNum => format.maxnum(a, b),
                        Extreme::Minimum => format.minimum(a, b),
                        Extreme::Maximum => format.maximum(a, b),
                    };
                    if matches!(extreme, Extreme::MinNum | Extreme::MaxNum) {
                        return Ok(self.min_max(call.flags, format, &operands, compute));
                    }
                    Ok(self.floats(call.flags, format, &operands, |request, of| {
                        request.lift(of, |of| compute(of[0], of[1]))
                    }))
                })?;
                Ok(result)
            }
            Intrinsic::VectorReverse => {
                let operand = self.argument(call, 0)?;
                let mut values = self.plain_elements(operand)?;
                values.reverse();
                Ok(Value::list(values))
            }
            Intrinsic::VectorInsert | Intrinsic::VectorExtract => self.part(it, instruction, call),
            Intrinsic::Splice => self.splice(call),
            Intrinsic::Interleave2 => {
                let (a, b) = (self.argument(call, 0)?, self.argument(call, 1)?);
                let (a, b) = (self.plain_elements(a)?, self.plain_elements(b)?);
                let pairs = a.into_iter().zip(b).flat_map(|(a, b)| [a, b]);
                Ok(Value::list(pairs.collect()))
            }
            Intrinsic::Deinterleave2 => {
                let operand = self.argument(call, 0)?;
                let values = self.plain_elements(operand)?;
                let half = |from: usize| {
                    Value::list(values.iter().skip(from).step_by(2).cloned().collect())
                };
                Ok(Value::list(vec![half(0), half(1)]))
            }
            Intrinsic::StepVector => {
                let (length, width) = self.result_lanes(instruction)?;
                let mask = super::super::integer::mask(width);
                let lanes = (0..length).map(|at| Value::number(width, u128::from(at) & mask));
                Ok(Value::list(lanes.collect()))
            }
            Intrinsic::ActiveLaneMask => {
                let (base, limit) = (self.argument(call, 0)?, self.argument(call, 1)?);
                let (base, limit) = (self.used(base), self.used(limit));
                let (length, _) = self.result_lanes(instruction)?;
                let (Some(base), Some(limit)) = (base.known(), limit.known()) else {
                    let lane = match base.has_poison() || limit.has_poison() {
                        true => Value::Poison,
                        false => Value::Unknown(Unspecified::OpenBranch),
                    };
                    return Ok(Value::list(vec![lane; length as usize]));
                };
                let lanes = (0..length).map(|at| Value::bool(base + u128::from(at) < limit));
                Ok(Value::list(lanes.collect()))
            }
            _ => unsupported("this vector intrinsic"),
        }
    }

    /// The elements of an operand that is only rearranged.
    fn plain_elements(&self, operand: crate::syntax::Operand) -> Step<Vec<Value>> {
        match self.get(operand) {
            Value::List(values) => Ok(values.to_vec()),
            _ => unsupported("another kind of value where a vector belongs"),
        }
    }

    fn result_lanes(&self, instruction: &Instruction) -> Step<(u32, u32)> {
        let Some(result) = instruction.result else {
            return unsupported("an intrinsic without a result");
        };
        let ty = self.frame.body.values[result.index()].ty;
        match self.code.shapes[ty].kind {
            Kind::Vector { length, element } => Ok((length, self.code.scalar_width(element)?)),
            Kind::Refused(what) => unsupported(what),
            _ => unsupported("a result that is no vector"),
        }
    }

    fn part(&mut self, it: &Intrinsic, instruction: &Instruction, call: &Call) -> Step<Value> {
        let whole = self.argument(call, 0)?;
        let mut values = self.plain_elements(whole)?;
        let index = self.argument(call, call.args.len() - 1)?;
        let at = self.get(index).known().unwrap_or(0) as usize;
        if *it == Intrinsic::VectorInsert {
            let part = self.argument(call, 1)?;
            let part = self.plain_elements(part)?;
            if at + part.len() > values.len() {
                return Ok(Value::list(vec![Value::Poison; values.len()]));
            }
            values[at..at + part.len()].clone_from_slice(&part);
            return Ok(Value::list(values));
        }
        let (length, _) = self.result_lanes(instruction)?;
        let length = length as usize;
        Ok(match values.get(at..at + length) {
            Some(part) => Value::list(part.to_vec()),
            None => Value::list(vec![Value::Poison; length]),
        })
    }

    fn splice(&mut self, call: &Call) -> Step<Value> {
        let (a, b) = (self.argument(call, 0)?, self.argument(call, 1)?);
        let index = self.argument(call, 2)?;
        let mut values = self.plain_elements(a)?;
        let length = values.len();
        values.extend(self.plain_elements(b)?);
        let index = super::super::integer::signed(32, self.get(index).known().unwrap_or(0));
        let start = if index < 0 { index + length as i128 } else { index };
        Ok(match usize::try_from(start).ok().and_then(|it| values.get(it..it + length)) {
            Some(part) => Value::list(part.to_vec()),
            None => Value::list(vec![Value::Poison; length]),
        })
    }
}

fn fold(values: Vec<Value>, mut f: impl FnMut(&Value, &Value) -> Step<Value>) -> Step<Value> {
    let mut values = values.into_iter();
    let Some(mut all) = values.next() else { return unsupported("a reduction of nothing") };
    for value in values {
        all = f(&all, &value)?;
    }
    Ok(all)
}
