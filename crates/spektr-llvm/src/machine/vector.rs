//! Vectors: elements and shuffles. LangRef, "Vector Operations".

use super::compute::possible;
use super::run::Machine;
use super::stop::{Step, unsupported};
use super::value::Value;
use crate::syntax::{Operand, Ty};

impl Machine<'_, '_> {
    /// The positions an index may mean: `None` if one of them is beyond the vector, or it is
    /// poison: then the result is poison.
    fn positions(&mut self, index: Operand, length: usize) -> Step<Result<Vec<usize>, Value>> {
        let width = self.code.width(self.ty(index))?;
        let value = match self.used(index) {
            Value::Unknown(why) => return Ok(Err(Value::Unknown(why))),
            value => value,
        };
        let numbers = possible(width, &value);
        let positions = numbers.and_then(|numbers| {
            let inside = |number: u128| usize::try_from(number).ok().filter(|&at| at < length);
            numbers.into_iter().map(inside).collect::<Option<Vec<_>>>()
        });
        Ok(positions.ok_or(Value::Poison))
    }

    /// LangRef, "'extractelement' Instruction": beyond the vector lies poison.
    pub fn extract_element(&mut self, vector: Operand, index: Operand) -> Step<Value> {
        let ty = self.code.lane(self.ty(vector));
        let Value::List(values) = self.get(vector).clone() else {
            return unsupported("an element of what is no vector");
        };
        Ok(match self.positions(index, values.len())? {
            Err(value) => value,
            Ok(positions) => {
                let first = values[positions[0]].clone();
                let rest = positions[1..].iter();
                rest.fold(first, |all, &at| self.join(&all, &values[at], ty, true))
            }
        })
    }

    /// LangRef, "'insertelement' Instruction".
    pub fn insert_element(
        &mut self,
        vector: Operand,
        element: Operand,
        index: Operand,
    ) -> Step<Value> {
        let ty = self.ty(vector);
        let lane = self.code.lane(ty);
        let element = self.get(element).clone();
        let Value::List(values) = self.get(vector).clone() else {
            return unsupported("an element of what is no vector");
        };
        Ok(match self.positions(index, values.len())? {
            Err(value) => self.code.uniform(ty, &value)?,
            Ok(positions) => {
                let mut values = values.to_vec();
                if let [at] = positions[..] {
                    values[at] = element;
                } else {
                    for at in positions {
                        values[at] = self.join(&values[at], &element, lane, true);
                    }
                }
                Value::list(values)
            }
        })
    }

    /// LangRef, "'shufflevector' Instruction": undefined mask elements give poison. Up to 16 they
    /// gave undef, and the optimizers of those versions still write `undef` where they mean it:
    /// that is what it means in what an optimizer wrote. What it was given may have been read
    /// either way, so there it is poison.
    pub fn shuffle(&mut self, left: Operand, right: Operand, mask: &Value) -> Step<Value> {
        let (Value::List(left), Value::List(right), Value::List(mask)) =
            (self.get(left).clone(), self.get(right).clone(), mask)
        else {
            return unsupported("a shuffle of what is no vector");
        };
        let open = if self.side.is_free() { Value::Poison } else { Value::Undef };
        let pick = |at: &Value| match at.known() {
            Some(at) if (at as usize) < left.len() => left[at as usize].clone(),
            Some(at) => right.get(at as usize - left.len()).cloned().unwrap_or(Value::Poison),
            None if *at == Value::Undef => open.clone(),
            None => Value::Poison,
        };
        Ok(Value::list(mask.iter().map(pick).collect()))
    }

    /// The elements of a vector operand of an intrinsic.
    pub fn elements(&mut self, operand: Operand) -> Step<Vec<Value>> {
        match self.used(operand) {
            Value::List(values) => Ok(values.to_vec()),
            _ => unsupported("another kind of value where a vector belongs"),
        }
    }

    /// The element type of an operand.
    pub fn lane_ty(&self, operand: Operand) -> Ty {
        self.code.lane(self.ty(operand))
    }
}
