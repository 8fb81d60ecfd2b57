//! Operators of values (6.5.2.4, 6.5.3, 6.5.5 to 6.5.17), vectors of GNU C included.

use super::Typed;
use super::convert::{assignment_conversion, convert, is_null_constant, promote, usual_arithmetic};
use super::place::check_modifiable;
use crate::syntax::{BinOp, Conversion, Expr, ExprKind, IncDec, UnOp};
use crate::types::{IntKind, Shape, Ty, Types};

/// `+ - ~ !` (6.5.3.3).
pub fn unary(types: &mut Types, op: UnOp, operand: Expr) -> Typed {
    let span = operand.span;
    let operand = match op {
        UnOp::Not => operand.decayed(types),
        _ => promote(types, operand),
    };
    let element = types.element(operand.ty).unwrap_or(operand.ty);
    let fits = match op {
        UnOp::Plus | UnOp::Negate => types.is_arithmetic(element),
        UnOp::Complement => types.is_integer(element),
        UnOp::Not => types.is_scalar(operand.ty),
    };
    if !fits {
        return Err(format!("`{}` has no such operator", types.describe(operand.ty)));
    }
    let ty = if op == UnOp::Not { Types::INT } else { operand.ty };
    Ok(Expr::new(ExprKind::Unary { op, operand: Box::new(operand) }, ty, span))
}

/// The arithmetic, shift, comparison and bitwise operators (6.5.5 to 6.5.12).
pub fn binary(types: &mut Types, op: BinOp, left: Expr, right: Expr) -> Typed {
    let (left, right) = (left.decayed(types), right.decayed(types));
    if types.is_vector(left.ty) || types.is_vector(right.ty) {
        return vectors(types, op, left, right);
    }
    match (types.is_pointer(left.ty), types.is_pointer(right.ty), op) {
        (true, true, BinOp::Sub) => return pointer_difference(types, left, right),
        (true, false, BinOp::Add | BinOp::Sub) => {
            return pointer_add(types, left, right, op == BinOp::Sub);
        }
        (false, true, BinOp::Add) => return pointer_add(types, right, left, false),
        (true, _, op) | (_, true, op) if op.is_comparison() => {
            return compare_pointers(types, op, left, right);
        }
        _ => {}
    }
    check_arithmetic(types, op, &left, &right)?;
    let (left, right) = if op.is_shift() {
        (promote(types, left), promote(types, right))
    } else {
        usual_arithmetic(types, left, right)
    };
    let ty = if op.is_comparison() { Types::INT } else { left.ty };
    Ok(of_binary(op, left, right, ty))
}

fn of_binary(op: BinOp, left: Expr, right: Expr, ty: Ty) -> Expr {
    let span = left.span.to(right.span);
    Expr::new(ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) }, ty, span)
}

fn check_arithmetic(types: &Types, op: BinOp, left: &Expr, right: &Expr) -> Result<(), String> {
    let fits = |ty| {
        if op.is_integral() { types.is_integer(ty) } else { types.is_arithmetic(ty) }
    };
    if fits(left.ty) && fits(right.ty) {
        return Ok(());
    }
    Err(format!(
        "no operator `{}` for `{}` and `{}`",
        op.spelling(),
        types.describe(left.ty),
        types.describe(right.ty)
    ))
}

fn pointer_difference(types: &mut Types, left: Expr, right: Expr) -> Typed {
    check_steps(types, left.ty)?;
    check_steps(types, right.ty)?;
    let span = left.span.to(right.span);
    let kind = ExprKind::PointerDiff { left: Box::new(left), right: Box::new(right) };
    Ok(Expr::new(kind, Types::PTRDIFF, span))
}

fn pointer_add(types: &mut Types, pointer: Expr, index: Expr, subtract: bool) -> Typed {
    if !types.is_integer(index.ty) {
        return Err(format!("a pointer is not moved by `{}`", types.describe(index.ty)));
    }
    check_steps(types, pointer.ty)?;
    let (span, ty) = (pointer.span.to(index.span), pointer.ty);
    // An index is promoted like any operand of an addition.
    let index = promote(types, index);
    let kind =
        ExprKind::PointerAdd { pointer: Box::new(pointer), index: Box::new(index), subtract };
    Ok(Expr::new(kind, ty, span))
}

fn check_steps(types: &Types, pointer: Ty) -> Result<(), String> {
    let target = types.target(pointer).expect("callers pass pointers");
    match types.step(target) {
        Some(_) => Ok(()),
        None => Err(format!("`{}` has no size to step by", types.describe(target))),
    }
}

