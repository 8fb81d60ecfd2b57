//! Formatted output (7.21.6.1): conversion specifications as data, and what each makes of a
//! value. Knows nothing of arguments or memory.

use super::decimal::{Binary, Decimal};

/// `%[flags][width][.precision][length]conversion`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spec {
    pub left: bool,
    pub plus: bool,
    pub space: bool,
    pub alternate: bool,
    pub zero: bool,
    pub width: Amount,
    pub precision: Amount,
    pub length: Length,
    pub conversion: u8,
    /// As it was written, for messages.
    pub text: String,
}

/// A width or precision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Amount {
    #[default]
    None,
    Number(u32),
    /// `*`: the next argument.
    Argument,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Length {
    #[default]
    None,
    Char,
    Short,
    Long,
    LongLong,
    Max,
    Size,
    Difference,
    LongDouble,
}

/// A piece of a format string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    Text(Vec<u8>),
    Spec(Spec),
    /// Not a conversion specification (7.21.6.1p9).
    Invalid(String),
}

/// Takes a format string apart.
pub fn parse(format: &[u8]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut text = Vec::new();
    let mut at = 0;
    while at < format.len() {
        if format[at] != b'%' {
            text.push(format[at]);
            at += 1;
            continue;
        }
        let (piece, next) = parse_spec(format, at);
        at = next;
        if piece == Piece::Text(vec![b'%']) {
            text.push(b'%');
            continue;
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut text)));
        }
        pieces.push(piece);
    }
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    pieces
}

fn parse_spec(format: &[u8], start: usize) -> (Piece, usize) {
    let mut spec = Spec::default();
    let mut at = start + 1;
    let peek = |at: usize| format.get(at).copied().unwrap_or(0);
    loop {
        match peek(at) {
            b'-' => spec.left = true,
            b'+' => spec.plus = true,
            b' ' => spec.space = true,
            b'#' => spec.alternate = true,
            b'0' => spec.zero = true,
            _ => break,
        }
        at += 1;
    }
    (spec.width, at) = amount(format, at);
    if peek(at) == b'.' {
        (spec.precision, at) = amount(format, at + 1);
        if spec.precision == Amount::None {
            spec.precision = Amount::Number(0);
        }
    }
    (spec.length, at) = length(format, at);
    spec.conversion = peek(at);
    let end = (at + 1).min(format.len());
    spec.text = String::from_utf8_lossy(&format[start..end]).into_owned();
    if spec.conversion == b'%' {
        return match at == start + 1 {
            true => (Piece::Text(vec![b'%']), end),
            false => (Piece::Invalid(spec.text), end),
        };
    }
    match spec.is_valid() {
        true => (Piece::Spec(spec), end),
        false => (Piece::Invalid(spec.text), end),
    }
}

fn amount(format: &[u8], at: usize) -> (Amount, usize) {
    if format.get(at) == Some(&b'*') {
        return (Amount::Argument, at + 1);
    }
    let digits = format[at.min(format.len())..].iter().take_while(|c| c.is_ascii_digit()).count();
    if digits == 0 {
        return (Amount::None, at);
    }
    let text = String::from_utf8_lossy(&format[at..at + digits]);
    // More than anyone can print is as good as the largest.
    (Amount::Number(text.parse().unwrap_or(u32::MAX)), at + digits)
}

fn length(format: &[u8], at: usize) -> (Length, usize) {
    let rest = &format[at.min(format.len())..];
    let known: [(&[u8], Length); 8] = [
        (b"hh", Length::Char),
        (b"ll", Length::LongLong),
        (b"h", Length::Short),
        (b"l", Length::Long),
        (b"j", Length::Max),
        (b"z", Length::Size),
        (b"t", Length::Difference),
        (b"L", Length::LongDouble),
    ];
    for (text, length) in known {
        if rest.starts_with(text) {
            return (length, at + text.len());
        }
    }
    (Length::None, at)
}

impl Spec {
    /// Whether flags and lengths go with the conversion (7.21.6.1p6-8).
    fn is_valid(&self) -> bool {
        let float = self.is_float();
        let length = match self.length {
            Length::None => true,
            Length::LongDouble => float,
            Length::Long => !matches!(self.conversion, b'p'),
            _ => self.is_integer() || self.conversion == b'n',
        };
        let alternate = !self.alternate || float || matches!(self.conversion, b'o' | b'x' | b'X');
        let zero = !self.zero || float || self.is_integer();
        let known =
            float || self.is_integer() || matches!(self.conversion, b'c' | b's' | b'p' | b'n');
        known && length && alternate && zero
    }

    pub fn is_integer(&self) -> bool {
        matches!(self.conversion, b'd' | b'i' | b'u' | b'o' | b'x' | b'X')
    }

