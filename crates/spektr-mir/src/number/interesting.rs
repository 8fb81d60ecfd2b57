//! Values at which arithmetic tends to go wrong, per type: for tests, and for generators
//! that want to meet such places more often than chance would.

use super::int;
use crate::syntax::IntTy;

/// Zero, small numbers, widths, borders of every type, powers of two and their
/// neighbours, regular bit patterns; all also negated and complemented. Sorted by bits,
/// without repetition.
pub fn ints(ty: IntTy) -> Vec<u128> {
    let mut values: Vec<u128> = vec![0, 1, 2, 3, 5, 7, 10, 100, 255, 1000, 0xd800, 0x10ffff];
    let exponents = [3, 4, 5, 6, 7, 8, 11, 15, 16, 24, 31, 32, 53, 63, 64, 96, 113, 127];
    for exponent in exponents {
        let power = 1u128 << exponent;
        values.extend([power - 1, power, power + 1]);
    }
    let patterns = [0x55, 0x33, 0x0f, 0xc3].map(|byte| u128::from_ne_bytes([byte; 16]));
    values.extend(patterns);
    values.push(0x0123_4567_89ab_cdef_fedc_ba98_7654_3210);
    values.push(u128::from(u64::MAX) << 32);
    let negated: Vec<u128> = values.iter().flat_map(|&v| [v.wrapping_neg(), !v]).collect();
    values.extend(negated);
    for value in &mut values {
        *value = int::truncate(ty, *value);
    }
    values.sort_unstable();
    values.dedup();
    values
}

/// Valid scalar values around the borders of UTF-8 lengths and surrogates.
pub fn chars() -> Vec<u128> {
    let borders = [0, 1, 0x41, 0x7f, 0x80, 0xff, 0x100, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfffd];
    let beyond = [0xffff, 0x10000, 0x1f600, 0x10fffe, 0x10ffff];
    borders.into_iter().chain(beyond).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_its_borders() {
        for ty in IntTy::ALL {
            let values = ints(ty);
            assert!(values.len() < 180, "{}: {} values", ty.name(), values.len());
            for wanted in [0, 1, int::min(ty), int::max(ty), int::neg(ty, 1)] {
                assert!(values.contains(&wanted), "{} lacks {wanted:#x}", ty.name());
            }
            assert!(values.iter().all(|&v| int::truncate(ty, v) == v));
        }
    }

    #[test]
    fn chars_are_valid() {
        assert!(chars().iter().all(|&c| char::from_u32(c as u32).is_some()));
    }
}
