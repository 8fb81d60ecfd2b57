//! Floating-point arithmetic (Annex F): binary32 and binary64 by the processor, which rounds each
//! operation by itself (`FLT_EVAL_METHOD` 0, no contraction), x87's extended format and binary128
//! exactly in software. A NaN that an operation makes has open sign and payload.

use rustc_apfloat::ieee::{Double, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

use super::code::IntTy;
use super::number::{extend, make};
use super::stop::{Step, Undefined};
use super::value::{Kind, Value};
use crate::syntax::{BinOp, FloatTest};
use crate::types::FloatKind;

/// Runs one expression for the software format of `kind`.
macro_rules! soft {
    ($kind:expr, $format:ident => $body:expr) => {
        match $kind {
            FloatKind::Float => {
                type $format = Single;
                $body
            }
            FloatKind::Double => {
                type $format = Double;
                $body
            }
            FloatKind::LongDouble => {
                type $format = X87DoubleExtended;
                $body
            }
            FloatKind::Float128 => {
                type $format = Quad;
                $body
            }
        }
    };
}

fn truth(truth: bool) -> Value {
    Value::number(u64::from(truth))
}

/// One operator. Operands are numbers or NaNs.
pub fn binary(op: BinOp, kind: FloatKind, x: Value, y: Value) -> Value {
    match kind {
        FloatKind::Double => {
            let (a, b) = (f64::from_bits(x.lo), f64::from_bits(y.lo));
            let made = |r: f64| {
                if r.is_nan() {
                    Value::nan(u128::from(r.to_bits()))
                } else {
                    Value::number(r.to_bits())
                }
            };
            match op {
                BinOp::Add => made(a + b),
                BinOp::Sub => made(a - b),
                BinOp::Mul => made(a * b),
                BinOp::Div => made(a / b),
                _ => compare(op, a.partial_cmp(&b)),
            }
        }
        FloatKind::Float => {
            let (a, b) = (f32::from_bits(x.lo as u32), f32::from_bits(y.lo as u32));
            let made = |r: f32| {
                let bits = u64::from(r.to_bits());
                if r.is_nan() { Value::nan(u128::from(bits)) } else { Value::number(bits) }
            };
            match op {
                BinOp::Add => made(a + b),
                BinOp::Sub => made(a - b),
                BinOp::Mul => made(a * b),
                BinOp::Div => made(a / b),
                _ => compare(op, a.partial_cmp(&b)),
            }
        }
        FloatKind::LongDouble | FloatKind::Float128 => soft!(kind, F => {
            let (a, b) = (F::from_bits(x.bits()), F::from_bits(y.bits()));
            match op {
                BinOp::Add => made((a + b).value),
                BinOp::Sub => made((a - b).value),
                BinOp::Mul => made((a * b).value),
                BinOp::Div => made((a / b).value),
                _ => compare(op, a.partial_cmp(&b)),
            }
        }),
    }
}

fn made<F: Float>(result: F) -> Value {
    if result.is_nan() { Value::nan(result.to_bits()) } else { Value::wide(result.to_bits()) }
}

fn compare(op: BinOp, ordering: Option<std::cmp::Ordering>) -> Value {
    truth(match op {
        BinOp::Less => ordering.is_some_and(|o| o.is_lt()),
        BinOp::Greater => ordering.is_some_and(|o| o.is_gt()),
        BinOp::LessEqual => ordering.is_some_and(|o| o.is_le()),
        BinOp::GreaterEqual => ordering.is_some_and(|o| o.is_ge()),
        BinOp::NotEqual => !ordering.is_some_and(|o| o.is_eq()),
        // Integers have the others; what is left is `==`.
        _ => ordering.is_some_and(|o| o.is_eq()),
    })
}

/// 6.5.3.3p3: the sign changes, of a NaN as well.
pub fn negate(kind: FloatKind, x: Value) -> Value {
    let sign = 1u128 << (bits(kind) - 1);
    let flipped = Value::wide(x.bits() ^ sign);
    if x.is_number() { flipped } else { Value { meta: x.meta, ..flipped } }
}

fn bits(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::Float => 32,
        FloatKind::Double => 64,
        FloatKind::LongDouble => 80,
        FloatKind::Float128 => 128,
    }
}

/// Whether it compares equal to 0.
pub fn is_zero(kind: FloatKind, x: Value) -> bool {
    soft!(kind, F => F::from_bits(x.bits()).is_zero())
}

