//! Values at which arithmetic tends to go wrong, per type: for tests, and for generators
//! that want to meet such places more often than chance would.

use crate::{Format, Int};

/// Zero, small numbers, widths, borders of every type, powers of two and their
/// neighbours, regular bit patterns; all also negated and complemented. Sorted by bits,
/// without repetition.
pub fn ints(ty: Int) -> Vec<u128> {
    let mut values: Vec<u128> = vec![0, 1, 2, 3, 5, 7, 10, 100, 255, 1000, 0xd800, 0x10ffff];
    let exponents = [3, 4, 5, 6, 7, 8, 11, 15, 16, 24, 31, 32, 53, 63, 64, 96, 113, 127];
    for exponent in exponents.into_iter().chain([ty.bits() - 1]) {
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
        *value = ty.truncate(*value);
    }
    values.sort_unstable();
    values.dedup();
    values
}

/// Valid Unicode scalar values around the borders of UTF-8 lengths and surrogates.
pub fn chars() -> Vec<u128> {
    let borders = [0, 1, 0x41, 0x7f, 0x80, 0xff, 0x100, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfffd];
    let beyond = [0xffff, 0x10000, 0x1f600, 0x10fffe, 0x10ffff];
    borders.into_iter().chain(beyond).collect()
}

/// Zeros, ones, subnormal and largest numbers, halves, borders of integer types and of the
/// other float formats, all with both neighbours and both signs; infinities; NaNs quiet
/// and signalling. Sorted by bits, without repetition.
pub fn floats(format: Format) -> Vec<u128> {
    let nearest = |significand: u128, exponent: i32| {
        let exact = Format::F128.join(significand, exponent);
        Format::F128.resize(format, exact).bits
    };
    let one_third = nearest(0x5555_5555_5555_5555_5555_5555_5555, -112);
    let mut values = vec![0, 1, format.smallest_normal(), format.largest(), one_third];
    // 1, 2, 3, 10, 1/2, 3/2, 5/2, 1/10 nearly, the last integers without gaps.
    let small = [(1, 0), (1, 1), (3, 0), (5, 1), (1, -1), (3, -1), (5, -1), (0x6666, -18)];
    let gapless = format.fraction_bits() as i32;
    let large = [(1, gapless - 1), (3, gapless - 2), (1, gapless), (1, gapless + 1)];
    values.extend(small.into_iter().chain(large).map(|(s, e)| nearest(s, e)));
    for border in [7, 8, 15, 16, 31, 32, 63, 64, 127, 128] {
        values.extend([nearest(1, border), nearest((1 << border.min(112)) - 1, border - 112)]);
        values.push(nearest((1 << border.min(111)) - 1, 0));
    }
    for other in [Format::F16, Format::F32, Format::F64] {
        let lowest = other.lowest_exponent();
        let top = other.bias() - other.fraction_bits() as i32;
        // The smallest subnormal and what rounds up or down to it, the smallest normal, the
        // largest, and the tie between that and infinity.
        values.extend([(1, lowest), (1, lowest - 1), (3, lowest - 2)].map(|(s, e)| nearest(s, e)));
        values.push(nearest(1, 1 - other.bias()));
        values.push(nearest((1 << other.precision()) - 1, top));
        values.push(nearest((1 << (other.precision() + 1)) - 1, top - 1));
    }
    let neighbours: Vec<u128> =
        values.iter().flat_map(|&v| [format.next_down(v), format.next_up(v)]).collect();
    values.extend(neighbours);
    values.retain(|&bits| !format.is_nan(bits));
    let nan = format.preferred_nan();
    values.extend([format.infinity(), nan, nan + 1, format.infinity() + 1]);
    values.extend(values.clone().into_iter().map(|bits| format.neg(bits)));
    values.sort_unstable();
    values.dedup();
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_its_borders() {
        for bits in 1..=128 {
            for ty in [Int::signed(bits), Int::unsigned(bits)] {
                let values = ints(ty);
                assert!(values.len() < 190, "{ty:?}: {} values", values.len());
                for wanted in [0, 1, ty.min(), ty.max(), ty.neg(1)] {
                    assert!(values.contains(&wanted), "{ty:?} lacks {wanted:#x}");
                }
                assert!(values.iter().all(|&v| ty.truncate(v) == v));
            }
        }
    }

    #[test]
    fn every_float_format_has_its_borders() {
        for format in Format::ALL {
            let values = floats(format);
            assert!(values.len() < 420, "{format:?}: {} values", values.len());
            let one = format.from_int(Int::U8, 1);
            let around = [format.next_down(one), one, format.next_up(one)];
            let ends = [0, 1, format.infinity(), format.largest()];
            for wanted in around.into_iter().chain(ends) {
                assert!(values.contains(&wanted), "{format:?} lacks {wanted:#x}");
                assert!(values.contains(&format.neg(wanted)));
            }
            for bits in [8, 16, 32, 64, 128] {
                for int in [Int::signed(bits), Int::unsigned(bits)] {
                    let border = format.from_int(int, int.max());
                    assert!(values.contains(&border), "{format:?} lacks MAX of {int:?}");
                }
            }
        }
    }

    #[test]
    fn chars_are_valid() {
        assert!(chars().iter().all(|&c| char::from_u32(c as u32).is_some()));
    }
}
