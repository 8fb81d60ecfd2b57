//! Conversions (6.3): promotions, usual arithmetic conversions, conversion as if by assignment,
//! casts.

use super::Typed;
use crate::constant;
use crate::syntax::{Conversion, Expr, ExprKind};
use crate::types::{FloatKind, IntKind, Shape, Ty, Types};

/// The value of `expr` (already decayed) in type `to`, whatever conversion that takes; `None` if
/// C has none.
pub fn convert(types: &Types, expr: Expr, to: Ty, implicit: bool) -> Option<Expr> {
    let to = to.unqualified();
    if implicit && expr.ty.unqualified() == to {
        return Some(expr);
    }
    let conversion = conversion_between(types, &expr, to, implicit)?;
    let span = expr.span;
    Some(Expr::new(ExprKind::Convert { conversion, operand: Box::new(expr), implicit }, to, span))
}

fn conversion_between(types: &Types, expr: &Expr, to: Ty, implicit: bool) -> Option<Conversion> {
    let from = expr.ty;
    let same_size = || types.size_of(from).is_some() && types.size_of(from) == types.size_of(to);
    Some(match (types.shape(from), types.shape(to)) {
        (_, Shape::Void) => Conversion::ToVoid,
        (_, Shape::Bool) if types.is_scalar(from) => Conversion::ToBool,
        (Shape::Float(_), Shape::Float(_)) => Conversion::FloatToFloat,
        (Shape::Float(_), _) if types.is_integer(to) => Conversion::FloatToInt,
        (_, Shape::Float(_)) if types.is_integer(from) => Conversion::IntToFloat,
        (Shape::Pointer(_), Shape::Pointer(_)) => Conversion::PointerToPointer,
        (Shape::Pointer(_), _) if types.is_integer(to) => Conversion::PointerToInt,
        (_, Shape::Pointer(_)) if types.is_integer(from) => {
            if is_null_constant(types, expr) {
                Conversion::NullPointer
            } else {
                Conversion::IntToPointer
            }
        }
        (Shape::Vector { .. }, Shape::Vector { .. }) if same_size() => Conversion::Bits,
        (Shape::Vector { .. }, _) if types.is_integer(to) && same_size() => Conversion::Bits,
        (_, Shape::Vector { .. }) if types.is_integer(from) && same_size() => Conversion::Bits,
        (Shape::Record(one), Shape::Record(other)) if one == other => Conversion::SameRecord,
        (_, Shape::Record(union)) if !implicit || types.record(*union).transparent => {
            return to_union(types, from, to);
        }
        _ if types.is_integer(from) && types.is_integer(to) => Conversion::IntToInt,
        _ => return None,
    })
}

/// GNU's cast to a union: the first member whose type agrees.
fn to_union(types: &Types, from: Ty, to: Ty) -> Option<Conversion> {
    let id = types.as_record(to).filter(|&id| types.record(id).is_union)?;
    let exact = types
        .fields(id)
        .iter()
        .position(|field| field.bits.is_none() && types.compatible_unqualified(field.ty, from));
    let pointer = || {
        let fits = |ty: Ty| types.is_pointer(from) && types.is_pointer(ty);
        types.fields(id).iter().position(|field| fits(field.ty))
    };
    exact.or_else(pointer).map(|index| Conversion::ToUnion(index as u32))
}

/// Conversion as if by assignment (6.5.16.1) of a value that is not decayed yet.
pub fn assignment_conversion(types: &mut Types, expr: Expr, to: Ty) -> Typed {
    let expr = expr.decayed(types);
    let from = expr.ty;
    let allowed = match (types.shape(from), types.shape(to)) {
        (Shape::Void, _) | (_, Shape::Void) => false,
        (Shape::Record(_), Shape::Record(_)) => {
            types.compatible_unqualified(from, to) || is_transparent(types, to)
        }
        (_, Shape::Record(_)) => is_transparent(types, to),
        (Shape::Record(_), _) => false,
        (Shape::Float(_), Shape::Pointer(_)) | (Shape::Pointer(_), Shape::Float(_)) => false,
        (Shape::Vector { .. }, Shape::Vector { .. }) => true,
        (Shape::Vector { .. }, _) | (_, Shape::Vector { .. }) => false,
        _ => true,
    };
    let words = |types: &Types| {
        format!("`{}` does not convert to `{}`", types.describe(from), types.describe(to))
    };
    if !allowed {
        return Err(words(types));
    }
    convert(types, expr, to, true).ok_or_else(|| words(types))
}

fn is_transparent(types: &Types, ty: Ty) -> bool {
    types.as_record(ty).is_some_and(|id| types.record(id).transparent)
}

