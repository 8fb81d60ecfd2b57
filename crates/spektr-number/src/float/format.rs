//! How the formats lay a float out in bits: sign, biased exponent, fraction.
//!
//! All but one hide the leading one of a normal number. The x87 format writes it down,
//! which makes bit patterns possible that no operation gives: those with an exponent but
//! no leading one count as NaNs, as processors since the 387 have it, and a leading one
//! without an exponent as the smallest exponent. *Dense* bits leave that one out, so that
//! magnitudes of every format are consecutive numbers in the order of their values.

/// A format of floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// IEEE 754 binary16
    F16,
    /// The upper half of a binary32.
    BF16,
    /// IEEE 754 binary32
    F32,
    /// IEEE 754 binary64
    F64,
    /// The x87's 80 bits, with an explicit leading one.
    X87,
    /// IEEE 754 binary128
    F128,
}

/// What kind of value a float is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    SignallingNan,
    QuietNan,
    Infinite,
    Normal,
    Subnormal,
    Zero,
}

impl Format {
    pub const ALL: [Format; 6] =
        [Format::F16, Format::BF16, Format::F32, Format::F64, Format::X87, Format::F128];

    /// The bits that mean something; the x87's 80 are stored in 96 or 128.
    #[inline]
    pub const fn bits(self) -> u32 {
        match self {
            Format::F16 | Format::BF16 => 16,
            Format::F32 => 32,
            Format::F64 => 64,
            Format::X87 => 80,
            Format::F128 => 128,
        }
    }

    /// Bits of the fraction, without the leading one.
    #[inline]
    pub const fn fraction_bits(self) -> u32 {
        match self {
            Format::BF16 => 7,
            Format::F16 => 10,
            Format::F32 => 23,
            Format::F64 => 52,
            Format::X87 => 63,
            Format::F128 => 112,
        }
    }

    /// Significant bits of a normal number.
    #[inline]
    pub const fn precision(self) -> u32 {
        self.fraction_bits() + 1
    }

    const fn exponent_bits(self) -> u32 {
        match self {
            Format::F16 => 5,
            Format::BF16 | Format::F32 => 8,
            Format::F64 => 11,
            Format::X87 | Format::F128 => 15,
        }
    }

    #[inline]
    pub const fn sign_mask(self) -> u128 {
        1 << (self.bits() - 1)
    }

    #[inline]
    pub const fn fraction_mask(self) -> u128 {
        (1 << self.fraction_bits()) - 1
    }

    /// The largest biased exponent: that of infinities and NaNs.
    #[inline]
    pub const fn exponent_limit(self) -> u32 {
        (1 << self.exponent_bits()) - 1
    }

    /// What is added to the exponent of a normal number.
    #[inline]
    pub const fn bias(self) -> i32 {
        (self.exponent_limit() >> 1) as i32
    }

    /// The exponent of the lowest bit of the smallest numbers.
    #[inline]
    pub const fn lowest_exponent(self) -> i32 {
        1 - self.bias() - self.fraction_bits() as i32
    }

    /// The bits of positive infinity.
    #[inline]
    pub const fn infinity(self) -> u128 {
        self.from_dense((self.exponent_limit() as u128) << self.fraction_bits())
    }

    /// The bits of the largest finite number.
    #[inline]
    pub const fn largest(self) -> u128 {
        self.from_dense(((self.exponent_limit() as u128) << self.fraction_bits()) - 1)
    }

    /// The bits of the smallest positive normal number.
    #[inline]
    pub const fn smallest_normal(self) -> u128 {
        self.from_dense(1 << self.fraction_bits())
    }

    /// A positive quiet NaN without payload.
    #[inline]
    pub const fn preferred_nan(self) -> u128 {
        self.infinity() | 1 << (self.fraction_bits() - 1)
    }

    /// All but the sign.
    #[inline]
    pub const fn magnitude(self, bits: u128) -> u128 {
        bits & !self.sign_mask()
    }

    /// A magnitude without the x87's explicit one.
    #[inline]
    pub const fn to_dense(self, magnitude: u128) -> u128 {
        match self {
            Format::X87 => {
                let biased = magnitude >> 64;
                let leading = magnitude >> 63 & 1;
                // A leading one without an exponent is the smallest exponent.
                let biased = if biased == 0 { leading } else { biased };
                biased << 63 | magnitude & self.fraction_mask()
            }
            _ => magnitude,
        }
    }

