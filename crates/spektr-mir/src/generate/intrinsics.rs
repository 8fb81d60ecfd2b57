//! Calls of library functions whose meaning the machine knows: numbers, memory, types,
//! hints. Operands are picked so that the call has a result; the machine has the last word.

use super::generator::Generator;
use super::operands::{Purpose, Source, copy_if, scalar};
use super::scene::combined;
use super::spots::Group;
use crate::syntax::{
    Callee, IntTy, Intrinsic, Mutability, Operand, Place, Rvalue, TerminatorKind, Ty, TyKind,
    Unwind,
};
use crate::typing::intern_intrinsic_signature;

impl Generator {
    /// Ends the block with a call of an intrinsic into a place of its result type.
    pub fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        generics: Vec<Ty>,
        args: Vec<Operand>,
    ) -> bool {
        let Some(ret) = self.intrinsic_result(intrinsic, &generics) else { return false };
        let unit = self.intern(TyKind::Tuple(Vec::new()));
        let destination = match ret == unit {
            true => Place::local(self.unit_place()),
            false => self.call_destination(ret),
        };
        self.intrinsic_into(intrinsic, generics, args, destination, ret)
    }

    /// The result type, with every type of the signature in the program.
    fn intrinsic_result(&mut self, intrinsic: Intrinsic, generics: &[Ty]) -> Option<Ty> {
        let known = self.types().len();
        let types = &mut self.stage.program.types;
        let signature = intern_intrinsic_signature(types, intrinsic, generics).ok()?;
        if self.types().len() > known {
            self.facts.extend(&self.stage.program.types);
            self.stage.extend_types();
        }
        signature.ret
    }

    pub fn intrinsic_into(
        &mut self,
        intrinsic: Intrinsic,
        generics: Vec<Ty>,
        mut args: Vec<Operand>,
        destination: Place,
        ret: Ty,
    ) -> bool {
        // Some are functions of the library, which take what is moved; some are not, and
        // leave it. Copies mean the same to both.
        args.iter_mut().for_each(|arg| copy_if(arg, true));
        let next = self.new_block();
        let complexity = combined(args.iter().map(|arg| self.complexity(arg)));
        let call = TerminatorKind::Call {
            destination: destination.clone(),
            callee: Callee::Intrinsic(intrinsic, generics),
            args: args.clone(),
            target: next,
            unwind: Unwind::Unreachable,
        };
        if !self.end_block(call, next) {
            self.drop_last_block();
            return false;
        }
        if self.decoy {
            return true;
        }
        for arg in &args {
            if let Operand::Copy(place) | Operand::Move(place) = arg {
                self.note_read(place);
            }
        }
        if self.facts(ret).leaves > 0 {
            self.note_write(destination, ret, complexity);
        }
        true
    }

    pub fn drawn(&mut self, list: &[Intrinsic]) -> Intrinsic {
        list[self.entropy.index(list.len())]
    }

    /// Total functions on integers.
    pub fn make_int_intrinsic(&mut self) -> bool {
        use Intrinsic as I;
        const TWO: [Intrinsic; 8] = [
            I::AddWithOverflow,
            I::SubWithOverflow,
            I::MulWithOverflow,
            I::WrappingAdd,
            I::WrappingSub,
            I::WrappingMul,
            I::SaturatingAdd,
            I::SaturatingSub,
        ];
        const ONE: [Intrinsic; 5] = [I::Ctpop, I::Ctlz, I::Cttz, I::Bswap, I::Bitreverse];
        let (operand, ty, int) = self.int_operand();
        let (intrinsic, args) = match self.entropy.below(if int.is_signed() { 3 } else { 4 }) {
            0 => (self.drawn(&TWO), self.read(ty).map(|other| vec![operand, other])),
            1 | 2 => (self.drawn(&ONE), Some(vec![operand])),
            _ => {
                let amount = self.intern(TyKind::Int(IntTy::U32));
                let rotate = self.drawn(&[I::RotateLeft, I::RotateRight]);
                (rotate, self.read(amount).map(|amount| vec![operand, amount]))
            }
        };
        args.is_some_and(|args| self.intrinsic(intrinsic, vec![ty], args))
    }

    pub fn make_three_way_compare(&mut self) -> bool {
        let (operand, ty, _) = self.int_operand();
        let Some(other) = self.read(ty) else { return false };
        self.intrinsic(Intrinsic::ThreeWayCompare, vec![ty], vec![operand, other])
    }

    /// A product in twice the width, with two numbers added. It exists for unsigned integers
    /// only.
    pub fn make_full_product(&mut self) -> bool {
        let (operand, ty, int) = self.int_operand();
        if int.is_signed() {
            return false;
        }
        let mut args = vec![operand];
        for _ in 0..3 {
            let Some(next) = self.read(ty) else { return false };
            args.push(next);
        }
        self.intrinsic(Intrinsic::CarryingMulAdd, vec![ty, ty], args)
    }

    /// Functions on integers that are undefined for some operands.
    pub fn make_unchecked_intrinsic(&mut self) -> bool {
        use Intrinsic as I;
        const ALL: [Intrinsic; 10] = [
            I::UncheckedAdd,
            I::UncheckedSub,
            I::UncheckedMul,
            I::UncheckedDiv,
            I::UncheckedRem,
            I::UncheckedShl,
            I::UncheckedShr,
            I::ExactDiv,
            I::CtlzNonzero,
            I::CttzNonzero,
        ];
        let (operand, ty, int) = self.int_operand();
        let intrinsic = self.drawn(&ALL);
        let value = self.value(&operand);
        let bits = u128::from(int.bits());
        let generics = match intrinsic {
            I::UncheckedShl | I::UncheckedShr => vec![ty, ty],
            _ => vec![ty],
        };
        let second = match intrinsic {
            I::CtlzNonzero | I::CttzNonzero => {
                return self.intrinsic(intrinsic, generics, vec![operand]);
            }
            I::UncheckedDiv | I::UncheckedRem => self.read_value(ty, |divisor| divisor != 0),
            I::UncheckedShl | I::UncheckedShr => self.read_value(ty, |amount| amount < bits),
            I::ExactDiv => self.exact_divisor(int, ty, value),
            _ => {
                let small = u128::from(int.bits()) / 4;
                self.read_value(ty, |other| other <= small)
            }
        };
        second.is_some_and(|second| self.intrinsic(intrinsic, generics, vec![operand, second]))
    }

    fn exact_divisor(&mut self, int: IntTy, ty: Ty, value: Option<u128>) -> Option<Operand> {
        let value = value?;
        let divides =
            |divisor: u128| divisor != 0 && !int.is_signed() && value.is_multiple_of(divisor);
        self.read_value(ty, divides).or(Some(scalar(1, ty)))
    }

    /// An or of numbers that share no bit. It exists for unsigned integers only.
    pub fn make_disjoint_or(&mut self) -> bool {
        let (operand, ty, int) = self.int_operand();
        if int.is_signed() {
            return false;
        }
        let value = self.value(&operand);
        let apart = |other: u128| value.is_none_or(|value| value & other == 0);
        let second = self.read_value(ty, apart).unwrap_or(scalar(0, ty));
        self.intrinsic(Intrinsic::DisjointBitor, vec![ty], vec![operand, second])
    }

    pub fn make_round_to_even(&mut self) -> bool {
        let Some(ty) = self.pool.usual_float(&mut self.entropy) else { return false };
        let Some(operand) = self.read(ty) else { return false };
        self.intrinsic(Intrinsic::RoundTiesEven, vec![ty], vec![operand])
    }

    /// Functions on floats.
    pub fn make_float_intrinsic(&mut self) -> bool {
        use Intrinsic as I;
        const ONE: [Intrinsic; 6] = [I::Fabs, I::Sqrt, I::Floor, I::Ceil, I::Trunc, I::Round];
        const TWO: [Intrinsic; 5] = [I::Copysign, I::Minnum, I::Maxnum, I::Minimum, I::Maximum];
        let Some(ty) = self.pool.usual_float(&mut self.entropy) else { return false };
        let Some(first) = self.read(ty) else { return false };
        let (intrinsic, count) = match self.entropy.below(5) {
            0 => (I::Fma, 3),
            1 | 2 => (self.drawn(&TWO), 2),
            _ => (self.drawn(&ONE), 1),
        };
        let mut args = vec![first];
        for _ in 1..count {
            let Some(next) = self.read(ty) else { return false };
            args.push(next);
        }
        self.intrinsic(intrinsic, vec![ty], args)
    }

    /// A float that fits becomes an integer.
    pub fn make_float_to_int_unchecked(&mut self) -> bool {
        let Some(ty) = self.pool.usual_float(&mut self.entropy) else { return false };
        let Some(operand) = self.read(ty) else { return false };
        let to = self.pool.int(&mut self.entropy);
        self.intrinsic(Intrinsic::FloatToIntUnchecked, vec![ty, to], vec![operand])
    }

    /// Functions that change nothing but what the optimizer believes.
    pub fn make_hint(&mut self) -> bool {
        use Intrinsic as I;
        let boolean = self.intern(TyKind::Bool);
        match self.entropy.below(7) {
            0 | 1 => {
                let ty = self.any_readable_ty();
                let Some(operand) = self.read(ty) else { return false };
                self.intrinsic(I::BlackBox, vec![ty], vec![operand])
            }
            2 => {
                let hint = self.drawn(&[I::Likely, I::Unlikely]);
                let Some(operand) = self.read(boolean) else { return false };
                self.intrinsic(hint, vec![], vec![operand])
            }
            3 => self.intrinsic(I::ColdPath, vec![], vec![]),
            4 => {
                let Some(operand) = self.read_value(boolean, |bits| bits == 1) else {
                    return false;
                };
                self.intrinsic(I::Assume, vec![], vec![operand])
            }
            5 => {
                let ty = self.pool.any(&mut self.entropy);
                self.intrinsic(I::AssertInhabited, vec![ty], vec![])
            }
            _ => self.select(boolean),
        }
    }

    fn select(&mut self, boolean: Ty) -> bool {
        let Some(condition) = self.read(boolean) else { return false };
        let ty = self.any_readable_ty();
        // Both are passed, so both have to be good, but only one is looked at.
        if self.facts(ty).references {
            return false;
        }
        let Some(left) = self.read(ty) else { return false };
        let Some(right) = self.read(ty) else { return false };
        let (left, right) = match self.settings.policy.avoid.unlike_alignments {
            true => (self.in_local(left), self.in_local(right)),
            false => (Some(left), Some(right)),
        };
        let (Some(left), Some(right)) = (left, right) else { return false };
        let args = vec![condition, left, right];
        self.intrinsic(Intrinsic::SelectUnpredictable, vec![ty], args)
    }

    /// Questions about types, and values taken as another type.
    pub fn make_type_intrinsic(&mut self) -> bool {
        use Intrinsic as I;
        match self.entropy.below(7) {
            0 | 1 => {
                let question = self.drawn(&[I::SizeOf, I::AlignOf, I::NeedsDrop]);
                let (_, ty, _) = self.int_operand();
                let ty = if self.entropy.coin() { ty } else { self.pool.any(&mut self.entropy) };
                self.intrinsic(question, vec![ty], vec![])
            }
            2 => {
                let Some((operand, pointee)) = self.const_pointer() else { return false };
                self.intrinsic(I::SizeOfVal, vec![pointee], vec![operand])
            }
            3 => {
                let Some((operand, pointee)) = self.shared_reference(Group::Enum) else {
                    return false;
                };
                self.intrinsic(I::DiscriminantValue, vec![pointee], vec![operand])
            }
            4 => {
                let ty = self.any_readable_ty();
                // Nothing looks at what is forgotten, not even whether it is good.
                if self.facts(ty).references {
                    return false;
                }
                let Some(operand) = self.read(ty) else { return false };
                self.intrinsic(I::Forget, vec![ty], vec![operand])
            }
            _ => {
                let Some((operand, from, to)) = self.transmutable() else { return false };
                let transmute = self.drawn(&[I::Transmute, I::TransmuteUnchecked]);
                self.intrinsic(transmute, vec![from, to], vec![operand])
            }
        }
    }

    /// A `*const` pointer in a local: one that is there, or a new one to something of the
    /// pool.
    pub fn const_pointer(&mut self) -> Option<(Operand, Ty)> {
        self.raw_operand(Mutability::Not)
    }

    /// A raw pointer operand and its pointee.
    pub fn raw_operand(&mut self, wanted: Mutability) -> Option<(Operand, Ty)> {
        let fits = |generator: &Generator, place: &Place, ty: Ty| match *generator.types().kind(ty)
        {
            TyKind::RawPtr(mutability, _) => {
                mutability == wanted && (generator.decoy || generator.points_to(place))
            }
            _ => false,
        };
        if let Some((place, ty)) = self.find_where(Source::Group(Group::Raw), Purpose::Read, fits) {
            let pointee = self.types().pointee(ty)?;
            self.rely_on(place.local);
            return Some((Operand::Copy(place), pointee));
        }
        let target = self.any_readable_ty();
        self.new_pointer(wanted, target)
    }

    /// Whether a pointer in a place leads to memory of its pointee's size.
    pub fn points_to(&self, place: &Place) -> bool {
        if place.projection.is_empty() {
            return self.stage.reachable(&Place::deref(place.local));
        }
        self.stage.pointer(place).is_some()
    }

    /// A new raw pointer to a place of the type.
    pub fn new_pointer(&mut self, mutability: Mutability, target: Ty) -> Option<(Operand, Ty)> {
        let purpose = Purpose::pointing(false, mutability);
        let (place, _) = self.find(Source::Ty(target), purpose)?;
        let ty = self.intern(TyKind::RawPtr(mutability, target));
        let local = self.compute_local(Rvalue::RawRef(mutability, place), ty)?;
        Some((Operand::Copy(Place::local(local)), target))
    }

    /// A new shared reference to something of the group.
    pub fn shared_reference(&mut self, group: Group) -> Option<(Operand, Ty)> {
        let (place, target) = self.find(Source::Group(group), Purpose::Borrow)?;
        if !self.usable(&place, Purpose::Read) {
            return None;
        }
        let ty = self.intern(TyKind::Ref(Mutability::Not, target));
        let local = self.compute_local(Rvalue::Ref(Mutability::Not, place), ty)?;
        Some((Operand::Copy(Place::local(local)), target))
    }

    /// Pointers moved by whole elements, there and perhaps back.
    pub fn make_pointer_intrinsic(&mut self) -> bool {
        let isize_ty = self.intern(TyKind::Int(IntTy::Isize));
        match self.entropy.below(6) {
            0..=2 => {
                let Some((place, _, pointee, count)) = self.movable(Some(Mutability::Not)) else {
                    return false;
                };
                let bits = IntTy::Isize.number().truncate(count as i128 as u128);
                let distance = self.value_operand(bits, isize_ty);
                let args = vec![Operand::Copy(place), distance];
                self.intrinsic(Intrinsic::ArithOffset, vec![pointee], args)
            }
            3 => {
                let Some((place, ty, _, count)) = self.movable(None) else { return false };
                let bits = IntTy::Isize.number().truncate(count as i128 as u128);
                let distance = self.value_operand(bits, isize_ty);
                let args = vec![Operand::Copy(place), distance];
                self.intrinsic(Intrinsic::Offset, vec![ty, isize_ty], args)
            }
            _ => self.pointer_distance(),
        }
    }

    fn pointer_distance(&mut self) -> bool {
        let Some((operand, pointee)) = self.const_pointer() else { return false };
        // There is no distance in steps of no bytes.
        if self.facts(pointee).leaves == 0 {
            return false;
        }
        let ty = self.intern(TyKind::RawPtr(Mutability::Not, pointee));
        let home = self.home(&operand);
        let related = |generator: &Generator, place: &Place, _: Ty| {
            generator.decoy || generator.stage.pointer(place).map(|to| to.alloc) == home
        };
        let found = self.find_where(Source::Ty(ty), Purpose::Read, related);
        let Some((other, _)) = found else { return false };
        let which = self.drawn(&[Intrinsic::PtrOffsetFrom, Intrinsic::PtrOffsetFromUnsigned]);
        self.intrinsic(which, vec![pointee], vec![operand, Operand::Copy(other)])
    }

    fn home(&self, operand: &Operand) -> Option<crate::machine::AllocId> {
        match operand {
            Operand::Copy(place) | Operand::Move(place) if !self.decoy => {
                self.stage.pointer(place).map(|to| to.alloc)
            }
            _ => None,
        }
    }

    /// Out by some elements and back again: the same pointer by another way.
    pub fn make_round_trip(&mut self) -> bool {
        let isize_ty = self.intern(TyKind::Int(IntTy::Isize));
        let is_const = |generator: &Generator, _: &Place, ty: Ty| {
            matches!(generator.types().kind(ty), TyKind::RawPtr(Mutability::Not, _))
        };
        let found = self.find_where(Source::Group(Group::Raw), Purpose::Read, is_const);
        let Some((place, ty)) = found else { return false };
        let Some(pointee) = self.types().pointee(ty) else { return false };
        let out = self.entropy.range(1, 100) as i64;
        let away = Place::local(self.declare(ty));
        for (from, to, count) in [(place, away.clone(), out), (away.clone(), away, -out)] {
            let bits = IntTy::Isize.number().truncate(count as i128 as u128);
            let args = vec![Operand::Copy(from), scalar(bits, isize_ty)];
            if !self.intrinsic_into(Intrinsic::ArithOffset, vec![pointee], args, to, ty) {
                return false;
            }
        }
        true
    }
}
