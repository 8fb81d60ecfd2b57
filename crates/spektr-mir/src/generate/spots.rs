//! The index of places: every place a function can name, by type and by group of types,
//! found once when a local is declared. Whether a place can be used at a moment is asked of
//! the machine when it has been drawn; nothing here knows values.

use std::ops::Range;

use super::facts::{Class, FactTable};
use crate::syntax::{AdtKind, IntTy, Local, Mutability, Place, Projection, Ty, TyKind, Types};

/// Stands for an index local that is chosen when the place is used.
pub const HOLE: Local = Local(u32::MAX);

/// Places below one local, at most.
const MAX_SPOTS: usize = 40;

/// How many fields deep a place may reach.
const MAX_DEPTH: u32 = 4;

/// What can be named below a local of some type.
#[derive(Clone, Debug)]
pub struct Shape {
    projection: Vec<Projection>,
    pub ty: Ty,
    /// Whether the projection has a [`HOLE`], and how many elements may fill it; `None`
    /// where the pointer itself says.
    pub hole: Option<Option<u64>>,
    pub deref: bool,
    /// Whether it may be written: not behind `&` or `*const`.
    pub writable: bool,
    /// Inside a `packed` type, where references may not point.
    pub packed: bool,
    /// Inside a variant of an enum or a union, where it may not be what is stored.
    pub tentative: bool,
}

/// A place a function can name.
#[derive(Clone, Copy, Debug)]
pub struct Spot<'a> {
    pub local: Local,
    pub shape: &'a Shape,
}

impl Spot<'_> {
    pub fn place(&self) -> Place {
        Place { local: self.local, projection: self.shape.projection.clone() }
    }
}

/// The shapes of every type that a local has had, worked out once per program.
#[derive(Debug, Default)]
pub struct Shapes {
    shapes: Vec<Shape>,
    of_ty: Vec<Option<Range<u32>>>,
    /// Whether fields of variants are places even if their type names a lifetime.
    with_variant_lifetimes: bool,
}

/// Groups of types that constructs ask for without caring which type it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    Int,
    Bool,
    Char,
    Float,
    /// Thin raw pointers.
    Raw,
    /// Thin references.
    Ref,
    /// Pointers to slices.
    Wide,
    Function,
    Array,
    /// Tuples and structs.
    Record,
    Enum,
    Union,
}

const GROUPS: usize = 12;

pub fn group(class: Class) -> Option<Group> {
    Some(match class {
        Class::Int(_) => Group::Int,
        Class::Bool => Group::Bool,
        Class::Char => Group::Char,
        Class::Float(_) => Group::Float,
        Class::Raw(_) => Group::Raw,
        Class::Ref(_) => Group::Ref,
        Class::Wide => Group::Wide,
        Class::Function => Group::Function,
        Class::Array => Group::Array,
        Class::Tuple | Class::Struct => Group::Record,
        Class::Enum => Group::Enum,
        Class::Union => Group::Union,
        Class::Unsized | Class::Other => return None,
    })
}

impl Shapes {
    pub fn new(with_variant_lifetimes: bool) -> Shapes {
        Shapes { with_variant_lifetimes, ..Shapes::default() }
    }

    /// The shapes below a local of the type, itself included.
    fn of(&mut self, types: &Types, ty: Ty) -> Range<u32> {
        if self.of_ty.len() <= ty.index() {
            self.of_ty.resize(types.len(), None);
        }
        if let Some(known) = &self.of_ty[ty.index()] {
            return known.clone();
        }
        let start = self.shapes.len();
        let root = Shape {
            projection: Vec::new(),
            ty,
            hole: None,
            deref: false,
            writable: true,
            packed: false,
            tentative: false,
        };
        self.spread(types, root, 0, start + MAX_SPOTS);
        let range = start as u32..self.shapes.len() as u32;
        self.of_ty[ty.index()] = Some(range.clone());
        range
    }

