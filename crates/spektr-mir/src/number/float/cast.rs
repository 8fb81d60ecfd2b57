//! Casts between floats and integers and between float formats.

use rustc_apfloat::ieee::{Double, Half, Quad, Single};
use rustc_apfloat::{Float, FloatConvert, Round, Status, StatusAnd};

use super::soft::with_float;
use super::{Outcome, is_nan};
use crate::number::{Fault, int};
use crate::syntax::{FloatTy, IntTy};

/// `int as float`: the nearest float, ties to even; infinity beyond the largest.
#[inline]
pub fn from_int(from: IntTy, to: FloatTy, bits: u128) -> u128 {
    let value = int::extend(from, bits);
    match (to, from.is_signed()) {
        (FloatTy::F32, true) => u128::from((value as f32).to_bits()),
        (FloatTy::F32, false) => u128::from((bits as f32).to_bits()),
        (FloatTy::F64, true) => u128::from((value as f64).to_bits()),
        (FloatTy::F64, false) => u128::from((bits as f64).to_bits()),
        (FloatTy::F16 | FloatTy::F128, _) => soft_from_int(from, to, bits),
    }
}

fn soft_from_int(from: IntTy, to: FloatTy, bits: u128) -> u128 {
    with_float!(to, F => {
        let nearest: StatusAnd<F> = if from.is_signed() {
            F::from_i128(int::extend(from, bits))
        } else {
            F::from_u128(bits)
        };
        nearest.value.to_bits()
    })
}

/// `float as int`: toward zero, saturating, and 0 for a NaN.
#[inline]
pub fn to_int(from: FloatTy, to: IntTy, bits: u128) -> u128 {
    match from {
        FloatTy::F32 => saturating32(f32::from_bits(bits as u32), to),
        FloatTy::F64 => saturating64(f64::from_bits(bits as u64), to),
        FloatTy::F16 | FloatTy::F128 => soft_to_int(from, to, bits).0,
    }
}

macro_rules! saturating {
    ($name:ident, $float:ident) => {
        #[inline]
        fn $name(value: $float, to: IntTy) -> u128 {
            match to {
                IntTy::I8 => value as i8 as u8 as u128,
                IntTy::I16 => value as i16 as u16 as u128,
                IntTy::I32 => value as i32 as u32 as u128,
                IntTy::I64 | IntTy::Isize => value as i64 as u64 as u128,
                IntTy::I128 => value as i128 as u128,
                IntTy::U8 => value as u8 as u128,
                IntTy::U16 => value as u16 as u128,
                IntTy::U32 => value as u32 as u128,
                IntTy::U64 | IntTy::Usize => value as u64 as u128,
                IntTy::U128 => value as u128,
            }
        }
    };
}

saturating!(saturating32, f32);
saturating!(saturating64, f64);

/// `float_to_int_unchecked`: toward zero; what does not fit then is a fault.
#[inline]
pub fn to_int_unchecked(from: FloatTy, to: IntTy, bits: u128) -> Result<u128, Fault> {
    let (value, fits) = soft_to_int(from, to, bits);
    if fits { Ok(value) } else { Err(Fault::FloatOutOfRange) }
}

/// The saturated integer, and whether the truncated float was in its range.
fn soft_to_int(from: FloatTy, to: IntTy, bits: u128) -> (u128, bool) {
    let width = to.bits() as usize;
    let (value, status) = with_float!(from, F => {
        let float = F::from_bits(bits);
        let mut exact = false;
        if to.is_signed() {
            let result = float.to_i128_r(width, Round::TowardZero, &mut exact);
            (result.value as u128, result.status)
        } else {
            let result = float.to_u128_r(width, Round::TowardZero, &mut exact);
            (result.value, result.status)
        }
    });
    (int::truncate(to, value), !status.contains(Status::INVALID_OP))
}

/// `float as float`: the nearest, ties to even. The bits of a NaN are open, even where the
/// formats are the same.
#[inline]
pub fn resize(from: FloatTy, to: FloatTy, bits: u128) -> Outcome {
    if is_nan(from, bits) {
        return Outcome::nan(to);
    }
    Outcome::exact(match (from, to) {
        (FloatTy::F32, FloatTy::F64) => {
            u128::from(f64::from(f32::from_bits(bits as u32)).to_bits())
        }
        (FloatTy::F64, FloatTy::F32) => u128::from((f64::from_bits(bits as u64) as f32).to_bits()),
        _ if from == to => bits,
        _ => soft_resize(from, to, bits),
    })
}

fn soft_resize(from: FloatTy, to: FloatTy, bits: u128) -> u128 {
    fn nearest<A: FloatConvert<B>, B: Float>(bits: u128) -> u128 {
        A::from_bits(bits).convert(&mut false).value.to_bits()
    }
    with_float!(from, A => match to {
        FloatTy::F16 => nearest::<A, Half>(bits),
        FloatTy::F32 => nearest::<A, Single>(bits),
        FloatTy::F64 => nearest::<A, Double>(bits),
        FloatTy::F128 => nearest::<A, Quad>(bits),
    })
}
