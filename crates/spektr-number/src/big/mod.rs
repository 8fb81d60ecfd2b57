//! Integers of any width: bits in limbs, zero above the width, wrapping like their narrow
//! kin in [`crate::int`]. The sign is no part of the number: operations for which it
//! matters say which reading they take.

pub(crate) mod limbs;
mod text;

use std::cmp::Ordering;

use crate::{Fault, Int, IntOp};

/// An integer of `width` bits, at least one.
///
/// ```
/// use spektr_number::Big;
/// let a = Big::from_decimal(200, "1000000000000000000000000000000000000000000").unwrap();
/// let (product, over) = a.overflowing_mul(&Big::from_u128(200, 10), false);
/// assert_eq!((product.to_decimal(false).len(), over), (44, false));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Big {
    width: u32,
    /// As many as the width needs.
    limbs: Vec<u64>,
}

fn limbs_for(width: u32) -> usize {
    width.div_ceil(64) as usize
}

impl Big {
    pub fn zero(width: u32) -> Big {
        assert!(width >= 1);
        Big { width, limbs: vec![0; limbs_for(width)] }
    }

    /// The lowest `width` bits of limbs, least significant first.
    pub fn from_limbs(width: u32, mut limbs: Vec<u64>) -> Big {
        assert!(width >= 1);
        limbs.resize(limbs_for(width), 0);
        let mut number = Big { width, limbs };
        number.clear_above();
        number
    }

    pub fn from_u128(width: u32, bits: u128) -> Big {
        Big::from_limbs(width, vec![bits as u64, (bits >> 64) as u64])
    }

    /// The lowest `width` bits of the two's complement of a value.
    pub fn from_i128(width: u32, value: i128) -> Big {
        Big::from_u128(128, value as u128).resize(width, true)
    }

    pub fn all_ones(width: u32) -> Big {
        Big::from_limbs(width, vec![u64::MAX; limbs_for(width)])
    }

    /// The smallest value, read as signed.
    pub fn signed_min(width: u32) -> Big {
        Big::zero(width).with_bit(width - 1, true)
    }

