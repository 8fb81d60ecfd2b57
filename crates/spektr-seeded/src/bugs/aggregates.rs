//! Wrong parts of aggregates: fields, elements, discriminants.

use spektr_mir::syntax::*;

use crate::body::{Body, assign};

pub fn lost_set_discriminant(
    body: &mut Body<'_>,
    _: BlockId,
    kind: &StatementKind,
) -> Option<Vec<StatementKind>> {
    let StatementKind::SetDiscriminant(place, _) = kind else { return None };
    let def = body.types.as_adt(body.place_ty(place)?)?;
    (def.variants.len() >= 3).then(Vec::new)
}

pub fn sibling_field(
    body: &mut Body<'_>,
    _: BlockId,
    kind: &StatementKind,
) -> Option<Vec<StatementKind>> {
    let StatementKind::Assign(place, Rvalue::Use(Operand::Copy(read))) = kind else { return None };
    let [rest @ .., Projection::Field(_), Projection::Field(field)] = &read.projection[..] else {
        return None;
    };
    let mut outer = Place { local: read.local, projection: rest.to_vec() };
    outer.projection.push(read.projection[rest.len()]);
    let ty = body.place_ty(read)?;
    let sibling = |other: &u32| {
        other != field && body.place_ty(&outer.clone().then(Projection::Field(*other))) == Some(ty)
    };
    let other = (0..8).find(sibling)?;
    let wrong = Operand::Copy(outer.then(Projection::Field(other)));
    Some(vec![assign(place, Rvalue::Use(wrong))])
}

pub fn unwritten_tail(
    body: &mut Body<'_>,
    _: BlockId,
    kind: &StatementKind,
) -> Option<Vec<StatementKind>> {
    let StatementKind::Assign(place, Rvalue::Repeat(operand, len)) = kind else { return None };
    body.int(operand)?;
    if *len < 2 {
        return None;
    }
    let ty = body.ty(operand)?;
    let usize_ty = body.types.int(IntTy::Usize);
    let last = body.fresh(usize_ty);
    let index = Const::Scalar { bits: u128::from(len - 1), ty: usize_ty };
    let element = place.clone().then(Projection::Index(last.local));
    let zero = Operand::Const(Const::Scalar { bits: 0, ty });
    Some(vec![
        kind.clone(),
        assign(&last, Rvalue::Use(Operand::Const(index))),
        assign(&element, Rvalue::Use(zero)),
    ])
}
