//! Wrong conversions: casts that forget, bits that are converted, fields that are taken
//! for others of another type.

use spektr_mir::syntax::*;

use crate::body::{Body, assign, changes_directly, converted, copy, read_place, replace_operands};

pub fn converting_transmute(
    body: &mut Body<'_>,
    _: BlockId,
    kind: &StatementKind,
) -> Option<Vec<StatementKind>> {
    let StatementKind::Assign(place, Rvalue::Cast(CastKind::Transmute, operand, ty)) = kind else {
        return None;
    };
    body.int(operand)?;
    body.is_float(*ty)
        .then(|| vec![assign(place, Rvalue::Cast(CastKind::As, operand.clone(), *ty))])
}

pub fn wrapping_float_cast(
    body: &mut Body<'_>,
    _: BlockId,
    kind: &StatementKind,
) -> Option<Vec<StatementKind>> {
    let StatementKind::Assign(place, Rvalue::Cast(CastKind::As, operand, ty)) = kind else {
        return None;
    };
    let int = body.as_int(*ty)?;
    if !body.is_float(body.ty(operand)?) || int.bits() > 64 {
        return None;
    }
    let wide_ty = body.types.int(IntTy::I128);
    let wide = body.fresh(wide_ty);
    Some(vec![
        assign(&wide, Rvalue::Cast(CastKind::As, operand.clone(), wide_ty)),
        assign(place, Rvalue::Cast(CastKind::As, copy(&wide), *ty)),
    ])
}

/// `b = a as narrow; …; c = b as wide` becomes `c = a as wide`.
pub fn forgotten_truncation(
    body: &mut Body<'_>,
    _: BlockId,
    old: &[StatementKind],
) -> Option<Vec<StatementKind>> {
    let mut new = old.to_vec();
    for (i, kind) in old.iter().enumerate() {
        let Some((narrow, source, to)) = int_cast(body, kind) else { continue };
        let Some(from) = body.int(source) else { continue };
        if to.bits() >= from.bits() || !narrow.projection.is_empty() {
            continue;
        }
        let source_local = read_place(source).map(|place| place.local);
        let source = match source {
            Operand::Move(place) => copy(place),
            other => other.clone(),
        };
        for (j, later) in old.iter().enumerate().skip(i + 1) {
            if let Some((place, operand, wide)) = int_cast(body, later)
                && read_place(operand) == Some(narrow)
                && wide.bits() > to.bits()
            {
                let ty = body.types.int(wide);
                new[j] = assign(place, converted(body, source.clone(), ty));
            }
            if changes_directly(later, narrow.local)
                || source_local.is_some_and(|local| changes_directly(later, local))
            {
                break;
            }
        }
    }
    Some(new)
}

/// `place = operand as int`
fn int_cast<'k>(
    body: &Body<'_>,
    kind: &'k StatementKind,
) -> Option<(&'k Place, &'k Operand, IntTy)> {
    match kind {
        StatementKind::Assign(place, Rvalue::Cast(CastKind::As, operand, ty)) => {
            Some((place, operand, body.as_int(*ty)?))
        }
        _ => None,
    }
}

/// A union that was last written by one field.
struct Written {
    whole: Place,
    field: u32,
    value: Operand,
    ty: Ty,
}

/// `u.a = x; …; … u.b …` becomes `…; t = x as T; … t …`.
pub fn converted_union_field(
    body: &mut Body<'_>,
    _: BlockId,
    old: &[StatementKind],
) -> Option<Vec<StatementKind>> {
    let mut new = Vec::new();
    let mut known: Vec<Written> = Vec::new();
    for kind in old {
        let mut kind = kind.clone();
        for written in &known {
            new.extend(convert_reads(body, &mut kind, written));
        }
        known.retain(|written| {
            let used = read_place(&written.value).map(|place| place.local);
            !changes_directly(&kind, written.whole.local)
                && !used.is_some_and(|local| changes_directly(&kind, local))
        });
        known.extend(union_write(body, &kind));
        new.push(kind);
    }
    Some(new)
}

/// Lets a statement read a converted value instead of another field of the union.
fn convert_reads(
    body: &mut Body<'_>,
    kind: &mut StatementKind,
    written: &Written,
) -> Vec<StatementKind> {
    let mut casts = Vec::new();
    for other in (0..8).filter(|other| *other != written.field) {
        let field = written.whole.clone().then(Projection::Field(other));
        let Some(to) = body.place_ty(&field) else { break };
        if !converts(body, written.ty, to) {
            continue;
        }
        let fresh = body.fresh(to);
        if replace_operands(kind, &field, &fresh) {
            casts.push(assign(&fresh, converted(body, written.value.clone(), to)));
        }
    }
    casts
}

fn converts(body: &Body<'_>, from: Ty, to: Ty) -> bool {
    let number = |ty| body.as_int(ty).is_some() || body.is_float(ty);
    number(from) && number(to)
}

fn union_write(body: &Body<'_>, kind: &StatementKind) -> Option<Written> {
    let StatementKind::Assign(place, rvalue) = kind else { return None };
    let (whole, field, value) = match rvalue {
        Rvalue::Aggregate(AggregateKind::Union(_, field), parts) => {
            (place.clone(), *field, parts.first()?)
        }
        Rvalue::Use(value) => {
            let (Projection::Field(field), rest) = place.projection.split_last()? else {
                return None;
            };
            let whole = Place { local: place.local, projection: rest.to_vec() };
            let def = body.types.as_adt(body.place_ty(&whole)?)?;
            if def.kind != AdtKind::Union {
                return None;
            }
            (whole, *field, value)
        }
        _ => return None,
    };
    let value = match value {
        Operand::Move(place) => copy(place),
        other => other.clone(),
    };
    let ty = body.ty(&value)?;
    Some(Written { whole, field, value, ty })
}
