//! Text against that of the standard library, which is exact for binary32 and binary64, and
//! against reading back.

use super::*;
use crate::{Big, TextError};

fn doubles() -> impl Iterator<Item = (u128, f64)> {
    let finite = interesting::floats(Format::F64).into_iter().step_by(3);
    finite.map(|bits| (bits, f64::from_bits(bits as u64))).filter(|(_, value)| value.is_finite())
}

#[test]
fn fixed_and_scientific_agree_with_the_library() {
    for (bits, value) in doubles() {
        let value = value.abs();
        for places in [0, 1, 2, 6, 17, 30, 330] {
            let fixed = Format::F64.fixed(bits, places);
            assert_eq!(fixed, format!("{value:.places$}"), "{value:e}");
        }
        for count in [1, 2, 3, 7, 17, 40] {
            let ours = Format::F64.scientific(bits, count);
            let theirs = format!("{value:.places$e}", places = count - 1);
            assert_eq!(ours.to_string(), theirs, "{value:e} with {count} digits");
        }
    }
}

/// Ties are exact halves, and go to the even digit.
#[test]
fn ties_go_to_even() {
    let fixed = |value: f64, places| Format::F64.fixed(u128::from(value.to_bits()), places);
    assert_eq!([fixed(0.5, 0), fixed(1.5, 0), fixed(2.5, 0)], ["0", "2", "2"]);
    assert_eq!([fixed(0.125, 2), fixed(0.375, 2), fixed(9.5, 0)], ["0.12", "0.38", "10"]);
}

#[test]
fn shortest_reads_back_and_is_short() {
    for format in Format::ALL {
        for bits in interesting::floats(format).into_iter().filter(|&b| format.is_finite(b)) {
            let magnitude = format.abs(bits);
            let text = format.shortest(bits).to_string();
            assert_eq!(format.parse(&text), Ok(magnitude), "{format:?} {text}");
            let exact = format.exact(bits);
            assert!(exact.digits.len() <= 12_000);
            if exact.digits.len() < 800 {
                assert_eq!(format.parse(&exact.to_string()), Ok(magnitude), "{format:?} {exact}");
            }
        }
    }
    for bits in 0..=u128::from(u16::MAX) {
        for format in [Format::F16, Format::BF16] {
            if format.is_finite(bits) {
                let text = format.shortest(bits).to_string();
                assert_eq!(format.parse(&text), Ok(format.abs(bits)), "{format:?} {text}");
            }
        }
    }
    let digits = |format: Format, text| format.shortest(format.parse(text).expect(text)).digits;
    assert_eq!(digits(Format::F16, "65504"), "655");
    assert_eq!(digits(Format::F128, "0.1"), "1");
    assert_eq!(digits(Format::X87, "1e4932"), "1");
    assert_eq!(digits(Format::BF16, "3.14"), "314");
    assert_eq!(Format::F32.exact(1).digits.len(), 105);
}

#[test]
fn hexadecimal_reads_back() {
    for format in Format::ALL {
        for bits in interesting::floats(format).into_iter().filter(|&b| format.is_finite(b)) {
            let text = format.hexadecimal(bits, None);
            assert_eq!(format.parse(&text), Ok(format.abs(bits)), "{format:?} {text}");
            let long = format.hexadecimal(bits, Some(40));
            assert_eq!(format.parse(&long), Ok(format.abs(bits)), "{format:?} {long}");
        }
    }
    let hexadecimal =
        |value: f64, places| Format::F64.hexadecimal(u128::from(value.to_bits()), places);
    assert_eq!(hexadecimal(1.0, None), "0x1p+0");
    assert_eq!(hexadecimal(-0.15625, None), "0x1.4p-3");
    assert_eq!(hexadecimal(1.96875, Some(0)), "0x2p+0");
    assert_eq!(hexadecimal(1.5, Some(3)), "0x1.800p+0");
    assert_eq!(hexadecimal(1.03125, Some(1)), "0x1.0p+0");
    assert_eq!(hexadecimal(5e-324, None), "0x0.0000000000001p-1022");
    assert_eq!(hexadecimal(0.0, Some(2)), "0x0.00p+0");
}

