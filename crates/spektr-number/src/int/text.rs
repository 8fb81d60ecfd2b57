//! Integers as digits, and back.

use super::Int;
use crate::TextError;

impl Int {
    /// The value in decimal, with a minus if it is negative.
    pub fn decimal(self, bits: u128) -> String {
        if self.signed { self.extend(bits).to_string() } else { bits.to_string() }
    }

    /// The bits of a value given by its sign and the digits of its magnitude.
    ///
    /// ```
    /// use spektr_number::{Int, TextError};
    /// assert_eq!(Int::I8.parse(true, 10, "128"), Ok(0x80));
    /// assert_eq!(Int::I8.parse(false, 16, "80"), Err(TextError::OutOfRange));
    /// ```
    pub fn parse(self, negative: bool, radix: u32, digits: &str) -> Result<u128, TextError> {
        let magnitude = magnitude(radix, digits)?;
        if !self.fits(negative, magnitude) {
            return Err(TextError::OutOfRange);
        }
        Ok(if negative { self.neg(magnitude) } else { magnitude })
    }
}

/// A number of at most 128 bits from its digits.
pub fn magnitude(radix: u32, digits: &str) -> Result<u128, TextError> {
    if digits.is_empty() {
        return Err(TextError::Malformed);
    }
    let mut value = 0u128;
    let mut fits = true;
    for character in digits.chars() {
        let digit = u128::from(character.to_digit(radix).ok_or(TextError::Malformed)?);
        let next = value.checked_mul(u128::from(radix)).and_then(|next| next.checked_add(digit));
        fits &= next.is_some();
        value = next.unwrap_or(0);
    }
    if fits { Ok(value) } else { Err(TextError::OutOfRange) }
}
