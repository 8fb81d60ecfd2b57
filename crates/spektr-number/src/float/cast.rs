//! Casts between floats and integers and between float formats.

use rustc_apfloat::{Float, FloatConvert, StatusAnd};

use super::soft::with_float;
use super::{Format, Outcome};
use crate::{Big, Fault, Int};

/// A float made an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shrunk<T> {
    /// Toward zero; the nearest border of the type beyond it, and 0 for a NaN.
    pub bits: T,
    /// Whether the value, without its fraction, was in the type's range.
    pub fits: bool,
}

macro_rules! saturating {
    ($name:ident, $float:ident) => {
        #[inline]
        fn $name(value: $float, to: Int) -> u128 {
            match (to.bits() <= 64, to.is_signed()) {
                (true, true) => {
                    let (low, high) = (to.extend(to.min()) as i64, to.max() as i64);
                    to.truncate((value as i64).clamp(low, high) as u128)
                }
                (true, false) => u128::from((value as u64).min(to.max() as u64)),
                (false, true) => {
                    let (low, high) = (to.extend(to.min()), to.max() as i128);
                    to.truncate((value as i128).clamp(low, high) as u128)
                }
                (false, false) => (value as u128).min(to.max()),
            }
        }
    };
}

saturating!(saturating32, f32);
saturating!(saturating64, f64);

impl Format {
    /// The nearest float, ties to even; infinity beyond the largest.
    #[inline]
    pub fn from_int(self, from: Int, bits: u128) -> u128 {
        let value = from.extend(bits);
        match (self, from.is_signed()) {
            (Format::F32, true) => u128::from((value as f32).to_bits()),
            (Format::F32, false) => u128::from((bits as f32).to_bits()),
            (Format::F64, true) => u128::from((value as f64).to_bits()),
            (Format::F64, false) => u128::from((bits as f64).to_bits()),
            _ => self.soft_from_int(from, bits),
        }
    }

    fn soft_from_int(self, from: Int, bits: u128) -> u128 {
        with_float!(self, F => {
            let nearest: StatusAnd<F> = if from.is_signed() {
                F::from_i128(from.extend(bits))
            } else {
                F::from_u128(bits)
            };
            nearest.value.to_bits()
        })
    }

    /// Toward zero, saturating, and 0 for a NaN.
    #[inline]
    pub fn to_int(self, to: Int, bits: u128) -> u128 {
        match self {
            Format::F32 => saturating32(f32::from_bits(bits as u32), to),
            Format::F64 => saturating64(f64::from_bits(bits as u64), to),
            _ => self.shrink(to, bits).bits,
        }
    }

    /// Toward zero; what does not fit then is a fault.
    #[inline]
    pub fn to_int_checked(self, to: Int, bits: u128) -> Result<u128, Fault> {
        let Shrunk { bits, fits } = self.shrink(to, bits);
        if fits { Ok(bits) } else { Err(Fault::FloatOutOfRange) }
    }

    fn shrink(self, to: Int, bits: u128) -> Shrunk<u128> {
        if self.is_nan(bits) {
            return Shrunk { bits: 0, fits: false };
        }
        let negative = self.is_negative(bits);
        let magnitude = match self.is_infinite(bits) {
            true => None,
            false => whole_part(self.split(bits)),
        };
        match magnitude {
            Some(magnitude) if magnitude == 0 || to.fits(negative, magnitude) => {
                Shrunk { bits: if negative { to.neg(magnitude) } else { magnitude }, fits: true }
            }
            _ => Shrunk { bits: if negative { to.min() } else { to.max() }, fits: false },
        }
    }

    /// The nearest float to an integer of any width, ties to even.
    pub fn from_big(self, from: &Big, signed: bool) -> u128 {
        let negative = signed && from.is_negative();
        let magnitude = if negative { from.neg() } else { from.clone() };
        let length = magnitude.width() - magnitude.leading_zeros();
        let drop = length.saturating_sub(128);
        let more = magnitude.trailing_zeros() < drop;
        let bits = self.nearest(magnitude.lshr(drop).low_u128(), drop as i32, more);
        if negative { self.neg(bits) } else { bits }
    }

    /// Toward zero, into an integer of any width.
    pub fn to_big(self, width: u32, signed: bool, bits: u128) -> Shrunk<Big> {
        if self.is_nan(bits) {
            return Shrunk { bits: Big::zero(width), fits: false };
        }
        let negative = self.is_negative(bits);
        let border = match (negative, signed) {
            (true, true) => Big::signed_min(width),
            (true, false) => Big::zero(width),
            (false, true) => Big::signed_max(width),
            (false, false) => Big::all_ones(width),
        };
        let beyond = Shrunk { bits: border.clone(), fits: false };
        if self.is_infinite(bits) {
            return beyond;
        }
        let (significand, exponent) = self.split(bits);
        let whole = if exponent < 0 { shifted_right(significand, -exponent) } else { significand };
        let up = exponent.max(0) as u32;
        let length = if whole == 0 { 0 } else { 128 - whole.leading_zeros() + up };
        if length > width {
            return beyond;
        }
        let magnitude = Big::from_u128(width.max(128), whole).trunc(width).shl(up);
        // The magnitude of the lower border of a signed type is that border's own bits.
        let fits = magnitude.is_zero() || magnitude.ucmp(&border).is_le();
        match fits {
            true if negative => Shrunk { bits: magnitude.neg(), fits },
            true => Shrunk { bits: magnitude, fits },
            false => beyond,
        }
    }

    /// The nearest float of another format, ties to even. The bits of a NaN are open, even
    /// where the formats are the same.
    #[inline]
    pub fn resize(self, to: Format, bits: u128) -> Outcome {
        if self.is_nan(bits) {
            return Outcome::nan(to);
        }
        Outcome::exact(match (self, to) {
            (Format::F32, Format::F64) => {
                u128::from(f64::from(f32::from_bits(bits as u32)).to_bits())
            }
            (Format::F64, Format::F32) => {
                u128::from((f64::from_bits(bits as u64) as f32).to_bits())
            }
            _ if self == to => bits,
            _ => soft_resize(self, to, bits),
        })
    }
}

/// A magnitude without its fraction, if 128 bits hold it.
fn whole_part((significand, exponent): (u128, i32)) -> Option<u128> {
    match exponent {
        _ if significand == 0 => Some(0),
        ..=-1 => Some(shifted_right(significand, -exponent)),
        up if up <= significand.leading_zeros() as i32 => Some(significand << up),
        _ => None,
    }
}

fn shifted_right(significand: u128, amount: i32) -> u128 {
    if amount < 128 { significand >> amount } else { 0 }
}

fn soft_resize(from: Format, to: Format, bits: u128) -> u128 {
    fn nearest<A: FloatConvert<B>, B: Float>(bits: u128) -> u128 {
        A::from_bits(bits).convert(&mut false).value.to_bits()
    }
    with_float!(from, A => with_float!(to, B => nearest::<A, B>(bits)))
}
