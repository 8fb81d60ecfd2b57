//! Numbers as expressions of ordinary Rust, exact.

use spektr_number::float::Decimal;

use crate::syntax::{FloatTy, IntTy};

/// `-5_i32`
pub fn int(ty: IntTy, bits: u128) -> String {
    format!("{}_{}", ty.number().decimal(bits), ty.name())
}

/// `1.5_f32`, `f32::NEG_INFINITY`, or for a NaN, where only the bits say which one it is,
/// `const { f32::from_bits(0x7fc00000) }`. The latter also stands for an `f128` far from
/// one: compilers take milliseconds to read thousands of decimal places.
pub fn float(ty: FloatTy, bits: u128) -> String {
    let (name, format) = (ty.name(), ty.format());
    if format.is_infinite(bits) {
        let sign = if format.is_negative(bits) { "NEG_" } else { "" };
        return format!("{name}::{sign}INFINITY");
    }
    let exponent = format.exponent(bits).unwrap_or(0);
    if format.is_nan(bits) || !(-288..=312).contains(&exponent) && ty == FloatTy::F128 {
        return format!("const {{ {name}::from_bits({bits:#x}) }}");
    }
    match ty {
        FloatTy::F32 => format!("{:?}_f32", f32::from_bits(bits as u32)),
        FloatTy::F64 => format!("{:?}_f64", f64::from_bits(bits as u64)),
        FloatTy::F16 | FloatTy::F128 => {
            let sign = if format.is_negative(bits) { "-" } else { "" };
            format!("{sign}{}_{name}", digits(&format.shortest(bits)))
        }
    }
}

/// As one would write it: `0.125`, `655e2` as `6.55e4`, `1.0`.
fn digits(decimal: &Decimal) -> String {
    let Decimal { digits, exponent } = decimal;
    let length = digits.len() as i32;
    match exponent {
        -5..=-1 => format!("0.{}{digits}", "0".repeat(-exponent as usize - 1)),
        0..=16 if length > exponent + 1 => {
            let (whole, fraction) = digits.split_at(*exponent as usize + 1);
            format!("{whole}.{fraction}")
        }
        0..=16 => format!("{digits}{}.0", "0".repeat((exponent + 1 - length) as usize)),
        _ => decimal.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use spektr_number::interesting;

    use super::*;

    /// What [`float`] printed, read again.
    fn read_back(ty: FloatTy, text: &str) -> u128 {
        let format = ty.format();
        if let Some(bits) = text.strip_prefix(&format!("const {{ {}::from_bits(0x", ty.name())) {
            return u128::from_str_radix(bits.trim_end_matches(") }"), 16).expect(text);
        }
        if text == format!("{}::INFINITY", ty.name()) {
            return format.infinity();
        }
        if text == format!("{}::NEG_INFINITY", ty.name()) {
            return format.neg(format.infinity());
        }
        let digits = text.strip_suffix(&format!("_{}", ty.name())).expect(text);
        match digits.strip_prefix('-') {
            Some(digits) => format.neg(format.parse(digits).expect(text)),
            None => format.parse(digits).expect(text),
        }
    }

    #[test]
    fn floats_read_back() {
        for ty in FloatTy::ALL {
            for bits in interesting::floats(ty.format()) {
                let text = float(ty, bits);
                assert_eq!(read_back(ty, &text), bits, "{text}");
            }
        }
        for bits in 0..=u128::from(u16::MAX) {
            let text = float(FloatTy::F16, bits);
            assert_eq!(read_back(FloatTy::F16, &text), bits, "{text}");
            let is_nan = FloatTy::F16.format().is_nan(bits);
            assert_eq!(text.starts_with("const"), is_nan, "{text}");
        }
    }

    /// A walk through bit patterns that visits all exponents.
    #[test]
    fn random_floats_read_back() {
        for ty in [FloatTy::F32, FloatTy::F64, FloatTy::F128] {
            let mut pattern = 1u128;
            for _ in 0..5_000 {
                pattern = pattern.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645) + 1;
                let bits = pattern >> (128 - ty.bits());
                let text = float(ty, bits);
                assert_eq!(read_back(ty, &text), bits, "{text}");
            }
        }
    }

    #[test]
    fn numbers_look_as_one_would_write_them() {
        let printed = |ty: FloatTy, text| float(ty, ty.format().parse(text).expect(text));
        assert_eq!(printed(FloatTy::F32, "1.5"), "1.5_f32");
        assert_eq!(printed(FloatTy::F32, "1e-45"), "1e-45_f32");
        assert_eq!(float(FloatTy::F64, 1 << 63), "-0.0_f64");
        assert_eq!(printed(FloatTy::F16, "65504"), "65500.0_f16");
        assert_eq!(printed(FloatTy::F16, "0.0125"), "0.0125_f16");
        assert_eq!(float(FloatTy::F16, 0x8000), "-0.0_f16");
        assert_eq!(printed(FloatTy::F128, "0.1"), "0.1_f128");
        assert_eq!(printed(FloatTy::F128, "12.5"), "12.5_f128");
        assert_eq!(printed(FloatTy::F128, "1e20"), "1e20_f128");
        assert_eq!(float(FloatTy::F16, 0x7c00), "f16::INFINITY");
        assert_eq!(float(FloatTy::F32, 0xff80_0000), "f32::NEG_INFINITY");
        assert_eq!(float(FloatTy::F32, 0x7fc0_0001), "const { f32::from_bits(0x7fc00001) }");
        assert_eq!(float(FloatTy::F128, 1), "const { f128::from_bits(0x1) }");
        assert_eq!(int(IntTy::I8, 0x80), "-128_i8");
        assert_eq!(int(IntTy::U128, u128::MAX), format!("{}_u128", u128::MAX));
    }
}
