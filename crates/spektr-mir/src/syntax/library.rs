//! The few types of `core` whose definition spektr knows. One row per type; a type that
//! is not here is not guessed at.

use super::{
    AdtDef, AdtId, AdtKind, AdtOrigin, CoreAdt, Field, IntTy, Mutability, Repr, Span, Ty, TyKind,
    Types, Variant, VariantShape,
};

impl CoreAdt {
    pub const ALL: [CoreAdt; 8] = [
        CoreAdt::Option,
        CoreAdt::Ordering,
        CoreAdt::UnsafeCell,
        CoreAdt::Cell,
        CoreAdt::MaybeUninit,
        CoreAdt::ManuallyDrop,
        CoreAdt::Wrapping,
        CoreAdt::NonNull,
    ];

    /// The path under which every edition and every `no_std` crate finds it.
    pub fn path(self) -> &'static str {
        match self {
            CoreAdt::Option => "Option",
            CoreAdt::Ordering => "core::cmp::Ordering",
            CoreAdt::UnsafeCell => "core::cell::UnsafeCell",
            CoreAdt::Cell => "core::cell::Cell",
            CoreAdt::MaybeUninit => "core::mem::MaybeUninit",
            CoreAdt::ManuallyDrop => "core::mem::ManuallyDrop",
            CoreAdt::Wrapping => "core::num::Wrapping",
            CoreAdt::NonNull => "core::ptr::NonNull",
        }
    }

    /// The last segment of the path.
    pub fn short_name(self) -> &'static str {
        self.path().rsplit("::").next().unwrap_or(self.path())
    }

    pub fn from_short_name(name: &str) -> Option<CoreAdt> {
        CoreAdt::ALL.into_iter().find(|core| core.short_name() == name)
    }

    /// How many type arguments it takes.
    pub fn arity(self) -> usize {
        usize::from(self != CoreAdt::Ordering)
    }
}

impl Types {
    /// The instance of a library type with these arguments (as many as
    /// [`CoreAdt::arity`] says), defined at the first call.
    pub fn core_adt(&mut self, core: CoreAdt, args: &[Ty]) -> AdtId {
        let known = self
            .adts()
            .find(|(_, def)| def.origin == AdtOrigin::Core(core) && def.args == args)
            .map(|(id, _)| id);
        known.unwrap_or_else(|| {
            let def = self.define_core(core, args);
            self.add_adt(def)
        })
    }

    fn define_core(&mut self, core: CoreAdt, args: &[Ty]) -> AdtDef {
        let unit = self.unit();
        let arg = args.first().copied().unwrap_or(unit);
        let transparent = Repr { transparent: true, ..Repr::default() };
        let (kind, repr, copy, variants) = match core {
            CoreAdt::Option => (
                AdtKind::Enum,
                Repr::default(),
                self.is_copy(arg),
                vec![variant("None", 0, &[]), variant("Some", 1, &[("0", arg)])],
            ),
            CoreAdt::Ordering => {
                let repr = Repr { int: Some(IntTy::I8), ..Repr::default() };
                let variants = [("Less", 0xff), ("Equal", 0), ("Greater", 1)]
                    .map(|(name, bits)| Variant { explicit: true, ..variant(name, bits, &[]) });
                (AdtKind::Enum, repr, true, variants.into())
            }
            CoreAdt::UnsafeCell => single(transparent, false, ("value", arg)),
            CoreAdt::Cell => {
                let inner = self.core_adt(CoreAdt::UnsafeCell, args);
                let inner = self.adt_ty(inner);
                single(transparent, false, ("value", inner))
            }
            CoreAdt::MaybeUninit => {
                let inner = self.core_adt(CoreAdt::ManuallyDrop, args);
                let inner = self.adt_ty(inner);
                let fields = variant("MaybeUninit", 0, &[("uninit", unit), ("value", inner)]);
                (AdtKind::Union, transparent, self.is_copy(arg), vec![fields])
            }
            CoreAdt::ManuallyDrop => single(transparent, self.is_copy(arg), ("value", arg)),
            CoreAdt::Wrapping => single(transparent, self.is_copy(arg), ("0", arg)),
            CoreAdt::NonNull => {
                let pointer = self.raw(Mutability::Not, arg);
                single(transparent, true, ("pointer", pointer))
            }
        };
        AdtDef {
            name: core.path().to_owned(),
            args: args.to_vec(),
            origin: AdtOrigin::Core(core),
            kind,
            repr,
            variants,
            copy,
            drop: None,
            span: Span::default(),
        }
    }

    /// Whether a value of this type, or a part of it, has a destructor.
    pub fn has_destructor(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            TyKind::Tuple(fields) => fields.iter().any(|&field| self.has_destructor(field)),
            TyKind::Array(element, _) => self.has_destructor(*element),
            TyKind::Adt(id) => {
                let def = self.adt(*id);
                let mut fields = def.variants.iter().flat_map(|variant| &variant.fields);
                def.drop.is_some() || fields.any(|field| self.has_destructor(field.ty))
            }
            _ => false,
        }
    }

    /// Whether values of this type may be duplicated in surface Rust.
    pub fn is_copy(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            TyKind::Ref(Mutability::Mut, _) | TyKind::Slice(_) | TyKind::Str => false,
            TyKind::Tuple(fields) => fields.iter().all(|&field| self.is_copy(field)),
            TyKind::Array(element, _) => self.is_copy(*element),
            TyKind::Adt(id) => self.adt(*id).copy,
            _ => true,
        }
    }
}

fn single(repr: Repr, copy: bool, field: (&str, Ty)) -> (AdtKind, Repr, bool, Vec<Variant>) {
    (AdtKind::Struct, repr, copy, vec![variant("", 0, &[field])])
}

fn variant(name: &str, discriminant: u128, fields: &[(&str, Ty)]) -> Variant {
    let shape = match fields.first() {
        None => VariantShape::Unit,
        Some(("0", _)) => VariantShape::Tuple,
        Some(_) => VariantShape::Named,
    };
    let fields = fields.iter().map(|&(name, ty)| Field { name: name.to_owned(), ty }).collect();
    Variant { name: name.to_owned(), shape, fields, discriminant, explicit: false }
}
