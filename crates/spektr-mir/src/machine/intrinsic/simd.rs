//! Functions on vectors, lane by lane. They are written as calls of ordinary functions: while one
//! runs, nobody may touch its return place and what was moved into it.
//!
//! Lanes wrap where they are added and multiplied; reductions go through them in order
//! (`core::intrinsics::simd`).

use super::Call;
use crate::machine::Machine;
use crate::machine::access::known;
use crate::machine::operand::Value;
use crate::machine::stop::{Step, Undefined};
use crate::machine::types::Cx;
use crate::machine::value::Scalar;
use crate::syntax::{BinOp, IntTy, Simd, Ty, TyKind};

impl Machine {
    pub(super) fn simd(&mut self, cx: Cx, call: Call, simd: Simd) -> Step<()> {
        let (lane, count) = match cx.kind(call.generic()) {
            TyKind::Array(lane, count) => (*lane, *count),
            other => unreachable!("a well-formed program has no vector of {other:?}"),
        };
        let vectors = (0..simd.vectors()).map(|index| self.vector(cx, call, index, count));
        let vectors = vectors.collect::<Step<Vec<Vec<Scalar>>>>()?;
        match simd {
            Simd::Reduce(_) | Simd::ReduceMin | Simd::ReduceMax => {
                let lanes = vectors[0].iter().copied();
                let mut rest = lanes;
                let mut all = rest.next().unwrap_or(Scalar::Indeterminate);
                for next in rest {
                    all = self.reduced(cx, simd, lane, all, next)?;
                }
                self.write(cx, call.dest, all.into())
            }
            _ => {
                for index in 0..count {
                    let lanes: Vec<Scalar> = vectors.iter().map(|it| it[index as usize]).collect();
                    let result = self.lane(cx, simd, lane, &lanes)?;
                    let dest = self.element(cx, *call.dest, index)?;
                    self.write(cx, &dest, result.into())?;
                }
                Ok(())
            }
        }
    }

    /// All lanes of an argument.
    fn vector(&mut self, cx: Cx, call: Call, index: usize, count: u64) -> Step<Vec<Scalar>> {
        let Value::Spot(spot) = call.args[index].value() else {
            unreachable!("arrays have a place");
        };
        (0..count)
            .map(|index| {
                let element = self.element(cx, spot, index)?;
                Ok(self.read(cx, &element)?.first())
            })
            .collect()
    }

    fn lane(&mut self, cx: Cx, simd: Simd, ty: Ty, lanes: &[Scalar]) -> Step<Scalar> {
        let (a, b) = (lanes[0], lanes[1]);
        let TyKind::Int(int) = *cx.kind(ty) else {
            let Simd::Lanes(op) = simd else { return Ok(Scalar::Indeterminate) };
            return self.binary_scalars(cx, op, ty, a, b);
        };
        let number = int.number();
        match simd {
            Simd::Lanes(op @ (BinOp::Eq | BinOp::Lt)) => {
                Ok(match self.binary_scalars(cx, op, ty, a, b)? {
                    Scalar::Bits(holds) => mask(int, holds != 0),
                    _ => Scalar::Indeterminate,
                })
            }
            Simd::Lanes(op) => self.binary_scalars(cx, op, ty, a, b),
            Simd::SaturatingAdd | Simd::SaturatingSub => Ok(match (a, b) {
                (Scalar::Bits(a), Scalar::Bits(b)) => Scalar::Bits(match simd {
                    Simd::SaturatingAdd => number.saturating_add(a, b),
                    _ => number.saturating_sub(a, b),
                }),
                _ => Scalar::Indeterminate,
            }),
            // A lane that is neither all ones nor all zeros selects nothing (`simd_select`).
            _ => match Scalar::Bits(known(a)?) {
                chosen if chosen == mask(int, true) => Ok(b),
                chosen if chosen == mask(int, false) => Ok(lanes[2]),
                _ => Err(Undefined::Mask.into()),
            },
        }
    }

    fn reduced(&mut self, cx: Cx, simd: Simd, ty: Ty, a: Scalar, b: Scalar) -> Step<Scalar> {
        match simd {
            Simd::Reduce(op) => self.binary_scalars(cx, op, ty, a, b),
            _ => {
                let less = known(self.binary_scalars(cx, BinOp::Lt, ty, a, b)?)? != 0;
                Ok(if less == (simd == Simd::ReduceMin) { a } else { b })
            }
        }
    }
}

/// A lane of a comparison.
fn mask(int: IntTy, holds: bool) -> Scalar {
    Scalar::Bits(if holds { int.number().truncate(u128::MAX) } else { 0 })
}
