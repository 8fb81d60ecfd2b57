//! What only types can tell about an ordinary function: which values are moved, and
//! whether leaving it would drop something.

use super::super::fault::{Result, fault};
use crate::syntax::visit::{Visitor, walk_statement, walk_terminator};
use crate::syntax::*;
use crate::typing::place_ty;

/// Finishes a lowered function: values that are not `Copy` are moved where they are used.
/// A function with something to drop is refused, for its drops are nowhere written.
pub(crate) fn finish_ordinary(function: &mut Function, types: &Types) -> Result<()> {
    for local in &function.locals {
        if drops(types, local.ty, &mut Vec::new()) {
            let message =
                format!("`{}` is dropped somewhere in this ordinary function", local.name);
            return fault(local.span, message + "; spektr only follows `Drop` in custom MIR");
        }
    }
    let mut blocks = std::mem::take(&mut function.blocks);
    for block in &mut blocks {
        let mut mover = Mover { function, types };
        for statement in &mut block.statements {
            walk_statement(statement, &mut mover);
        }
        // To show a value is not to move it.
        let shows =
            matches!(block.terminator.kind, TerminatorKind::Call { callee: Callee::Observe, .. });
        if !shows {
            walk_terminator(&mut block.terminator, &mut mover);
        }
    }
    function.blocks = blocks;
    Ok(())
}

struct Mover<'a> {
    function: &'a Function,
    types: &'a Types,
}

impl Visitor for Mover<'_> {
    fn operand(&mut self, operand: &mut Operand) {
        let Operand::Copy(place) = operand else { return };
        // Nothing is moved out of a reference, and a reference is passed on, not given away.
        if place.projection.contains(&Projection::Deref) {
            return;
        }
        let Ok(ty) = place_ty(self.types, self.function, place) else { return };
        let reference = matches!(self.types.kind(ty), TyKind::Ref(..));
        if !reference && !self.types.is_copy(ty) {
            *operand = Operand::Move(place.clone());
        }
    }
}

/// Whether a value of this type does something when it goes. Types are not checked yet:
/// one that contains itself must not send this round in circles.
fn drops(types: &Types, ty: Ty, seen: &mut Vec<AdtId>) -> bool {
    match types.kind(ty) {
        TyKind::Tuple(fields) => fields.iter().any(|&field| drops(types, field, seen)),
        TyKind::Array(element, _) => drops(types, *element, seen),
        TyKind::Adt(id) if !seen.contains(id) => {
            seen.push(*id);
            let def = types.adt(*id);
            let never = matches!(def.origin, AdtOrigin::Core(CoreAdt::ManuallyDrop))
                || def.kind == AdtKind::Union;
            let mut fields = def.variants.iter().flat_map(|variant| &variant.fields);
            def.drop.is_some() || !never && fields.any(|field| drops(types, field.ty, seen))
        }
        _ => false,
    }
}