    /// The largest value, read as signed.
    pub fn signed_max(width: u32) -> Big {
        Big::all_ones(width).with_bit(width - 1, false)
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    /// Least significant first, zero above the width.
    pub fn limbs(&self) -> &[u64] {
        &self.limbs
    }

    fn clear_above(&mut self) {
        let used = self.width % 64;
        if used != 0
            && let Some(last) = self.limbs.last_mut()
        {
            *last &= u64::MAX >> (64 - used);
        }
    }

    fn wrapped(&self, limbs: Vec<u64>) -> Big {
        Big::from_limbs(self.width, limbs)
    }

    /// The lowest 128 bits.
    pub fn low_u128(&self) -> u128 {
        let limb = |index: usize| u128::from(self.limbs.get(index).copied().unwrap_or(0));
        limb(1) << 64 | limb(0)
    }

    /// The value read as unsigned, if 128 bits hold it.
    pub fn to_u128(&self) -> Option<u128> {
        let fits = self.limbs.iter().skip(2).all(|&limb| limb == 0);
        fits.then(|| self.low_u128())
    }

    /// A shift amount below the width.
    pub fn as_amount(&self) -> Option<u32> {
        let amount = self.to_u128()?;
        (amount < u128::from(self.width)).then_some(amount as u32)
    }

    pub fn is_zero(&self) -> bool {
        self.limbs.iter().all(|&limb| limb == 0)
    }

    pub fn is_all_ones(&self) -> bool {
        self.not().is_zero()
    }

    /// The highest bit.
    pub fn is_negative(&self) -> bool {
        self.bit(self.width - 1)
    }

    pub fn bit(&self, index: u32) -> bool {
        self.limbs[index as usize / 64] >> (index % 64) & 1 != 0
    }

    pub fn with_bit(mut self, index: u32, on: bool) -> Big {
        assert!(index < self.width);
        let mask = 1 << (index % 64);
        let limb = &mut self.limbs[index as usize / 64];
        *limb = if on { *limb | mask } else { *limb & !mask };
        self
    }

    pub fn trunc(&self, width: u32) -> Big {
        assert!(width <= self.width);
        self.resize(width, false)
    }

    pub fn zext(&self, width: u32) -> Big {
        assert!(width >= self.width);
        self.resize(width, false)
    }

    pub fn sext(&self, width: u32) -> Big {
        assert!(width >= self.width);
        self.resize(width, true)
    }

    /// Truncation, or extension by zeros or by the sign.
    pub fn resize(&self, width: u32, signed: bool) -> Big {
        let extended = Big::from_limbs(width, self.limbs.clone());
        if width <= self.width || !signed || !self.is_negative() {
            return extended;
        }
        extended.or(&Big::all_ones(width).shl(self.width))
    }

    /// `width` bits from position `at` on.
    pub fn extract(&self, at: u32, width: u32) -> Big {
        assert!(at + width <= self.width);
        Big::from_limbs(width, limbs::shr(&self.limbs, at as usize, limbs_for(width)))
    }

    /// With the bits from position `at` on replaced by another number.
    pub fn insert(&self, at: u32, part: &Big) -> Big {
        assert!(at + part.width <= self.width);
        let hole = Big::all_ones(part.width).zext(self.width).shl(at).not();
        self.and(&hole).or(&part.zext(self.width).shl(at))
    }

    pub fn not(&self) -> Big {
        self.wrapped(self.limbs.iter().map(|limb| !limb).collect())
    }

    pub fn neg(&self) -> Big {
        Big::zero(self.width).sub(self)
    }

    /// The absolute value, read as signed; that of the smallest value is itself.
    pub fn abs(&self) -> Big {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    fn zip(&self, other: &Big, op: impl Fn(u64, u64) -> u64) -> Big {
        debug_assert_eq!(self.width, other.width);
        let limbs = self.limbs.iter().zip(&other.limbs).map(|(&a, &b)| op(a, b)).collect();
        self.wrapped(limbs)
    }

    pub fn and(&self, other: &Big) -> Big {
        self.zip(other, |a, b| a & b)
    }

    pub fn or(&self, other: &Big) -> Big {
        self.zip(other, |a, b| a | b)
    }

    pub fn xor(&self, other: &Big) -> Big {
        self.zip(other, |a, b| a ^ b)
    }

    pub fn add(&self, other: &Big) -> Big {
        let mut limbs = self.limbs.clone();
        limbs::add_assign(&mut limbs, &other.limbs);
        self.wrapped(limbs)
    }

    pub fn sub(&self, other: &Big) -> Big {
        let mut limbs = self.limbs.clone();
        limbs::sub_assign(&mut limbs, &other.limbs);
        self.wrapped(limbs)
    }

    pub fn mul(&self, other: &Big) -> Big {
        self.wrapped(limbs::product(&self.limbs, &other.limbs, self.limbs.len()))
    }

    /// The wrapped sum and whether it overflowed.
    pub fn overflowing_add(&self, other: &Big, signed: bool) -> (Big, bool) {
        let sum = self.add(other);
        let over = match signed {
            true => {
                self.is_negative() == other.is_negative() && sum.is_negative() != self.is_negative()
            }
            false => sum.ucmp(self).is_lt(),
        };
        (sum, over)
    }

    /// The wrapped difference and whether it overflowed.
    pub fn overflowing_sub(&self, other: &Big, signed: bool) -> (Big, bool) {
        let difference = self.sub(other);
        let over = match signed {
            true => {
                self.is_negative() != other.is_negative()
                    && difference.is_negative() != self.is_negative()
            }
            false => self.ucmp(other).is_lt(),
        };
        (difference, over)
    }

    /// The wrapped product and whether it overflowed.
    pub fn overflowing_mul(&self, other: &Big, signed: bool) -> (Big, bool) {
        let double = self.width * 2;
        let full = self.resize(double, signed).mul(&other.resize(double, signed));
        let product = full.trunc(self.width);
        let over = product.resize(double, signed) != full;
        (product, over)
    }

    /// Quotient and remainder, truncated toward zero.
    pub fn div_rem(&self, other: &Big, signed: bool) -> Result<(Big, Big), Fault> {
        if other.is_zero() {
            return Err(Fault::DivisionByZero);
        }
        if !signed {
            let (quotient, rest) = limbs::div_rem(&self.limbs, &other.limbs);
            return Ok((self.wrapped(quotient), self.wrapped(rest)));
        }
        if other.is_all_ones() && *self == Big::signed_min(self.width) {
            return Err(Fault::DivisionOverflow);
        }
        let (quotient, rest) = limbs::div_rem(&self.abs().limbs, &other.abs().limbs);
        let (quotient, rest) = (self.wrapped(quotient), self.wrapped(rest));
        let opposite = self.is_negative() != other.is_negative();
        let quotient = if opposite { quotient.neg() } else { quotient };
        Ok((quotient, if self.is_negative() { rest.neg() } else { rest }))
    }

    pub fn div(&self, other: &Big, signed: bool) -> Result<Big, Fault> {
        self.div_rem(other, signed).map(|(quotient, _)| quotient)
    }

    pub fn rem(&self, other: &Big, signed: bool) -> Result<Big, Fault> {
        self.div_rem(other, signed).map(|(_, rest)| rest).map_err(|fault| match fault {
            Fault::DivisionOverflow => Fault::RemainderOverflow,
            _ => Fault::RemainderByZero,
        })
    }

    /// Zeros move in; by the width or more it is zero.
    pub fn shl(&self, amount: u32) -> Big {
        self.wrapped(limbs::shl(&self.limbs, amount as usize, self.limbs.len()))
    }

    /// Zeros move in; by the width or more it is zero.
    pub fn lshr(&self, amount: u32) -> Big {
        self.wrapped(limbs::shr(&self.limbs, amount as usize, self.limbs.len()))
    }

    /// The sign moves in.
    pub fn ashr(&self, amount: u32) -> Big {
        if self.is_negative() { self.not().lshr(amount).not() } else { self.lshr(amount) }
    }

    /// The number of a shift amount of any size, modulo the width.
    fn amount_modulo_width(&self, amount: &Big) -> u32 {
        let mut rest = amount.limbs.clone();
        limbs::div_small(&mut rest, u64::from(self.width)) as u32
    }

    /// `self op other` as [`Int::binary`] has it for narrow types.
    pub fn binary(&self, op: IntOp, other: &Big, signed: bool) -> Result<Big, Fault> {
        if self.width <= Int::MAX_BITS && other.width <= Int::MAX_BITS {
            let ty = Int::new(self.width, signed);
            let bits = ty.binary(op, self.low_u128(), other.low_u128())?;
            return Ok(Big::from_u128(self.width, bits));
        }
        Ok(match op {
            IntOp::Add => self.add(other),
            IntOp::Sub => self.sub(other),
            IntOp::Mul => self.mul(other),
            IntOp::Div => self.div(other, signed)?,
            IntOp::Rem => self.rem(other, signed)?,
            IntOp::Xor => self.xor(other),
            IntOp::And => self.and(other),
            IntOp::Or => self.or(other),
            IntOp::Shl => self.shl(self.amount_modulo_width(other)),
            IntOp::Shr if signed => self.ashr(self.amount_modulo_width(other)),
            IntOp::Shr => self.lshr(self.amount_modulo_width(other)),
        })
    }

    /// The wrapped result and whether it overflowed: of `Add`, `Sub` and `Mul`.
    pub fn overflowing(&self, op: IntOp, other: &Big, signed: bool) -> Option<(Big, bool)> {
        match op {
            IntOp::Add => Some(self.overflowing_add(other, signed)),
            IntOp::Sub => Some(self.overflowing_sub(other, signed)),
            IntOp::Mul => Some(self.overflowing_mul(other, signed)),
            _ => None,
        }
    }

    /// As [`Int::saturating_add`] and its kin: `Add`, `Sub` and `Mul`.
    pub fn saturating(&self, op: IntOp, other: &Big, signed: bool) -> Option<Big> {
        let (bits, over) = self.overflowing(op, other, signed)?;
        if !over {
            return Some(bits);
        }
        let lower = match (op, signed) {
            (IntOp::Mul, true) => self.is_negative() != other.is_negative(),
            (_, true) => self.is_negative(),
            (op, false) => op == IntOp::Sub,
        };
        Some(match (lower, signed) {
            (true, true) => Big::signed_min(self.width),
            (true, false) => Big::zero(self.width),
            (false, true) => Big::signed_max(self.width),
            (false, false) => Big::all_ones(self.width),
        })
    }

    /// The order of values read as unsigned; widths may differ.
    pub fn ucmp(&self, other: &Big) -> Ordering {
        limbs::compare(&self.limbs, &other.limbs)
    }

    /// The order of values read as signed.
    pub fn scmp(&self, other: &Big) -> Ordering {
        match (self.is_negative(), other.is_negative()) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            _ => self.ucmp(other),
        }
    }

    pub fn order(&self, other: &Big, signed: bool) -> Ordering {
        if signed { self.scmp(other) } else { self.ucmp(other) }
    }

    pub fn count_ones(&self) -> u32 {
        self.limbs.iter().map(|limb| limb.count_ones()).sum()
    }

    /// The width, if there is no one.
    pub fn leading_zeros(&self) -> u32 {
        self.width - limbs::length_in_bits(&self.limbs) as u32
    }

    /// The width, if there is no one.
    pub fn trailing_zeros(&self) -> u32 {
        limbs::trailing_zeros(&self.limbs).map_or(self.width, |zeros| zeros as u32)
    }

    /// Bytes in reverse; the width is a multiple of 8.
    pub fn swap_bytes(&self) -> Big {
        debug_assert!(self.width.is_multiple_of(8));
        let limbs = self.limbs.iter().rev().map(|limb| limb.swap_bytes()).collect::<Vec<_>>();
        let above = limbs.len() * 64 - self.width as usize;
        self.wrapped(limbs::shr(&limbs, above, limbs.len()))
    }

    pub fn reverse_bits(&self) -> Big {
        let limbs = self.limbs.iter().rev().map(|limb| limb.reverse_bits()).collect::<Vec<_>>();
        let above = limbs.len() * 64 - self.width as usize;
        self.wrapped(limbs::shr(&limbs, above, limbs.len()))
    }

    /// The high half of `self` and `low`, one after the other, shifted to the left by any
    /// amount modulo the width. A rotation, if they are the same.
    pub fn funnel_left(&self, low: &Big, amount: &Big) -> Big {
        match self.amount_modulo_width(amount) {
            0 => self.clone(),
            amount => self.shl(amount).or(&low.lshr(self.width - amount)),
        }
    }

    /// The low half of `self` and `low`, one after the other, shifted to the right by any
    /// amount modulo the width.
    pub fn funnel_right(&self, low: &Big, amount: &Big) -> Big {
        match self.amount_modulo_width(amount) {
            0 => low.clone(),
            amount => self.shl(self.width - amount).or(&low.lshr(amount)),
        }
    }
}

#[cfg(test)]
mod tests;
