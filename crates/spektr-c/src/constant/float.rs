//! Floating constants in the formats of x86-64, computed exactly as the hardware rounds.

use rustc_apfloat::ieee::{Double, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

use super::{Value, Why, compares};
use crate::syntax::BinOp;
use crate::types::{FloatKind, IntKind};

/// Calls a generic function with the format of a kind.
macro_rules! with_format {
    ($kind:expr, $function:ident($($arg:expr),*)) => {
        match $kind {
            FloatKind::Float => $function::<Single>($($arg),*),
            FloatKind::Double => $function::<Double>($($arg),*),
            FloatKind::LongDouble => $function::<X87DoubleExtended>($($arg),*),
            FloatKind::Float128 => $function::<Quad>($($arg),*),
        }
    };
}

/// Longer spellings are refused: exact conversion takes time that grows with the square.
const LONGEST: usize = 4000;
/// No format has larger exponents, and arithmetic on huge ones is not needed to know that.
const LARGEST_EXPONENT: i64 = 40_000;

/// Reads a decimal or hexadecimal floating constant without its suffix.
pub fn parse(kind: FloatKind, text: &str) -> Result<u128, String> {
    fn read<F: Float>(text: &str) -> Result<u128, String> {
        let parsed = F::from_str_r(text, Round::NearestTiesToEven);
        parsed.map(|parsed| parsed.value.to_bits()).map_err(|error| error.0.to_string())
    }
    if text.len() > LONGEST {
        return Err("the constant has too many digits".to_string());
    }
    if !text.ends_with(|c: char| c.is_ascii_hexdigit() || c == '.') || text.ends_with(['e', 'E']) {
        return Err("the exponent has no digits".to_string());
    }
    let text = with_small_exponent(text);
    with_format!(kind, read(&text))
}

/// The text with its exponent bounded; what is beyond is 0 or infinite all the same, as long as
/// the digits before it are fewer than the bound.
fn with_small_exponent(text: &str) -> String {
    let hex = text.starts_with("0x") || text.starts_with("0X");
    let marker = if hex { ['p', 'P'] } else { ['e', 'E'] };
    let Some(at) = text.find(marker) else { return text.to_string() };
    let (digits, exponent) = (&text[..at], &text[at + 1..]);
    let bounded = match exponent.parse::<i64>() {
        Ok(number) => number.clamp(-LARGEST_EXPONENT, LARGEST_EXPONENT),
        Err(_) if exponent.starts_with('-') => -LARGEST_EXPONENT,
        Err(_) => LARGEST_EXPONENT,
    };
    format!("{digits}{}{bounded}", &text[at..at + 1])
}

/// The shortest decimal text that is read back as the same number, without suffix; `None` for
/// infinities and NaNs, which have no constant.
pub fn print(kind: FloatKind, bits: u128) -> Option<String> {
    fn finite<F: Float>(bits: u128) -> bool {
        F::from_bits(bits).is_finite()
    }
    fn decimal<F: Float>(bits: u128) -> String {
        F::from_bits(bits).to_string()
    }
    if !with_format!(kind, finite(bits)) {
        return None;
    }
    let mut text = match kind {
        FloatKind::Float => format!("{:?}", f32::from_bits(bits as u32)),
        FloatKind::Double => format!("{:?}", f64::from_bits(bits as u64)),
        FloatKind::LongDouble | FloatKind::Float128 => with_format!(kind, decimal(bits)),
    };
    if !text.contains(['.', 'e', 'E']) {
        text += ".0";
    }
    Some(text)
}

/// The nearest `double`, for whoever only wants to look at it.
pub fn to_double(kind: FloatKind, bits: u128) -> f64 {
    f64::from_bits(convert(kind, FloatKind::Double, bits) as u64)
}

pub(super) fn is_zero(kind: FloatKind, bits: u128) -> bool {
    fn zero<F: Float>(bits: u128) -> bool {
        F::from_bits(bits).is_zero()
    }
    with_format!(kind, zero(bits))
}

pub(super) fn negate(kind: FloatKind, bits: u128) -> u128 {
    fn negative<F: Float>(bits: u128) -> u128 {
        (-F::from_bits(bits)).to_bits()
    }
    with_format!(kind, negative(bits))
}

pub(super) fn infinity(kind: FloatKind) -> u128 {
    fn infinite<F: Float>() -> u128 {
        F::INFINITY.to_bits()
    }
    with_format!(kind, infinite())
}

pub(super) fn binary(kind: FloatKind, op: BinOp, a: u128, b: u128) -> Result<Value, Why> {
    fn compute<F: Float>(op: BinOp, a: u128, b: u128) -> Result<Value, Why> {
        let (a, b) = (F::from_bits(a), F::from_bits(b));
        let result = match op {
            BinOp::Add => (a + b).value,
            BinOp::Sub => (a - b).value,
            BinOp::Mul => (a * b).value,
            BinOp::Div => (a / b).value,
            _ if op.is_comparison() => {
                let holds = match a.partial_cmp(&b) {
                    Some(order) => compares(op, order),
                    None => op == BinOp::NotEqual,
                };
                return Ok(Value::Int(u128::from(holds)));
            }
            _ => return Err("floating numbers have no such operator"),
        };
        Ok(Value::Float(result.to_bits()))
    }
    with_format!(kind, compute(op, a, b))
}

pub(super) fn from_int(kind: FloatKind, from: IntKind, bits: u128) -> u128 {
    fn nearest<F: Float>(from: IntKind, bits: u128) -> u128 {
        if from.is_signed() {
            F::from_i128(from.value(bits)).value.to_bits()
        } else {
            F::from_u128(bits).value.to_bits()
        }
    }
    with_format!(kind, nearest(from, bits))
}

/// Towards zero (6.3.1.4p1); what does not fit is undefined and no constant.
pub(super) fn to_int(kind: FloatKind, bits: u128, to: IntKind) -> Result<u128, Why> {
    fn whole<F: Float>(bits: u128, to: IntKind) -> Option<u128> {
        let value = F::from_bits(bits);
        let mut exact = false;
        let width = to.bits() as usize;
        let converted = if to.is_signed() {
            value.to_i128_r(width, Round::TowardZero, &mut exact).map(|value| value as u128)
        } else {
            value.to_u128_r(width, Round::TowardZero, &mut exact)
        };
        let invalid = converted.status.contains(rustc_apfloat::Status::INVALID_OP);
        (!invalid).then(|| to.truncate(converted.value))
    }
    with_format!(kind, whole(bits, to)).ok_or("the number does not fit")
}

pub(super) fn convert(from: FloatKind, to: FloatKind, bits: u128) -> u128 {
    fn into<F, T: Float>(bits: u128) -> u128
    where
        F: FloatConvert<T>,
    {
        let mut loses = false;
        F::from_bits(bits).convert(&mut loses).value.to_bits()
    }
    macro_rules! from_format {
        ($format:ty) => {
            match to {
                FloatKind::Float => into::<$format, Single>(bits),
                FloatKind::Double => into::<$format, Double>(bits),
                FloatKind::LongDouble => into::<$format, X87DoubleExtended>(bits),
                FloatKind::Float128 => into::<$format, Quad>(bits),
            }
        };
    }
    match from {
        FloatKind::Float => from_format!(Single),
        FloatKind::Double => from_format!(Double),
        FloatKind::LongDouble => from_format!(X87DoubleExtended),
        FloatKind::Float128 => from_format!(Quad),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_numbers_are_read_back_the_same() {
        for kind in
            [FloatKind::Float, FloatKind::Double, FloatKind::LongDouble, FloatKind::Float128]
        {
            for text in
                ["0", "1.5", "0.1", "1e300", "1e-300", "3.14159265358979323846264338", "1e-4940"]
            {
                let bits = parse(kind, text).expect("a number");
                let Some(printed) = print(kind, bits) else { continue };
                assert_eq!(parse(kind, &printed), Ok(bits), "{kind:?} {text} {printed}");
                assert!(printed.contains(['.', 'e', 'E']), "{printed}");
            }
        }
    }

    #[test]
    fn exponents_beyond_reason_take_no_time() {
        let huge = parse(FloatKind::Double, "1e99999999999999999999").expect("a number");
        assert_eq!(huge, infinity(FloatKind::Double));
        assert_eq!(parse(FloatKind::Double, "1e-99999999999999999999"), Ok(0));
        assert_eq!(parse(FloatKind::Double, "0x1.8p1"), Ok(u128::from(3.0f64.to_bits())));
    }
}