/// A cast that was written (6.5.4).
pub fn cast(types: &mut Types, expr: Expr, to: Ty) -> Typed {
    let expr = expr.decayed(types);
    let from = expr.ty;
    let words = |types: &Types| {
        format!("`{}` cannot be cast to `{}`", types.describe(from), types.describe(to))
    };
    match (types.shape(from), types.shape(to)) {
        (Shape::Float(_), Shape::Pointer(_)) | (Shape::Pointer(_), Shape::Float(_)) => {
            return Err(words(types));
        }
        (_, Shape::Array { .. } | Shape::Function(_)) => return Err(words(types)),
        _ => {}
    }
    convert(types, expr, to, false).ok_or_else(|| words(types))
}

/// An integer constant expression with the value 0, or one cast to `void *` (6.3.2.3p3).
pub fn is_null_constant(types: &Types, expr: &Expr) -> bool {
    match &expr.peeled().kind {
        ExprKind::Convert { operand, conversion, .. }
            if expr.ty == Types::VOID_POINTER
                && matches!(conversion, Conversion::NullPointer | Conversion::PointerToPointer) =>
        {
            is_null_constant(types, operand)
        }
        _ => types.is_integer(expr.ty) && constant::integer(types, expr) == Ok(0),
    }
}

/// The integer promotions (6.3.1.1p2) of a value; other types stay as they are.
pub fn promote(types: &mut Types, expr: Expr) -> Expr {
    let expr = expr.decayed(types);
    let to = promoted(types, &expr);
    convert(types, expr, to, true).expect("promotions are between integer types")
}

fn promoted(types: &Types, expr: &Expr) -> Ty {
    match types.int_kind(expr.ty) {
        Some(_) => promoted_type(types, expr.ty, expr.value_bit_field_width(types)),
        None => expr.ty,
    }
}

/// The type that a value is promoted to, which may be that of a bit-field of some width.
pub fn promoted_type(types: &Types, ty: Ty, width: Option<u32>) -> Ty {
    let Some(kind) = types.int_kind(ty) else { return ty };
    let is_bool = matches!(types.shape(ty), Shape::Bool);
    let bits = width.unwrap_or(if is_bool { 1 } else { kind.bits() });
    if bits < 32 || (bits == 32 && kind.is_signed() && width.is_some()) {
        Types::INT
    } else if bits == 32 && width.is_some() {
        Types::UINT
    } else {
        Types::int(kind)
    }
}

/// The usual arithmetic conversions (6.3.1.8) of two arithmetic values.
pub fn usual_arithmetic(types: &mut Types, left: Expr, right: Expr) -> (Expr, Expr) {
    let (left, right) = (promote(types, left), promote(types, right));
    let Some(common) = common_type(types, left.ty, right.ty) else { return (left, right) };
    let into = |expr| convert(types, expr, common, true).expect("arithmetic types convert");
    (into(left), into(right))
}

/// The type that two promoted arithmetic types have in common.
pub fn common_type(types: &Types, left: Ty, right: Ty) -> Option<Ty> {
    Some(match (types.as_float(left), types.as_float(right)) {
        (Some(one), Some(other)) => Types::float(one.max(other)),
        (Some(kind), None) | (None, Some(kind)) => Types::float(kind),
        (None, None) => Types::int(common_int(types.int_kind(left)?, types.int_kind(right)?)),
    })
}

fn common_int(one: IntKind, other: IntKind) -> IntKind {
    let higher = if one.rank() >= other.rank() { one } else { other };
    let lower = if one.rank() >= other.rank() { other } else { one };
    if higher.is_signed() == lower.is_signed() || !higher.is_signed() {
        higher
    } else if higher.rank() == lower.rank() || higher.bits() <= lower.bits() {
        higher.to_unsigned()
    } else {
        higher
    }
}

/// The default argument promotions (6.5.2.2p6).
pub fn default_promotion(types: &mut Types, expr: Expr) -> Expr {
    let expr = promote(types, expr);
    if types.as_float(expr.ty) == Some(FloatKind::Float) {
        return convert(types, expr, Types::DOUBLE, true).expect("float converts to double");
    }
    expr
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_types_follow_the_standard_for_every_pair() {
        // 6.3.1.8p1 by its words: which values can the higher type represent?
        for one in IntKind::ALL.into_iter().filter(|kind| kind.rank() >= 3) {
            for other in IntKind::ALL.into_iter().filter(|kind| kind.rank() >= 3) {
                let common = common_int(one, other);
                assert_eq!(common, common_int(other, one));
                assert!(common.rank() >= one.rank().max(other.rank()));
                let unsigned_lost = |kind: IntKind| {
                    !kind.is_signed() && common.is_signed() && common.bits() <= kind.bits()
                };
                assert!(
                    !unsigned_lost(one) && !unsigned_lost(other),
                    "{one:?} {other:?} {common:?}"
                );
            }
        }
        assert_eq!(common_int(IntKind::Long, IntKind::UInt), IntKind::Long);
        assert_eq!(common_int(IntKind::LongLong, IntKind::ULong), IntKind::ULongLong);
        assert_eq!(common_int(IntKind::Int, IntKind::UInt), IntKind::UInt);
    }
}
