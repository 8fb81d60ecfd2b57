//! Values with parts: tuples, arrays, structs, enums and unions, made whole or piece by
//! piece, and the discriminants that say which variant is there.

use super::generator::Generator;
use super::operands::{Purpose, Source, settle_moves};
use super::spots::Group;
use crate::syntax::{
    AdtKind, AggregateKind, CastKind, IntTy, Local, Mutability, Operand, Place, Projection, Rvalue,
    StatementKind, Ty, TyKind,
};
use crate::typing::discriminant_int;

/// Elements that are written one by one, at most.
const MAX_ELEMENTS: u64 = 16;

impl Generator {
    fn pooled(&mut self, wanted: impl Fn(&TyKind) -> bool) -> Option<Ty> {
        let members = self.pool.members();
        let fitting: Vec<Ty> =
            members.iter().copied().filter(|&ty| wanted(self.types().kind(ty))).collect();
        self.entropy.pick(&fitting).copied()
    }

    fn adt_of_kind(&mut self, kind: AdtKind) -> Option<Ty> {
        let members = self.pool.members();
        let is_kind = |ty: &Ty| self.types().as_adt(*ty).is_some_and(|def| def.kind == kind);
        let fitting: Vec<Ty> = members.iter().copied().filter(is_kind).collect();
        self.entropy.pick(&fitting).copied()
    }

    pub fn make_tuple(&mut self) -> bool {
        let ty = self.pooled(|kind| matches!(kind, TyKind::Tuple(fields) if !fields.is_empty()));
        ty.is_some_and(|ty| self.construct_whole(ty))
    }

    pub fn make_array(&mut self) -> bool {
        let ty = self.pooled(|kind| matches!(kind, TyKind::Array(..)));
        ty.is_some_and(|ty| self.construct_whole(ty))
    }

    pub fn make_struct(&mut self) -> bool {
        let ty = self.adt_of_kind(AdtKind::Struct);
        ty.is_some_and(|ty| self.construct_whole(ty))
    }

    pub fn make_enum(&mut self) -> bool {
        let ty = self.adt_of_kind(AdtKind::Enum);
        ty.is_some_and(|ty| self.construct_whole(ty))
    }

    pub fn make_union(&mut self) -> bool {
        let ty = self.adt_of_kind(AdtKind::Union);
        ty.is_some_and(|ty| self.construct_whole(ty))
    }

    fn construct_whole(&mut self, ty: Ty) -> bool {
        let Some(rvalue) = self.whole(ty, 0) else { return false };
        self.compute(rvalue, ty)
    }

    /// An aggregate rvalue of the type.
    fn whole(&mut self, ty: Ty, depth: u32) -> Option<Rvalue> {
        if let TyKind::Array(element, count) = *self.types().kind(ty)
            && count > MAX_ELEMENTS
        {
            return Some(Rvalue::Repeat(self.literal(element)?, count));
        }
        let (kind, parts) = self.shape(ty)?;
        let operands: Option<Vec<Operand>> =
            parts.into_iter().map(|part| self.read_or_build(part, depth + 1)).collect();
        let mut operands = operands?;
        settle_moves(&mut operands);
        Some(Rvalue::Aggregate(kind, operands))
    }

    /// How a value of the type is put together, one variant or union field drawn.
    fn shape(&mut self, ty: Ty) -> Option<(AggregateKind, Vec<Ty>)> {
        match self.types().kind(ty).clone() {
            TyKind::Tuple(fields) => Some((AggregateKind::Tuple, fields)),
            TyKind::Array(element, count) => {
                Some((AggregateKind::Array(element), vec![element; count as usize]))
            }
            TyKind::Adt(id) => {
                let def = self.types().adt(id);
                let fields = |variant: usize| -> Vec<Ty> {
                    def.variants[variant].fields.iter().map(|field| field.ty).collect()
                };
                match def.kind {
                    AdtKind::Struct => Some((AggregateKind::Adt(id, 0), fields(0))),
                    AdtKind::Enum => {
                        let count = def.variants.len();
                        let drawn = self.entropy.index(count);
                        let def = self.types().adt(id);
                        let parts = def.variants[drawn].fields.iter().map(|field| field.ty);
                        let parts = parts.collect();
                        Some((AggregateKind::Adt(id, drawn as u32), parts))
                    }
                    AdtKind::Union => {
                        let all = fields(0);
                        let drawn = self.entropy.index(all.len());
                        Some((AggregateKind::Union(id, drawn as u32), vec![all[drawn]]))
                    }
                }
            }
            _ => None,
        }
    }

