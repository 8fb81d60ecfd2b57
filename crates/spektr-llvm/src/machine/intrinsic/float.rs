//! Intrinsics that compute with floats, as far as their results are exactly determined.
//! LangRef, "Standard C/C++ Library Intrinsics", "Floating-Point Test Intrinsics".

use spektr_number::{Open, Outcome, Rounding};

use super::super::attribute::class_bit;
use super::super::compute::lanes;
use super::super::floating;
use super::super::run::Machine;
use super::super::spread::Spread;
use super::super::stop::{Step, Unspecified, unsupported};
use super::super::value::Value;
use super::Intrinsic;
use crate::syntax::{Call, Flags, ValueId};

impl Machine<'_, '_> {
    pub(in super::super) fn float_intrinsic(
        &mut self,
        it: &Intrinsic,
        result: Option<ValueId>,
        call: &Call,
    ) -> Step<Value> {
        let first = self.argument(call, 0)?;
        let format = self.code.format(self.ty(first))?;
        let mut operands = Vec::with_capacity(3);
        for at in 0..call.args.len() {
            let operand = self.argument(call, at)?;
            operands.push(self.used(operand));
        }
        let flags = call.flags;
        // Flags that allow another function in place of this one.
        let loose = self.side.is_free()
            && (flags.has(Flags::AFN) || flags.has(Flags::REASSOC) || flags.has(Flags::CONTRACT));
        let apply = |machine: &Self, f: &dyn Fn(&[u128]) -> Outcome| {
            machine.floats(flags, format, &operands, |request, of| request.lift(of, f))
        };
        let value = match it {
            Intrinsic::Fabs => self.floats(flags, format, &operands, |request, of| {
                request.bitwise(of[0], |bits| format.abs(bits))
            }),
            Intrinsic::CopySign => return Ok(self.copysign(flags, format, &operands)),
            Intrinsic::Round(rounding) => apply(self, &|of| format.round(*rounding, of[0])),
            Intrinsic::Sqrt => apply(self, &|of| format.sqrt(of[0])),
            // LangRef, "'llvm.canonicalize.*' Intrinsic": a NaN is a quiet one afterwards.
            Intrinsic::Canonicalize => {
                let value = apply(self, &|of| format.round_trip(of[0]));
                return lanes(&[&value], |of| Ok(floating::quieted(format, of[0])));
            }
            Intrinsic::MinNum => self.min_max(flags, format, &operands, |a, b| format.minnum(a, b)),
            Intrinsic::MaxNum => self.min_max(flags, format, &operands, |a, b| format.maxnum(a, b)),
            Intrinsic::Minimum => apply(self, &|of| format.minimum(of[0], of[1])),
            Intrinsic::Maximum => apply(self, &|of| format.maximum(of[0], of[1])),
            Intrinsic::MinimumNum => apply(self, &|of| format.minimumnum(of[0], of[1])),
            Intrinsic::MaximumNum => apply(self, &|of| format.maximumnum(of[0], of[1])),
            Intrinsic::Fma => apply(self, &|of| format.fma(of[0], of[1], of[2])),
            Intrinsic::FMulAdd => return Ok(self.fmuladd(flags, format, &operands)),
            Intrinsic::ToIntSat(is_signed) => {
                let to = self.result_width(result)?;
                return lanes(&[&operands[0]], |of| {
                    Ok(floating::to_int(format, to, *is_signed, true, of[0]))
                });
            }
            Intrinsic::RoundToInt(rounding) => {
                return self.round_to_int(result, *rounding, format, &operands[0]);
            }
            Intrinsic::IsFpClass => return self.is_fpclass(format, &operands),
            Intrinsic::Ldexp => return self.ldexp(call, format, &operands),
            Intrinsic::Inexact | Intrinsic::Powi => {
                if operands.iter().any(Value::has_poison) {
                    return lanes(&[&operands[0]], |of| {
                        Ok(match of[0] {
                            Value::Poison => Value::Poison,
                            _ => Value::Unknown(Unspecified::Inexact),
                        })
                    });
                }
                return lanes(&[&operands[0]], |_| Ok(Value::Unknown(Unspecified::Inexact)));
            }
            _ => return unsupported("this floating-point intrinsic"),
        };
        if loose && !matches!(it, Intrinsic::Fabs) {
            return lanes(&[&value], |of| {
                Ok(match of[0] {
                    Value::Poison => Value::Poison,
                    _ => Value::Unknown(Unspecified::FastMath),
                })
            });
        }
        Ok(value)
    }

    pub(super) fn result_width(&self, result: Option<ValueId>) -> Step<u32> {
        match result {
            Some(result) => {
                let ty = self.frame.body.values[result.index()].ty;
                self.code.scalar_width(self.code.lane(ty))
            }
            None => unsupported("an intrinsic without a result"),
        }
    }

    /// `minnum` and `maxnum`: what a signalling NaN gives is left open; what a quiet one would give
    /// is always allowed.
    pub fn min_max(
        &self,
        flags: Flags,
        format: spektr_number::Format,
        operands: &[Value],
        f: impl Fn(u128, u128) -> Outcome,
    ) -> Value {
        self.floats(flags, format, operands, |request, of| {
            let signalling = of.iter().any(|value| floating::may_signal(format, value));
            let value = request.lift(of, |of| f(of[0], of[1]));
            match value {
                Value::Poison => Value::Poison,
                _ if signalling && request.free => Value::open(format.bits()),
                value => value,
            }
        })
    }

