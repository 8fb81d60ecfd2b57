//! Rotations, funnel shifts, counts and permutations of bits.

use super::Int;
use crate::Fault;

impl Int {
    /// Any amount, modulo the width.
    #[inline]
    pub fn rotate_left(self, a: u128, amount: u128) -> u128 {
        let amount = self.modulo_width(amount);
        if amount == 0 { a } else { self.truncate(a << amount) | a >> (self.bits - amount) }
    }

    /// Any amount, modulo the width.
    #[inline]
    pub fn rotate_right(self, a: u128, amount: u128) -> u128 {
        self.rotate_left(a, u128::from(self.bits - self.modulo_width(amount)))
    }

    /// The high half of `a` and `b`, one after the other, shifted to the left by any
    /// amount modulo the width.
    #[inline]
    pub fn funnel_left(self, a: u128, b: u128, amount: u128) -> u128 {
        match self.modulo_width(amount) {
            0 => a,
            amount => self.truncate(a << amount) | b >> (self.bits - amount),
        }
    }

    /// The low half of `a` and `b`, one after the other, shifted to the right by any
    /// amount modulo the width.
    #[inline]
    pub fn funnel_right(self, a: u128, b: u128, amount: u128) -> u128 {
        match self.modulo_width(amount) {
            0 => b,
            amount => self.truncate(a << (self.bits - amount)) | b >> amount,
        }
    }

    #[inline]
    pub const fn count_ones(self, a: u128) -> u32 {
        a.count_ones()
    }

    /// The width, if there is no one.
    #[inline]
    pub const fn leading_zeros(self, a: u128) -> u32 {
        a.leading_zeros() - (128 - self.bits)
    }

    /// The width, if there is no one.
    #[inline]
    pub fn trailing_zeros(self, a: u128) -> u32 {
        a.trailing_zeros().min(self.bits)
    }

    #[inline]
    pub fn leading_zeros_nonzero(self, a: u128) -> Result<u32, Fault> {
        if a == 0 { Err(Fault::CountOfZero) } else { Ok(self.leading_zeros(a)) }
    }

    #[inline]
    pub fn trailing_zeros_nonzero(self, a: u128) -> Result<u32, Fault> {
        if a == 0 { Err(Fault::CountOfZero) } else { Ok(self.trailing_zeros(a)) }
    }

    /// Bytes in reverse; the width is a multiple of 8.
    #[inline]
    pub fn swap_bytes(self, a: u128) -> u128 {
        debug_assert!(self.bits.is_multiple_of(8));
        a.swap_bytes() >> (128 - self.bits)
    }

    #[inline]
    pub const fn reverse_bits(self, a: u128) -> u128 {
        a.reverse_bits() >> (128 - self.bits)
    }
}