    pub fn is_signed(&self) -> bool {
        matches!(self.conversion, b'd' | b'i')
    }

    pub fn is_float(&self) -> bool {
        matches!(self.conversion, b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A')
    }

    fn precision(&self) -> Option<usize> {
        match self.precision {
            Amount::Number(number) => Some(number as usize),
            Amount::None | Amount::Argument => None,
        }
    }

    /// Fills up to the width: after a prefix with zeros, or with blanks on either side.
    fn pad(&self, prefix: &[u8], body: &[u8], zeros: bool) -> Vec<u8> {
        let width = match self.width {
            Amount::Number(width) => width as usize,
            Amount::None | Amount::Argument => 0,
        };
        let missing = width.saturating_sub(prefix.len() + body.len());
        let mut out = Vec::with_capacity(width.max(prefix.len() + body.len()));
        let blanks = if zeros && !self.left { 0 } else { missing };
        if !self.left {
            out.resize(blanks, b' ');
        }
        out.extend_from_slice(prefix);
        if zeros && !self.left {
            out.resize(out.len() + missing, b'0');
        }
        out.extend_from_slice(body);
        if self.left {
            out.resize(out.len() + blanks, b' ');
        }
        out
    }

    fn sign(&self, negative: bool) -> &'static [u8] {
        match (negative, self.plus, self.space) {
            (true, ..) => b"-",
            (false, true, _) => b"+",
            (false, false, true) => b" ",
            (false, false, false) => b"",
        }
    }

    /// `d i u o x X` of a number, already cut to its length.
    pub fn integer(&self, negative: bool, magnitude: u64) -> Vec<u8> {
        let mut digits = match self.conversion {
            b'o' => format!("{magnitude:o}"),
            b'x' => format!("{magnitude:x}"),
            b'X' => format!("{magnitude:X}"),
            _ => magnitude.to_string(),
        };
        let precision = self.precision();
        if precision == Some(0) && magnitude == 0 {
            digits.clear();
        }
        let least = precision.unwrap_or(1);
        if digits.len() < least {
            digits = "0".repeat(least - digits.len()) + &digits;
        }
        if self.alternate && self.conversion == b'o' && !digits.starts_with('0') {
            digits.insert(0, '0');
        }
        let prefix: Vec<u8> = match self.conversion {
            b'd' | b'i' => self.sign(negative).to_vec(),
            b'x' if self.alternate && magnitude != 0 => b"0x".to_vec(),
            b'X' if self.alternate && magnitude != 0 => b"0X".to_vec(),
            _ => Vec::new(),
        };
        self.pad(&prefix, digits.as_bytes(), self.zero && precision.is_none())
    }

    /// `c` and `s`.
    pub fn text(&self, text: &[u8]) -> Vec<u8> {
        self.pad(b"", text, false)
    }

    /// `f e g a` and their capitals.
    pub fn float(&self, value: Real) -> Vec<u8> {
        let upper = self.conversion.is_ascii_uppercase();
        let body = match value.class {
            Class::Infinite => b"inf".to_vec(),
            Class::Nan => b"nan".to_vec(),
            Class::Finite(number) => match self.conversion.to_ascii_lowercase() {
                b'f' => self.fixed(number),
                b'e' => self.exponential(number, self.precision().unwrap_or(6), b'e'),
                b'g' => self.general(number),
                _ => return self.hexadecimal(value, number, upper),
            },
        };
        let body = if upper { body.to_ascii_uppercase() } else { body };
        let finite = matches!(value.class, Class::Finite(_));
        self.pad(self.sign(value.negative), &body, self.zero && finite)
    }

    fn fixed(&self, number: Binary) -> Vec<u8> {
        let precision = self.precision().unwrap_or(6);
        let mut decimal = Decimal::of(number);
        decimal.round(i64::from(decimal.point) + precision as i64);
        let mut out = Vec::new();
        for place in (0..decimal.point.max(1)).rev() {
            out.push(b'0' + decimal.digit(place));
        }
        self.fraction(&mut out, &decimal, -1, precision);
        out
    }

    fn fraction(&self, out: &mut Vec<u8>, decimal: &Decimal, first: i32, precision: usize) {
        if precision > 0 || self.alternate {
            out.push(b'.');
        }
        for index in 0..precision {
            out.push(b'0' + decimal.digit(first - index as i32));
        }
    }

    fn exponential(&self, number: Binary, precision: usize, letter: u8) -> Vec<u8> {
        let mut decimal = Decimal::of(number);
        decimal.round(precision as i64 + 1);
        let exponent = if decimal.digits.is_empty() { 0 } else { decimal.point - 1 };
        let mut out = vec![b'0' + decimal.digit(exponent)];
        self.fraction(&mut out, &decimal, exponent - 1, precision);
        out.push(letter);
        let sign = if exponent < 0 { '-' } else { '+' };
        out.extend_from_slice(format!("{sign}{:02}", exponent.unsigned_abs()).as_bytes());
        out
    }

