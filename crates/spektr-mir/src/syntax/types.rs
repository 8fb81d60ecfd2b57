//! Types and their definitions. Types are interned: equal types have equal [`Ty`].

use std::collections::HashMap;
use std::sync::Arc;

use super::{AdtId, FnId, Span, Ty};
use crate::layout::Told;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IntTy {
    I8,
    I16,
    I32,
    I64,
    I128,
    Isize,
    U8,
    U16,
    U32,
    U64,
    U128,
    Usize,
}

impl IntTy {
    pub const ALL: [IntTy; 12] = [
        IntTy::I8,
        IntTy::I16,
        IntTy::I32,
        IntTy::I64,
        IntTy::I128,
        IntTy::Isize,
        IntTy::U8,
        IntTy::U16,
        IntTy::U32,
        IntTy::U64,
        IntTy::U128,
        IntTy::Usize,
    ];

    pub fn is_signed(self) -> bool {
        self <= IntTy::Isize
    }

    pub fn bits(self) -> u32 {
        match self {
            IntTy::I8 | IntTy::U8 => 8,
            IntTy::I16 | IntTy::U16 => 16,
            IntTy::I32 | IntTy::U32 => 32,
            IntTy::I64 | IntTy::U64 | IntTy::Isize | IntTy::Usize => 64,
            IntTy::I128 | IntTy::U128 => 128,
        }
    }

    pub fn bytes(self) -> u32 {
        self.bits() / 8
    }

