//! Functions on vectors, and closures and `dyn` objects between functions and their callers.

use super::generator::Generator;
use super::operands::{Purpose, Source, settle_moves};
use super::spots::Group;
use crate::syntax::{
    AggregateKind, FloatTy, FnId, IntTy, Intrinsic, Operand, Place, Reached, Rvalue, Simd, Ty,
    TyKind,
};

/// Of 1000 vectors, how many are made anew although there is one.
const NEW: u32 = 250;

impl Generator {
    pub fn make_vector_function(&mut self) -> bool {
        use Intrinsic as I;
        const LANES: [I; 9] = [
            I::SimdAdd,
            I::SimdSub,
            I::SimdMul,
            I::SimdAnd,
            I::SimdOr,
            I::SimdXor,
            I::SimdSaturatingAdd,
            I::SimdSaturatingSub,
            I::SimdAdd,
        ];
        const REDUCTIONS: [I; 6] = [
            I::SimdReduceAdd,
            I::SimdReduceAnd,
            I::SimdReduceOr,
            I::SimdReduceXor,
            I::SimdReduceMin,
            I::SimdReduceMax,
        ];
        let intrinsic = match self.entropy.below(10) {
            0..5 => self.drawn(&LANES),
            5..7 => return self.make_selected_lanes(),
            _ => self.drawn(&REDUCTIONS),
        };
        let Some(simd) = intrinsic.simd() else { return false };
        let Some((first, ty)) = self.any_vector(simd) else { return false };
        let mut args = vec![first];
        while args.len() < simd.vectors() {
            let Some(next) = self.vector(ty) else { return false };
            args.push(next);
        }
        self.intrinsic(intrinsic, vec![ty], args)
    }

    /// Lanes are compared, and what comes out selects among others: no other mask is sure to be
    /// one.
    fn make_selected_lanes(&mut self) -> bool {
        let compare = self.drawn(&[Intrinsic::SimdEq, Intrinsic::SimdLt]);
        let Some((a, ty)) = self.any_vector(Simd::Select) else { return false };
        let Some(b) = self.vector(ty) else { return false };
        let mask = Place::local(self.declare_with(ty, false));
        if !self.intrinsic_into(compare, vec![ty], vec![a.clone(), b.clone()], mask.clone(), ty) {
            return false;
        }
        let (yes, no) = match self.entropy.coin() {
            true => (Some(a), Some(b)),
            false => (self.vector(ty), self.vector(ty)),
        };
        let (Some(yes), Some(no)) = (yes, no) else { return true };
        self.intrinsic(Intrinsic::SimdSelect, vec![ty], vec![Operand::Copy(mask), yes, no]);
        true
    }

    /// An array that may be taken for a vector: one that is there, or a new one.
    fn any_vector(&mut self, simd: Simd) -> Option<(Operand, Ty)> {
        if !self.chance(NEW) {
            let fits = |generator: &Generator, _: &Place, ty: Ty| simd.takes(generator.types(), ty);
            let found = self.find_where(Source::Group(Group::Array), Purpose::Read, fits);
            if let Some((place, ty)) = found {
                return Some((Operand::Copy(place), ty));
            }
        }
        let lane = match simd.takes_floats() && self.chance(150) {
            true => TyKind::Float([FloatTy::F32, FloatTy::F64][self.entropy.index(2)]),
            false => {
                let ints: Vec<IntTy> =
                    IntTy::ALL.into_iter().filter(|int| int.bits() <= 64).collect();
                TyKind::Int(ints[self.entropy.index(ints.len())])
            }
        };
        let lane = self.intern(lane);
        let count = 1 << self.entropy.range(1, 4);
        let ty = self.intern(TyKind::Array(lane, count));
        Some((self.new_vector(ty)?, ty))
    }

    fn vector(&mut self, ty: Ty) -> Option<Operand> {
        if !self.chance(NEW)
            && let Some((place, _)) = self.find(Source::Ty(ty), Purpose::Read)
        {
            return Some(Operand::Copy(place));
        }
        self.new_vector(ty)
    }

    fn new_vector(&mut self, ty: Ty) -> Option<Operand> {
        let TyKind::Array(lane, count) = *self.types().kind(ty) else { return None };
        let mut lanes = (0..count).map(|_| self.read(lane)).collect::<Option<Vec<_>>>()?;
        settle_moves(&mut lanes);
        let local = self.compute_local(Rvalue::Aggregate(AggregateKind::Array(lane), lanes), ty)?;
        Some(Operand::Copy(Place::local(local)))
    }

    /// What stands between a function and its callers. Only values that may be copied, and that
    /// no rule of aliasing follows, mean the same however often they are passed on.
    pub fn way_to(&mut self, function: FnId) -> Reached {
        let flow = &self.settings.policy.flow;
        let (closure, object) = (flow.closure, flow.dyn_object);
        let way = match () {
            () if self.chance(closure) => Reached::ThroughClosure,
            () if self.chance(object) => Reached::ThroughDyn,
            () => return Reached::Directly,
        };
        let function = &self.stage.program.functions[function.index()];
        let passed = &function.locals[..=function.params as usize];
        match passed.iter().all(|local| self.passes_freely(local.ty)) {
            true => way,
            false => Reached::Directly,
        }
    }

    fn passes_freely(&self, ty: Ty) -> bool {
        let types = self.types();
        match types.kind(ty) {
            TyKind::Ref(..) | TyKind::Slice(_) | TyKind::Str | TyKind::Never => false,
            TyKind::Tuple(parts) => parts.iter().all(|&part| self.passes_freely(part)),
            TyKind::Array(element, _) => self.passes_freely(*element),
            TyKind::Adt(id) => {
                let def = types.adt(*id);
                let mut fields = def.variants.iter().flat_map(|variant| &variant.fields);
                def.copy && fields.all(|field| self.passes_freely(field.ty))
            }
            _ => true,
        }
    }
}
