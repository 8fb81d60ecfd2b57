//! Lvalues: dereference, subscripts, members, addresses (6.5.2.1, 6.5.2.3, 6.5.3.2).

use super::Typed;
use super::convert::promote;
use crate::syntax::{Expr, ExprKind};
use crate::types::{Quals, RecordId, Shape, Ty, Types};

/// `*p`. Dereferencing a function pointer gives its designator back.
pub fn deref(types: &mut Types, pointer: Expr) -> Typed {
    let pointer = pointer.decayed(types);
    let Some(target) = types.target(pointer.ty) else {
        return Err(format!("`{}` is no pointer", types.describe(pointer.ty)));
    };
    let span = pointer.span;
    Ok(Expr::new(ExprKind::Deref(Box::new(pointer)), target, span))
}

/// `a[i]`, whichever of the two is the pointer; or a lane of a vector.
pub fn index(types: &mut Types, one: Expr, other: Expr) -> Typed {
    let span = one.span.to(other.span);
    if let Shape::Vector { element, .. } = types.shape(one.ty) {
        let ty = element.with(one.ty.quals.without(Quals::MAY_ALIAS));
        let index = promote(types, other);
        check_index(types, &index)?;
        let kind = ExprKind::Lane { vector: Box::new(one), index: Box::new(index) };
        return Ok(Expr::new(kind, ty, span));
    }
    let (one, other) = (one.decayed(types), other.decayed(types));
    let (pointer, index) = if types.is_pointer(one.ty) { (one, other) } else { (other, one) };
    let Some(target) = types.target(pointer.ty) else {
        return Err(format!("`{}` has no elements", types.describe(index.ty)));
    };
    check_index(types, &index)?;
    if types.step(target).is_none() || types.is_function(target) {
        return Err(format!("`{}` has no elements of known size", types.describe(pointer.ty)));
    }
    let index = promote(types, index);
    let kind = ExprKind::Index { pointer: Box::new(pointer), index: Box::new(index) };
    Ok(Expr::new(kind, target, span))
}

fn check_index(types: &Types, index: &Expr) -> Result<(), String> {
    if types.is_integer(index.ty) {
        return Ok(());
    }
    Err(format!("`{}` is no index", types.describe(index.ty)))
}

/// `base.field` by the member's index.
pub fn member(types: &mut Types, base: Expr, field: u32) -> Typed {
    let Some(id) = types.as_record(base.ty) else {
        return Err(format!("`{}` has no members", types.describe(base.ty)));
    };
    let Some(found) = types.fields(id).get(field as usize) else {
        return Err(format!("`{}` has no such member", types.describe(base.ty)));
    };
    let (declared, span) = (found.ty, base.span);
    let is_lvalue = base.is_lvalue();
    let ty = if is_lvalue || types.is_array(declared) {
        types.qualified(declared, base.ty.quals.without(Quals::RESTRICT))
    } else {
        declared.unqualified()
    };
    Ok(Expr::new(ExprKind::Member { base: Box::new(base), field }, ty, span))
}

/// The steps to a member by name, through anonymous records (6.7.2.1p13).
pub fn find_member(types: &Types, id: RecordId, name: &str) -> Option<Vec<u32>> {
    for (field, index) in types.fields(id).iter().zip(0..) {
        match &field.name {
            Some(own) if own == name => return Some(vec![index]),
            Some(_) => {}
            None => {
                let inner = types.as_record(field.ty);
                if let Some(mut steps) = inner.and_then(|inner| find_member(types, inner, name)) {
                    steps.insert(0, index);
                    return Some(steps);
                }
            }
        }
    }
    None
}

/// `&e`.
pub fn address_of(types: &mut Types, operand: Expr) -> Typed {
    let is_function = types.is_function(operand.ty);
    if !is_function && !operand.is_lvalue() {
        return Err("this is not in memory, so it has no address".to_string());
    }
    if operand.bit_field_width(types).is_some() {
        return Err("a bit-field has no address".to_string());
    }
    let ty = types.pointer(operand.ty);
    let span = operand.span;
    Ok(Expr::new(ExprKind::AddressOf(Box::new(operand)), ty, span))
}

/// A modifiable lvalue (6.3.2.1p1).
pub(super) fn check_modifiable(types: &Types, target: &Expr) -> Result<(), String> {
    if !target.is_lvalue() || types.is_function(target.ty) {
        return Err("this cannot be assigned to: it is no object".to_string());
    }
    if target.ty.is_const() {
        return Err(format!("this is `{}` and cannot be changed", types.describe(target.ty)));
    }
    if has_const_member(types, target.ty) {
        return Err(format!("`{}` has a `const` member", types.describe(target.ty)));
    }
    if types.is_array(target.ty) || !types.is_complete(target.ty) {
        return Err(format!("`{}` cannot be assigned to", types.describe(target.ty)));
    }
    Ok(())
}

/// Whether a record has a `const` member, or one that has (6.3.2.1p1).
fn has_const_member(types: &Types, ty: Ty) -> bool {
    types.as_record(ty).is_some_and(|id| {
        types.fields(id).iter().any(|field| {
            let mut ty = field.ty;
            while let Some(element) = types.element(ty).filter(|_| types.is_array(ty)) {
                ty = element;
            }
            ty.is_const() || has_const_member(types, ty)
        })
    })
}
