//! Pointers: taking addresses, borrowing, punning, stepping to another element and back,
//! slices and their lengths, comparisons within one allocation.

use super::generator::Generator;
use super::operands::{Purpose, Source, scalar};
use super::spots::Group;
use crate::syntax::{BinOp, CastKind, IntTy, Mutability, Operand, Place, Rvalue, Ty, TyKind, UnOp};

/// Pointers to pointers nest at most this deep.
const MAX_NESTING: u32 = 3;

impl Generator {
    fn mutability(&mut self) -> Mutability {
        if self.entropy.chance(3, 5) { Mutability::Mut } else { Mutability::Not }
    }

    fn nesting(&self, mut ty: Ty) -> u32 {
        let mut depth = 0;
        while let Some(pointee) = self.types().pointee(ty) {
            depth += 1;
            ty = pointee;
            if depth > MAX_NESTING {
                break;
            }
        }
        depth
    }

    pub fn make_raw_pointer(&mut self) -> bool {
        self.point(false)
    }

    pub fn make_reference(&mut self) -> bool {
        self.point(true)
    }

    /// Points at a place of any type, also behind another pointer.
    fn point(&mut self, is_ref: bool) -> bool {
        let mutability = self.mutability();
        let purpose = Purpose::pointing(is_ref, mutability);
        let target = self.pointee_ty();
        if self.nesting(target) >= MAX_NESTING {
            return false;
        }
        let Some((place, ty)) = self.find(Source::Ty(target), purpose) else { return false };
        let (kind, rvalue) = match is_ref {
            true => (TyKind::Ref(mutability, ty), Rvalue::Ref(mutability, place)),
            false => (TyKind::RawPtr(mutability, ty), Rvalue::RawRef(mutability, place)),
        };
        let pointer = self.intern(kind);
        self.compute(rvalue, pointer)
    }

    /// Half the time something that pointers of the pool already point to.
    fn pointee_ty(&mut self) -> Ty {
        if self.entropy.coin() {
            let ty = self.pool.any(&mut self.entropy);
            if let Some(pointee) = self.types().pointee(ty)
                && !self.types().is_unsized(pointee)
            {
                return pointee;
            }
        }
        self.any_readable_ty()
    }

    /// A raw pointer read as a pointer to something else of the same bytes, or with another
    /// mutability.
    pub fn make_pointer_cast(&mut self) -> bool {
        let Some((place, ty)) = self.find(Source::Group(Group::Raw), Purpose::Read) else {
            return false;
        };
        let TyKind::RawPtr(mutability, pointee) = *self.types().kind(ty) else { return false };
        let flipped = match mutability {
            Mutability::Mut => Mutability::Not,
            Mutability::Not => Mutability::Mut,
        };
        let kind = match self.entropy.below(3) {
            0 => TyKind::RawPtr(flipped, pointee),
            _ => match self.pun(pointee) {
                Some(other) => TyKind::RawPtr(mutability, other),
                None => TyKind::RawPtr(flipped, pointee),
            },
        };
        let to = self.intern(kind);
        self.compute(Rvalue::Cast(CastKind::PtrToPtr, Operand::Copy(place), to), to)
    }

    /// A type whose values can be seen in the bytes of another.
    fn pun(&mut self, pointee: Ty) -> Option<Ty> {
        if self.facts(pointee).pointers && self.settings.policy.types.pointer_bytes == 0 {
            return None;
        }
        let size = self.stage.promised_size(pointee)?;
        let fitting: Vec<IntTy> =
            IntTy::ALL.into_iter().filter(|int| int.bytes() <= size).collect();
        let int = *self.entropy.pick(&fitting)?;
        let element = self.intern(TyKind::Int(int));
        let count = size / int.bytes();
        Some(match count > 1 && self.entropy.coin() {
            true => self.intern(TyKind::Array(element, u64::from(count))),
            false => element,
        })
    }

    /// An array behind a pointer becomes a slice behind a pointer.
    pub fn make_unsize(&mut self) -> bool {
        let group = if self.entropy.coin() { Group::Raw } else { Group::Ref };
        let to_array = |generator: &Generator, _: &Place, ty: Ty| {
            let pointee = generator.types().pointee(ty);
            pointee.is_some_and(|to| matches!(generator.types().kind(to), TyKind::Array(..)))
        };
        let found = self.find_where(Source::Group(group), Purpose::Read, to_array);
        let (operand, ty) = match found {
            Some((place, ty)) => (Operand::Copy(place), ty),
            None => match self.point_to_array(group == Group::Ref) {
                Some(found) => found,
                None => return false,
            },
        };
        let Some(TyKind::Array(element, _)) =
            self.types().pointee(ty).map(|array| self.types().kind(array).clone())
        else {
            return false;
        };
        let slice = self.intern(TyKind::Slice(element));
        let kind = match self.types().kind(ty) {
            TyKind::Ref(mutability, _) => TyKind::Ref(*mutability, slice),
            TyKind::RawPtr(mutability, _) => TyKind::RawPtr(*mutability, slice),
            _ => return false,
        };
        let wide = self.intern(kind);
        self.compute(Rvalue::Cast(CastKind::Unsize, operand, wide), wide)
    }

