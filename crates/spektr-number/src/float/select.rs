//! Minimum and maximum, in the three ways that IEEE 754 and its editions know.

use super::{Format, Open, Outcome};

impl Format {
    /// Of a number and a NaN, quiet or not, the number. Which of two zeros is left open.
    #[inline]
    pub fn minnum(self, a: u128, b: u128) -> Outcome {
        self.number_of(a, b, self.precedes(b, a))
    }

    /// As [`Format::minnum`].
    #[inline]
    pub fn maxnum(self, a: u128, b: u128) -> Outcome {
        self.number_of(a, b, self.precedes(a, b))
    }

    #[inline]
    fn number_of(self, a: u128, b: u128, take_b: bool) -> Outcome {
        let zeros = (self.magnitude(a) | self.magnitude(b)) == 0;
        match zeros && a != b {
            true => Outcome { bits: 0, open: Open::ZeroSign },
            false => self.number_before_nan(a, b, take_b),
        }
    }

    /// IEEE 754-2019 minimumNumber: of a number and a NaN the number, and -0 below +0.
    #[inline]
    pub fn minimumnum(self, a: u128, b: u128) -> Outcome {
        self.number_before_nan(a, b, self.precedes(b, a))
    }

    /// IEEE 754-2019 maximumNumber: of a number and a NaN the number, and +0 above -0.
    #[inline]
    pub fn maximumnum(self, a: u128, b: u128) -> Outcome {
        self.number_before_nan(a, b, self.precedes(a, b))
    }

    #[inline]
    fn number_before_nan(self, a: u128, b: u128, take_b: bool) -> Outcome {
        match (self.is_nan(a), self.is_nan(b)) {
            (true, true) => Outcome::nan(self),
            (true, false) => Outcome::exact(b),
            (false, true) => Outcome::exact(a),
            (false, false) => Outcome::exact(if take_b { b } else { a }),
        }
    }

    /// IEEE 754-2019 minimum: a NaN wins, and -0 is below +0.
    #[inline]
    pub fn minimum(self, a: u128, b: u128) -> Outcome {
        if self.unordered(a, b) {
            return Outcome::nan(self);
        }
        Outcome::exact(if self.precedes(b, a) { b } else { a })
    }

    /// IEEE 754-2019 maximum: a NaN wins, and +0 is above -0.
    #[inline]
    pub fn maximum(self, a: u128, b: u128) -> Outcome {
        if self.unordered(a, b) {
            return Outcome::nan(self);
        }
        Outcome::exact(if self.precedes(a, b) { b } else { a })
    }
}