    /// An operand of any type: a place that is there, a literal, or something made for it.
    pub fn read_or_build(&mut self, ty: Ty, depth: u32) -> Option<Operand> {
        if let Some(operand) = self.read(ty) {
            return Some(operand);
        }
        self.build(ty, depth).map(|local| Operand::Copy(Place::local(local)))
    }

    /// A new local with a value of the type: the answer when nothing fits.
    pub fn build(&mut self, ty: Ty, depth: u32) -> Option<Local> {
        if depth > 4 || self.decoy {
            return None;
        }
        let rvalue = match self.types().kind(ty).clone() {
            TyKind::RawPtr(mutability, pointee) | TyKind::Ref(mutability, pointee) => {
                return self.build_pointer(ty, mutability, pointee, depth);
            }
            TyKind::FnPtr { .. }
            | TyKind::Never
            | TyKind::Param(_)
            | TyKind::Slice(_)
            | TyKind::Str => return None,
            _ => match self.literal(ty) {
                Some(literal) => Rvalue::Use(literal),
                None => self.whole(ty, depth)?,
            },
        };
        self.compute_local(rvalue, ty)
    }

    fn build_pointer(
        &mut self,
        ty: Ty,
        mutability: Mutability,
        pointee: Ty,
        depth: u32,
    ) -> Option<Local> {
        if let TyKind::Slice(element) = *self.types().kind(pointee) {
            return self.build_slice(ty, element, depth);
        }
        let is_ref = matches!(self.types().kind(ty), TyKind::Ref(..));
        let purpose = Purpose::pointing(is_ref, mutability);
        let place = match self.find(Source::Ty(pointee), purpose) {
            Some((place, _)) => place,
            None if !is_ref && (depth > 1 || self.entropy.chance(1, 3)) => {
                return self.build_null(ty);
            }
            None => Place::local(self.build(pointee, depth + 1)?),
        };
        let rvalue = match is_ref {
            true => Rvalue::Ref(mutability, place),
            false => Rvalue::RawRef(mutability, place),
        };
        self.compute_local(rvalue, ty)
    }

    /// A raw pointer that points nowhere: where lists and trees end.
    fn build_null(&mut self, ty: Ty) -> Option<Local> {
        let usize_ty = self.intern(TyKind::Int(IntTy::Usize));
        let zero = super::operands::scalar(0, usize_ty);
        self.compute_local(Rvalue::Cast(CastKind::Transmute, zero, ty), ty)
    }

    fn build_slice(&mut self, ty: Ty, element: Ty, depth: u32) -> Option<Local> {
        let arrays: Vec<Ty> = self
            .types()
            .all()
            .filter(|(_, kind)| matches!(kind, TyKind::Array(inner, _) if *inner == element))
            .map(|(ty, _)| ty)
            .collect();
        let array = *self.entropy.pick(&arrays)?;
        let thin = match self.types().kind(ty) {
            TyKind::Ref(mutability, _) => TyKind::Ref(*mutability, array),
            TyKind::RawPtr(mutability, _) => TyKind::RawPtr(*mutability, array),
            _ => return None,
        };
        let thin = self.intern(thin);
        let pointer = self.read_or_build(thin, depth + 1)?;
        self.compute_local(Rvalue::Cast(CastKind::Unsize, pointer, ty), ty)
    }