/// 6.5.8, 6.5.9: null pointer constants take the other's type, and so do integers in GNU C.
fn compare_pointers(types: &mut Types, op: BinOp, left: Expr, right: Expr) -> Typed {
    let is_scalar = |expr: &Expr| types.is_pointer(expr.ty) || types.is_integer(expr.ty);
    if !is_scalar(&left) || !is_scalar(&right) {
        return check_arithmetic(types, op, &left, &right).map(|()| unreachable!("no arithmetic"));
    }
    let (left, right) = match (types.is_pointer(left.ty), types.is_pointer(right.ty)) {
        (true, true) => {
            let common = common_pointer(types, &left, &right);
            let into = |expr| convert(types, expr, common, true).expect("pointers convert");
            (into(left), into(right))
        }
        (true, false) => {
            let ty = left.ty;
            (left, convert(types, right, ty, true).expect("an integer converts to a pointer"))
        }
        _ => {
            let ty = right.ty;
            (convert(types, left, ty, true).expect("an integer converts to a pointer"), right)
        }
    };
    Ok(of_binary(op, left, right, Types::INT))
}

/// The type two pointers are compared in, or that a conditional of them has (6.5.15p6).
fn common_pointer(types: &mut Types, left: &Expr, right: &Expr) -> Ty {
    if left.ty == right.ty || is_null_constant(types, right) {
        return left.ty;
    }
    if is_null_constant(types, left) {
        return right.ty;
    }
    let one = types.target(left.ty).expect("a pointer");
    let other = types.target(right.ty).expect("a pointer");
    let quals = one.quals.and(other.quals);
    let target = if types.is_void(one) || types.is_void(other) {
        Types::VOID
    } else if types.compatible_unqualified(one, other) {
        types.composite(Ty { quals: other.quals, ..one }, other)
    } else {
        Types::VOID
    };
    let target = types.qualified(target, quals);
    types.pointer(target)
}

/// GNU C's vectors: lane by lane; a scalar stands for a vector of itself. A comparison yields
/// lanes of signed integers, 0 or -1.
fn vectors(types: &mut Types, op: BinOp, left: Expr, right: Expr) -> Typed {
    let (left, right) = match (types.is_vector(left.ty), types.is_vector(right.ty)) {
        (true, true) => (left, right),
        (true, false) => {
            let ty = left.ty;
            (left, splat(types, right, ty)?)
        }
        _ => {
            let ty = right.ty;
            (splat(types, left, ty)?, right)
        }
    };
    let (one, other) = (vector(types, left.ty), vector(types, right.ty));
    let mismatch = if op.is_shift() {
        one.1 != other.1 || types.size_of(one.0) != types.size_of(other.0)
    } else {
        left.ty != right.ty && (one.1 != other.1 || !same_lanes(types, one.0, other.0))
    };
    let wrong_element = op.is_integral() && !types.is_integer(one.0);
    if mismatch || wrong_element {
        return check_arithmetic(types, op, &left, &right).map(|()| unreachable!("no arithmetic"));
    }
    if !op.is_comparison() {
        let ty = left.ty;
        return Ok(of_binary(op, left, right, ty));
    }
    let bits = types.size_of(one.0).unwrap_or(0) * 8;
    let kind = IntKind::ALL
        .into_iter()
        .find(|kind| kind.is_signed() && *kind != IntKind::Char && u64::from(kind.bits()) == bits);
    let element = Types::int(kind.ok_or("such vectors cannot be compared")?);
    let ty = types.vector(element, one.1);
    Ok(of_binary(op, left, right, ty))
}

/// Elements that gcc takes for the same: `int` and `signed int`, `long` and `long long`.
fn same_lanes(types: &Types, one: Ty, other: Ty) -> bool {
    match (types.int_kind(one), types.int_kind(other)) {
        (Some(a), Some(b)) => a.bits() == b.bits() && a.is_signed() == b.is_signed(),
        _ => one == other,
    }
}

fn vector(types: &Types, ty: Ty) -> (Ty, u32) {
    match types.shape(ty) {
        Shape::Vector { element, lanes } => (*element, *lanes),
        _ => unreachable!("callers pass vectors"),
    }
}

fn splat(types: &mut Types, scalar: Expr, ty: Ty) -> Typed {
    let (element, _) = vector(types, ty);
    if !types.is_arithmetic(scalar.ty) {
        return Err(format!("`{}` is no element of a vector", types.describe(scalar.ty)));
    }
    let scalar = convert(types, scalar, element, true).expect("arithmetic types convert");
    let span = scalar.span;
    let conversion = Conversion::Splat;
    let kind = ExprKind::Convert { conversion, operand: Box::new(scalar), implicit: true };
    Ok(Expr::new(kind, ty, span))
}

/// `&&` and `||` (6.5.13f).
pub fn logical(types: &mut Types, and: bool, left: Expr, right: Expr) -> Typed {
    let (left, right) = (left.decayed(types), right.decayed(types));
    for side in [&left, &right] {
        if !types.is_scalar(side.ty) {
            return Err(format!("`{}` is neither true nor false", types.describe(side.ty)));
        }
    }
    let span = left.span.to(right.span);
    let kind = ExprKind::Logical { and, left: Box::new(left), right: Box::new(right) };
    Ok(Expr::new(kind, Types::INT, span))
}

