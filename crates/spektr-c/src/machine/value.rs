//! What a register holds: a scalar of C. Numbers are bits; everything that is more than a number
//! (a pointer, a byte of one, a value that is indeterminate or left open) says so in `meta`, so
//! that arithmetic asks one question: is `meta` zero?

use std::cmp::Ordering;

use super::memory::{KnownBits, ObjectId};

/// A scalar value. Its type is known where it is used, not here.
///
/// Integers of up to 64 bits are sign- or zero-extended in `lo`; 128 bits and x87 floats use both
/// words. An integer that came from a pointer is still that pointer: its number is open, but
/// what was cast can be cast back (the standard's 6.3.2.3p6 and footnote 67 of 7.20.1.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    pub lo: u64,
    pub hi: u64,
    pub meta: u64,
}

/// The lowest byte of `meta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    Number = 0,
    /// A pointer into an object, or the integer that such a pointer was converted to.
    Object = 1,
    Function = 2,
    /// One byte of a pointer: `lo` is what memory holds, `hi` says which byte.
    Fragment = 3,
    /// A value that the language leaves open; `lo` says why.
    Open = 4,
    /// Indeterminate.
    Uninit = 5,
    /// A NaN of which sign and payload are open; the words hold one of those it may be.
    Nan = 6,
    /// What a `va_list` holds: `lo` is the call, `hi` the number of the next argument.
    Arguments = 7,
    /// The address of a label.
    Label = 8,
    /// What a function returned that returned nothing.
    Missing = 9,
    /// A byte of which only some bits have a value: [`Value::partly`].
    Partial = 10,
}

/// Why a value is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Openness {
    Padding,
    Address,
    NanBits,
    /// A library function's result, of which only the sign is promised: `hi` is 1 if it is
    /// negative, 2 if it is positive.
    Result,
    Other,
}

/// A pointer into an object, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    pub object: ObjectId,
    pub offset: i32,
    /// The bytes that arithmetic may reach: of the array that the pointer is for.
    pub low: u32,
    pub high: u32,
    /// Which `restrict` pointer it is based on; 0 for none.
    pub basis: u32,
}

/// Bases are numbered in 24 bits.
pub const MOST_BASES: u32 = (1 << 24) - 1;

impl Value {
    pub const ZERO: Value = Value::number(0);
    pub const UNINIT: Value = Value { lo: 0, hi: 0, meta: Kind::Uninit as u64 };
    pub const MISSING: Value = Value { lo: 0, hi: 0, meta: Kind::Missing as u64 };

    #[inline]
    pub const fn number(lo: u64) -> Value {
        Value { lo, hi: 0, meta: 0 }
    }

    #[inline]
    pub const fn wide(bits: u128) -> Value {
        Value { lo: bits as u64, hi: (bits >> 64) as u64, meta: 0 }
    }

    pub const fn function(index: u32) -> Value {
        Value { lo: index as u64, hi: 0, meta: Kind::Function as u64 }
    }

    pub const fn label(index: u32) -> Value {
        Value { lo: index as u64, hi: 0, meta: Kind::Label as u64 }
    }

    pub const fn open(why: Openness) -> Value {
        Value { lo: why as u64, hi: 0, meta: Kind::Open as u64 }
    }

    pub const fn nan(bits: u128) -> Value {
        Value { meta: Kind::Nan as u64, ..Value::wide(bits) }
    }

    pub const fn fragment(byte: u8, index: u8) -> Value {
        Value { lo: byte as u64, hi: index as u64, meta: Kind::Fragment as u64 }
    }

    pub const fn partial(byte: u8, known: KnownBits) -> Value {
        let hi = (known.set as u64) << 8 | known.open as u64;
        Value { lo: byte as u64, hi, meta: Kind::Partial as u64 }
    }

    /// The byte of a partial value and what is known of it.
    pub const fn partly(self) -> (u8, KnownBits) {
        (self.lo as u8, KnownBits { set: (self.hi >> 8) as u8, open: self.hi as u8 })
    }

    pub const fn arguments(call: u64, next: u64) -> Value {
        Value { lo: call, hi: next, meta: Kind::Arguments as u64 }
    }

    #[inline]
    pub const fn is_number(self) -> bool {
        self.meta == 0
    }

    #[inline]
    pub const fn bits(self) -> u128 {
        self.lo as u128 | (self.hi as u128) << 64
    }

    #[inline]
    pub const fn kind(self) -> Kind {
        match self.meta as u8 {
            0 => Kind::Number,
            1 => Kind::Object,
            2 => Kind::Function,
            3 => Kind::Fragment,
            4 => Kind::Open,
            5 => Kind::Uninit,
            6 => Kind::Nan,
            7 => Kind::Arguments,
            8 => Kind::Label,
            9 => Kind::Missing,
            _ => Kind::Partial,
        }
    }

    #[inline]
    pub const fn is_object(self) -> bool {
        self.meta as u8 == Kind::Object as u8
    }

    pub const fn openness(self) -> Openness {
        match self.lo {
            0 => Openness::Padding,
            1 => Openness::Address,
            2 => Openness::NanBits,
            3 => Openness::Result,
            _ => Openness::Other,
        }
    }

    /// A library function's result of which only the sign is promised.
    pub const fn with_sign(ordering: Ordering) -> Value {
        let hi = match ordering {
            Ordering::Equal => return Value::ZERO,
            Ordering::Less => 1,
            Ordering::Greater => 2,
        };
        Value { hi, ..Value::open(Openness::Result) }
    }

    /// How it compares with 0, if nothing else is known of it.
    pub fn known_sign(self) -> Option<Ordering> {
        if self.kind() != Kind::Open || self.openness() != Openness::Result {
            return None;
        }
        match self.hi {
            1 => Some(Ordering::Less),
            2 => Some(Ordering::Greater),
            _ => None,
        }
    }

    /// The pointer, if it is one into an object.
    #[inline]
    pub fn pointer(self) -> Option<Pointer> {
        self.is_object().then_some(Pointer {
            object: ObjectId { slot: (self.lo >> 32) as u32, generation: (self.meta >> 32) as u32 },
            offset: self.lo as u32 as i32,
            low: self.hi as u32,
            high: (self.hi >> 32) as u32,
            basis: (self.meta >> 8) as u32 & MOST_BASES,
        })
    }

    /// A null pointer is the number 0.
    pub const fn is_null(self) -> bool {
        self.meta == 0 && self.lo == 0
    }
}

impl Pointer {
    #[inline]
    pub fn value(self) -> Value {
        Value {
            lo: u64::from(self.object.slot) << 32 | u64::from(self.offset as u32),
            hi: u64::from(self.high) << 32 | u64::from(self.low),
            meta: u64::from(self.object.generation) << 32
                | u64::from(self.basis) << 8
                | Kind::Object as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_survives_being_packed() {
        let object = ObjectId { slot: 0xfedc_ba98, generation: 0x8765_4321 };
        let pointer = Pointer { object, offset: -5, low: 7, high: u32::MAX, basis: MOST_BASES };
        assert_eq!(pointer.value().pointer(), Some(pointer));
        assert_eq!(Value::number(3).pointer(), None);
        assert_eq!(Value::open(Openness::NanBits).openness(), Openness::NanBits);
    }
}
