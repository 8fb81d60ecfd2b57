//! Type definitions, statics and constants.

use std::fmt::Write as _;

use super::constant::write_int;
use super::{Form, Printer};
use crate::syntax::*;

impl Printer<'_> {
    pub fn type_definitions(&mut self) {
        for (_, def) in self.types.adts() {
            if def.origin == AdtOrigin::Local {
                self.line("");
                self.definition(def);
            }
        }
    }

    pub fn definitions(&mut self) {
        self.type_definitions();
        for item in &self.program.statics {
            if self.form == Form::Witness && item.mutable {
                // The witness cannot write to statics: they travel with the trace.
                continue;
            }
            let mutable = if item.mutable { "mut " } else { "" };
            let _ = write!(self.out, "\nstatic {mutable}{}: ", item.name);
            self.ty(item.ty);
            self.initialized(&item.init, item.ty);
        }
        for item in &self.program.consts {
            let _ = write!(self.out, "\nconst {}: ", item.name);
            self.ty(item.ty);
            self.initialized(&item.value, item.ty);
        }
    }

    fn initialized(&mut self, tree: &ConstTree, ty: Ty) {
        self.out.push_str(" = ");
        self.value(tree, ty);
        self.line(";");
    }

    /// A constant value, in an `unsafe` block if it needs one.
    pub fn value(&mut self, tree: &ConstTree, ty: Ty) {
        let needs_unsafe = needs_unsafe(self.types, tree, ty);
        self.out.push_str(if needs_unsafe { "unsafe { " } else { "" });
        self.tree(tree, ty);
        self.out.push_str(if needs_unsafe { " }" } else { "" });
    }

    fn definition(&mut self, def: &AdtDef) {
        if def.copy && !self.hollow {
            self.line("#[derive(Clone, Copy)]");
        }
        self.repr(&def.repr);
        let keyword = match def.kind {
            AdtKind::Struct => "struct",
            AdtKind::Enum => "enum",
            AdtKind::Union => "union",
        };
        let _ = write!(self.out, "pub {keyword} {}", def.name);
        if def.kind == AdtKind::Enum {
            self.variants(def);
        } else {
            let variant = &def.variants[0];
            self.field_list(variant, "pub ");
            self.out.push_str(if variant.shape == VariantShape::Named { "\n" } else { ";\n" });
        }
        // Nobody calls it: with a body that follows the type, a compiler is only slower.
        if def.copy && self.hollow {
            let name = &def.name;
            let _ = writeln!(
                self.out,
                "impl Copy for {name} {{}}\nimpl Clone for {name} {{ fn clone(&self) -> Self {{ loop {{}} }} }}"
            );
        }
        // The witness judges no program that drops such a value, and a constant may not even
        // hold one.
        if let Some(function) = def.drop
            && self.form != Form::Witness
        {
            self.drop_impl(def, function);
        }
    }

    fn repr(&mut self, repr: &Repr) {
        let mut words = Vec::new();
        if repr.c {
            words.push("C".to_owned());
        }
        if repr.transparent {
            words.push("transparent".to_owned());
        }
        if let Some(int) = repr.int {
            words.push(int.name().to_owned());
        }
        if let Some(n) = repr.packed {
            words.push(format!("packed({n})"));
        }
        if let Some(n) = repr.align {
            words.push(format!("align({n})"));
        }
        if !words.is_empty() {
            let _ = writeln!(self.out, "#[repr({})]", words.join(", "));
        }
    }

    fn variants(&mut self, def: &AdtDef) {
        self.line(" {");
        let int = def.repr.int.unwrap_or(IntTy::Isize);
        for variant in &def.variants {
            let _ = write!(self.out, "    {}", variant.name);
            self.field_list(variant, "");
            if variant.explicit {
                self.out.push_str(" = ");
                write_int(&mut self.out, variant.discriminant, int);
            }
            self.line(",");
        }
        self.line("}");
    }

    fn field_list(&mut self, variant: &Variant, visibility: &str) {
        let (open, close) = match variant.shape {
            VariantShape::Unit => return,
            VariantShape::Tuple => ("(", ")"),
            VariantShape::Named => (" { ", " }"),
        };
        self.out.push_str(open);
        for (i, field) in variant.fields.iter().enumerate() {
            self.out.push_str(if i > 0 { ", " } else { "" });
            self.out.push_str(visibility);
            if variant.shape == VariantShape::Named {
                let _ = write!(self.out, "{}: ", field.name);
            }
            self.ty(field.ty);
        }
        self.out.push_str(close);
    }

    fn drop_impl(&mut self, def: &AdtDef, function: FnId) {
        let function = &self.program.functions[function.index()];
        // The function may ask for a longer life than `self` has; nothing else differs.
        let argument = match function.locals.get(1).map(|param| self.types.kind(param.ty)) {
            Some(TyKind::Ref(..)) => "unsafe { &mut *(&raw mut *self) }",
            _ => "&raw mut *self",
        };
        let _ = writeln!(
            self.out,
            "impl Drop for {} {{\n    fn drop(&mut self) {{\n        {}({argument});\n    }}\n}}",
            def.name, function.name
        );
    }
}

/// Whether a value is made by a call that only `unsafe` code may make, or borrows a
/// mutable static.
fn needs_unsafe(types: &Types, tree: &ConstTree, ty: Ty) -> bool {
    match (tree, types.kind(ty)) {
        (ConstTree::Fields(trees), TyKind::Tuple(tys)) => {
            trees.iter().zip(tys).any(|(tree, &ty)| needs_unsafe(types, tree, ty))
        }
        (ConstTree::Fields(trees), TyKind::Array(element, _)) => {
            trees.iter().any(|tree| needs_unsafe(types, tree, *element))
        }
        (ConstTree::Repeat(tree, _), TyKind::Array(element, _)) => {
            needs_unsafe(types, tree, *element)
        }
        (ConstTree::Fields(trees), TyKind::Adt(id)) => {
            let def = types.adt(*id);
            def.origin == AdtOrigin::Core(CoreAdt::NonNull)
                || trees
                    .iter()
                    .zip(&def.variants[0].fields)
                    .any(|(tree, field)| needs_unsafe(types, tree, field.ty))
        }
        (ConstTree::Variant(variant, trees), TyKind::Adt(id)) => trees
            .iter()
            .zip(&types.adt(*id).variants[*variant as usize].fields)
            .any(|(tree, field)| needs_unsafe(types, tree, field.ty)),
        (ConstTree::Union(field, tree), TyKind::Adt(id)) => {
            let fields = &types.adt(*id).variants[0].fields;
            needs_unsafe(types, tree, fields[*field as usize].ty)
        }
        (ConstTree::StaticAddress(_), TyKind::Ref(..)) => true,
        _ => false,
    }
}
