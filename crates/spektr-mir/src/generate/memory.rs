//! Intrinsics that read and write memory through pointers, whole or by bytes.

use super::generator::Generator;
use super::operands::{Purpose, Source, copy_if, scalar};
use super::spots::Group;
use crate::syntax::{IntTy, Intrinsic, Mutability, Operand, Place, Rvalue, Ty, TyKind};

impl Generator {
    fn one(&mut self) -> Operand {
        let usize_ty = self.intern(TyKind::Int(IntTy::Usize));
        self.value_operand(1, usize_ty)
    }

    /// Where a pointer operand leads, for what is written through it.
    fn pointed(&self, operand: &Operand) -> Option<Place> {
        match operand {
            Operand::Copy(place) if place.projection.is_empty() => Some(Place::deref(place.local)),
            _ => None,
        }
    }

    fn wrote_through(&mut self, pointer: &Operand, ty: Ty) {
        if self.decoy {
            return;
        }
        if let Some(place) = self.pointed(pointer) {
            self.note_write(place, ty, 3);
        }
    }

    /// `copy_nonoverlapping`, `copy` and `typed_swap_nonoverlapping`.
    pub fn make_memory_copy(&mut self) -> bool {
        let Some((target, pointee)) = self.raw_operand(Mutability::Mut) else { return false };
        if self.entropy.chance(1, 4) {
            let Some((other, _)) = self.new_pointer(Mutability::Mut, pointee) else { return false };
            let swap = Intrinsic::TypedSwapNonoverlapping;
            let done = self.intrinsic(swap, vec![pointee], vec![target.clone(), other]);
            if done {
                self.wrote_through(&target, pointee);
            }
            return done;
        }
        let Some((source, _)) = self.new_pointer(Mutability::Not, pointee) else { return false };
        let which = match self.entropy.chance(2, 3) {
            true => Intrinsic::CopyNonoverlapping,
            false => Intrinsic::Copy,
        };
        let count = self.one();
        let done = self.intrinsic(which, vec![pointee], vec![source, target.clone(), count]);
        if done {
            self.wrote_through(&target, pointee);
        }
        done
    }

    /// `write_bytes`: every byte of something the same.
    pub fn make_write_bytes(&mut self) -> bool {
        let Some((target, pointee)) = self.raw_operand(Mutability::Mut) else { return false };
        if self.facts(pointee).pointers || self.facts(pointee).leaves == 0 {
            return false;
        }
        let byte = self.intern(TyKind::Int(IntTy::U8));
        let value = match self.entropy.coin() {
            true => Some(scalar(u128::from(self.entropy.below(2)), byte)),
            false => self.read(byte),
        };
        let Some(value) = value else { return false };
        let count = self.one();
        let args = vec![target.clone(), value, count];
        let done = self.intrinsic(Intrinsic::WriteBytes, vec![pointee], args);
        if done {
            self.wrote_through(&target, pointee);
        }
        done
    }

    /// `read_via_copy` and `write_via_move`.
    pub fn make_typed_access(&mut self) -> bool {
        self.access(Intrinsic::ReadViaCopy, Intrinsic::WriteViaMove)
    }

    /// The operand in a local of its own: some intrinsics take nothing else.
    pub fn in_local(&mut self, operand: Operand) -> Option<Operand> {
        match &operand {
            Operand::Copy(place) if place.projection.is_empty() => Some(operand),
            _ => {
                let ty = self.operand_ty(&operand);
                let local = self.compute_local(Rvalue::Use(operand), ty)?;
                Some(Operand::Copy(Place::local(local)))
            }
        }
    }

    pub fn make_volatile(&mut self) -> bool {
        // Miri does not know these, so a program with one is a program that it cannot judge.
        match self.entropy.chance(1, 32) {
            true => {
                self.access(Intrinsic::UnalignedVolatileLoad, Intrinsic::UnalignedVolatileStore)
            }
            false => self.access(Intrinsic::VolatileLoad, Intrinsic::VolatileStore),
        }
    }