/// `c ? a : b` and GNU's `c ?: b` (6.5.15).
pub fn conditional(
    types: &mut Types,
    condition: Expr,
    then: Option<Expr>,
    otherwise: Expr,
) -> Typed {
    let condition = condition.decayed(types);
    if !types.is_scalar(condition.ty) {
        return Err(format!("`{}` is neither true nor false", types.describe(condition.ty)));
    }
    let span = condition.span.to(otherwise.span);
    let elided = then.is_none();
    let second = match then {
        Some(then) => then.decayed(types),
        None => condition.clone(),
    };
    let third = otherwise.decayed(types);
    let (second, third) = unite(types, second, third)?;
    let (ty, otherwise) = (second.ty, Box::new(third));
    let (condition, then) =
        if elided { (second, None) } else { (condition, Some(Box::new(second))) };
    let kind = ExprKind::Conditional { condition: Box::new(condition), then, otherwise };
    Ok(Expr::new(kind, ty, span))
}

/// Two values in the type that a conditional of them has.
fn unite(types: &mut Types, one: Expr, other: Expr) -> Result<(Expr, Expr), String> {
    if types.is_arithmetic(one.ty) && types.is_arithmetic(other.ty) {
        return Ok(usual_arithmetic(types, one, other));
    }
    let common = match (types.shape(one.ty), types.shape(other.ty)) {
        (Shape::Void, _) | (_, Shape::Void) => Types::VOID,
        (Shape::Pointer(_), Shape::Pointer(_)) => common_pointer(types, &one, &other),
        (Shape::Pointer(_), _) if types.is_integer(other.ty) => one.ty,
        (_, Shape::Pointer(_)) if types.is_integer(one.ty) => other.ty,
        _ if types.compatible_unqualified(one.ty, other.ty) => one.ty,
        _ => {
            return Err(format!(
                "`{}` and `{}` have no type in common",
                types.describe(one.ty),
                types.describe(other.ty)
            ));
        }
    };
    let into = |expr| convert(types, expr, common, true).ok_or("the types do not convert");
    Ok((into(one)?, into(other)?))
}

/// `a, b` (6.5.17).
pub fn comma(types: &mut Types, left: Expr, right: Expr) -> Expr {
    let (left, right) = (left.decayed(types), right.decayed(types));
    let (span, ty) = (left.span.to(right.span), right.ty);
    Expr::new(ExprKind::Comma { left: Box::new(left), right: Box::new(right) }, ty, span)
}

/// `target = value` (6.5.16.1).
pub fn assign(types: &mut Types, target: Expr, value: Expr) -> Typed {
    check_modifiable(types, &target)?;
    let value = assignment_conversion(types, value, target.ty)?;
    let (span, ty) = (target.span.to(value.span), target.ty.unqualified());
    let kind = ExprKind::Assign { target: Box::new(target), value: Box::new(value) };
    Ok(Expr::new(kind, ty, span))
}

/// `target op= value` (6.5.16.2).
pub fn compound_assign(types: &mut Types, op: BinOp, target: Expr, value: Expr) -> Typed {
    check_modifiable(types, &target)?;
    let span = target.span.to(value.span);
    let ty = target.ty.unqualified();
    // The rules are those of `target op value`; its operands show what is computed in which type.
    let computed = binary(types, op, target.clone(), value)?;
    let (compute, value) = match computed.kind {
        ExprKind::Binary { left, right, .. } => (left.ty, right),
        ExprKind::PointerAdd { pointer, index, .. } if pointer.ty == ty => (pointer.ty, index),
        _ => return Err(format!("`{}` has no such assignment", types.describe(ty))),
    };
    if convert_back(types, compute, ty).is_none() {
        return Err(format!("`{}` has no such assignment", types.describe(ty)));
    }
    let target = Box::new(target);
    Ok(Expr::new(ExprKind::CompoundAssign { op, target, value, compute }, ty, span))
}

/// Whether what was computed fits back into the target.
fn convert_back(types: &Types, compute: Ty, target: Ty) -> Option<()> {
    let scalar = types.is_arithmetic(compute) && types.is_arithmetic(target);
    (scalar || compute == target).then_some(())
}

/// `++` and `--` (6.5.2.4, 6.5.3.1).
pub fn inc_dec(types: &mut Types, op: IncDec, operand: Expr) -> Typed {
    check_modifiable(types, &operand)?;
    let ty = operand.ty.unqualified();
    let compute = match types.shape(ty) {
        Shape::Pointer(_) => {
            check_steps(types, ty)?;
            ty
        }
        _ if types.is_arithmetic(ty) => {
            let value = promote(types, operand.clone());
            usual_arithmetic(types, value, Expr::int(1)).0.ty
        }
        _ => return Err(format!("`{}` is not counted up or down", types.describe(ty))),
    };
    let span = operand.span;
    Ok(Expr::new(ExprKind::IncDec { op, operand: Box::new(operand), compute }, ty, span))
}
