//! Constants: literals, and trees of them.

use std::fmt::Write as _;

use super::{Form, Printer};
use crate::syntax::*;

impl Printer<'_> {
    pub fn constant(&mut self, constant: &Const) {
        match constant {
            Const::Scalar { bits, ty } => {
                if is_literal(self.types.kind(*ty), *bits) {
                    self.scalar(*bits, *ty);
                } else {
                    self.out.push_str("const { ");
                    self.scalar(*bits, *ty);
                    self.out.push_str(" }");
                }
            }
            // A plain `()` would be an aggregate.
            Const::Unit => self.out.push_str("const { () }"),
            Const::Named(id) => self.out.push_str(&self.program.consts[id.index()].name),
            Const::Static(mutability, id) => {
                let item = &self.program.statics[id.index()];
                let name = &item.name;
                if self.form == Form::Witness && item.mutable {
                    let mutability = if *mutability == Mutability::Mut { "mut" } else { "ref" };
                    let _ = write!(self.out, "spektr_{mutability}_{name}");
                    return;
                }
                let function = match mutability {
                    Mutability::Not => "Static",
                    Mutability::Mut => "StaticMut",
                };
                let _ = write!(self.out, "{function}({name})");
            }
            Const::Str(text) => {
                let _ = write!(self.out, "\"{}\"", text.escape_default());
            }
        }
    }

    /// The literal of a primitive type, or the call that stands for one.
    pub fn scalar(&mut self, bits: u128, ty: Ty) {
        let out = &mut self.out;
        let _ = match self.types.kind(ty) {
            TyKind::Bool => write!(out, "{}", bits != 0),
            TyKind::Char => write_char(out, bits),
            TyKind::Int(int) => {
                write_int(out, bits, *int);
                write!(out, "_{}", int.name())
            }
            kind @ TyKind::Float(float) => match float {
                FloatTy::F32 if is_literal(kind, bits) => {
                    write!(out, "{:?}_f32", f32::from_bits(bits as u32))
                }
                FloatTy::F64 if is_literal(kind, bits) => {
                    write!(out, "{:?}_f64", f64::from_bits(bits as u64))
                }
                _ => write!(out, "{}::from_bits({bits:#x}_u{})", float.name(), float.bits()),
            },
            _ => Ok(()),
        };
    }

    /// The pattern of a `match` arm.
    pub fn pattern(&mut self, bits: u128, ty: Option<Ty>) {
        match ty.map(|ty| self.types.kind(ty)) {
            Some(TyKind::Bool) => self.out.push_str(if bits == 0 { "false" } else { "true" }),
            Some(TyKind::Char) => {
                let _ = write_char(&mut self.out, bits);
            }
            Some(TyKind::Int(int)) => write_int(&mut self.out, bits, *int),
            _ => {
                let _ = write!(self.out, "{bits}");
            }
        }
    }

    /// A constant value of a type, as an expression.
    pub fn tree(&mut self, tree: &ConstTree, ty: Ty) {
        match tree {
            ConstTree::Scalar { bits, ty } => self.scalar(*bits, *ty),
            ConstTree::Fields(trees) => self.fields(trees, ty),
            ConstTree::Repeat(tree, n) => {
                self.out.push('[');
                if let TyKind::Array(element, _) = *self.types.kind(ty) {
                    self.tree(tree, element);
                }
                let _ = write!(self.out, "; {n}]");
            }
            ConstTree::Variant(variant, trees) => {
                if let TyKind::Adt(id) = *self.types.kind(ty) {
                    self.constructor(id, *variant);
                    let def = self.types.adt(id);
                    self.tree_fields(&def.variants[*variant as usize], trees);
                }
            }
            ConstTree::Union(field, tree) => self.union(*field, tree, ty),
            ConstTree::Function(id) => {
                let _ = write!(self.out, "{} as ", self.program.functions[id.index()].name);
                self.ty(ty);
            }
            ConstTree::StaticAddress(id) => self.static_address(*id, ty),
            ConstTree::Nan => {
                self.ty(ty);
                self.out.push_str("::NAN");
            }
            ConstTree::Null => {
                let (name, to) = match *self.types.kind(ty) {
                    TyKind::RawPtr(Mutability::Mut, to) => ("null_mut", to),
                    TyKind::RawPtr(Mutability::Not, to) => ("null", to),
                    _ => ("null", ty),
                };
                let _ = write!(self.out, "core::ptr::{name}::<");
                self.ty(to);
                self.out.push_str(">()");
            }
            ConstTree::Uninit => self.out.push_str("core::mem::MaybeUninit::uninit()"),
            ConstTree::Str(text) => {
                let _ = write!(self.out, "\"{}\"", text.escape_default());
            }
        }
    }

    fn fields(&mut self, trees: &[ConstTree], ty: Ty) {
        match self.types.kind(ty) {
            TyKind::Tuple(tys) => {
                self.out.push('(');
                self.list(trees.iter().zip(tys.iter().copied()));
                self.out.push_str(if trees.len() == 1 { ",)" } else { ")" });
            }
            TyKind::Array(element, _) => {
                self.out.push('[');
                self.list(trees.iter().map(|tree| (tree, *element)));
                self.out.push(']');
            }
            TyKind::Adt(id) => {
                let def = self.types.adt(*id);
                match def.origin {
                    AdtOrigin::Core(core @ (CoreAdt::UnsafeCell | CoreAdt::ManuallyDrop)) => {
                        self.wrapped(core, &trees[0], def.variants[0].fields[0].ty);
                    }
                    AdtOrigin::Core(CoreAdt::Cell) => {
                        // The tree of the cell inside says what the cell holds.
                        if let (ConstTree::Fields(inner), Some(&arg)) =
                            (&trees[0], def.args.first())
                        {
                            self.wrapped(CoreAdt::Cell, &inner[0], arg);
                        }
                    }
                    AdtOrigin::Core(CoreAdt::NonNull) => {
                        let pointer = def.args.first().and_then(|&arg| {
                            self.types.lookup(&TyKind::RawPtr(Mutability::Mut, arg))
                        });
                        let ty = pointer.unwrap_or(def.variants[0].fields[0].ty);
                        self.out.push_str("core::ptr::NonNull::new_unchecked(");
                        self.tree(&trees[0], ty);
                        self.out.push(')');
                    }
                    _ => {
                        self.constructor(*id, 0);
                        self.tree_fields(&def.variants[0], trees);
                    }
                }
            }
            _ => {}
        }
    }

    fn wrapped(&mut self, core: CoreAdt, tree: &ConstTree, ty: Ty) {
        let _ = write!(self.out, "{}::new(", core.path());
        self.tree(tree, ty);
        self.out.push(')');
    }

    fn list<'t>(&mut self, items: impl Iterator<Item = (&'t ConstTree, Ty)>) {
        for (i, (tree, ty)) in items.enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.tree(tree, ty);
        }
    }

    fn tree_fields(&mut self, variant: &Variant, trees: &[ConstTree]) {
        match variant.shape {
            VariantShape::Unit => {}
            VariantShape::Tuple => {
                self.out.push('(');
                self.list(trees.iter().zip(variant.fields.iter().map(|field| field.ty)));
                self.out.push(')');
            }
            VariantShape::Named => {
                self.out.push_str(" { ");
                for (i, (field, tree)) in variant.fields.iter().zip(trees).enumerate() {
                    let comma = if i > 0 { ", " } else { "" };
                    let _ = write!(self.out, "{comma}{}: ", field.name);
                    self.tree(tree, field.ty);
                }
                self.out.push_str(" }");
            }
        }
    }

    fn union(&mut self, field: u32, tree: &ConstTree, ty: Ty) {
        let Some(def) = self.types.as_adt(ty) else { return };
        if let AdtOrigin::Core(core) = def.origin {
            // `MaybeUninit` holds its value in a `ManuallyDrop`.
            if let (ConstTree::Fields(inner), Some(&arg)) = (tree, def.args.first()) {
                self.wrapped(core, &inner[0], arg);
            }
            return;
        }
        let field = &def.variants[0].fields[field as usize];
        let _ = write!(self.out, "{} {{ {}: ", def.name, field.name);
        self.tree(tree, field.ty);
        self.out.push_str(" }");
    }

    fn static_address(&mut self, id: StaticId, ty: Ty) {
        let item = &self.program.statics[id.index()];
        let name = &item.name;
        let _ = match (self.types.kind(ty), item.mutable) {
            (TyKind::Ref(Mutability::Not, _), _) => write!(self.out, "&{name}"),
            (TyKind::Ref(Mutability::Mut, _), _) => write!(self.out, "&mut {name}"),
            (TyKind::RawPtr(Mutability::Mut, _), true) => write!(self.out, "&raw mut {name}"),
            (TyKind::RawPtr(Mutability::Mut, _), false) => {
                let written = write!(self.out, "&raw const {name} as ");
                self.ty(ty);
                written
            }
            _ => write!(self.out, "&raw const {name}"),
        };
    }

    /// The path of a struct or variant.
    pub fn constructor(&mut self, id: AdtId, variant: u32) {
        let def = self.types.adt(id);
        self.out.push_str(&def.name);
        if def.kind == AdtKind::Enum {
            let _ = write!(self.out, "::{}", def.variants[variant as usize].name);
        }
    }
}

/// Whether a value can be written as a literal. NaNs, infinities and the floats whose
/// digits few compilers read are written as bits.
fn is_literal(kind: &TyKind, bits: u128) -> bool {
    match kind {
        TyKind::Float(FloatTy::F32) => f32::from_bits(bits as u32).is_finite(),
        TyKind::Float(FloatTy::F64) => f64::from_bits(bits as u64).is_finite(),
        TyKind::Float(FloatTy::F16 | FloatTy::F128) => false,
        _ => true,
    }
}

pub(super) fn write_int(out: &mut String, bits: u128, int: IntTy) {
    let sign = 1u128 << (int.bits() - 1);
    let _ = if int.is_signed() && bits & sign != 0 {
        let magnitude = bits.wrapping_neg() & (sign | (sign - 1));
        write!(out, "-{magnitude}")
    } else {
        write!(out, "{bits}")
    };
}

fn write_char(out: &mut String, bits: u128) -> std::fmt::Result {
    match u8::try_from(bits) {
        Ok(byte) if byte.is_ascii_graphic() && byte != b'\'' && byte != b'\\' => {
            write!(out, "'{}'", byte as char)
        }
        _ => write!(out, "'\\u{{{bits:x}}}'"),
    }
}
