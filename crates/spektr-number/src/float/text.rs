//! Reading floats from text, correctly rounded, and writing them in hexadecimal.

use rustc_apfloat::{Float, Round};

use super::Format;
use super::soft::with_float;
use crate::TextError;

/// No value needs nearly as many digits; reading them takes time that grows with the square.
pub const LONGEST_TEXT: usize = 20_000;

impl Format {
    /// The nearest float to a decimal (`1`, `1.`, `.5`, `1.5e-3`) or hexadecimal (`0x1.8p3`)
    /// magnitude. What is too large is an infinity, what is too small a zero.
    pub fn parse(self, text: &str) -> Result<u128, TextError> {
        if !is_decimal(text) && !is_hexadecimal(text) {
            return Err(TextError::Malformed);
        }
        if text.len() > LONGEST_TEXT {
            return Err(TextError::TooLong);
        }
        let hexadecimal = text.len() > 1 && text.as_bytes()[1].eq_ignore_ascii_case(&b'x');
        let native = match self {
            _ if hexadecimal => None,
            Format::F32 => text.parse::<f32>().ok().map(|value| u128::from(value.to_bits())),
            Format::F64 => text.parse::<f64>().ok().map(|value| u128::from(value.to_bits())),
            _ => None,
        };
        native.or_else(|| self.soft_parse(text)).ok_or(TextError::Malformed)
    }

    fn soft_parse(self, text: &str) -> Option<u128> {
        with_float!(self, F => {
            let nearest = F::from_str_r(text, Round::NearestTiesToEven).ok()?;
            Some(nearest.value.to_bits())
        })
    }

    /// The finite magnitude as `0x1.8p+3`: a leading one (a zero for zero and, as C has it,
    /// subnormal numbers keep the smallest exponent), as many hexadecimal digits as needed
    /// or, rounded to nearest, ties to even, as are asked for, and a signed exponent.
    pub fn hexadecimal(self, bits: u128, places: Option<usize>) -> String {
        let (significand, exponent) = self.split(bits);
        if significand == 0 {
            let zeros = "0".repeat(places.unwrap_or(0));
            let point = if zeros.is_empty() { "" } else { "." };
            return format!("0x0{point}{zeros}p+0");
        }
        // The fraction is widened to whole digits.
        let digits = self.fraction_bits().div_ceil(4) as usize;
        let spare = digits as u32 * 4 - self.fraction_bits();
        let mut number = significand << spare;
        let mut shown = digits;
        if let Some(places) = places.filter(|&places| places < digits) {
            let drop = (digits - places) as u32 * 4;
            let half = 1u128 << (drop - 1);
            let rest = number & ((1 << drop) - 1);
            number >>= drop;
            number += u128::from(rest > half || rest == half && number & 1 != 0);
            shown = places;
        }
        let lead = number >> (shown * 4);
        let fraction = number & ((1u128 << (shown * 4)) - 1);
        let mut fraction = if shown == 0 { String::new() } else { format!("{fraction:0shown$x}") };
        match places {
            Some(places) => fraction.extend(std::iter::repeat_n('0', places - shown)),
            None => fraction.truncate(fraction.trim_end_matches('0').len()),
        }
        let point = if fraction.is_empty() { "" } else { "." };
        let exponent = exponent + self.fraction_bits() as i32;
        format!("0x{lead:x}{point}{fraction}p{exponent:+}")
    }
}

/// Digits with a dot among them or not, and perhaps an exponent.
fn is_decimal(text: &str) -> bool {
    is_number(text, ['e', 'E'], false, |byte| byte.is_ascii_digit())
}

fn is_hexadecimal(text: &str) -> bool {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    digits.is_some_and(|text| is_number(text, ['p', 'P'], true, |byte| byte.is_ascii_hexdigit()))
}

fn is_number(text: &str, marks: [char; 2], needs_exponent: bool, digit: fn(&u8) -> bool) -> bool {
    let (mantissa, exponent) = match text.split_once(marks) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent_is_fine = exponent.map_or(!needs_exponent, |exponent| {
        let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !unsigned.is_empty() && unsigned.bytes().all(|byte| byte.is_ascii_digit())
    });
    let all_digits = whole.bytes().chain(fraction.bytes()).all(|byte| digit(&byte));
    !(whole.is_empty() && fraction.is_empty()) && all_digits && exponent_is_fine
}
