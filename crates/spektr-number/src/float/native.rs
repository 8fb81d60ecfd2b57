//! binary32 and binary64 by the processor and the C library: their `+ - * /`, `sqrt`, `fma`,
//! `fmod` and roundings are exact or correctly rounded. The bits of a NaN made here mean
//! nothing.

use super::{FloatOp, Rounding};

macro_rules! by_processor {
    ($float:ident, $word:ident, $binary:ident, $sqrt:ident, $fma:ident, $round:ident) => {
        #[inline]
        pub fn $binary(op: FloatOp, a: u128, b: u128) -> u128 {
            let (a, b) = ($float::from_bits(a as $word), $float::from_bits(b as $word));
            let result = match op {
                FloatOp::Add => a + b,
                FloatOp::Sub => a - b,
                FloatOp::Mul => a * b,
                FloatOp::Div => a / b,
                FloatOp::Rem => a % b,
            };
            u128::from(result.to_bits())
        }

        #[inline]
        pub fn $sqrt(a: u128) -> u128 {
            u128::from($float::from_bits(a as $word).sqrt().to_bits())
        }

        #[inline]
        pub fn $fma(a: u128, b: u128, c: u128) -> u128 {
            let [a, b, c] = [a, b, c].map(|bits| $float::from_bits(bits as $word));
            u128::from(a.mul_add(b, c).to_bits())
        }

        #[inline]
        pub fn $round(rounding: Rounding, a: u128) -> u128 {
            let a = $float::from_bits(a as $word);
            let result = match rounding {
                Rounding::Down => a.floor(),
                Rounding::Up => a.ceil(),
                Rounding::TowardZero => a.trunc(),
                Rounding::TiesAway => a.round(),
                Rounding::TiesEven => a.round_ties_even(),
            };
            u128::from(result.to_bits())
        }
    };
}

by_processor!(f32, u32, binary32, sqrt32, fma32, round32);
by_processor!(f64, u64, binary64, sqrt64, fma64, round64);