    fn point_to_array(&mut self, is_ref: bool) -> Option<(Operand, Ty)> {
        let mutability = self.mutability();
        let purpose = Purpose::pointing(is_ref, mutability);
        let (place, array) = self.find(Source::Group(Group::Array), purpose)?;
        let (kind, rvalue) = match is_ref {
            true => (TyKind::Ref(mutability, array), Rvalue::Ref(mutability, place)),
            false => (TyKind::RawPtr(mutability, array), Rvalue::RawRef(mutability, place)),
        };
        let ty = self.intern(kind);
        let local = self.compute_local(rvalue, ty)?;
        Some((Operand::Copy(Place::local(local)), ty))
    }

    /// The length that travels with a pointer to a slice.
    pub fn make_metadata(&mut self) -> bool {
        let constant = |generator: &Generator, _: &Place, ty: Ty| {
            matches!(
                generator.types().kind(ty),
                TyKind::RawPtr(Mutability::Not, _) | TyKind::Ref(Mutability::Not, _)
            )
        };
        let found = self.find_where(Source::Group(Group::Wide), Purpose::Read, constant);
        let Some((place, _)) = found else { return false };
        let usize_ty = self.intern(TyKind::Int(IntTy::Usize));
        self.compute(Rvalue::Unary(UnOp::PtrMetadata, Operand::Copy(place)), usize_ty)
    }

    /// Elements a pointer may move so that it still points to one, from the lowest to the
    /// highest step; `None` if there is nowhere to go.
    pub fn steps(&self, place: &Place, pointee: Ty) -> Option<(i64, i64)> {
        if self.decoy {
            return Some((-1, 1));
        }
        let size = i64::from(self.stage.stride(pointee)?);
        let pointer = self.stage.pointer(place)?;
        let (start, end) = (i64::from(pointer.region.start), i64::from(pointer.region.end));
        if size == 0 || pointer.offset < start || pointer.offset > end {
            return None;
        }
        let low = -((pointer.offset - start) / size);
        let high = (end - pointer.offset) / size;
        (low < high).then_some((low, high))
    }

    /// A raw pointer with room to move, its pointee, and how far it shall go.
    pub fn movable(&mut self, mutability: Option<Mutability>) -> Option<(Place, Ty, Ty, i64)> {
        let fits = |generator: &Generator, place: &Place, ty: Ty| {
            let TyKind::RawPtr(found, pointee) = *generator.types().kind(ty) else { return false };
            mutability.is_none_or(|wanted| wanted == found)
                && generator.steps(place, pointee).is_some()
        };
        let (place, ty) = self.find_where(Source::Group(Group::Raw), Purpose::Read, fits)?;
        let pointee = self.types().pointee(ty)?;
        let (low, high) = self.steps(&place, pointee)?;
        // One past the end is allowed but useless; go there rarely.
        let last = if self.entropy.chance(1, 10) { high } else { (high - 1).max(low) };
        let count = self.entropy.range_signed(low, last);
        self.rely_on(place.local);
        Some((place, ty, pointee, count))
    }

    /// `Offset`: must stay in bounds, and does.
    pub fn make_offset(&mut self) -> bool {
        let Some((place, ty, _, count)) = self.movable(None) else { return false };
        let int = if count >= 0 && self.entropy.coin() { IntTy::Usize } else { IntTy::Isize };
        let count_ty = self.intern(TyKind::Int(int));
        let bits = int.number().truncate(count as i128 as u128);
        let distance = self.value_operand(bits, count_ty);
        self.compute(Rvalue::Binary(BinOp::Offset, Operand::Copy(place), distance), ty)
    }

    /// A place that is known to hold the bits, or else the literal.
    pub fn value_operand(&mut self, bits: u128, ty: Ty) -> Operand {
        let holds = |generator: &Generator, place: &Place, _: Ty| {
            generator.stage.scalar(place) == Some(bits)
        };
        if !self.decoy
            && self.entropy.coin()
            && let Some((place, _)) = self.find_where(Source::Ty(ty), Purpose::Read, holds)
        {
            self.rely_on(place.local);
            return Operand::Copy(place);
        }
        scalar(bits, ty)
    }

    /// Two pointers into one allocation, compared.
    pub fn make_pointer_comparison(&mut self) -> bool {
        let Some((left, ty)) = self.find(Source::Group(Group::Raw), Purpose::Read) else {
            return false;
        };
        let home = if self.decoy { None } else { self.stage.pointer(&left).map(|to| to.alloc) };
        let related = |generator: &Generator, place: &Place, _: Ty| {
            generator.decoy
                || (home.is_some()
                    && generator.stage.pointer(place).map(|to| to.alloc) == home
                    && *place != left)
        };
        let Some((right, _)) = self.find_where(Source::Ty(ty), Purpose::Read, related) else {
            return false;
        };
        self.rely_on(left.local);
        self.rely_on(right.local);
        let ops = [BinOp::Eq, BinOp::Ne, BinOp::Lt, BinOp::Le, BinOp::Gt, BinOp::Ge];
        let op = ops[self.entropy.index(ops.len())];
        let boolean = self.intern(TyKind::Bool);
        self.compute(Rvalue::Binary(op, Operand::Copy(left), Operand::Copy(right)), boolean)
    }
}