    /// The inverse of [`Format::to_dense`].
    #[inline]
    pub const fn from_dense(self, dense: u128) -> u128 {
        match self {
            Format::X87 => {
                let biased = dense >> 63;
                let leading = if biased == 0 { 0 } else { 1 };
                biased << 64 | leading << 63 | dense & self.fraction_mask()
            }
            _ => dense,
        }
    }

    /// An x87 pattern with an exponent but without its leading one.
    #[inline]
    const fn is_unsupported(self, bits: u128) -> bool {
        matches!(self, Format::X87) && self.magnitude(bits) >> 64 != 0 && bits >> 63 & 1 == 0
    }

    #[inline]
    pub const fn is_nan(self, bits: u128) -> bool {
        self.magnitude(bits) > self.infinity() || self.is_unsupported(bits)
    }

    #[inline]
    pub const fn is_infinite(self, bits: u128) -> bool {
        self.magnitude(bits) == self.infinity()
    }

    #[inline]
    pub const fn is_finite(self, bits: u128) -> bool {
        self.magnitude(bits) < self.infinity() && !self.is_unsupported(bits)
    }

    #[inline]
    pub const fn is_zero(self, bits: u128) -> bool {
        self.magnitude(bits) == 0
    }

    /// The sign bit, of a NaN too.
    #[inline]
    pub const fn is_negative(self, bits: u128) -> bool {
        bits & self.sign_mask() != 0
    }

    /// A NaN whose highest fraction bit is not set.
    #[inline]
    pub const fn is_signalling(self, bits: u128) -> bool {
        self.is_nan(bits) && bits >> (self.fraction_bits() - 1) & 1 == 0
    }

    pub const fn classify(self, bits: u128) -> Class {
        if self.is_nan(bits) {
            return if self.is_signalling(bits) { Class::SignallingNan } else { Class::QuietNan };
        }
        let dense = self.to_dense(self.magnitude(bits));
        match (dense >> self.fraction_bits()) as u32 {
            _ if dense == 0 => Class::Zero,
            0 => Class::Subnormal,
            biased if biased == self.exponent_limit() => Class::Infinite,
            _ => Class::Normal,
        }
    }

    /// A finite magnitude as `significand * 2^exponent`. Zero has significand zero;
    /// subnormal numbers are not normalised. The sign is ignored.
    pub const fn split(self, bits: u128) -> (u128, i32) {
        let dense = self.to_dense(self.magnitude(bits));
        let fraction = dense & self.fraction_mask();
        let biased = (dense >> self.fraction_bits()) as i32;
        match biased {
            0 => (fraction, self.lowest_exponent()),
            _ => (fraction | 1 << self.fraction_bits(), biased - 1 + self.lowest_exponent()),
        }
    }

    /// The magnitude `significand * 2^exponent`, which must be representable.
    pub fn join(self, significand: u128, exponent: i32) -> u128 {
        if significand == 0 {
            return 0;
        }
        let lowest = self.lowest_exponent();
        // As much to the left as the leading one and the smallest exponent allow.
        let room =
            (significand.leading_zeros() as i32 - (127 - self.fraction_bits() as i32)).max(0);
        let shift = room.min((exponent - lowest).max(0));
        let (significand, exponent) = (significand << shift, exponent - shift);
        // The leading one, if there is one, adds itself to the exponent.
        let below = (exponent - lowest) as u128;
        self.from_dense((below << self.fraction_bits()) + significand)
    }

    /// The magnitude nearest to `significand * 2^exponent`, ties to even; `more` says that
    /// the exact value is a little above that, by less than its lowest bit.
    pub fn nearest(self, significand: u128, exponent: i32, more: bool) -> u128 {
        if significand == 0 {
            return 0;
        }
        let length = 128 - significand.leading_zeros() as i32;
        let surplus = length - self.precision() as i32;
        let drop = surplus.max(self.lowest_exponent().saturating_sub(exponent)).max(0);
        let top = exponent.saturating_add(length);
        if top > self.bias() + 1 {
            return self.infinity();
        }
        if drop == 0 {
            return self.join(significand, exponent);
        }
        if drop > 128 {
            return 0;
        }
        let kept = if drop == 128 { 0 } else { significand >> drop };
        let half = significand >> (drop - 1) & 1 != 0;
        let below_half = significand & ((1 << (drop - 1)) - 1) != 0 || more;
        let up = half && (below_half || kept & 1 != 0);
        // The exponent of what is kept is the lowest one that it can have; a carry out of
        // the leading one, into infinity too, raises it by adding itself.
        let below = (exponent + drop - self.lowest_exponent()) as u128;
        self.from_dense((below << self.fraction_bits()) + kept + u128::from(up))
    }
}
