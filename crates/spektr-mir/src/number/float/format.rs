//! How IEEE 754 lays a float out in bits: sign, biased exponent, fraction.

use crate::syntax::FloatTy;

/// Bits of the fraction, without the hidden one.
#[inline]
pub fn fraction_bits(ty: FloatTy) -> u32 {
    match ty {
        FloatTy::F16 => 10,
        FloatTy::F32 => 23,
        FloatTy::F64 => 52,
        FloatTy::F128 => 112,
    }
}

#[inline]
pub fn sign_mask(ty: FloatTy) -> u128 {
    1 << (ty.bits() - 1)
}

#[inline]
pub fn fraction_mask(ty: FloatTy) -> u128 {
    (1 << fraction_bits(ty)) - 1
}

/// The largest biased exponent: that of infinities and NaNs.
#[inline]
pub fn exponent_limit(ty: FloatTy) -> u32 {
    (1 << (ty.bits() - 1 - fraction_bits(ty))) - 1
}

/// What is added to the exponent of a normal number.
#[inline]
pub fn bias(ty: FloatTy) -> i32 {
    (exponent_limit(ty) >> 1) as i32
}

/// The bits of positive infinity.
#[inline]
pub fn infinity(ty: FloatTy) -> u128 {
    u128::from(exponent_limit(ty)) << fraction_bits(ty)
}

/// All but the sign.
#[inline]
pub fn magnitude(ty: FloatTy, bits: u128) -> u128 {
    bits & !sign_mask(ty)
}

/// The NaN that Rust prefers: positive, quiet, no payload.
#[inline]
pub fn preferred_nan(ty: FloatTy) -> u128 {
    infinity(ty) | 1 << (fraction_bits(ty) - 1)
}

#[inline]
pub fn is_nan(ty: FloatTy, bits: u128) -> bool {
    magnitude(ty, bits) > infinity(ty)
}

#[inline]
pub fn is_infinite(ty: FloatTy, bits: u128) -> bool {
    magnitude(ty, bits) == infinity(ty)
}

#[inline]
pub fn is_finite(ty: FloatTy, bits: u128) -> bool {
    magnitude(ty, bits) < infinity(ty)
}

#[inline]
pub fn is_negative(ty: FloatTy, bits: u128) -> bool {
    bits & sign_mask(ty) != 0
}

/// A finite magnitude as `significand * 2^exponent`. Zero has significand zero; subnormal
/// numbers are not normalised.
pub fn split(ty: FloatTy, bits: u128) -> (u128, i32) {
    let fraction = bits & fraction_mask(ty);
    let biased = (magnitude(ty, bits) >> fraction_bits(ty)) as i32;
    let exponent = biased.max(1) - bias(ty) - fraction_bits(ty) as i32;
    if biased == 0 { (fraction, exponent) } else { (fraction | 1 << fraction_bits(ty), exponent) }
}

/// The magnitude `significand * 2^exponent`, which must be representable.
pub fn join(ty: FloatTy, significand: u128, exponent: i32) -> u128 {
    if significand == 0 {
        return 0;
    }
    let hidden = 1 << fraction_bits(ty);
    let lowest = 1 - bias(ty) - fraction_bits(ty) as i32;
    // As much to the left as the hidden bit and the smallest exponent allow.
    let room = (significand.leading_zeros() as i32 - (127 - fraction_bits(ty) as i32)).max(0);
    let shift = room.min((exponent - lowest).max(0));
    let (significand, exponent) = (significand << shift, exponent - shift);
    if significand < hidden {
        return significand;
    }
    let biased = (exponent - lowest + 1) as u128;
    biased << fraction_bits(ty) | significand & fraction_mask(ty)
}
