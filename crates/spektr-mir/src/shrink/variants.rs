//! Edits of enums: variants that nobody makes, names or sets. What follows the variant in
//! its definition, and every mention of it, is renumbered.

use crate::syntax::visit::{Visitor, walk_function};
use crate::syntax::*;
use crate::typing;

use super::records::each_tree;

/// Takes a variant away that nothing in the program mentions.
pub fn drop_variant(program: &mut Program, adt: AdtId, variant: u32) -> Option<()> {
    let def = program.types.adts().find(|(id, _)| *id == adt)?.1;
    if def.origin != AdtOrigin::Local || def.kind != AdtKind::Enum || def.variants.len() < 2 {
        return None;
    }
    def.variants.get(variant as usize)?;
    // A discriminant that is not written is one more than the last: it would change.
    if def.variants.get(variant as usize + 1).is_some_and(|next| !next.explicit) {
        return None;
    }
    let types = program.types.clone();
    let mut renumber = Renumber { types: &types, locals: Vec::new(), adt, variant, named: false };
    for body in &mut program.functions {
        renumber.function(body);
    }
    each_tree(program, &types, &mut |ty, tree| {
        if let ConstTree::Variant(found, _) = tree
            && *types.kind(ty) == TyKind::Adt(adt)
        {
            *found = renumber.lower(*found);
        }
    });
    if renumber.named {
        return None;
    }
    program.types.adt_mut(adt).variants.remove(variant as usize);
    Some(())
}

/// Renumbers mentions of later variants and notes whether the variant itself is named.
struct Renumber<'a> {
    types: &'a Types,
    locals: Vec<Ty>,
    adt: AdtId,
    variant: u32,
    named: bool,
}

impl Renumber<'_> {
    fn lower(&mut self, variant: u32) -> u32 {
        self.named |= variant == self.variant;
        variant - u32::from(variant > self.variant)
    }

    fn function(&mut self, body: &mut Function) {
        self.locals = body.locals.iter().map(|local| local.ty).collect();
        let around = body.clone();
        for statement in body.blocks.iter_mut().flat_map(|block| &mut block.statements) {
            match &mut statement.kind {
                StatementKind::SetDiscriminant(place, variant) => {
                    let ty = typing::place_ty(self.types, &around, place);
                    if ty.is_ok_and(|ty| *self.types.kind(ty) == TyKind::Adt(self.adt)) {
                        *variant = self.lower(*variant);
                    }
                }
                StatementKind::Assign(_, Rvalue::Aggregate(AggregateKind::Adt(id, variant), _))
                    if *id == self.adt =>
                {
                    *variant = self.lower(*variant);
                }
                StatementKind::Assign(..)
                | StatementKind::StorageLive(_)
                | StatementKind::StorageDead(_)
                | StatementKind::Assume(_) => {}
            }
        }
        walk_function(body, self);
    }
}

impl Visitor for Renumber<'_> {
    fn place(&mut self, place: &mut Place) {
        let mut ty = self.locals[place.local.index()];
        for i in 0..place.projection.len() {
            let projection = place.projection[i];
            let Ok(next) = typing::projected_ty(self.types, ty, projection) else {
                self.named = true;
                return;
            };
            if let Projection::VariantField { variant, field } = projection
                && *self.types.kind(ty) == TyKind::Adt(self.adt)
            {
                let variant = self.lower(variant);
                place.projection[i] = Projection::VariantField { variant, field };
            }
            ty = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;
    use crate::print;

    use super::*;

    const SOURCE: &str = "#![feature(custom_mir, core_intrinsics)]
use core::intrinsics::mir::*;
#[derive(Clone, Copy)] enum E { A(u8), B(u16), C(u32) }
#[custom_mir(dialect = \"runtime\", phase = \"initial\")]
fn f() { mir! {
 let e: E; let x: u8;
 { e = E::A(1_u8); x = Field(Variant(e, 0), 0); Return() }
} }
fn main() { f(); }
";

    fn enum_of(program: &Program) -> AdtId {
        program.types.adts().find(|(_, def)| def.kind == AdtKind::Enum).expect("an enum").0
    }

    #[test]
    fn only_what_nobody_mentions_goes() {
        let mut program = parse(SOURCE).unwrap_or_else(|c| panic!("{}", c.rendered));
        let adt = enum_of(&program);
        assert_eq!(drop_variant(&mut program.clone(), adt, 0), None, "it is made");
        assert_eq!(drop_variant(&mut program.clone(), adt, 1), None, "the next would change");
        assert_eq!(drop_variant(&mut program, adt, 2), Some(()));
        assert_eq!(drop_variant(&mut program, adt, 1), Some(()));
        assert_eq!(drop_variant(&mut program, adt, 0), None, "one has to stay");
        program.normalize();
        let text = print::pretty(&program);
        assert!(text.contains("A(u8)") && !text.contains("u16") && !text.contains("u32"), "{text}");
        assert!(parse(&text).unwrap_or_else(|c| panic!("{}", c.rendered)) == program);
    }

    #[test]
    fn mentions_of_later_ones_follow() {
        let text = SOURCE.replace("B(u16), C(u32)", "B = 7").replace("A(u8)", "A = 3");
        let text = text.replace("E::A(1_u8)", "E::B").replace("x = Field(Variant(e, 0), 0);", "");
        let mut program = parse(&text).unwrap_or_else(|c| panic!("{}", c.rendered));
        let adt = enum_of(&program);
        assert_eq!(drop_variant(&mut program, adt, 0), Some(()));
        let text = print::pretty(&program);
        assert!(text.contains("E::B") && text.contains("B = 7") && !text.contains("A = 3"));
    }
}
