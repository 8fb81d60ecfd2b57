//! Wrong numbers: shifts, remainders, products, overflow flags.

use spektr_mir::syntax::*;

use crate::body::{Body, assign, copy, other_sign};

/// The parts of `place = left op right`.
fn binary(kind: &StatementKind) -> Option<(&Place, BinOp, &Operand, &Operand)> {
    match kind {
        StatementKind::Assign(place, Rvalue::Binary(op, left, right)) => {
            Some((place, *op, left, right))
        }
        _ => None,
    }
}

fn cast(operand: Operand, ty: Ty) -> Rvalue {
    Rvalue::Cast(CastKind::As, operand, ty)
}

/// `left op right` with both operands cast to the type of the other sign.
fn of_other_sign(
    body: &mut Body<'_>,
    int: IntTy,
    left: &Operand,
    right: &Operand,
    op: BinOp,
) -> (Vec<StatementKind>, Rvalue) {
    let twin = body.types.int(other_sign(int));
    let (a, b) = (body.fresh(twin), body.fresh(twin));
    let casts = vec![assign(&a, cast(left.clone(), twin)), assign(&b, cast(right.clone(), twin))];
    (casts, Rvalue::Binary(op, copy(&a), copy(&b)))
}

pub fn logical_shift(
    body: &mut Body<'_>,
    _: BlockId,
    kind: &StatementKind,
) -> Option<Vec<StatementKind>> {
    let (place, op, left, right) = binary(kind)?;
    if op != BinOp::Shr || body.int(left)? != IntTy::I16 {
        return None;
    }
    let (signed, unsigned) = (body.types.int(IntTy::I16), body.types.int(IntTy::U16));
    let (bits, shifted) = (body.fresh(unsigned), body.fresh(unsigned));
    Some(vec![
        assign(&bits, cast(left.clone(), unsigned)),
        assign(&shifted, Rvalue::Binary(BinOp::Shr, copy(&bits), right.clone())),
        assign(place, cast(copy(&shifted), signed)),
    ])
}

pub fn floored_remainder(
    body: &mut Body<'_>,
    _: BlockId,
    kind: &StatementKind,
) -> Option<Vec<StatementKind>> {
    let (place, op, left, right) = binary(kind)?;
    let int = body.int(left)?;
    if op != BinOp::Rem || !int.is_signed() {
        return None;
    }
    let ty = body.types.int(int);
    let divisor = body.fresh(ty);
    let (rest, sum) = (body.fresh(ty), body.fresh(ty));
    Some(vec![
        assign(&divisor, Rvalue::Use(right.clone())),
        assign(&rest, Rvalue::Binary(BinOp::Rem, left.clone(), copy(&divisor))),
        assign(&sum, Rvalue::Binary(BinOp::Add, copy(&rest), copy(&divisor))),
        assign(place, Rvalue::Binary(BinOp::Rem, copy(&sum), copy(&divisor))),
    ])
}

pub fn lost_high_half(
    body: &mut Body<'_>,
    _: BlockId,
    kind: &StatementKind,
) -> Option<Vec<StatementKind>> {
    let (place, op, left, right) = binary(kind)?;
    let int = body.int(left)?;
    if op != BinOp::Mul || int.bits() != 128 {
        return None;
    }
    let (wide, half) = (body.types.int(int), body.types.int(IntTy::U64));
    let (product, low) = (body.fresh(wide), body.fresh(half));
    Some(vec![
        assign(&product, Rvalue::Binary(BinOp::Mul, left.clone(), right.clone())),
        assign(&low, cast(copy(&product), half)),
        assign(place, cast(copy(&low), wide)),
    ])
}

pub fn unsigned_compare(
    body: &mut Body<'_>,
    _: BlockId,
    kind: &StatementKind,
) -> Option<Vec<StatementKind>> {
    let (place, op, left, right) = binary(kind)?;
    let int = body.int(left)?;
    let ordered = matches!(op, BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge);
    if !ordered || !matches!(int, IntTy::I8 | IntTy::I16) {
        return None;
    }
    let (mut statements, comparison) = of_other_sign(body, int, left, right, op);
    statements.push(assign(place, comparison));
    Some(statements)
}

pub fn unsigned_overflow_flag(
    body: &mut Body<'_>,
    _: BlockId,
    kind: &StatementKind,
) -> Option<Vec<StatementKind>> {
    let StatementKind::Assign(place, Rvalue::Checked(BinOp::Add, left, right)) = kind else {
        return None;
    };
    let int = body.int(left)?;
    if !int.is_signed() {
        return None;
    }
    let twin = body.types.int(other_sign(int));
    let (a, b) = (body.fresh(twin), body.fresh(twin));
    let flag = body.types.bool();
    let pair = body.types.tuple(vec![twin, flag]);
    let wrong = body.fresh(pair);
    let field = |place: &Place, field| place.clone().then(Projection::Field(field));
    Some(vec![
        assign(&a, cast(left.clone(), twin)),
        assign(&b, cast(right.clone(), twin)),
        assign(&wrong, Rvalue::Checked(BinOp::Add, copy(&a), copy(&b))),
        kind.clone(),
        assign(&field(place, 1), Rvalue::Use(copy(&field(&wrong, 1)))),
    ])
}

pub fn carryless_element_add(
    body: &mut Body<'_>,
    block: BlockId,
    kind: &StatementKind,
) -> Option<Vec<StatementKind>> {
    let (place, op, left, right) = binary(kind)?;
    let element = matches!(place.projection.last(), Some(Projection::Index(_)));
    if op != BinOp::Add || !element || !body.in_loop(block) {
        return None;
    }
    body.int(left)?;
    let sum = Rvalue::Binary(BinOp::BitXor, left.clone(), right.clone());
    Some(vec![assign(place, sum)])
}

pub fn rotate_as_shift(
    body: &mut Body<'_>,
    _: BlockId,
    kind: &TerminatorKind,
) -> Option<(Vec<StatementKind>, TerminatorKind)> {
    let TerminatorKind::Call { destination, callee, args, target, .. } = kind else {
        return None;
    };
    let (Callee::Intrinsic(Intrinsic::RotateLeft, _), [value, amount]) = (callee, &args[..]) else {
        return None;
    };
    body.int(value)?;
    let shift = Rvalue::Binary(BinOp::Shl, value.clone(), amount.clone());
    Some((vec![assign(destination, shift)], TerminatorKind::Goto(*target)))
}