    fn access(&mut self, load: Intrinsic, store: Intrinsic) -> bool {
        if self.entropy.coin() {
            let Some((pointer, pointee)) = self.raw_operand(Mutability::Not) else { return false };
            let Some(pointer) = self.in_local(pointer) else { return false };
            return self.intrinsic(load, vec![pointee], vec![pointer]);
        }
        let Some((pointer, pointee)) = self.raw_operand(Mutability::Mut) else { return false };
        let Some(pointer) = self.in_local(pointer) else { return false };
        let Some(value) = self.read(pointee) else { return false };
        let done = self.intrinsic(store, vec![pointee], vec![pointer.clone(), value]);
        if done {
            self.wrote_through(&pointer, pointee);
        }
        done
    }

    /// An atomic access of an integer. Nothing is moved into it, since it is a function.
    pub fn make_atomic(&mut self) -> bool {
        use Intrinsic as I;
        const LOADS: [I; 3] = [I::AtomicLoadRelaxed, I::AtomicLoadAcquire, I::AtomicLoadSeqcst];
        const STORES: [I; 3] = [I::AtomicStoreRelaxed, I::AtomicStoreRelease, I::AtomicStoreSeqcst];
        const CHANGES: [I; 8] = [
            I::AtomicXchgAcqrel,
            I::AtomicXaddRelaxed,
            I::AtomicXaddSeqcst,
            I::AtomicXsubAcqrel,
            I::AtomicAndRelaxed,
            I::AtomicOrRelease,
            I::AtomicXorAcquire,
            I::AtomicNandSeqcst,
        ];
        const COMPARES: [I; 2] = [I::AtomicCxchgSeqcst, I::AtomicCxchgRelaxed];
        let (intrinsic, values, mutability) = match self.entropy.below(20) {
            0 => return self.intrinsic(I::AtomicFence, vec![], vec![]),
            1..=5 => (self.drawn(&LOADS), 0, Mutability::Not),
            6..=9 => (self.drawn(&STORES), 1, Mutability::Mut),
            10..=15 => (self.drawn(&CHANGES), 1, Mutability::Mut),
            _ => (self.drawn(&COMPARES), 2, Mutability::Mut),
        };
        let found = self.find(Source::Group(Group::Int), Purpose::Read);
        let Some(ty) = found.map(|(_, ty)| ty).filter(|&ty| self.is_atomic(ty)) else {
            return false;
        };
        let Some((pointer, _)) = self.new_pointer(mutability, ty) else { return false };
        let mut args = vec![pointer.clone()];
        for _ in 0..values {
            let Some(mut value) = self.read(ty) else { return false };
            copy_if(&mut value, true);
            args.push(value);
        }
        let done = self.intrinsic(intrinsic, vec![ty], args);
        if done && mutability == Mutability::Mut {
            self.wrote_through(&pointer, ty);
        }
        done
    }

    fn is_atomic(&self, ty: Ty) -> bool {
        matches!(self.types().kind(ty), TyKind::Int(int) if int.bits() <= 64)
    }

    /// `raw_eq` and `compare_bytes`: whole values compared by their bytes.
    pub fn make_byte_comparison(&mut self) -> bool {
        if self.entropy.coin() {
            let group = if self.entropy.coin() { Group::Int } else { Group::Array };
            let Some((left, target)) = self.shared_reference(group) else { return false };
            let Some((place, _)) = self.find(Source::Ty(target), Purpose::Borrow) else {
                return false;
            };
            let ty = self.intern(TyKind::Ref(Mutability::Not, target));
            let borrow = Rvalue::Ref(Mutability::Not, place);
            let Some(local) = self.compute_local(borrow, ty) else { return false };
            let args = vec![left, Operand::Copy(Place::local(local))];
            return self.intrinsic(Intrinsic::RawEq, vec![target], args);
        }
        let byte = self.intern(TyKind::Int(IntTy::U8));
        let Some((left, _)) = self.byte_pointer(byte) else { return false };
        let Some((right, _)) = self.byte_pointer(byte) else { return false };
        let count = self.one();
        self.intrinsic(Intrinsic::CompareBytes, vec![], vec![left, right, count])
    }

    fn byte_pointer(&mut self, byte: Ty) -> Option<(Operand, Ty)> {
        let ty = self.intern(TyKind::RawPtr(Mutability::Not, byte));
        let leads = |generator: &Generator, place: &Place, _: Ty| {
            generator.decoy || generator.points_to(place)
        };
        match self.find_where(Source::Ty(ty), Purpose::Read, leads) {
            Some((place, _)) => Some((Operand::Copy(place), byte)),
            None => self.new_pointer(Mutability::Not, byte),
        }
    }
}
