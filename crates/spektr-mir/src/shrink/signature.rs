//! Edits that reach beyond one body: parameters of functions, fields of definitions.

use crate::syntax::visit::{Visitor, walk_function};
use crate::syntax::*;

/// Takes a parameter away from a function and the argument from every call. The
/// parameter stays as a local of the body, uninitialised.
pub fn drop_parameter(program: &mut Program, function: FnId, param: u32) -> Option<()> {
    if is_used_as_pointer(program, function) {
        return None;
    }
    let body = program.functions.get_mut(function.index())?;
    if param >= body.params {
        return None;
    }
    let old = Local(param + 1);
    let last = Local(body.locals.len() as u32 - 1);
    let decl = body.locals.remove(old.index());
    body.locals.push(decl);
    body.params -= 1;
    rotate_locals(body, old, last);
    if program.entry.function == function {
        program.entry.args.remove(param as usize);
    }
    for body in &mut program.functions {
        for block in &mut body.blocks {
            if let TerminatorKind::Call { callee: Callee::Function(callee), args, .. }
            | TerminatorKind::TailCall { callee: Callee::Function(callee), args } =
                &mut block.terminator.kind
                && *callee == function
                && (param as usize) < args.len()
            {
                args.remove(param as usize);
            }
        }
    }
    Some(())
}

/// After the declaration of `old` was moved to the end, names follow.
fn rotate_locals(body: &mut Function, old: Local, last: Local) {
    struct Rotate(Local, Local);
    impl Visitor for Rotate {
        fn local(&mut self, local: &mut Local) {
            if *local == self.0 {
                *local = self.1;
            } else if *local > self.0 {
                local.0 -= 1;
            }
        }
    }
    walk_function(body, &mut Rotate(old, last));
}

fn is_used_as_pointer(program: &Program, function: FnId) -> bool {
    fn mentions(tree: &ConstTree, function: FnId) -> bool {
        match tree {
            ConstTree::Function(id) => *id == function,
            ConstTree::Fields(parts) | ConstTree::Variant(_, parts) => {
                parts.iter().any(|part| mentions(part, function))
            }
            ConstTree::Repeat(part, _) | ConstTree::Union(_, part) => mentions(part, function),
            _ => false,
        }
    }
    let items = program.consts.iter().map(|item| &item.value);
    let items = items.chain(program.statics.iter().map(|item| &item.init));
    let dropped = program.types.adts().any(|(_, def)| def.drop == Some(function));
    dropped || items.into_iter().any(|tree| mentions(tree, function))
}

/// Takes a field away from a struct or variant that no place names; aggregates lose
/// the operand.
pub fn drop_field(program: &mut Program, adt: AdtId, variant: u32, field: u32) -> Option<()> {
    let def = program.types.adt(adt);
    if def.origin != AdtOrigin::Local || def.kind == AdtKind::Union || def.repr.transparent {
        return None;
    }
    let in_items = !program.statics.is_empty() || !program.consts.is_empty();
    if in_items || !program.entry.args.iter().all(|arg| matches!(arg, ConstTree::Scalar { .. })) {
        return None;
    }
    for function in 0..program.functions.len() {
        shift_fields(program, function, adt, variant, field)?;
    }
    let def = program.types.adt_mut(adt);
    let variant = def.variants.get_mut(variant as usize)?;
    if (field as usize) >= variant.fields.len() {
        return None;
    }
    variant.fields.remove(field as usize);
    if variant.shape == VariantShape::Tuple {
        for (i, field) in variant.fields.iter_mut().enumerate() {
            field.name = i.to_string();
        }
        if variant.fields.is_empty() {
            variant.shape = VariantShape::Unit;
        }
    }
    Some(())
}

/// Renumbers mentions of later fields; `None` if the field itself is mentioned.
fn shift_fields(
    program: &mut Program,
    function: usize,
    adt: AdtId,
    variant: u32,
    field: u32,
) -> Option<()> {
    struct Shift<'a> {
        types: &'a Types,
        locals: Vec<Ty>,
        adt: AdtId,
        variant: u32,
        field: u32,
        named: bool,
    }
    impl Shift<'_> {
        fn lower(&mut self, variant: u32, field: &mut u32) {
            if variant == self.variant {
                self.named |= *field == self.field;
                *field -= u32::from(*field > self.field);
            }
        }
    }
    impl Visitor for Shift<'_> {
        fn place(&mut self, place: &mut Place) {
            let mut ty = self.locals[place.local.index()];
            for i in 0..place.projection.len() {
                let Ok(next) = crate::typing::projected_ty(self.types, ty, place.projection[i])
                else {
                    self.named = true;
                    return;
                };
                if *self.types.kind(ty) == TyKind::Adt(self.adt) {
                    let mut projection = place.projection[i];
                    match &mut projection {
                        Projection::Field(field) => self.lower(0, field),
                        Projection::VariantField { variant, field } => {
                            let variant = *variant;
                            self.lower(variant, field);
                        }
                        Projection::Deref | Projection::Index(_) => {}
                    }
                    place.projection[i] = projection;
                }
                ty = next;
            }
        }
    }
    let types = program.types.clone();
    let body = &mut program.functions[function];
    let locals = body.locals.iter().map(|local| local.ty).collect();
    let mut shift = Shift { types: &types, locals, adt, variant, field, named: false };
    walk_function(body, &mut shift);
    if shift.named {
        return None;
    }
    for statement in body.blocks.iter_mut().flat_map(|block| &mut block.statements) {
        if let StatementKind::Assign(_, Rvalue::Aggregate(AggregateKind::Adt(id, v), parts)) =
            &mut statement.kind
            && *id == adt
            && *v == variant
            && (field as usize) < parts.len()
        {
            parts.remove(field as usize);
        }
    }
    Some(())
}
