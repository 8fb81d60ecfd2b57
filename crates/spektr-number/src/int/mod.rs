//! Integers of 1 to 128 bits: a type is a width and a sign, a number its bits in a `u128`,
//! zero above the width. Wider ones are [`Big`](crate::Big).

mod bits;
mod text;
mod word;

use std::cmp::Ordering;

use crate::{Compare, Fault};
pub use text::magnitude;
use word::{narrow, wide};

/// The width and the sign of an integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Int {
    bits: u32,
    signed: bool,
}

/// An operation on two integers of one type that gives a third.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IntOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Xor,
    And,
    Or,
    /// The amount is taken modulo the width, and may be of any type.
    Shl,
    /// As [`IntOp::Shl`]; of a signed type the sign moves in.
    Shr,
}

impl IntOp {
    pub const ALL: [IntOp; 10] = [
        IntOp::Add,
        IntOp::Sub,
        IntOp::Mul,
        IntOp::Div,
        IntOp::Rem,
        IntOp::Xor,
        IntOp::And,
        IntOp::Or,
        IntOp::Shl,
        IntOp::Shr,
    ];
}

impl Int {
    pub const I8: Int = Int::signed(8);
    pub const I16: Int = Int::signed(16);
    pub const I32: Int = Int::signed(32);
    pub const I64: Int = Int::signed(64);
    pub const I128: Int = Int::signed(128);
    pub const U8: Int = Int::unsigned(8);
    pub const U16: Int = Int::unsigned(16);
    pub const U32: Int = Int::unsigned(32);
    pub const U64: Int = Int::unsigned(64);
    pub const U128: Int = Int::unsigned(128);

    /// The most bits that these rules know.
    pub const MAX_BITS: u32 = 128;

    /// The type of `bits` bits, 1 to 128.
    #[inline]
    pub const fn new(bits: u32, signed: bool) -> Int {
        assert!(bits >= 1 && bits <= Int::MAX_BITS);
        Int { bits, signed }
    }

    #[inline]
    pub const fn signed(bits: u32) -> Int {
        Int::new(bits, true)
    }

    #[inline]
    pub const fn unsigned(bits: u32) -> Int {
        Int::new(bits, false)
    }

    #[inline]
    pub const fn bits(self) -> u32 {
        self.bits
    }

    #[inline]
    pub const fn is_signed(self) -> bool {
        self.signed
    }

    #[inline]
    const fn is_narrow(self) -> bool {
        self.bits <= 64
    }

    /// Ones in all the bits of the type.
    #[inline]
    pub const fn mask(self) -> u128 {
        u128::MAX >> (128 - self.bits)
    }

    /// The bits that fit the type.
    #[inline]
    pub const fn truncate(self, bits: u128) -> u128 {
        bits & self.mask()
    }

    /// The value, if the type is signed; of an unsigned type its bits as they are.
    #[inline]
    pub fn extend(self, bits: u128) -> i128 {
        if !self.signed {
            bits as i128
        } else if self.is_narrow() {
            i128::from(narrow::sign_extended(self, bits as u64))
        } else {
            wide::sign_extended(self, bits)
        }
    }

    /// The bits of the smallest value.
    #[inline]
    pub const fn min(self) -> u128 {
        if self.signed { 1 << (self.bits - 1) } else { 0 }
    }

    /// The bits of the largest value.
    #[inline]
    pub const fn max(self) -> u128 {
        self.mask() >> self.signed as u32
    }

    #[inline]
    pub const fn is_negative(self, bits: u128) -> bool {
        self.signed && bits >> (self.bits - 1) != 0
    }

    /// Whether a value with this sign and magnitude is one of the type.
    #[inline]
    pub const fn fits(self, negative: bool, magnitude: u128) -> bool {
        if negative { magnitude <= self.min() } else { magnitude <= self.max() }
    }

