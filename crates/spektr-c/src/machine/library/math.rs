//! Mathematics (7.12), only those functions whose result is exact by IEC 60559: others may
//! differ from one library to the next.

use rustc_apfloat::ieee::X87DoubleExtended;
use rustc_apfloat::{Float, Round};

use super::{Answer, Call, Step, Value};
use crate::machine::float;
use crate::machine::memory::state;
use crate::machine::number::no_number;
use crate::machine::stop::Unspecified;
use crate::machine::value::Kind;
use crate::types::FloatKind;

/// The format that the function's name says.
fn kind(call: &Call<'_>) -> FloatKind {
    match call.name.as_bytes().last() {
        Some(b'f') if call.name != "modf" => FloatKind::Float,
        Some(b'l') if call.name != "ceil" => FloatKind::LongDouble,
        _ => FloatKind::Double,
    }
}

fn real(call: &Call<'_>, index: usize) -> Step<Value> {
    let value = call.arg(index)?;
    match value.kind() {
        Kind::Number | Kind::Nan => Ok(value),
        _ => Err(no_number(value)),
    }
}

fn double(value: Value, kind: FloatKind) -> f64 {
    match kind {
        FloatKind::Float => f64::from(f32::from_bits(value.lo as u32)),
        _ => f64::from_bits(value.lo),
    }
}

/// A result that is exact in the narrower format too.
fn answer(kind: FloatKind, result: f64) -> Step<Answer> {
    let bits = match kind {
        FloatKind::Float => u64::from((result as f32).to_bits()),
        _ => result.to_bits(),
    };
    let value = if result.is_nan() { Value::nan(u128::from(bits)) } else { Value::number(bits) };
    Ok(Answer::Value(value))
}

/// A function of one number to whole numbers.
fn whole(call: &mut Call<'_>, f: fn(f64) -> f64, round: Round) -> Step<Answer> {
    let (kind, value) = (kind(call), real(call, 0)?);
    if kind == FloatKind::LongDouble {
        let result = X87DoubleExtended::from_bits(value.bits()).round_to_integral(round).value;
        let bits = result.to_bits();
        return Ok(Answer::Value(if result.is_nan() {
            Value::nan(bits)
        } else {
            Value::wide(bits)
        }));
    }
    answer(kind, f(double(value, kind)))
}

pub fn floor(call: &mut Call<'_>) -> Step<Answer> {
    whole(call, f64::floor, Round::TowardNegative)
}

pub fn ceil(call: &mut Call<'_>) -> Step<Answer> {
    whole(call, f64::ceil, Round::TowardPositive)
}

pub fn trunc(call: &mut Call<'_>) -> Step<Answer> {
    whole(call, f64::trunc, Round::TowardZero)
}

pub fn round(call: &mut Call<'_>) -> Step<Answer> {
    whole(call, f64::round, Round::NearestTiesToAway)
}

pub fn rint(call: &mut Call<'_>) -> Step<Answer> {
    whole(call, f64::round_ties_even, Round::NearestTiesToEven)
}

/// The sign bit becomes that of `negative`, whatever the number is.
fn with_sign(kind: FloatKind, value: Value, negative: bool) -> Value {
    let bit = match kind {
        FloatKind::Float => 31,
        FloatKind::Double => 63,
        FloatKind::LongDouble => 79,
        FloatKind::Float128 => 127,
    };
    let bits = value.bits() & !(1 << bit) | u128::from(negative) << bit;
    Value { meta: value.meta, ..Value::wide(bits) }
}

pub fn fabs(call: &mut Call<'_>) -> Step<Answer> {
    let (kind, value) = (kind(call), real(call, 0)?);
    Ok(Answer::Value(with_sign(kind, value, false)))
}

pub fn copysign(call: &mut Call<'_>) -> Step<Answer> {
    let (kind, value, sign) = (kind(call), real(call, 0)?, real(call, 1)?);
    if !sign.is_number() {
        return Err(Unspecified::NanBits.into());
    }
    let negative = float::test(crate::syntax::FloatTest::SignBit, kind, sign, sign).lo != 0;
    Ok(Answer::Value(with_sign(kind, value, negative)))
}