    /// 7.21.6.1p8, `g`: the style depends on the exponent; trailing zeros go.
    fn general(&self, number: Binary) -> Vec<u8> {
        let precision = self.precision().unwrap_or(6).max(1);
        let mut decimal = Decimal::of(number);
        decimal.round(precision as i64);
        let exponent = if decimal.digits.is_empty() { 0 } else { decimal.point - 1 };
        let fixed = exponent >= -4 && i64::from(exponent) < precision as i64;
        let shown = decimal.digits.len();
        if fixed {
            let after = if self.alternate {
                precision as i64 - 1 - i64::from(exponent)
            } else {
                shown as i64 - 1 - i64::from(exponent)
            };
            let spec = Spec { precision: Amount::Number(after.max(0) as u32), ..self.clone() };
            return spec.fixed(number);
        }
        let after = if self.alternate { precision - 1 } else { shown.saturating_sub(1) };
        self.exponential(number, after, b'e')
    }

    /// `a`, as glibc writes it: one digit before the point, of x87's format four bits of it.
    fn hexadecimal(&self, value: Real, number: Binary, upper: bool) -> Vec<u8> {
        let (leading, fraction_bits, mut exponent) = match value.extended {
            true => (4, 60, number.exponent + 60),
            false => (1, 52, number.exponent + 52),
        };
        let mut mantissa = number.mantissa;
        if mantissa == 0 {
            exponent = 0;
        }
        // A subnormal double has 0 before the point; its exponent is the smallest.
        let mut digits = fraction_bits / 4;
        if let Some(precision) = self.precision() {
            if precision < digits {
                let cut = (digits - precision) * 4;
                let half = 1u128 << (cut - 1);
                let rest = mantissa & ((1 << cut) - 1);
                mantissa >>= cut;
                if rest > half || rest == half && mantissa & 1 == 1 {
                    mantissa += 1;
                }
                mantissa <<= cut;
            }
            let shown = hex_digits(mantissa, fraction_bits, precision);
            return self.hex_text(
                value,
                leading_digit(mantissa, fraction_bits, leading),
                &shown,
                exponent,
                upper,
            );
        }
        while digits > 0 && mantissa >> (fraction_bits - digits * 4) & 0xf == 0 {
            digits -= 1;
        }
        let shown = hex_digits(mantissa, fraction_bits, digits);
        self.hex_text(
            value,
            leading_digit(mantissa, fraction_bits, leading),
            &shown,
            exponent,
            upper,
        )
    }

    fn hex_text(
        &self,
        value: Real,
        lead: u128,
        fraction: &str,
        exponent: i32,
        upper: bool,
    ) -> Vec<u8> {
        let mut body = format!("{lead:x}");
        if !fraction.is_empty() || self.alternate {
            body.push('.');
        }
        body += fraction;
        let sign = if exponent < 0 { '-' } else { '+' };
        body += &format!("p{sign}{}", exponent.unsigned_abs());
        let mut prefix = self.sign(value.negative).to_vec();
        prefix.extend_from_slice(b"0x");
        let (prefix, body) = match upper {
            true => (prefix.to_ascii_uppercase(), body.to_ascii_uppercase()),
            false => (prefix, body),
        };
        self.pad(&prefix, body.as_bytes(), self.zero)
    }
}

fn leading_digit(mantissa: u128, fraction_bits: usize, leading: usize) -> u128 {
    mantissa >> fraction_bits & ((1 << (leading + 1)) - 1)
}

fn hex_digits(mantissa: u128, fraction_bits: usize, count: usize) -> String {
    let mut out = String::new();
    for index in 0..count {
        let place = (index + 1) * 4;
        let digit =
            if place <= fraction_bits { mantissa >> (fraction_bits - place) & 0xf } else { 0 };
        out += &format!("{digit:x}");
    }
    out
}

/// A floating-point number to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Real {
    pub negative: bool,
    pub class: Class,
    /// x87's format.
    pub extended: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Finite(Binary),
    Infinite,
    Nan,
}

impl Real {
    pub fn of_double(number: f64) -> Real {
        let bits = number.to_bits();
        let (biased, fraction) = ((bits >> 52 & 0x7ff) as i32, u128::from(bits & ((1 << 52) - 1)));
        let class = match biased {
            0x7ff if fraction == 0 => Class::Infinite,
            0x7ff => Class::Nan,
            0 => Class::Finite(Binary { mantissa: fraction, exponent: -1074 }),
            _ => Class::Finite(Binary { mantissa: fraction | 1 << 52, exponent: biased - 1075 }),
        };
        Real { negative: bits >> 63 == 1, class, extended: false }
    }

