//! Literals of integer, float, `bool` and `char` types, and the constants of the library
//! that are written like paths.

use super::ast::{Expr, ExprKind};
use super::fault::{Result, fault};
use super::literal::float_bits;
use super::types::primitive;
use crate::syntax::{FloatTy, IntTy, Span, TyKind};

/// A literal, with its type as far as the source says it.
pub(crate) enum Scalar<'a> {
    Typed(u128, TyKind),
    /// Bits before they are cut to the width of a type.
    Int(u128),
    Float {
        digits: &'a str,
        negative: bool,
        span: Span,
    },
}

impl Scalar<'_> {
    /// The bits as a value of the expected type; an unsuffixed literal takes it if it is
    /// one of the types it can have.
    pub fn expect(self, expected: &TyKind) -> Result<Option<(u128, TyKind)>> {
        match (self, expected) {
            (Scalar::Typed(bits, kind), _) => Ok(Some((bits, kind))),
            (Scalar::Int(bits), TyKind::Int(int)) => {
                Ok(Some((bits & mask(int.bits()), expected.clone())))
            }
            (Scalar::Float { digits, negative, span }, TyKind::Float(float)) => {
                let bits = signed_float(digits, negative, *float, span)?;
                Ok(Some((bits, expected.clone())))
            }
            _ => Ok(None),
        }
    }

    /// Where nothing else decides, Rust takes `i32` and `f64`.
    pub fn fallback(self) -> Result<(u128, TyKind)> {
        match self {
            Scalar::Typed(bits, kind) => Ok((bits, kind)),
            Scalar::Int(bits) => Ok((bits & mask(32), TyKind::Int(IntTy::I32))),
            Scalar::Float { digits, negative, span } => {
                let bits = signed_float(digits, negative, FloatTy::F64, span)?;
                Ok((bits, TyKind::Float(FloatTy::F64)))
            }
        }
    }
}

/// All bits of a type this wide.
pub(crate) fn mask(bits: u32) -> u128 {
    u128::MAX >> (128 - bits.clamp(1, 128))
}

fn signed_float(digits: &str, negative: bool, ty: FloatTy, span: Span) -> Result<u128> {
    let bits = float_bits(digits, ty, span)?;
    Ok(if negative { bits ^ (1 << (ty.bits() - 1)) } else { bits })
}

/// The literal that an expression is; `None` if it is something else.
pub(crate) fn read_scalar<'a>(expr: &Expr<'a>) -> Result<Option<Scalar<'a>>> {
    match &expr.kind {
        ExprKind::Int { value, suffix } => int_literal(*value, suffix, expr.span).map(Some),
        ExprKind::Float { digits, suffix } => {
            float_literal(digits, suffix, false, expr.span).map(Some)
        }
        ExprKind::Char(c) => Ok(Some(Scalar::Typed(u128::from(*c as u32), TyKind::Char))),
        ExprKind::Name("true") => Ok(Some(Scalar::Typed(1, TyKind::Bool))),
        ExprKind::Name("false") => Ok(Some(Scalar::Typed(0, TyKind::Bool))),
        ExprKind::Neg(inner) => match &inner.kind {
            ExprKind::Int { value, suffix } => {
                int_literal(value.wrapping_neg(), suffix, expr.span).map(Some)
            }
            ExprKind::Float { digits, suffix } => {
                float_literal(digits, suffix, true, expr.span).map(Some)
            }
            _ => Ok(None),
        },
        ExprKind::Path(path) => match path.segments[..] {
            [.., ty, name] => Ok(library_constant(ty, name)),
            _ => Ok(None),
        },
        ExprKind::Call(callee, args) => Ok(from_bits(callee, args)),
        _ => Ok(None),
    }
}

fn int_literal<'a>(value: u128, suffix: &str, span: Span) -> Result<Scalar<'a>> {
    if suffix.is_empty() {
        return Ok(Scalar::Int(value));
    }
    match primitive(suffix) {
        Some(TyKind::Int(int)) => Ok(Scalar::Typed(value & mask(int.bits()), TyKind::Int(int))),
        _ => fault(span, format!("unknown suffix `{suffix}`")),
    }
}

fn float_literal<'a>(
    digits: &'a str,
    suffix: &str,
    negative: bool,
    span: Span,
) -> Result<Scalar<'a>> {
    if suffix.is_empty() {
        return Ok(Scalar::Float { digits, negative, span });
    }
    match primitive(suffix) {
        Some(TyKind::Float(float)) => {
            let bits = signed_float(digits, negative, float, span)?;
            Ok(Scalar::Typed(bits, TyKind::Float(float)))
        }
        _ => fault(span, format!("unknown suffix `{suffix}`")),
    }
}

/// `f32::from_bits(0x…)`
fn from_bits<'a>(callee: &Expr<'a>, args: &[Expr<'a>]) -> Option<Scalar<'a>> {
    let (Some([ty, "from_bits"]), [arg]) = (callee.segments(), args) else { return None };
    match (primitive(ty), &arg.kind) {
        (Some(TyKind::Float(float)), ExprKind::Int { value, .. }) => {
            Some(Scalar::Typed(value & mask(float.bits()), TyKind::Float(float)))
        }
        _ => None,
    }
}

/// `i32::MAX`, `f64::NAN` and the like.
fn library_constant<'a>(ty: &str, name: &str) -> Option<Scalar<'a>> {
    let kind = primitive(ty)?;
    let bits = match &kind {
        TyKind::Int(int) => {
            let all = mask(int.bits());
            let sign = 1u128 << (int.bits() - 1);
            match (name, int.is_signed()) {
                ("MAX", true) => sign - 1,
                ("MAX", false) => all,
                ("MIN", true) => sign,
                ("MIN", false) => 0,
                ("BITS", _) => {
                    let bits = u128::from(int.bits());
                    return Some(Scalar::Typed(bits, TyKind::Int(IntTy::U32)));
                }
                _ => return None,
            }
        }
        TyKind::Float(float) => float_constant(*float, name)?,
        TyKind::Char if name == "MAX" => u128::from(char::MAX as u32),
        _ => return None,
    };
    Some(Scalar::Typed(bits, kind))
}

fn float_constant(float: FloatTy, name: &str) -> Option<u128> {
    let fraction = match float {
        FloatTy::F16 => 10,
        FloatTy::F32 => 23,
        FloatTy::F64 => 52,
        FloatTy::F128 => 112,
    };
    let bits = float.bits();
    let sign = 1u128 << (bits - 1);
    let exponent_bits = bits - 1 - fraction;
    let bias = (1u128 << (exponent_bits - 1)) - 1;
    let infinity = mask(exponent_bits) << fraction;
    Some(match name {
        "NAN" => infinity | 1 << (fraction - 1),
        "INFINITY" => infinity,
        "NEG_INFINITY" => infinity | sign,
        "MAX" => infinity - 1,
        "MIN" => (infinity - 1) | sign,
        "MIN_POSITIVE" => 1 << fraction,
        "EPSILON" => (bias - u128::from(fraction)) << fraction,
        _ => return None,
    })
}