    fn copysign(&self, flags: Flags, format: spektr_number::Format, operands: &[Value]) -> Value {
        self.floats(flags, format, operands, |request, of| {
            let sign = match of[1] {
                Value::Poison => return Value::Poison,
                Value::Unknown(why) => return Value::Unknown(*why),
                value => value.known(),
            };
            // An open operand may be what the flags exclude.
            if sign.map_or(request.excludes_some(), |bits| request.excludes(bits)) {
                return Value::Poison;
            }
            match sign {
                Some(sign) => request.bitwise(of[0], |bits| format.copysign(bits, sign)),
                None => {
                    // The sign is open.
                    let magnitude = request.bitwise(of[0], |bits| format.abs(bits));
                    match magnitude.known() {
                        Some(bits) => {
                            let both = vec![bits, bits | format.sign_mask()];
                            let undef = of[1].has_undef_or_poison();
                            Value::partial(format.bits(), undef, Spread::of(both))
                        }
                        None if matches!(magnitude, Value::Poison) => Value::Poison,
                        None => Value::open(format.bits()),
                    }
                }
            }
        })
    }

    /// LangRef, "'llvm.fmuladd.*' Intrinsic": fused or not, as the target likes.
    fn fmuladd(&self, flags: Flags, format: spektr_number::Format, operands: &[Value]) -> Value {
        use spektr_number::FloatOp;
        let fused = |of: &[u128]| format.fma(of[0], of[1], of[2]);
        let apart = |of: &[u128]| {
            let product = format.binary(FloatOp::Mul, of[0], of[1]);
            format.binary(FloatOp::Add, product.bits, of[2])
        };
        let free = self.side.is_free();
        self.floats(flags, format, operands, |request, of| {
            let one = request.lift(of, fused);
            if !free {
                return one;
            }
            let other = request.lift(of, apart);
            match (&one, &other) {
                (Value::Poison, _) | (_, Value::Poison) => Value::Poison,
                (a, b) if a == b => one,
                (a, b) => match (a.known(), b.known()) {
                    (Some(a), Some(b)) => {
                        Value::partial(format.bits(), false, Spread::of(vec![a, b]))
                    }
                    _ => Value::open(format.bits()),
                },
            }
        })
    }

    fn round_to_int(
        &self,
        result: Option<ValueId>,
        rounding: Rounding,
        format: spektr_number::Format,
        operand: &Value,
    ) -> Step<Value> {
        let to = self.result_width(result)?;
        lanes(&[operand], |of| {
            Ok(match of[0].known() {
                Some(bits) => {
                    let whole = format.round(rounding, bits);
                    let value = Value::number(format.bits(), whole.bits);
                    match floating::to_int(format, to, true, false, &value) {
                        // What does not fit has an unspecified result.
                        Value::Poison => Value::Unknown(Unspecified::Inexact),
                        value => value,
                    }
                }
                None if matches!(of[0], Value::Poison) => Value::Poison,
                None => Value::Unknown(Unspecified::Inexact),
            })
        })
    }

    /// LangRef, "'llvm.is.fpclass' Intrinsic".
    fn is_fpclass(&self, format: spektr_number::Format, operands: &[Value]) -> Step<Value> {
        let [value, test] = operands else { return unsupported("is.fpclass of one") };
        let Some(test) = test.known() else { return unsupported("an open class test") };
        lanes(&[value], |of| {
            Ok(match of[0] {
                Value::Poison => Value::Poison,
                Value::Unknown(why) => Value::Unknown(*why),
                Value::Partial(partial) if floating::is_some_nan(format, &partial.spread) => {
                    match test & 3 {
                        0 => Value::FALSE,
                        3 => Value::TRUE,
                        _ => Value::open(1),
                    }
                }
                value => match value.known() {
                    Some(bits) => Value::bool(u128::from(class_bit(format, bits)) & test != 0),
                    None => Value::partial(1, value.has_undef_or_poison(), Spread::of(vec![0, 1])),
                },
            })
        })
    }

    fn ldexp(&self, call: &Call, format: spektr_number::Format, operands: &[Value]) -> Step<Value> {
        let width = self.code.width(self.lane_ty(self.argument(call, 1)?))?;
        let rewritable = call.flags.has(Flags::REASSOC) || call.flags.has(Flags::AFN);
        if self.side.is_free() && rewritable {
            let unknown = Value::Unknown(Unspecified::FastMath);
            return lanes(&[&operands[0], &operands[1]], |_| Ok(unknown.clone()));
        }
        let request = |machine: &Self| floating::Request {
            format,
            flags: call.flags,
            free: machine.side.is_free(),
        };
        lanes(&[&operands[0], &operands[1]], |of| {
            let Some(exponent) = of[1].known() else {
                return Ok(match of[1] {
                    Value::Poison => Value::Poison,
                    _ => Value::Unknown(Unspecified::Inexact),
                });
            };
            let exponent = super::super::integer::signed(width.min(128), exponent);
            let exponent = exponent.clamp(-100_000, 100_000) as i32;
            Ok(request(self).lift(&[of[0]], |bits| format.scale(bits[0], exponent)))
        })
    }
}

/// A float as an operation would give it back.
trait RoundTrip {
    fn round_trip(self, bits: u128) -> Outcome;
}

impl RoundTrip for spektr_number::Format {
    fn round_trip(self, bits: u128) -> Outcome {
        let open = if self.is_nan(bits) { Open::NanBits } else { Open::Nothing };
        Outcome { bits, open }
    }
}