    pub fn make_repeat(&mut self) -> bool {
        let Some(ty) = self.pooled(|kind| matches!(kind, TyKind::Array(..))) else { return false };
        let TyKind::Array(element, count) = *self.types().kind(ty) else { return false };
        if !self.facts(element).copy {
            return false;
        }
        let Some(operand) = self.read(element) else { return false };
        let operand = match operand {
            Operand::Move(place) => Operand::Copy(place),
            other => other,
        };
        self.compute(Rvalue::Repeat(operand, count), ty)
    }

    /// Declares a tuple or struct and writes only some of its fields.
    pub fn make_partial(&mut self) -> bool {
        let has_fields = |kind: &TyKind| matches!(kind, TyKind::Tuple(fields) if fields.len() > 1);
        let ty = match self.entropy.coin() {
            true => self.pooled(has_fields),
            false => self.adt_of_kind(AdtKind::Struct),
        };
        let Some(ty) = ty else { return false };
        let Some((_, parts)) = self.shape(ty) else { return false };
        if parts.is_empty() || self.decoy {
            return false;
        }
        let local = self.declare(ty);
        let mut wrote = false;
        for (index, part) in parts.into_iter().enumerate() {
            if self.entropy.chance(2, 3)
                && let Some(operand) = self.read(part)
            {
                let place = Place::local(local).then(Projection::Field(index as u32));
                wrote |= self.assign(place, Rvalue::Use(operand));
            }
        }
        wrote
    }

    /// Declares an enum, writes fields of one variant, then says which variant it is.
    pub fn make_partial_enum(&mut self) -> bool {
        let Some(ty) = self.adt_of_kind(AdtKind::Enum) else { return false };
        let Some((AggregateKind::Adt(_, variant), parts)) = self.shape(ty) else { return false };
        if self.decoy {
            return false;
        }
        let place = match self.entropy.coin() {
            true => Place::local(self.declare(ty)),
            false => self.destination(ty),
        };
        if !self.entropy.chance(1, 5)
            && !self.statement(StatementKind::SetDiscriminant(place.clone(), variant))
        {
            return false;
        }
        for (index, part) in parts.into_iter().enumerate() {
            if self.entropy.chance(3, 4)
                && let Some(operand) = self.read(part)
            {
                let step = Projection::VariantField { variant, field: index as u32 };
                let avoid = self.settings.policy.avoid.variant_lifetimes;
                if !avoid || !super::spots::names_lifetime(self.types(), part) {
                    self.assign(place.clone().then(step), Rvalue::Use(operand));
                }
            }
        }
        let done = self.statement(StatementKind::SetDiscriminant(place.clone(), variant));
        if done {
            self.note_write(place, ty, 2);
        }
        done
    }

    pub fn make_set_discriminant(&mut self) -> bool {
        let Some((place, ty)) = self.find(Source::Group(Group::Enum), Purpose::Write) else {
            return false;
        };
        let Some(def) = self.types().as_adt(ty) else { return false };
        let count = def.variants.len();
        let variant = self.entropy.index(count) as u32;
        let done = self.statement(StatementKind::SetDiscriminant(place.clone(), variant));
        if done && !self.decoy {
            self.note_write(place, ty, 2);
        }
        done
    }

    pub fn make_discriminant(&mut self) -> bool {
        let Some((place, ty)) = self.find(Source::Group(Group::Enum), Purpose::Read) else {
            return false;
        };
        let Ok(int) = discriminant_int(self.types(), ty) else { return false };
        let int = self.intern(TyKind::Int(int));
        self.compute(Rvalue::Discriminant(place), int)
    }

    /// An array element by its number: an index local, then the element.
    pub fn make_element(&mut self) -> bool {
        let Some((place, ty)) = self.find(Source::Group(Group::Array), Purpose::Write) else {
            return false;
        };
        let TyKind::Array(element, count) = *self.types().kind(ty) else { return false };
        if count == 0 {
            return false;
        }
        let Some(index) = self.index_below(count) else { return false };
        let Some(operand) = self.read(element) else { return false };
        self.assign(place.then(Projection::Index(index)), Rvalue::Use(operand))
    }
}
