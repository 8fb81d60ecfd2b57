//! What every program of this generator begins with, as text: the safe-math wrappers of all integer
//! types and the functions that show what globals hold in the end. Functions that nothing calls are
//! left out later.

use std::fmt::Write as _;

use crate::types::IntKind;

/// The integer types that have wrappers.
pub const KINDS: [IntKind; 10] = [
    IntKind::SChar,
    IntKind::UChar,
    IntKind::Short,
    IntKind::UShort,
    IntKind::Int,
    IntKind::UInt,
    IntKind::Long,
    IntKind::ULong,
    IntKind::LongLong,
    IntKind::ULongLong,
];

/// The operators that have wrappers, by the names of these.
pub const OPERATORS: [(&str, &str); 8] = [
    ("add", "x + y"),
    ("sub", "x - y"),
    ("mul", "x * y"),
    ("div", "x / y"),
    ("mod", "x % y"),
    ("lshift", "x << y"),
    ("rshift", "x >> y"),
    ("minus", "-x"),
];

/// What a wrapper is called.
pub fn name(operator: &str, kind: IntKind) -> String {
    format!("safe_{operator}_{}", kind.spelling().replace(' ', "_"))
}

/// The type in which a wrapper computes: its own, or `int` for narrower ones (6.3.1.1p2).
struct Computed {
    signed: bool,
    bits: u32,
    most: &'static str,
    least: &'static str,
}

fn computed(kind: IntKind) -> Computed {
    let bits = kind.bits().max(32);
    let (most, least) = match (bits, kind.rank()) {
        (32, _) => ("2147483647", "(-2147483647 - 1)"),
        (_, 4) => ("9223372036854775807L", "(-9223372036854775807L - 1)"),
        _ => ("9223372036854775807LL", "(-9223372036854775807LL - 1)"),
    };
    Computed { signed: kind.is_signed() || kind.bits() < 32, bits, most, least }
}

/// When the operator is undefined; empty if it never is.
fn undefined(operator: &str, kind: IntKind) -> String {
    let Computed { signed, bits, most, least } = computed(kind);
    let wide = kind.bits() >= 32;
    let shift = format!("y < 0 || y >= {bits}");
    match operator {
        "add" if signed && wide => format!("y > 0 ? x > {most} - y : x < {least} - y"),
        "sub" if signed && wide => format!("y > 0 ? x < {least} + y : x > {most} + y"),
        "mul" if signed && wide => format!(
            "x > 0 ? (y > 0 ? x > {most} / y : y < {least} / x) \
             : (y > 0 ? x < {least} / y : x != 0 && y < {most} / x)"
        ),
        "mul" if kind == IntKind::UShort => format!("x != 0 && y > {most} / x"),
        "div" | "mod" if signed && wide => format!("y == 0 || (x == {least} && y == -1)"),
        "div" | "mod" => "y == 0".to_owned(),
        "lshift" if signed => format!("{shift} || x < 0 || x > ({most} >> y)"),
        "lshift" | "rshift" => shift,
        "minus" if signed && wide => format!("x == {least}"),
        _ => String::new(),
    }
}

/// The text.
pub fn text() -> String {
    let mut text = String::from(
        "int printf(const char *, ...);\n\
         void *memcpy(void *, const void *, unsigned long);\n\
         static unsigned long checksum = 14695981039346656037UL;\n\
         static void mix(unsigned long v) {\n\
             checksum = (checksum ^ v) * 1099511628211UL;\n\
             checksum = checksum ^ (checksum >> 29);\n\
         }\n\
         static void copy(void *to, const void *from) { memcpy(to, from, 1); }\n\
         static void show(const char *name) { printf(\"%s=%lx\\n\", name, checksum); }\n",
    );
    for kind in KINDS {
        for (operator, expression) in OPERATORS {
            let ty = kind.spelling();
            let second = match operator {
                "minus" => String::new(),
                "lshift" | "rshift" => ", int y".to_owned(),
                _ => format!(", {ty} y"),
            };
            let value = match undefined(operator, kind) {
                check if check.is_empty() => expression.to_owned(),
                check => format!("({check}) ? x : {expression}"),
            };
            let name = name(operator, kind);
            let _ = writeln!(text, "static {ty} {name}({ty} x{second}) {{ return {value}; }}");
        }
    }
    text
}