    /// A shift amount, given as unsigned bits, modulo the width.
    #[inline]
    pub(crate) fn modulo_width(self, amount: u128) -> u32 {
        if self.bits.is_power_of_two() {
            amount as u32 & (self.bits - 1)
        } else {
            (amount % u128::from(self.bits)) as u32
        }
    }

    /// `a op b`, wrapping around. A shift's right operand may be wider than the type.
    #[inline]
    pub fn binary(self, op: IntOp, a: u128, b: u128) -> Result<u128, Fault> {
        if self.is_narrow() {
            let b = if matches!(op, IntOp::Shl | IntOp::Shr) {
                u64::from(self.modulo_width(b))
            } else {
                b as u64
            };
            narrow::binary(op, self, a as u64, b).map(u128::from)
        } else {
            wide::binary(op, self, a, b)
        }
    }

    /// [`Int::binary`] for types of at most 64 bits, without a detour through `u128`. A
    /// shift amount of more than 64 bits may be cut to those if the width is a power of two.
    #[inline]
    pub fn binary64(self, op: IntOp, a: u64, b: u64) -> Result<u64, Fault> {
        debug_assert!(self.is_narrow());
        narrow::binary(op, self, a, b)
    }

    #[inline]
    pub fn compare(self, op: Compare, a: u128, b: u128) -> bool {
        if self.is_narrow() {
            narrow::compare(op, self, a as u64, b as u64)
        } else {
            wide::compare(op, self, a, b)
        }
    }

    /// [`Int::compare`] for types of at most 64 bits.
    #[inline]
    pub fn compare64(self, op: Compare, a: u64, b: u64) -> bool {
        debug_assert!(self.is_narrow());
        narrow::compare(op, self, a, b)
    }

    #[inline]
    pub fn order(self, a: u128, b: u128) -> Ordering {
        if a == b {
            Ordering::Equal
        } else if wide::less(self, a, b) {
            Ordering::Less
        } else {
            Ordering::Greater
        }
    }

    /// The wrapped sum and whether it overflowed.
    #[inline]
    pub fn overflowing_add(self, a: u128, b: u128) -> (u128, bool) {
        if self.is_narrow() {
            let (bits, over) = narrow::add(self, a as u64, b as u64);
            (u128::from(bits), over)
        } else {
            wide::add(self, a, b)
        }
    }

    /// The wrapped difference and whether it overflowed.
    #[inline]
    pub fn overflowing_sub(self, a: u128, b: u128) -> (u128, bool) {
        if self.is_narrow() {
            let (bits, over) = narrow::sub(self, a as u64, b as u64);
            (u128::from(bits), over)
        } else {
            wide::sub(self, a, b)
        }
    }

    /// The wrapped product and whether it overflowed.
    #[inline]
    pub fn overflowing_mul(self, a: u128, b: u128) -> (u128, bool) {
        if self.is_narrow() {
            let (bits, over) = narrow::mul(self, a as u64, b as u64);
            (u128::from(bits), over)
        } else {
            wide::mul(self, a, b)
        }
    }

    /// The wrapped result and whether it overflowed: of `Add`, `Sub` and `Mul`. Others
    /// cannot leave the range, or have a fault for it.
    #[inline]
    pub fn overflowing(self, op: IntOp, a: u128, b: u128) -> Option<(u128, bool)> {
        match op {
            IntOp::Add => Some(self.overflowing_add(a, b)),
            IntOp::Sub => Some(self.overflowing_sub(a, b)),
            IntOp::Mul => Some(self.overflowing_mul(a, b)),
            _ => None,
        }
    }

    /// [`Int::binary`], but leaving the type's range is a fault, and so is a shift amount,
    /// read as unsigned, that is not below the width.
    #[inline]
    pub fn checked(self, op: IntOp, a: u128, b: u128) -> Result<u128, Fault> {
        match op {
            IntOp::Shl | IntOp::Shr if b >= u128::from(self.bits) => Err(Fault::ShiftOutOfRange),
            _ => match self.overflowing(op, a, b) {
                Some((bits, false)) => Ok(bits),
                Some((_, true)) => Err(Fault::Overflow),
                None => self.binary(op, a, b),
            },
        }
    }

