//! Floats in decimal, exact or rounded to a number of digits: a float is an integer times a
//! power of two, so every digit is known. How a language writes them is not known here.

use super::Format;
use crate::big::limbs;

/// Digits of a finite magnitude: `d.ddd * 10^exponent`.
///
/// ```
/// use spektr_number::Format;
/// let third = u128::from((1f64 / 3.0).to_bits());
/// let rounded = Format::F64.scientific(third, 3);
/// assert_eq!((rounded.digits.as_str(), rounded.exponent), ("333", -1));
/// assert_eq!(Format::F64.fixed(third, 4), "0.3333");
/// assert_eq!(Format::F64.shortest(u128::from(1e23f64.to_bits())).digits, "1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// At least one; the first is a zero only if the number is zero.
    pub digits: String,
    /// Of the first digit.
    pub exponent: i32,
}

impl Format {
    /// The finite magnitude with `places` digits after the point, rounded exactly, ties to
    /// even. No point without places.
    pub fn fixed(self, bits: u128, places: usize) -> String {
        let (significand, exponent) = self.split(bits);
        let scaled = limbs::times_power_of_ten(&limbs_of(significand), places);
        let digits = limbs::to_decimal(&times_power_of_two(&scaled, exponent));
        let digits = format!("{digits:0>width$}", width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        if places == 0 { String::from(whole) } else { format!("{whole}.{fraction}") }
    }

    /// The finite magnitude with `count` significant digits, at least one, rounded exactly,
    /// ties to even.
    pub fn scientific(self, bits: u128, count: usize) -> Decimal {
        let count = count.max(1);
        let (significand, binary) = self.split(bits);
        if significand == 0 {
            return Decimal { digits: "0".repeat(count), exponent: 0 };
        }
        let number = limbs_of(significand);
        // Of the two exponents that the length in bits allows, one too low shows as a digit
        // too many, and so does rounding up to the next power of ten.
        let length = limbs::length_in_bits(&number) as i64 + i64::from(binary) - 1;
        let mut exponent = (length * 30_102_999).div_euclid(100_000_000) as i32;
        loop {
            let places = count as i32 - 1 - exponent;
            let digits = limbs::to_decimal(&rounded(&number, binary, places));
            if digits.len() <= count {
                return Decimal { digits, exponent };
            }
            exponent += 1;
        }
    }

    /// All the digits of a finite magnitude, without zeros at the end.
    pub fn exact(self, bits: u128) -> Decimal {
        let (significand, exponent) = self.split(bits);
        // Every division by two makes one more decimal place.
        let places = (-exponent).max(0);
        let digits = limbs::to_decimal(&rounded(&limbs_of(significand), exponent, places));
        let exponent = if significand == 0 { 0 } else { digits.len() as i32 - 1 - places };
        without_zeros(Decimal { digits, exponent })
    }

    /// The fewest digits that read back as exactly this finite magnitude, rounded to
    /// nearest.
    pub fn shortest(self, bits: u128) -> Decimal {
        let magnitude = self.magnitude(bits);
        match self {
            Format::F32 => from_exponential(&format!("{:e}", f32::from_bits(magnitude as u32))),
            Format::F64 => from_exponential(&format!("{:e}", f64::from_bits(magnitude as u64))),
            _ => self.shortest_by_trial(magnitude),
        }
    }

    fn shortest_by_trial(self, magnitude: u128) -> Decimal {
        // Enough for every value of the format to be told from its neighbours.
        let most = self.precision() as usize * 30_103 / 100_000 + 2;
        let reads_back = |count: &usize| {
            let decimal = self.scientific(magnitude, *count);
            self.parse(&decimal.to_string()) == Ok(self.from_dense(self.to_dense(magnitude)))
        };
        // More digits never stop reading back, so the border can be bisected.
        let (mut low, mut high) = (1, most);
        while low < high {
            let middle = (low + high) / 2;
            if reads_back(&middle) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        without_zeros(self.scientific(magnitude, low))
    }
}

impl std::fmt::Display for Decimal {
    /// `1.25e-7`, which every parser of floats reads.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (first, rest) = self.digits.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        write!(f, "{first}{point}{rest}e{}", self.exponent)
    }
}

fn limbs_of(number: u128) -> Vec<u64> {
    vec![number as u64, (number >> 64) as u64]
}

/// `number * 2^binary * 10^places`, rounded to the nearest integer, ties to even.
fn rounded(number: &[u64], binary: i32, places: i32) -> Vec<u64> {
    if places >= 0 {
        let scaled = limbs::times_power_of_ten(number, places as usize);
        return times_power_of_two(&scaled, binary);
    }
    let divisor = limbs::times_power_of_ten(&[1], -places as usize);
    // Both sides times a power of two, so that both are integers.
    let (number, divisor) = if binary >= 0 {
        (grown(number, binary as usize), divisor)
    } else {
        (number.to_vec(), grown(&divisor, -binary as usize))
    };
    let (mut quotient, rest) = limbs::div_rem(&number, &divisor);
    let odd = quotient.first().is_some_and(|limb| limb & 1 != 0);
    let up = match limbs::compare(&grown(&rest, 1), &divisor) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => odd,
        std::cmp::Ordering::Greater => true,
    };
    quotient.push(0);
    limbs::add_assign(&mut quotient, &[u64::from(up)]);
    quotient
}

/// `number * 2^exponent`, rounded to the nearest integer, ties to even.
fn times_power_of_two(number: &[u64], exponent: i32) -> Vec<u64> {
    if exponent >= 0 {
        return grown(number, exponent as usize);
    }
    let drop = -exponent as usize;
    let bit =
        |index: usize| number.get(index / 64).is_some_and(|limb| limb >> (index % 64) & 1 != 0);
    let below_half = limbs::trailing_zeros(number).is_some_and(|zeros| zeros < drop - 1);
    let up = bit(drop - 1) && (below_half || bit(drop));
    let mut kept = limbs::shr(number, drop, number.len() + 1);
    limbs::add_assign(&mut kept, &[u64::from(up)]);
    kept
}

fn grown(number: &[u64], exponent: usize) -> Vec<u64> {
    limbs::shl(number, exponent, number.len() + exponent / 64 + 1)
}

fn without_zeros(mut decimal: Decimal) -> Decimal {
    let length = decimal.digits.trim_end_matches('0').len().max(1);
    decimal.digits.truncate(length);
    decimal
}

/// What `{:e}` prints: `1.25e-7`.
fn from_exponential(text: &str) -> Decimal {
    let (digits, exponent) = text.split_once('e').unwrap_or((text, "0"));
    Decimal {
        digits: digits.chars().filter(|&digit| digit != '.').collect(),
        exponent: exponent.parse().unwrap_or(0),
    }
}