    /// Of the 80 bits of x87's format.
    pub fn of_extended(bits: u128) -> Real {
        let (biased, mantissa) = ((bits >> 64 & 0x7fff) as i32, bits & u128::from(u64::MAX));
        let class = match biased {
            0x7fff if mantissa << 65 == 0 => Class::Infinite,
            0x7fff => Class::Nan,
            0 => Class::Finite(Binary { mantissa, exponent: -16445 }),
            _ => Class::Finite(Binary { mantissa, exponent: biased - 16446 }),
        };
        Real { negative: bits >> 79 & 1 == 1, class, extended: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(format: &str, number: f64) -> String {
        match &parse(format.as_bytes())[..] {
            [Piece::Spec(spec)] => String::from_utf8(spec.float(Real::of_double(number))).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    /// What glibc prints.
    #[test]
    fn floats_as_glibc_prints_them() {
        let cases = [
            ("%f", 1.0, "1.000000"),
            ("%.0f", 0.5, "0"),
            ("%.0f", 1.5, "2"),
            ("%#.0f", 2.5, "2."),
            ("%.3f", 999.9996, "1000.000"),
            ("%f", 0.0, "0.000000"),
            ("%5.1f|", -0.05, " -0.1|"),
            ("%e", 12345.678, "1.234568e+04"),
            ("%.0e", 9.5e-10, "1e-09"),
            ("%E", 0.0, "0.000000E+00"),
            ("%g", 100000.0, "100000"),
            ("%g", 1000000.0, "1e+06"),
            ("%g", 0.0001, "0.0001"),
            ("%g", 0.00001234, "1.234e-05"),
            ("%#g", 1.0, "1.00000"),
            ("%.3g", 1234.5, "1.23e+03"),
            ("%g", 0.0, "0"),
            ("%a", 1.0, "0x1p+0"),
            ("%a", 0.1, "0x1.999999999999ap-4"),
            ("%.2a", 0.1, "0x1.9ap-4"),
            ("%A", 255.5, "0X1.FFP+7"),
            ("%a", 0.0, "0x0p+0"),
            ("%a", 5e-324, "0x0.0000000000001p-1022"),
            ("%010.2f", -2.12345, "-000002.12"),
            ("%+f", f64::INFINITY, "+inf"),
            ("%010f", f64::NEG_INFINITY, "      -inf"),
            ("%-8.1f|", 2.25, "2.2     |"),
        ];
        for (format, number, wanted) in cases {
            let bare = format.trim_end_matches('|');
            let found = shown(bare, number) + if format.ends_with('|') { "|" } else { "" };
            assert_eq!(found, wanted, "{format} of {number:e}");
        }
    }

    #[test]
    fn extended_numbers() {
        let one = Real::of_extended(0x3fff_8000_0000_0000_0000);
        let spec = |text: &str| match parse(text.as_bytes()).remove(0) {
            Piece::Spec(spec) => spec,
            other => panic!("{other:?}"),
        };
        assert_eq!(spec("%Lf").float(one), b"1.000000");
        assert_eq!(spec("%La").float(one), b"0x8p-3");
        assert_eq!(spec("%Lg").float(Real::of_extended(0)), b"0");
    }

    #[test]
    fn integers() {
        let spec = |text: &str| match parse(text.as_bytes()).remove(0) {
            Piece::Spec(spec) => spec,
            other => panic!("{other:?}"),
        };
        let shown = |text: &str, negative, magnitude| {
            String::from_utf8(spec(text).integer(negative, magnitude)).unwrap()
        };
        assert_eq!(shown("%5d", true, 42), "  -42");
        assert_eq!(shown("%-5d", false, 42), "42   ");
        assert_eq!(shown("%05d", true, 42), "-0042");
        assert_eq!(shown("%+.3d", false, 7), "+007");
        assert_eq!(shown("%#x", false, 255), "0xff");
        assert_eq!(shown("%#o", false, 8), "010");
        assert_eq!(shown("%.0d", false, 0), "");
        assert_eq!(shown("%#x", false, 0), "0");
        assert_eq!(shown("%08.3u", false, 7), "     007");
    }

    #[test]
    fn what_is_no_specification() {
        let first = |text: &str| parse(text.as_bytes()).remove(0);
        for text in ["%y", "%", "%5%", "%#d", "%0s", "%Ld", "%hs"] {
            assert!(matches!(first(text), Piece::Invalid(_)), "{text}");
        }
        assert_eq!(parse(b"a%%b"), [Piece::Text(b"a%b".to_vec())]);
    }
}