    fn spread(&mut self, types: &Types, shape: Shape, depth: u32, limit: usize) {
        if self.shapes.len() >= limit {
            return;
        }
        let (whole, avoid) = (shape.clone(), !self.with_variant_lifetimes);
        if !types.is_unsized(shape.ty) {
            self.shapes.push(shape);
        }
        if depth >= MAX_DEPTH {
            return;
        }
        let mut into = |projection: Projection, ty: Ty, change: &dyn Fn(&mut Shape)| {
            let mut part = Shape { ty, ..whole.clone() };
            part.projection.push(projection);
            change(&mut part);
            self.spread(types, part, depth + 1, limit);
        };
        match types.kind(whole.ty) {
            TyKind::Tuple(fields) => {
                for (index, &field) in fields.iter().enumerate() {
                    into(Projection::Field(index as u32), field, &|_| {});
                }
            }
            TyKind::Array(element, count) if *count > 0 && whole.hole.is_none() => {
                into(Projection::Index(HOLE), *element, &|part| part.hole = Some(Some(*count)));
            }
            TyKind::Slice(element) => {
                into(Projection::Index(HOLE), *element, &|part| part.hole = Some(None));
            }
            TyKind::RawPtr(mutability, pointee) | TyKind::Ref(mutability, pointee)
                if whole.projection.is_empty() =>
            {
                into(Projection::Deref, *pointee, &|part| {
                    part.deref = true;
                    part.writable = *mutability == Mutability::Mut;
                });
            }
            TyKind::Adt(id) => {
                let def = types.adt(*id);
                for (variant_index, variant) in def.variants.iter().enumerate() {
                    for (index, field) in variant.fields.iter().enumerate() {
                        if avoid && def.kind == AdtKind::Enum && names_lifetime(types, field.ty) {
                            continue;
                        }
                        let field_index = index as u32;
                        let projection = match def.kind {
                            AdtKind::Enum => Projection::VariantField {
                                variant: variant_index as u32,
                                field: field_index,
                            },
                            AdtKind::Struct | AdtKind::Union => Projection::Field(field_index),
                        };
                        into(projection, field.ty, &|part| {
                            part.packed |= def.repr.packed.is_some();
                            part.tentative |= def.kind != AdtKind::Struct;
                        });
                    }
                }
            }
            _ => {}
        }
    }
}

/// All spots of one function.
#[derive(Debug, Default)]
pub struct Spots {
    /// Each a local and the number of a shape.
    spots: Vec<(Local, u32)>,
    by_ty: Vec<Vec<u32>>,
    by_group: [Vec<u32>; GROUPS],
    /// Locals of type `usize`: what can fill a hole.
    indices: Vec<Local>,
}

impl Spots {
    #[inline]
    pub fn get<'a>(&self, shapes: &'a Shapes, spot: u32) -> Spot<'a> {
        let (local, shape) = self.spots[spot as usize];
        Spot { local, shape: &shapes.shapes[shape as usize] }
    }

    #[inline]
    pub fn of_ty(&self, ty: Ty) -> &[u32] {
        self.by_ty.get(ty.index()).map_or(&[], Vec::as_slice)
    }

    #[inline]
    pub fn of_group(&self, group: Group) -> &[u32] {
        &self.by_group[group as usize]
    }

    pub fn indices(&self) -> &[Local] {
        &self.indices
    }

    /// Adds a local and everything that can be named through it.
    pub fn add_local(
        &mut self,
        types: &Types,
        facts: &FactTable,
        shapes: &mut Shapes,
        local: Local,
        ty: Ty,
    ) {
        if *types.kind(ty) == TyKind::Int(IntTy::Usize) {
            self.indices.push(local);
        }
        if self.by_ty.len() < types.len() {
            self.by_ty.resize(types.len(), Vec::new());
        }
        for shape in shapes.of(types, ty) {
            let index = self.spots.len() as u32;
            self.spots.push((local, shape));
            let ty = shapes.shapes[shape as usize].ty;
            self.by_ty[ty.index()].push(index);
            if let Some(group) = group(facts.of(ty).class) {
                self.by_group[group as usize].push(index);
            }
        }
    }
}

/// Whether a lifetime has to be written in the type.
pub fn names_lifetime(types: &Types, ty: Ty) -> bool {
    match types.kind(ty) {
        TyKind::Ref(..) => true,
        TyKind::RawPtr(_, inner) | TyKind::Array(inner, _) | TyKind::Slice(inner) => {
            names_lifetime(types, *inner)
        }
        TyKind::Tuple(parts) => parts.iter().any(|&part| names_lifetime(types, part)),
        TyKind::FnPtr { params, ret } => {
            params.iter().chain([ret]).any(|&part| names_lifetime(types, part))
        }
        TyKind::Adt(id) => types.adt(*id).args.iter().any(|&arg| names_lifetime(types, arg)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_below_a_pointer_to_a_tuple_with_an_array_are_found() {
        let mut types = Types::default();
        let int = types.int(IntTy::I32);
        let array = types.array(int, 3);
        let tuple = types.tuple(vec![int, array]);
        let pointer = types.raw(Mutability::Not, tuple);
        let mut facts = FactTable::default();
        facts.extend(&types);
        let (mut spots, mut shapes) = (Spots::default(), Shapes::default());
        spots.add_local(&types, &facts, &mut shapes, Local(4), pointer);
        let ints = spots.of_ty(int).iter().map(|&spot| spots.get(&shapes, spot));
        let ints: Vec<Spot<'_>> = ints.collect();
        assert_eq!(ints.len(), 2);
        assert_eq!(ints[1].shape.hole, Some(Some(3)));
        assert!(ints.iter().all(|spot| spot.shape.deref && !spot.shape.writable));
        assert_eq!(spots.of_group(Group::Raw).len(), 1);
    }
}