    pub fn name(self) -> &'static str {
        match self {
            IntTy::I8 => "i8",
            IntTy::I16 => "i16",
            IntTy::I32 => "i32",
            IntTy::I64 => "i64",
            IntTy::I128 => "i128",
            IntTy::Isize => "isize",
            IntTy::U8 => "u8",
            IntTy::U16 => "u16",
            IntTy::U32 => "u32",
            IntTy::U64 => "u64",
            IntTy::U128 => "u128",
            IntTy::Usize => "usize",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatTy {
    F16,
    F32,
    F64,
    F128,
}

impl FloatTy {
    pub const ALL: [FloatTy; 4] = [FloatTy::F16, FloatTy::F32, FloatTy::F64, FloatTy::F128];

    pub fn bits(self) -> u32 {
        match self {
            FloatTy::F16 => 16,
            FloatTy::F32 => 32,
            FloatTy::F64 => 64,
            FloatTy::F128 => 128,
        }
    }

    pub fn bytes(self) -> u32 {
        self.bits() / 8
    }

    pub fn name(self) -> &'static str {
        match self {
            FloatTy::F16 => "f16",
            FloatTy::F32 => "f32",
            FloatTy::F64 => "f64",
            FloatTy::F128 => "f128",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mutability {
    Not,
    Mut,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TyKind {
    Bool,
    Char,
    Int(IntTy),
    Float(FloatTy),
    /// `!`
    Never,
    /// `()` is the empty tuple.
    Tuple(Vec<Ty>),
    Array(Ty, u64),
    /// Unsized; only behind pointers.
    Slice(Ty),
    /// Unsized; only behind pointers.
    Str,
    RawPtr(Mutability, Ty),
    Ref(Mutability, Ty),
    FnPtr {
        params: Vec<Ty>,
        ret: Ty,
    },
    Adt(AdtId),
    /// A type parameter of the function that it stands in: `T0`, `T1`, …, each `Copy`.
    Param(u32),
}

impl TyKind {
    pub fn as_int(&self) -> Option<IntTy> {
        match self {
            TyKind::Int(int) => Some(*int),
            _ => None,
        }
    }
}

/// A struct, enum or union with all its generic arguments filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct AdtDef {
    /// As it is written in the source: `Adt3`, `Option`, `core::cell::UnsafeCell`.
    pub name: String,
    /// Generic arguments of a library type; empty for the program's own.
    pub args: Vec<Ty>,
    pub origin: AdtOrigin,
    pub kind: AdtKind,
    pub repr: Repr,
    /// One for structs and unions.
    pub variants: Vec<Variant>,
    /// `#[derive(Clone, Copy)]` or known to be `Copy`.
    pub copy: bool,
    /// The function that `impl Drop` calls with `&mut self`.
    pub drop: Option<FnId>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AdtKind {
    Struct,
    Enum,
    Union,
}

/// Types of the program, and the few of `core` whose definition spektr knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AdtOrigin {
    Local,
    Core(CoreAdt),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CoreAdt {
    Option,
    /// `core::cmp::Ordering`, an `i8` enum with discriminants -1, 0, 1.
    Ordering,
    UnsafeCell,
    Cell,
    MaybeUninit,
    ManuallyDrop,
    Wrapping,
    NonNull,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repr {
    pub c: bool,
    pub transparent: bool,
    pub packed: Option<u32>,
    pub align: Option<u32>,
    /// `repr(u8)` and the like on enums.
    pub int: Option<IntTy>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    pub name: String,
    pub shape: VariantShape,
    pub fields: Vec<Field>,
    /// The value that `Discriminant` gives, as bits of the discriminant type.
    pub discriminant: u128,
    /// Whether it was written as `= N`.
    pub explicit: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariantShape {
    Unit,
    Tuple,
    Named,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// `0`, `1`, … for tuple shapes.
    pub name: String,
    pub ty: Ty,
}

/// All types of a program. Adding is cheap and idempotent; nothing is ever removed.
#[derive(Clone, Debug, Default)]
pub struct Types {
    kinds: Vec<TyKind>,
    adts: Vec<AdtDef>,
    /// Only ever looked up, never iterated: its order means nothing.
    index: HashMap<TyKind, Ty>,
    /// What a compiler was asked about their layouts.
    pub told: Option<Arc<Told>>,
}

/// Types are equal when they were declared the same way in the same order.
impl PartialEq for Types {
    fn eq(&self, other: &Types) -> bool {
        self.adts == other.adts && self.kinds == other.kinds
    }
}

impl Types {
    /// An empty table to which types of this one are moved.
    pub fn none_of_them(&self) -> Types {
        Types { told: self.told.clone(), ..Types::default() }
    }

    pub fn intern(&mut self, kind: TyKind) -> Ty {
        if let Some(&ty) = self.index.get(&kind) {
            return ty;
        }
        let ty = Ty(self.kinds.len() as u32);
        self.kinds.push(kind.clone());
        self.index.insert(kind, ty);
        ty
    }

    /// The type of this kind, if it was ever interned.
    pub fn lookup(&self, kind: &TyKind) -> Option<Ty> {
        self.index.get(kind).copied()
    }

    #[inline]
    pub fn kind(&self, ty: Ty) -> &TyKind {
        &self.kinds[ty.index()]
    }

    /// Reserves a definition, so that recursive types can name it before it is known.
    pub fn add_adt(&mut self, def: AdtDef) -> AdtId {
        self.adts.push(def);
        AdtId(self.adts.len() as u32 - 1)
    }

    #[inline]
    pub fn adt(&self, id: AdtId) -> &AdtDef {
        &self.adts[id.index()]
    }

    pub fn adt_mut(&mut self, id: AdtId) -> &mut AdtDef {
        &mut self.adts[id.index()]
    }

    pub fn adts(&self) -> impl Iterator<Item = (AdtId, &AdtDef)> {
        self.adts.iter().enumerate().map(|(i, def)| (AdtId(i as u32), def))
    }

    /// Every type, in the order of interning.
    pub fn all(&self) -> impl Iterator<Item = (Ty, &TyKind)> {
        self.kinds.iter().enumerate().map(|(i, kind)| (Ty(i as u32), kind))
    }

    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    pub fn bool(&mut self) -> Ty {
        self.intern(TyKind::Bool)
    }

    pub fn char(&mut self) -> Ty {
        self.intern(TyKind::Char)
    }

    pub fn int(&mut self, int: IntTy) -> Ty {
        self.intern(TyKind::Int(int))
    }

    pub fn float(&mut self, float: FloatTy) -> Ty {
        self.intern(TyKind::Float(float))
    }

    pub fn unit(&mut self) -> Ty {
        self.intern(TyKind::Tuple(Vec::new()))
    }

    pub fn tuple(&mut self, fields: Vec<Ty>) -> Ty {
        self.intern(TyKind::Tuple(fields))
    }

    pub fn array(&mut self, element: Ty, len: u64) -> Ty {
        self.intern(TyKind::Array(element, len))
    }

    pub fn slice(&mut self, element: Ty) -> Ty {
        self.intern(TyKind::Slice(element))
    }

    pub fn raw(&mut self, mutability: Mutability, pointee: Ty) -> Ty {
        self.intern(TyKind::RawPtr(mutability, pointee))
    }

    pub fn reference(&mut self, mutability: Mutability, pointee: Ty) -> Ty {
        self.intern(TyKind::Ref(mutability, pointee))
    }

    pub fn adt_ty(&mut self, adt: AdtId) -> Ty {
        self.intern(TyKind::Adt(adt))
    }

    /// The definition behind an ADT type.
    pub fn as_adt(&self, ty: Ty) -> Option<&AdtDef> {
        match self.kind(ty) {
            TyKind::Adt(id) => Some(self.adt(*id)),
            _ => None,
        }
    }

    /// What a raw pointer or reference points to.
    #[inline]
    pub fn pointee(&self, ty: Ty) -> Option<Ty> {
        match self.kind(ty) {
            TyKind::RawPtr(_, pointee) | TyKind::Ref(_, pointee) => Some(*pointee),
            _ => None,
        }
    }

    pub fn is_unsized(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), TyKind::Slice(_) | TyKind::Str)
    }
}