    #[inline]
    pub fn saturating_add(self, a: u128, b: u128) -> u128 {
        // It can only overflow in the direction of `a`'s sign.
        match self.overflowing_add(a, b) {
            (bits, false) => bits,
            _ => self.border(self.is_negative(a)),
        }
    }

    #[inline]
    pub fn saturating_sub(self, a: u128, b: u128) -> u128 {
        match self.overflowing_sub(a, b) {
            (bits, false) => bits,
            _ => self.border(self.is_negative(a) || !self.signed),
        }
    }

    #[inline]
    pub fn saturating_mul(self, a: u128, b: u128) -> u128 {
        match self.overflowing_mul(a, b) {
            (bits, false) => bits,
            _ => self.border(self.is_negative(a) != self.is_negative(b)),
        }
    }

    /// `a * 2^amount`, or the border of the type on its side. The amount is below the width.
    #[inline]
    pub fn saturating_shl(self, a: u128, amount: u32) -> u128 {
        debug_assert!(amount < self.bits);
        let shifted = self.truncate(a << amount);
        match self.binary(IntOp::Shr, shifted, u128::from(amount)) {
            Ok(back) if back == a => shifted,
            _ => self.border(self.is_negative(a)),
        }
    }

    #[inline]
    const fn border(self, lower: bool) -> u128 {
        if lower { self.min() } else { self.max() }
    }

    /// A quotient without remainder.
    #[inline]
    pub fn exact_div(self, a: u128, b: u128) -> Result<u128, Fault> {
        let quotient = self.binary(IntOp::Div, a, b)?;
        match self.binary(IntOp::Rem, a, b)? {
            0 => Ok(quotient),
            _ => Err(Fault::InexactDivision),
        }
    }

    /// The union of bits of which none is set in both.
    #[inline]
    pub fn disjoint_or(self, a: u128, b: u128) -> Result<u128, Fault> {
        if a & b == 0 { Ok(a | b) } else { Err(Fault::SharedBits) }
    }

    /// The low and high half of `a * b + c + d` on unsigned integers, which always fits.
    pub fn carrying_mul_add(self, [a, b, c, d]: [u128; 4]) -> (u128, u128) {
        if self.is_narrow() {
            let wide = a * b + c + d;
            return (self.truncate(wide), wide >> self.bits);
        }
        let (low, high) = full_product(a, b);
        let (low, one) = low.overflowing_add(c);
        let (low, two) = low.overflowing_add(d);
        let high = high + u128::from(one) + u128::from(two);
        if self.bits == 128 {
            return (low, high);
        }
        (self.truncate(low), high << (128 - self.bits) | low >> self.bits)
    }

    #[inline]
    pub const fn not(self, a: u128) -> u128 {
        !a & self.mask()
    }

    /// `-a`, wrapping.
    #[inline]
    pub const fn neg(self, a: u128) -> u128 {
        a.wrapping_neg() & self.mask()
    }

    /// The absolute value; that of the smallest value wraps to itself.
    #[inline]
    pub const fn abs(self, a: u128) -> u128 {
        if self.is_negative(a) { self.neg(a) } else { a }
    }

    /// Sign or zero extension by this type, then truncation to the other.
    #[inline]
    pub fn cast(self, to: Int, bits: u128) -> u128 {
        to.truncate(self.extend(bits) as u128)
    }
}

/// The low and the high half of a product: four products of halves, as on paper, each with
/// room for two more halves.
fn full_product(a: u128, b: u128) -> (u128, u128) {
    let halves = |number: u128| (number & u128::from(u64::MAX), number >> 64);
    let ((a0, a1), (b0, b1)) = (halves(a), halves(b));
    let (low, carry) = halves(a0 * b0);
    let (middle, carry) = halves(a1 * b0 + carry);
    let (middle, more) = halves(a0 * b1 + middle);
    (middle << 64 | low, a1 * b1 + carry + more)
}

#[cfg(test)]
mod tests;
