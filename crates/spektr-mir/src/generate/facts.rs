//! What the generator wants to know about a type again and again, worked out once per
//! type. Layout questions go to `layout`; nothing here is about values.

use crate::syntax::{AdtKind, FloatTy, IntTy, Mutability, Ty, TyKind, Types};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Bool,
    Char,
    Int(IntTy),
    Float(FloatTy),
    /// A thin raw pointer.
    Raw(Mutability),
    /// A thin reference.
    Ref(Mutability),
    /// A raw pointer or reference to a slice.
    Wide,
    Function,
    Tuple,
    Array,
    Struct,
    Enum,
    Union,
    Unsized,
    Other,
}

#[derive(Clone, Copy, Debug)]
pub struct Facts {
    pub class: Class,
    /// How deep aggregates nest by value; 0 for scalars and pointers.
    pub depth: u32,
    /// Scalars and pointers in a value.
    pub leaves: u32,
    /// Whether it may be shown: no pointers and no unions inside.
    pub observable: bool,
    /// Whether `derive(Copy)` holds for a type that contains it.
    pub copy: bool,
    /// Whether a reference is inside.
    pub references: bool,
    /// Whether any pointer is inside.
    pub pointers: bool,
    /// Whether an `align` attribute is inside, which `packed` types may not contain.
    pub aligned: bool,
}

/// Facts of every type of a program.
#[derive(Debug, Default)]
pub struct FactTable {
    facts: Vec<Facts>,
}

impl FactTable {
    /// Adds what has been interned since.
    pub fn extend(&mut self, types: &Types) {
        for index in self.facts.len()..types.len() {
            let facts = self.compute(types, Ty(index as u32));
            self.facts.push(facts);
        }
    }

    #[inline]
    pub fn of(&self, ty: Ty) -> &Facts {
        &self.facts[ty.index()]
    }

    /// Also for a type that was interned since the last `extend`: by-value parts are
    /// always interned before the whole, so only pointers can be unknown, and a pointer's
    /// facts do not depend on its pointee's.
    pub fn peek(&self, types: &Types, ty: Ty) -> Facts {
        match self.facts.get(ty.index()) {
            Some(facts) => *facts,
            None => self.compute(types, ty),
        }
    }

    fn compute(&self, types: &Types, ty: Ty) -> Facts {
        match types.kind(ty) {
            TyKind::Bool => scalar(Class::Bool),
            TyKind::Char => scalar(Class::Char),
            TyKind::Int(int) => scalar(Class::Int(*int)),
            TyKind::Float(float) => scalar(Class::Float(*float)),
            TyKind::RawPtr(_, pointee) if types.is_unsized(*pointee) => pointer(Class::Wide),
            TyKind::RawPtr(mutability, _) => pointer(Class::Raw(*mutability)),
            TyKind::Ref(mutability, pointee) => {
                let wide = types.is_unsized(*pointee);
                let class = if wide { Class::Wide } else { Class::Ref(*mutability) };
                Facts { references: true, copy: *mutability == Mutability::Not, ..pointer(class) }
            }
            TyKind::FnPtr { .. } => pointer(Class::Function),
            TyKind::Slice(_) | TyKind::Str => scalar(Class::Unsized),
            TyKind::Never | TyKind::Param(_) => Facts { observable: false, ..scalar(Class::Other) },
            TyKind::Tuple(fields) => self.group(types, Class::Tuple, fields.iter().copied()),
            TyKind::Array(element, count) => {
                let inner = self.peek(types, *element);
                let leaves = inner.leaves.saturating_mul(*count as u32);
                Facts { class: Class::Array, depth: inner.depth + 1, leaves, ..inner }
            }
            TyKind::Adt(id) => {
                let def = types.adt(*id);
                let fields = def.variants.iter().flat_map(|variant| &variant.fields);
                let class = match def.kind {
                    AdtKind::Struct => Class::Struct,
                    AdtKind::Enum => Class::Enum,
                    AdtKind::Union => Class::Union,
                };
                let facts = self.group(types, class, fields.map(|field| field.ty));
                Facts {
                    aligned: facts.aligned || def.repr.align.is_some(),
                    observable: facts.observable && class != Class::Union,
                    ..facts
                }
            }
        }
    }

    fn group(&self, types: &Types, class: Class, fields: impl Iterator<Item = Ty>) -> Facts {
        let mut facts = Facts { leaves: 0, ..scalar(class) };
        for field in fields {
            let inner = self.peek(types, field);
            facts.depth = facts.depth.max(inner.depth);
            facts.leaves = facts.leaves.saturating_add(inner.leaves);
            facts.observable &= inner.observable;
            facts.copy &= inner.copy;
            facts.references |= inner.references;
            facts.pointers |= inner.pointers;
            facts.aligned |= inner.aligned;
        }
        facts.depth += 1;
        facts
    }
}

fn scalar(class: Class) -> Facts {
    Facts {
        class,
        depth: 0,
        leaves: 1,
        observable: true,
        copy: true,
        references: false,
        pointers: false,
        aligned: false,
    }
}

fn pointer(class: Class) -> Facts {
    Facts { observable: false, pointers: true, ..scalar(class) }
}
