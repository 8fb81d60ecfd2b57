//! Natural numbers as limbs of 64 bits, least significant first: the schoolbook algorithms.
//! Widths and signs are not known here; high limbs may be zero.

use std::cmp::Ordering;

/// Limbs without the zeros at the high end.
pub fn trimmed(limbs: &[u64]) -> &[u64] {
    let length = limbs.iter().rposition(|&limb| limb != 0).map_or(0, |last| last + 1);
    &limbs[..length]
}

pub fn compare(a: &[u64], b: &[u64]) -> Ordering {
    let (a, b) = (trimmed(a), trimmed(b));
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

/// `a += b`, and the carry out of `a`. `b` is no longer than `a`.
pub fn add_assign(a: &mut [u64], b: &[u64]) -> bool {
    let mut carry = false;
    for (index, limb) in a.iter_mut().enumerate() {
        if index >= b.len() && !carry {
            break;
        }
        let (sum, one) = limb.overflowing_add(b.get(index).copied().unwrap_or(0));
        let (sum, two) = sum.overflowing_add(u64::from(carry));
        *limb = sum;
        carry = one | two;
    }
    carry
}

/// `a -= b`, and the borrow out of `a`. `b` is no longer than `a`.
pub fn sub_assign(a: &mut [u64], b: &[u64]) -> bool {
    let mut borrow = false;
    for (index, limb) in a.iter_mut().enumerate() {
        if index >= b.len() && !borrow {
            break;
        }
        let (difference, one) = limb.overflowing_sub(b.get(index).copied().unwrap_or(0));
        let (difference, two) = difference.overflowing_sub(u64::from(borrow));
        *limb = difference;
        borrow = one | two;
    }
    borrow
}

/// The lowest `length` limbs of `a * b`.
pub fn product(a: &[u64], b: &[u64], length: usize) -> Vec<u64> {
    let mut result = vec![0u64; length];
    let b = trimmed(b);
    for (offset, &x) in trimmed(a).iter().enumerate().take(length) {
        let mut carry = 0u128;
        for (index, limb) in result[offset..].iter_mut().enumerate() {
            if index >= b.len() && carry == 0 {
                break;
            }
            let y = b.get(index).copied().unwrap_or(0);
            let sum = u128::from(x) * u128::from(y) + u128::from(*limb) + carry;
            *limb = sum as u64;
            carry = sum >> 64;
        }
    }
    result
}

/// `a = a * factor + addend`, and what does not fit any more.
pub fn mul_add_small(a: &mut [u64], factor: u64, addend: u64) -> u64 {
    let mut carry = addend;
    for limb in a {
        let sum = u128::from(*limb) * u128::from(factor) + u128::from(carry);
        *limb = sum as u64;
        carry = (sum >> 64) as u64;
    }
    carry
}

/// `a /= divisor`, and the remainder.
pub fn div_small(a: &mut [u64], divisor: u64) -> u64 {
    let mut rest = 0u64;
    for limb in a.iter_mut().rev() {
        let dividend = u128::from(rest) << 64 | u128::from(*limb);
        *limb = (dividend / u128::from(divisor)) as u64;
        rest = (dividend % u128::from(divisor)) as u64;
    }
    rest
}

/// Quotient and remainder; the divisor is not zero.
pub fn div_rem(a: &[u64], b: &[u64]) -> (Vec<u64>, Vec<u64>) {
    let (a, b) = (trimmed(a), trimmed(b));
    if compare(a, b).is_lt() {
        return (Vec::new(), a.to_vec());
    }
    if let [divisor] = *b {
        let mut quotient = a.to_vec();
        let rest = div_small(&mut quotient, divisor);
        return (quotient, vec![rest]);
    }
    // Knuth's algorithm D. The divisor's highest bit is made a one, so that a quotient
    // digit guessed from its two highest limbs is at most one too large.
    let shift = b[b.len() - 1].leading_zeros();
    let divisor = shl(b, shift as usize, b.len());
    let mut rest = shl(a, shift as usize, a.len() + 1);
    let length = divisor.len();
    let (first, second) = (divisor[length - 1], divisor[length - 2]);
    let mut quotient = vec![0u64; rest.len() - length];
    for at in (0..quotient.len()).rev() {
        let head = u128::from(rest[at + length]) << 64 | u128::from(rest[at + length - 1]);
        let mut guess = head / u128::from(first);
        let mut left = head % u128::from(first);
        let third = u128::from(rest[at + length - 2]);
        while guess >> 64 != 0 || guess * u128::from(second) > (left << 64 | third) {
            guess -= 1;
            left += u128::from(first);
            if left >> 64 != 0 {
                break;
            }
        }
        let window = &mut rest[at..=at + length];
        let step = product(&divisor, &[guess as u64], length + 1);
        if sub_assign(window, &step) {
            guess -= 1;
            add_assign(window, &divisor);
        }
        quotient[at] = guess as u64;
    }
    let rest = shr(&rest, shift as usize, length);
    (quotient, rest)
}

/// The lowest `length` limbs of `a * 2^amount`.
pub fn shl(a: &[u64], amount: usize, length: usize) -> Vec<u64> {
    let (limbs, bits) = (amount / 64, amount % 64);
    let limb = |index: Option<usize>| index.and_then(|i| a.get(i)).copied().unwrap_or(0);
    (0..length)
        .map(|index| {
            let low = limb(index.checked_sub(limbs));
            let below = limb(index.checked_sub(limbs + 1));
            if bits == 0 { low } else { low << bits | below >> (64 - bits) }
        })
        .collect()
}

/// The lowest `length` limbs of `a / 2^amount`.
pub fn shr(a: &[u64], amount: usize, length: usize) -> Vec<u64> {
    let (limbs, bits) = (amount / 64, amount % 64);
    let limb = |index: usize| a.get(index).copied().unwrap_or(0);
    (0..length)
        .map(|index| {
            let (low, above) = (limb(index + limbs), limb(index + limbs + 1));
            if bits == 0 { low } else { low >> bits | above << (64 - bits) }
        })
        .collect()
}

/// The position after the highest one; 0 for zero.
pub fn length_in_bits(a: &[u64]) -> usize {
    match trimmed(a) {
        [] => 0,
        limbs => limbs.len() * 64 - limbs[limbs.len() - 1].leading_zeros() as usize,
    }
}

/// Trailing zeros; none if there is no one.
pub fn trailing_zeros(a: &[u64]) -> Option<usize> {
    let index = a.iter().position(|&limb| limb != 0)?;
    Some(index * 64 + a[index].trailing_zeros() as usize)
}

/// Digits to the largest power of ten in a limb.
const DIGITS_PER_LIMB: usize = 19;
const POWER_PER_LIMB: u64 = 10u64.pow(DIGITS_PER_LIMB as u32);

/// Decimal digits without leading zeros; `0` for zero.
pub fn to_decimal(a: &[u64]) -> String {
    let mut rest = trimmed(a).to_vec();
    let mut groups = Vec::new();
    while !rest.is_empty() {
        groups.push(div_small(&mut rest, POWER_PER_LIMB));
        rest.truncate(trimmed(&rest).len());
    }
    let mut text = groups.pop().unwrap_or(0).to_string();
    for group in groups.iter().rev() {
        text.push_str(&format!("{group:019}"));
    }
    text
}

/// The number that decimal digits stand for; none if something else is among them.
pub fn from_decimal(digits: &str) -> Option<Vec<u64>> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let mut limbs = Vec::with_capacity(digits.len() / DIGITS_PER_LIMB + 1);
    for group in digits.as_bytes().chunks(DIGITS_PER_LIMB) {
        let value = group.iter().fold(0, |value, digit| value * 10 + u64::from(digit - b'0'));
        let carry = mul_add_small(&mut limbs, 10u64.pow(group.len() as u32), value);
        if carry != 0 {
            limbs.push(carry);
        }
    }
    Some(limbs)
}

/// `a * 10^power`
pub fn times_power_of_ten(a: &[u64], power: usize) -> Vec<u64> {
    let mut result = trimmed(a).to_vec();
    let mut left = power;
    while left > 0 {
        let digits = left.min(DIGITS_PER_LIMB);
        let carry = mul_add_small(&mut result, 10u64.pow(digits as u32), 0);
        if carry != 0 {
            result.push(carry);
        }
        left -= digits;
    }
    result
}