/// The square root is correctly rounded; that of a `float` too when rounded from a double.
pub fn sqrt(call: &mut Call<'_>) -> Step<Answer> {
    let (kind, value) = (kind(call), real(call, 0)?);
    answer(kind, double(value, kind).sqrt())
}

fn pair(call: &mut Call<'_>, f: fn(f64, f64) -> f64) -> Step<Answer> {
    let (kind, a, b) = (kind(call), real(call, 0)?, real(call, 1)?);
    answer(kind, f(double(a, kind), double(b, kind)))
}

pub fn fmod(call: &mut Call<'_>) -> Step<Answer> {
    pair(call, |a, b| a % b)
}

/// Which zero comes out of zeros of two signs is not promised (F.10.9.2).
fn choose(call: &mut Call<'_>, larger: bool) -> Step<Answer> {
    let (kind, a, b) = (kind(call), real(call, 0)?, real(call, 1)?);
    let (x, y) = (double(a, kind), double(b, kind));
    if x == 0.0 && y == 0.0 && x.is_sign_negative() != y.is_sign_negative() {
        return Err(Unspecified::LibraryResult.into());
    }
    answer(kind, if larger { x.max(y) } else { x.min(y) })
}

pub fn fmin(call: &mut Call<'_>) -> Step<Answer> {
    choose(call, false)
}

pub fn fmax(call: &mut Call<'_>) -> Step<Answer> {
    choose(call, true)
}

pub fn fma(call: &mut Call<'_>) -> Step<Answer> {
    let (kind, a, b, c) = (kind(call), real(call, 0)?, real(call, 1)?, real(call, 2)?);
    if call.name == "fmaf" {
        let f = |value: Value| f32::from_bits(value.lo as u32);
        return answer(FloatKind::Float, f64::from(f(a).mul_add(f(b), f(c))));
    }
    answer(kind, double(a, kind).mul_add(double(b, kind), double(c, kind)))
}

pub fn ldexp(call: &mut Call<'_>) -> Step<Answer> {
    let (kind, value, by) = (kind(call), real(call, 0)?, call.int(1)? as i32);
    if !value.is_number() {
        return Ok(Answer::Value(value));
    }
    let bits = match kind {
        FloatKind::Float => {
            rustc_apfloat::ieee::Single::from_bits(value.bits()).scalbn(by).to_bits()
        }
        FloatKind::Double => {
            rustc_apfloat::ieee::Double::from_bits(value.bits()).scalbn(by).to_bits()
        }
        _ => X87DoubleExtended::from_bits(value.bits()).scalbn(by).to_bits(),
    };
    Ok(Answer::Value(Value::wide(bits)))
}

/// A fraction in [1/2, 1) and a power of two, stored to the second argument.
pub fn frexp(call: &mut Call<'_>) -> Step<Answer> {
    let (value, to) = (real(call, 0)?, call.arg(1)?);
    let number = f64::from_bits(value.lo);
    if number.is_nan() || number.is_infinite() {
        return Err(Unspecified::LibraryResult.into());
    }
    let mut exponent = 0;
    let fraction = rustc_apfloat::ieee::Double::from_bits(value.bits()).frexp(&mut exponent);
    let exponent = if number == 0.0 { 0 } else { exponent };
    store(call, to, &exponent.to_le_bytes())?;
    Ok(Answer::Value(Value::wide(fraction.to_bits())))
}

pub fn modf(call: &mut Call<'_>) -> Step<Answer> {
    let (value, to) = (real(call, 0)?, call.arg(1)?);
    let number = f64::from_bits(value.lo);
    if number.is_nan() || number.is_infinite() {
        return Err(Unspecified::LibraryResult.into());
    }
    let whole = number.trunc();
    store(call, to, &whole.to_le_bytes())?;
    answer(FloatKind::Double, (number - whole).copysign(number))
}

fn store(call: &mut Call<'_>, to: Value, bytes: &[u8]) -> Step<()> {
    let target = call.writing(to, bytes.len() as u64)?;
    let object = call.machine.memory.change(target.object);
    for (offset, &byte) in (target.offset..).zip(bytes) {
        object.store_byte(offset, byte, state::INIT);
    }
    Ok(())
}