#[test]
fn bad_texts_have_reasons() {
    for format in Format::ALL {
        let malformed =
            ["", "-", "-1", ".", "1e", "1e+", "inf", "NaN", "1.2.3", "0x1", "0xp1", "1f", "é"];
        for text in malformed {
            assert_eq!(format.parse(text), Err(TextError::Malformed), "{format:?} {text}");
        }
        assert_eq!(format.parse("1e999999"), Ok(format.infinity()));
        assert_eq!(format.parse("1e9999999999"), Ok(format.infinity()));
        assert_eq!(format.parse("1e-9999999999"), Ok(0));
        assert_eq!(format.parse("0x1p-999999"), Ok(0));
        assert_eq!(format.parse(&"1".repeat(30_000)), Err(TextError::TooLong));
        let half = format.from_int(Int::U8, 1);
        assert_eq!(format.parse(".5"), Ok(format.scale(half, -1).bits));
    }
}

#[test]
fn numbers_of_any_width_become_floats_and_back() {
    for format in Format::ALL {
        for bits in interesting::floats(format) {
            for width in [1, 8, 64, 127, 128] {
                for signed in [false, true] {
                    let narrow = Int::new(width, signed);
                    let big = format.to_big(width, signed, bits);
                    let fits = format.to_int_checked(narrow, bits).is_ok();
                    let value = (big.bits.low_u128(), big.fits);
                    assert_eq!(value, (format.to_int(narrow, bits), fits), "{format:?} {bits:x}");
                    assert_eq!(format.from_big(&big.bits, signed), {
                        format.from_int(narrow, big.bits.low_u128())
                    });
                }
            }
            let wide = format.to_big(20_000, true, bits);
            if format.is_finite(bits) {
                let whole = format.round(Rounding::TowardZero, bits).bits;
                let back = format.from_big(&wide.bits, true);
                assert!(format.compare(Compare::Eq, back, whole), "{format:?} {bits:x}");
                assert!(wide.fits);
            }
        }
    }
    // Halfway between two floats, and a little above that, far below.
    let half = Big::from_u128(300, (1 << 53) + 1).shl(200);
    assert_eq!(f64::from_bits(Format::F64.from_big(&half, true) as u64), 2f64.powi(253));
    let above = half.add(&Big::from_u128(300, 1));
    let next = f64::from_bits(2f64.powi(253).to_bits() + 1);
    assert_eq!(f64::from_bits(Format::F64.from_big(&above, false) as u64), next);
}

#[test]
fn scaling_and_exponents() {
    for (bits, value) in doubles() {
        for exponent in [-1100, -60, -1, 0, 1, 1000] {
            // Two exact steps and a last one that rounds.
            let direct = Format::F64.scale(bits, exponent).bits;
            let by_halves = f64::from_bits(direct as u64);
            if exponent >= -1 {
                assert_eq!(by_halves, value * 2f64.powi(exponent.min(1000)), "{value:e}");
            }
        }
        if value != 0.0 {
            let exponent = Format::F64.exponent(bits).expect("finite and not zero");
            let scaled = Format::F64.scale(Format::F64.abs(bits), -exponent).bits;
            assert!((1.0..2.0).contains(&f64::from_bits(scaled as u64)), "{value:e}");
        }
    }
    let one = u128::from(1f64.to_bits());
    assert_eq!(Format::F64.scale(one, -1074).bits, 1);
    assert_eq!(Format::F64.scale(one, -1075).bits, 0);
    assert_eq!(Format::F64.scale(one + 1, -1075).bits, 1);
    assert_eq!(Format::F64.scale(one, i32::MAX).bits, Format::F64.infinity());
}

#[test]
fn neighbours() {
    for format in Format::ALL {
        for bits in interesting::floats(format).into_iter().filter(|&b| !format.is_nan(b)) {
            let up = format.next_up(bits);
            if bits != format.infinity() {
                assert!(format.compare(Compare::Lt, bits, up), "{format:?} {bits:x} {up:x}");
                assert!(!format.is_nan(up));
                let back = format.next_down(up);
                assert!(format.compare(Compare::Eq, bits, back), "{format:?} {bits:x}");
            }
        }
    }
}
