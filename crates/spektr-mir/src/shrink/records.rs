//! Edits of types: fields of definitions and tuples, elements of arrays. Every place,
//! aggregate and initial value of the program follows.

use crate::syntax::visit::{Visitor, walk_function};
use crate::syntax::*;
use crate::typing;

use super::types::replace_type;

/// Something with fields.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Record {
    Variant(AdtId, u32),
    Tuple(Ty),
}

/// Takes a field away from a struct, union or variant that no place names.
pub fn drop_field(program: &mut Program, adt: AdtId, variant: u32, field: u32) -> Option<()> {
    let def = program.types.adts().find(|(id, _)| *id == adt)?.1;
    if def.origin != AdtOrigin::Local || def.repr.transparent {
        return None;
    }
    let count = def.variants.get(variant as usize)?.fields.len();
    let last_of_union = def.kind == AdtKind::Union && count < 2;
    if field as usize >= count || last_of_union {
        return None;
    }
    forget_field(program, Record::Variant(adt, variant), field)?;
    let variant = program.types.adt_mut(adt).variants.get_mut(variant as usize)?;
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

/// Takes a field away from a tuple type that no place names.
pub fn drop_tuple_field(program: &mut Program, ty: Ty, field: u32) -> Option<()> {
    let TyKind::Tuple(mut fields) = program.types.all().find(|(id, _)| *id == ty)?.1.clone() else {
        return None;
    };
    if field as usize >= fields.len() || made_by_operation(program, ty) {
        return None;
    }
    forget_field(program, Record::Tuple(ty), field)?;
    fields.remove(field as usize);
    replace_type(program, ty, TyKind::Tuple(fields));
    Some(())
}

/// Whether some operation or intrinsic makes values of this tuple type.
fn made_by_operation(program: &Program, ty: Ty) -> bool {
    program.functions.iter().any(|function| {
        let is = |place: &Place| typing::place_ty(&program.types, function, place) == Ok(ty);
        function.blocks.iter().any(|block| {
            let mut statements = block.statements.iter();
            let checked = statements.any(|statement| match &statement.kind {
                StatementKind::Assign(place, Rvalue::Checked(..)) => is(place),
                _ => false,
            });
            checked
                || match &block.terminator.kind {
                    TerminatorKind::Call { destination, callee: Callee::Intrinsic(..), .. } => {
                        is(destination)
                    }
                    _ => false,
                }
        })
    })
}

/// Takes a field out of all places, aggregates and initial values; `None` if it is named.
fn forget_field(program: &mut Program, record: Record, field: u32) -> Option<()> {
    let types = program.types.clone();
    for body in &mut program.functions {
        let locals = body.locals.iter().map(|local| local.ty).collect();
        forget_operands(body, &types, record, field);
        if !renumber_unions(body, record, field) {
            return None;
        }
        let mut shift = Shift { types: &types, locals, record, field, named: false };
        walk_function(body, &mut shift);
        if shift.named {
            return None;
        }
    }
    let mut named = false;
    each_tree(program, &types, &mut |ty, tree| match (record, tree) {
        (Record::Variant(adt, 0), ConstTree::Union(found, _))
            if *types.kind(ty) == TyKind::Adt(adt) =>
        {
            named |= *found == field;
            *found -= u32::from(*found > field);
        }
        (Record::Tuple(tuple), ConstTree::Fields(parts)) if ty == tuple => {
            parts.remove(field as usize);
        }
        (Record::Variant(adt, 0), ConstTree::Fields(parts))
            if *types.kind(ty) == TyKind::Adt(adt) =>
        {
            parts.remove(field as usize);
        }
        (Record::Variant(adt, variant), ConstTree::Variant(v, parts))
            if *v == variant && *types.kind(ty) == TyKind::Adt(adt) =>
        {
            parts.remove(field as usize);
        }
        _ => {}
    });
    (!named).then_some(())
}

/// Unions made from a later field are made from the one before; whether none is made from
/// the field itself.
fn renumber_unions(body: &mut Function, record: Record, field: u32) -> bool {
    for statement in body.blocks.iter_mut().flat_map(|block| &mut block.statements) {
        if let StatementKind::Assign(_, Rvalue::Aggregate(AggregateKind::Union(id, found), _)) =
            &mut statement.kind
            && Record::Variant(*id, 0) == record
        {
            if *found == field {
                return false;
            }
            *found -= u32::from(*found > field);
        }
    }
    true
}

/// Aggregates of the record lose the operand.
fn forget_operands(body: &mut Function, types: &Types, record: Record, field: u32) {
    let around = body.clone();
    for statement in body.blocks.iter_mut().flat_map(|block| &mut block.statements) {
        let StatementKind::Assign(place, Rvalue::Aggregate(kind, parts)) = &mut statement.kind
        else {
            continue;
        };
        let made = match *kind {
            AggregateKind::Adt(id, variant) => Some(Record::Variant(id, variant)),
            AggregateKind::Tuple => typing::place_ty(types, &around, place).ok().map(Record::Tuple),
            AggregateKind::Array(_) | AggregateKind::Union(..) => None,
        };
        if made == Some(record) && (field as usize) < parts.len() {
            parts.remove(field as usize);
        }
    }
}

/// Renumbers mentions of later fields and notes whether the field itself is named.
struct Shift<'a> {
    types: &'a Types,
    locals: Vec<Ty>,
    record: Record,
    field: u32,
    named: bool,
}