/// 6.3.1.4p2: the nearest value.
pub fn from_int(from: IntTy, to: FloatKind, value: Value) -> Value {
    let bits = extend(from, value);
    if from.bits <= 64 {
        match to {
            FloatKind::Double if from.signed => {
                return Value::number((value.lo as i64 as f64).to_bits());
            }
            FloatKind::Double => return Value::number((value.lo as f64).to_bits()),
            FloatKind::Float if from.signed => {
                return Value::number(u64::from((value.lo as i64 as f32).to_bits()));
            }
            FloatKind::Float => return Value::number(u64::from((value.lo as f32).to_bits())),
            FloatKind::LongDouble | FloatKind::Float128 => {}
        }
    }
    soft!(to, F => {
        let converted = if from.signed { F::from_i128(bits as i128) } else { F::from_u128(bits) };
        Value::wide(converted.value.to_bits())
    })
}

/// 6.3.1.4p1: the fraction is dropped; what does not fit is undefined.
pub fn to_int(from: FloatKind, to: IntTy, value: Value) -> Step<Value> {
    if from == FloatKind::Double && to.bits <= 32 && value.is_number() {
        let whole = f64::from_bits(value.lo).trunc();
        let number = whole as i64;
        if number as f64 == whole && to.wrap(number as u64) == number as u64 && whole.abs() < 1e10 {
            return Ok(Value::number(number as u64));
        }
    }
    let width = usize::from(to.bits);
    soft!(from, F => {
        let number = F::from_bits(value.bits());
        let mut exact = false;
        let (status, bits) = if to.signed {
            let result = number.to_i128_r(width, Round::TowardZero, &mut exact);
            (result.status, result.value as u128)
        } else {
            let result = number.to_u128_r(width, Round::TowardZero, &mut exact);
            (result.status, result.value)
        };
        if status.contains(Status::INVALID_OP) || number.is_nan() {
            return Err(Undefined::FloatToInteger.into());
        }
        Ok(make(to, bits))
    })
}

/// 6.3.1.5, with the overflow to infinity of Annex F.
pub fn to_float(from: FloatKind, to: FloatKind, value: Value) -> Value {
    let result = match (from, to) {
        (FloatKind::Float, FloatKind::Double) => {
            Value::number(f64::from(f32::from_bits(value.lo as u32)).to_bits())
        }
        (FloatKind::Double, FloatKind::Float) => {
            Value::number(u64::from((f64::from_bits(value.lo) as f32).to_bits()))
        }
        _ => soft!(from, F => {
            let number = F::from_bits(value.bits());
            Value::wide(convert(number, to))
        }),
    };
    // The payload of a NaN that was given is kept where it fits; an open one stays open.
    if value.kind() == Kind::Nan { Value { meta: value.meta, ..result } } else { result }
}

fn convert<F>(number: F, to: FloatKind) -> u128
where
    F: Float
        + FloatConvert<Single>
        + FloatConvert<Double>
        + FloatConvert<X87DoubleExtended>
        + FloatConvert<Quad>,
{
    let mut loses = false;
    match to {
        FloatKind::Float => {
            let converted: Single = number.convert(&mut loses).value;
            converted.to_bits()
        }
        FloatKind::Double => {
            let converted: Double = number.convert(&mut loses).value;
            converted.to_bits()
        }
        FloatKind::LongDouble => {
            let converted: X87DoubleExtended = number.convert(&mut loses).value;
            converted.to_bits()
        }
        FloatKind::Float128 => {
            let converted: Quad = number.convert(&mut loses).value;
            converted.to_bits()
        }
    }
}

/// The builtins that ask what a number is.
pub fn test(test: FloatTest, kind: FloatKind, x: Value, y: Value) -> Value {
    let ordering = soft!(kind, F => F::from_bits(x.bits()).partial_cmp(&F::from_bits(y.bits())));
    let answer = soft!(kind, F => {
        let number = F::from_bits(x.bits());
        match test {
            FloatTest::IsNan => number.is_nan(),
            FloatTest::IsInfinite => number.is_infinite(),
            FloatTest::IsInfiniteSign => {
                let sign = if number.is_negative() { -1i64 } else { 1 };
                let result = if number.is_infinite() { sign } else { 0 };
                return Value::number(result as u64);
            }
            FloatTest::IsFinite => number.is_finite(),
            FloatTest::IsNormal => number.is_normal(),
            FloatTest::SignBit => number.is_negative(),
            FloatTest::IsGreater => ordering.is_some_and(|o| o.is_gt()),
            FloatTest::IsGreaterEqual => ordering.is_some_and(|o| o.is_ge()),
            FloatTest::IsLess => ordering.is_some_and(|o| o.is_lt()),
            FloatTest::IsLessEqual => ordering.is_some_and(|o| o.is_le()),
            FloatTest::IsLessGreater => ordering.is_some_and(|o| o.is_ne()),
            FloatTest::IsUnordered => ordering.is_none(),
        }
    });
    truth(answer)
}
