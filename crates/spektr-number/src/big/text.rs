//! Integers of any width as digits, and back.

use super::{Big, limbs};
use crate::TextError;

impl Big {
    /// The value in decimal, with a minus if it is read as signed and negative.
    pub fn to_decimal(&self, signed: bool) -> String {
        if signed && self.is_negative() {
            return format!("-{}", limbs::to_decimal(&self.neg().limbs));
        }
        limbs::to_decimal(&self.limbs)
    }

    /// Lowercase digits without leading zeros and without a prefix.
    pub fn to_hexadecimal(&self) -> String {
        let limbs = limbs::trimmed(&self.limbs);
        let Some((highest, lower)) = limbs.split_last() else { return String::from("0") };
        let mut text = format!("{highest:x}");
        for limb in lower.iter().rev() {
            text.push_str(&format!("{limb:016x}"));
        }
        text
    }

    /// Decimal digits, perhaps after a minus. The value must fit the width, read as signed
    /// or as unsigned.
    pub fn from_decimal(width: u32, text: &str) -> Result<Big, TextError> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let magnitude = limbs::from_decimal(digits).ok_or(TextError::Malformed)?;
        let number = fitting(width, magnitude)?;
        match negative {
            false => Ok(number),
            true if number.ucmp(&Big::signed_min(width)).is_le() => Ok(number.neg()),
            true => Err(TextError::OutOfRange),
        }
    }

    /// Hexadecimal digits without a prefix. The value must fit the width.
    pub fn from_hexadecimal(width: u32, digits: &str) -> Result<Big, TextError> {
        if digits.is_empty() {
            return Err(TextError::Malformed);
        }
        let mut number = Vec::with_capacity(digits.len() / 16 + 1);
        for group in digits.as_bytes().rchunks(16) {
            let mut limb = 0;
            for &digit in group {
                let digit = char::from(digit).to_digit(16).ok_or(TextError::Malformed)?;
                limb = limb << 4 | u64::from(digit);
            }
            number.push(limb);
        }
        fitting(width, number)
    }
}

fn fitting(width: u32, magnitude: Vec<u64>) -> Result<Big, TextError> {
    match limbs::length_in_bits(&magnitude) <= width as usize {
        true => Ok(Big::from_limbs(width, magnitude)),
        false => Err(TextError::OutOfRange),
    }
}
