//! Vectors (GCC 6.52): operators lane by lane, each as on scalars; `__builtin_shuffle`.

use super::Machine;
use super::code::{Access, IntTy, LaneOp, Lanes, Scalar};
use super::effective::leaf;
use super::number;
use super::stop::{Step, Undefined};
use super::value::Value;
use super::{execute::plain, float};
use crate::syntax::BinOp;

impl Machine {
    fn lane_access(scalar: Scalar, init: bool) -> Access {
        Access {
            scalar,
            size: scalar.size() as u8,
            align: 1,
            leaf: leaf::ANY,
            named: true,
            via_union: true,
            volatile: false,
            init,
            released: false,
            counts: None,
        }
    }

    fn read_lane(&mut self, scalar: Scalar, vector: Value, index: u32) -> Step<Value> {
        let offset = index * scalar.size();
        self.load(Machine::lane_access(scalar, false), vector, offset as i32)
    }

    /// A new vector at `to`, from up to three operands.
    pub(super) fn lanes(&mut self, info: Lanes, to: Value, args: [Value; 3]) -> Step<()> {
        let Lanes { element, lanes, op } = info;
        for index in 0..lanes {
            let value = match op {
                LaneOp::Splat => args[0],
                LaneOp::Binary(op) => {
                    let a = self.read_lane(element, args[0], index)?;
                    let b = self.read_lane(element, args[1], index)?;
                    self.lane_binary(op, element, a, b)?
                }
                LaneOp::Negate => {
                    let a = self.read_lane(element, args[0], index)?;
                    match element {
                        Scalar::Float(kind) => float::negate(kind, a),
                        _ => self.lane_binary(BinOp::Sub, element, Value::ZERO, a)?,
                    }
                }
                LaneOp::Complement => {
                    let a = plain(self.read_lane(element, args[0], index)?)?;
                    let int = int_of(element);
                    number::make(int, int.wrap_wide(!number::extend(int, a)))
                }
                LaneOp::Convert(from) => {
                    let a = self.read_lane(from, args[0], index)?;
                    convert(from, element, a)?
                }
                LaneOp::Shuffle { two, mask } => {
                    let wanted = plain(self.read_lane(mask, args[2], index)?)?;
                    let count = if two { lanes * 2 } else { lanes };
                    let wanted = wanted.lo as u32 % count;
                    let source = if wanted >= lanes { args[1] } else { args[0] };
                    self.read_lane(element, source, wanted % lanes)?
                }
                LaneOp::Compare(op, compared) => {
                    let a = self.read_lane(compared, args[0], index)?;
                    let b = self.read_lane(compared, args[1], index)?;
                    let truth = self.lane_binary(op, compared, a, b)?.lo != 0;
                    all_bits(element, truth)
                }
                LaneOp::Select(tested) => {
                    let test = plain(self.read_lane(tested, args[0], index)?)?;
                    let source = if test.bits() != 0 { args[1] } else { args[2] };
                    self.read_lane(element, source, index)?
                }
                LaneOp::Not(tested) => {
                    let test = self.read_lane(tested, args[0], index)?;
                    let zero = match tested {
                        Scalar::Float(kind) => float::is_zero(kind, test),
                        _ => plain(test)?.bits() == 0,
                    };
                    all_bits(element, zero)
                }
            };
            let offset = index * element.size();
            self.store(Machine::lane_access(element, true), to, offset as i32, value)?;
        }
        Ok(())
    }

    /// One operator on lanes. Signed lanes overflow as undefined, as signed integers do.
    fn lane_binary(&self, op: BinOp, element: Scalar, a: Value, b: Value) -> Step<Value> {
        match element {
            Scalar::Float(kind) => Ok(float::binary(op, kind, a, b)),
            _ => {
                let int = int_of(element);
                self.integer(op, int, int, a, b)
            }
        }
    }

    /// `v[i]`: a pointer to the lane.
    pub(super) fn lane(&self, vector: Value, index: Value, size: u32, lanes: u32) -> Step<Value> {
        let Some(p) = vector.pointer() else { return Err(self.no_pointer(vector)) };
        let (low, high) = (p.offset as u64, p.offset as u64 + u64::from(size * lanes));
        if index.lo >= u64::from(lanes) {
            let offset = i64::from(p.offset)
                .saturating_add((index.lo as i64).saturating_mul(i64::from(size)));
            let size = u64::from(size);
            return Err(
                Undefined::SubobjectBounds { object: p.object, offset, size, low, high }.into()
            );
        }
        self.member(false, vector, index.lo as u32 * size, size)
    }
}

fn int_of(scalar: Scalar) -> IntTy {
    match scalar {
        Scalar::Int(int) => int,
        Scalar::Bool | Scalar::Float(_) | Scalar::Pointer => IntTy::ULONG,
    }
}

fn all_bits(element: Scalar, truth: bool) -> Value {
    let int = int_of(element);
    if truth { number::make(int, int.wrap_wide(u128::MAX)) } else { Value::ZERO }
}

fn convert(from: Scalar, to: Scalar, value: Value) -> Step<Value> {
    Ok(match (from, to) {
        (Scalar::Float(from), Scalar::Float(to)) => float::to_float(from, to, value),
        (Scalar::Float(from), to) => float::to_int(from, int_of(to), value)?,
        (from, Scalar::Float(to)) => float::from_int(int_of(from), to, plain(value)?),
        (from, to) => {
            let bits = number::extend(int_of(from), plain(value)?);
            number::make(int_of(to), int_of(to).wrap_wide(bits))
        }
    })
}
