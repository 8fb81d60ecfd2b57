//! Edits of statements and locals: operations and aggregates taken apart, locals narrowed
//! and merged.

use crate::syntax::visit::{Visitor, walk_function};
use crate::syntax::*;
use crate::typing;

use super::facts::Spot;

/// An aggregate as assignments of its parts.
pub fn split(statement: Statement) -> Option<Vec<Statement>> {
    let StatementKind::Assign(place, Rvalue::Aggregate(_, parts)) = statement.kind else {
        return None;
    };
    let part = |(field, operand)| {
        let place = place.clone().then(Projection::Field(field));
        let kind = StatementKind::Assign(place, Rvalue::Use(operand));
        Statement { kind, span: statement.span }
    };
    Some((0..).zip(parts).map(part).collect())
}

/// An operation becomes one of its operands.
pub fn one_side(kind: &mut StatementKind, side: u32) -> Option<()> {
    let StatementKind::Assign(_, rvalue) = kind else { return None };
    let operand = match (&*rvalue, side) {
        (Rvalue::Binary(_, left, _), 0) => left,
        (Rvalue::Binary(_, _, right), 1) => right,
        (Rvalue::Unary(_, operand) | Rvalue::Cast(_, operand, _), 0) => operand,
        _ => return None,
    };
    *rvalue = Rvalue::Use(operand.clone());
    Some(())
}

/// The destination and the source of a plain copy.
pub fn copied(kind: &StatementKind) -> Option<(Place, Place)> {
    match kind {
        StatementKind::Assign(copy, Rvalue::Use(Operand::Copy(source) | Operand::Move(source)))
            if copy != source =>
        {
            Some((copy.clone(), source.clone()))
        }
        _ => None,
    }
}

/// Operands that read a copy, or a part of it, read its source.
pub fn forward(function: &mut Function, copy: &Place, source: &Place) {
    struct Forward<'a>(&'a Place, &'a Place);
    impl Visitor for Forward<'_> {
        fn operand(&mut self, operand: &mut Operand) {
            let (Operand::Copy(place) | Operand::Move(place)) = operand else { return };
            let Forward(copy, source) = *self;
            if place.local != copy.local || !place.projection.starts_with(&copy.projection) {
                return;
            }
            let rest = &place.projection[copy.projection.len()..];
            // Only a local can be followed.
            if rest.first() == Some(&Projection::Deref) && !source.projection.is_empty() {
                return;
            }
            let projection = source.projection.iter().chain(rest).copied().collect();
            *operand = Operand::Copy(Place { local: source.local, projection });
        }
    }
    walk_function(function, &mut Forward(copy, source));
}

/// Where the storage of a local is marked.
pub fn markers(body: &Function, function: FnId, local: Local) -> Vec<Spot> {
    let mut spots = Vec::new();
    for (b, block) in body.blocks.iter().enumerate() {
        for (i, statement) in block.statements.iter().enumerate() {
            let marked = match statement.kind {
                StatementKind::StorageLive(marked) | StatementKind::StorageDead(marked) => marked,
                _ => continue,
            };
            if marked == local {
                spots.push(Spot { function, block: BlockId(b as u32), index: i as u32 });
            }
        }
    }
    spots
}

/// One local takes the place of another; what would then assign it to itself goes.
pub fn merge_locals(function: &mut Function, from: Local, to: Local) {
    struct Rename(Local, Local);
    impl Visitor for Rename {
        fn local(&mut self, local: &mut Local) {
            if *local == self.0 {
                *local = self.1;
            }
        }
    }
    walk_function(function, &mut Rename(from, to));
    for block in &mut function.blocks {
        block.statements.retain(|statement| match &statement.kind {
            StatementKind::Assign(
                place,
                Rvalue::Use(Operand::Copy(read) | Operand::Move(read)),
            ) => place != read,
            _ => true,
        });
    }
}

/// A local becomes the one part of it that is used. Which element is meant does not matter.
pub fn narrow_local(
    program: &mut Program,
    function: FnId,
    local: Local,
    part: Projection,
) -> Option<()> {
    struct Narrow(Local);
    impl Visitor for Narrow {
        fn place(&mut self, place: &mut Place) {
            if place.local == self.0 && !place.projection.is_empty() {
                place.projection.remove(0);
            }
        }
    }
    let body = program.functions.get_mut(function.index())?;
    let decl = body.locals.get_mut(local.index())?;
    decl.ty = typing::projected_ty(&program.types, decl.ty, part).ok()?;
    walk_function(body, &mut Narrow(local));
    Some(())
}