impl Shift<'_> {
    fn lower(&mut self, field: u32) -> u32 {
        self.named |= field == self.field;
        field - u32::from(field > self.field)
    }
}

impl Visitor for Shift<'_> {
    fn place(&mut self, place: &mut Place) {
        let mut ty = self.locals[place.local.index()];
        for i in 0..place.projection.len() {
            let projection = place.projection[i];
            let Ok(next) = typing::projected_ty(self.types, ty, projection) else {
                self.named = true;
                return;
            };
            let adt = match self.types.kind(ty) {
                TyKind::Adt(id) => Some(*id),
                _ => None,
            };
            place.projection[i] = match (projection, self.record) {
                (Projection::Field(field), Record::Tuple(tuple)) if tuple == ty => {
                    Projection::Field(self.lower(field))
                }
                (Projection::Field(field), Record::Variant(id, 0)) if adt == Some(id) => {
                    Projection::Field(self.lower(field))
                }
                (Projection::VariantField { variant, field }, Record::Variant(id, v))
                    if adt == Some(id) && v == variant =>
                {
                    Projection::VariantField { variant, field: self.lower(field) }
                }
                _ => projection,
            };
            ty = next;
        }
    }
}

/// Arrays of this type lose all elements but the first few.
pub fn shorten_array(program: &mut Program, ty: Ty, len: u64) -> Option<()> {
    let TyKind::Array(element, old) = *program.types.all().find(|(id, _)| *id == ty)?.1 else {
        return None;
    };
    if len >= old {
        return None;
    }
    let types = program.types.clone();
    for body in &mut program.functions {
        let around = body.clone();
        for statement in body.blocks.iter_mut().flat_map(|block| &mut block.statements) {
            let StatementKind::Assign(place, rvalue) = &mut statement.kind else { continue };
            if typing::place_ty(&types, &around, place) != Ok(ty) {
                continue;
            }
            match rvalue {
                Rvalue::Repeat(_, count) => *count = len,
                Rvalue::Aggregate(AggregateKind::Array(_), parts) => parts.truncate(len as usize),
                _ => {}
            }
        }
    }
    each_tree(program, &types, &mut |found, tree| {
        if found == ty {
            match tree {
                ConstTree::Fields(parts) => parts.truncate(len as usize),
                ConstTree::Repeat(_, count) => *count = len,
                _ => {}
            }
        }
    });
    replace_type(program, ty, TyKind::Array(element, len));
    Some(())
}

/// Shows every initial value and its parts with their types, parts before the whole.
pub(super) fn each_tree(
    program: &mut Program,
    types: &Types,
    show: &mut dyn FnMut(Ty, &mut ConstTree),
) {
    for item in &mut program.statics {
        walk_tree(types, item.ty, &mut item.init, show);
    }
    for item in &mut program.consts {
        walk_tree(types, item.ty, &mut item.value, show);
    }
    let Some(entry) = program.functions.get(program.entry.function.index()) else { return };
    let params: Vec<Ty> = entry.locals.iter().skip(1).map(|local| local.ty).collect();
    for (arg, ty) in program.entry.args.iter_mut().zip(params) {
        walk_tree(types, ty, arg, show);
    }
}

fn walk_tree(
    types: &Types,
    ty: Ty,
    tree: &mut ConstTree,
    show: &mut dyn FnMut(Ty, &mut ConstTree),
) {
    // Parts first: showing may take some of them away.
    match (types.kind(ty), &mut *tree) {
        (TyKind::Tuple(fields), ConstTree::Fields(parts)) => {
            for (&field, part) in fields.iter().zip(parts) {
                walk_tree(types, field, part, show);
            }
        }
        (TyKind::Array(element, _), ConstTree::Fields(parts)) => {
            parts.iter_mut().for_each(|part| walk_tree(types, *element, part, show));
        }
        (TyKind::Array(element, _), ConstTree::Repeat(part, _)) => {
            walk_tree(types, *element, part, show);
        }
        (TyKind::Adt(id), _) => {
            let variants = &types.adt(*id).variants;
            match &mut *tree {
                ConstTree::Fields(parts) => walk_fields(types, &variants[0], parts, show),
                ConstTree::Variant(variant, parts) => {
                    walk_fields(types, &variants[*variant as usize], parts, show);
                }
                ConstTree::Union(field, part) => {
                    walk_tree(types, variants[0].fields[*field as usize].ty, part, show);
                }
                _ => {}
            }
        }
        _ => {}
    }
    show(ty, tree);
}

fn walk_fields(
    types: &Types,
    variant: &Variant,
    parts: &mut [ConstTree],
    show: &mut dyn FnMut(Ty, &mut ConstTree),
) {
    for (field, part) in variant.fields.iter().zip(parts) {
        walk_tree(types, field.ty, part, show);
    }
}
