//! Exact decimal digits of binary floating-point numbers: every such number has finitely many.

/// A finite number: `mantissa * 2^exponent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binary {
    pub mantissa: u128,
    pub exponent: i32,
}

/// `0.d1d2d3… * 10^point`. No digits are zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    pub digits: Vec<u8>,
    pub point: i32,
}

/// A natural number in base 10^9, the least significant part first.
struct Natural(Vec<u32>);

const BASE: u64 = 1_000_000_000;

impl Natural {
    fn of(number: u128) -> Natural {
        let mut parts = Vec::new();
        let mut rest = number;
        while rest > 0 {
            parts.push((rest % u128::from(BASE)) as u32);
            rest /= u128::from(BASE);
        }
        Natural(parts)
    }

    fn multiply(&mut self, factor: u32) {
        let mut carry = 0;
        for part in &mut self.0 {
            let product = u64::from(*part) * u64::from(factor) + carry;
            *part = (product % BASE) as u32;
            carry = product / BASE;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    /// Multiplies by `factor` to the power `times`, some at a time.
    fn multiply_power(&mut self, factor: u32, times: u32, at_once: u32) {
        let power = factor.pow(at_once);
        for _ in 0..times / at_once {
            self.multiply(power);
        }
        self.multiply(factor.pow(times % at_once));
    }

    fn digits(&self) -> Vec<u8> {
        let mut text = String::new();
        for (index, part) in self.0.iter().rev().enumerate() {
            text += &if index == 0 { part.to_string() } else { format!("{part:09}") };
        }
        text.bytes().map(|digit| digit - b'0').collect()
    }
}

impl Decimal {
    /// All digits.
    pub fn of(number: Binary) -> Decimal {
        if number.mantissa == 0 {
            return Decimal { digits: Vec::new(), point: 0 };
        }
        let mut natural = Natural::of(number.mantissa);
        // m / 2^k = m * 5^k / 10^k.
        let fraction = if number.exponent >= 0 {
            natural.multiply_power(2, number.exponent as u32, 29);
            0
        } else {
            natural.multiply_power(5, number.exponent.unsigned_abs(), 12);
            number.exponent.unsigned_abs() as i32
        };
        let mut digits = natural.digits();
        let point = digits.len() as i32 - fraction;
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Decimal { digits, point }
    }

    /// The nearest with at most `count` digits, ties to even.
    pub fn round(&mut self, count: i64) {
        if count < 0 {
            self.digits.clear();
            return;
        }
        let count = count as usize;
        if self.digits.len() <= count {
            return;
        }
        let rest = &self.digits[count..];
        let half = rest[0] == 5 && rest[1..].iter().all(|&digit| digit == 0);
        let odd = count > 0 && self.digits[count - 1] % 2 == 1;
        let up = if half { odd } else { rest[0] >= 5 };
        self.digits.truncate(count);
        if up {
            self.increment();
        }
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
    }

    fn increment(&mut self) {
        for digit in self.digits.iter_mut().rev() {
            if *digit < 9 {
                *digit += 1;
                return;
            }
            *digit = 0;
        }
        self.digits.insert(0, 1);
        self.point += 1;
    }

    /// The digit before (`0` and below) or after the decimal point that has the weight
    /// `10^place`.
    pub fn digit(&self, place: i32) -> u8 {
        let index = self.point - 1 - place;
        usize::try_from(index).ok().and_then(|index| self.digits.get(index)).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(mantissa: u128, exponent: i32) -> (String, i32) {
        let decimal = Decimal::of(Binary { mantissa, exponent });
        (decimal.digits.iter().map(|d| char::from(b'0' + d)).collect(), decimal.point)
    }

    #[test]
    fn digits_are_exact() {
        assert_eq!(text(1, -3), ("125".into(), 0));
        assert_eq!(text(3, 10), ("3072".into(), 4));
        assert_eq!(text(0, 5), (String::new(), 0));
        // 0.1 as a double.
        let (digits, point) = text(0x0019_9999_9999_999a, -56);
        assert_eq!(digits, "1000000000000000055511151231257827021181583404541015625");
        assert_eq!(point, 0);
    }

    #[test]
    fn ties_go_to_even_and_nines_carry() {
        let rounded = |mantissa, exponent, count| {
            let mut decimal = Decimal::of(Binary { mantissa, exponent });
            decimal.round(count);
            (decimal.digits, decimal.point)
        };
        assert_eq!(rounded(5, -1, 1), (vec![2], 1));
        assert_eq!(rounded(7, -1, 1), (vec![4], 1));
        assert_eq!(rounded(1999, -1, 3), (vec![1], 4));
    }
}
