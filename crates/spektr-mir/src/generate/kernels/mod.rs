//! Kernels: small functions that work on arrays as people's inner loops do. Vectorizers, loop
//! passes and idiom recognition have something to do only where iterations are alike, bounds
//! are not known and pointers are distinct; the statements of other functions are too wild
//! for that. A kernel is written as a whole and judged by the machine when it is called.

mod body;
mod values;
pub mod writer;

use super::generator::Generator;
use super::operands::{Purpose, Source, scalar};
use crate::syntax::{
    BinOp, Callee, FnId, Inline, IntTy, Intrinsic, Local, Mutability, Operand, Place, Projection,
    Rvalue, Ty, TyKind,
};
use writer::{Writer, copy};

/// How a kernel gets at the elements of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Through {
    /// A pointer to the array, indexed.
    Array,
    /// A pointer to its first element, moved.
    Element,
}

/// An array that a kernel works on.
#[derive(Clone, Copy, Debug)]
struct Stream {
    parameter: Local,
    element: Ty,
    through: Through,
    written: bool,
}

/// What is decided about a kernel before its body is written.
struct Kernel {
    streams: Vec<Stream>,
    /// The parameter that bounds the iterations.
    parameter: Local,
    /// Numbers that come in.
    scalars: Vec<Local>,
    /// Elements of every array.
    count: u64,
    /// The largest distance between the elements of two iterations, and beyond that.
    stride: u64,
    offset: u64,
    /// Iterations touch nothing that another one writes.
    independent: bool,
}

impl Kernel {
    /// Iterations for which every access is in bounds.
    fn trips(&self) -> u64 {
        (self.count - 1 - self.offset) / self.stride + 1
    }
}

/// Functions that fill an array and fold it into a number, by its type.
#[derive(Debug, Default)]
pub struct Helpers {
    known: Vec<(Ty, FnId, FnId)>,
}

/// Steps that one call of a kernel may take.
const MOST: u64 = 4_000;

/// Array types of one program, at most: kernels shall meet one another's arrays.
const ARRAY_TYPES: usize = 4;

impl Generator {
    pub fn may_call_kernel(&self) -> bool {
        let policy = &self.settings.policy.size;
        let most = policy.functions.max(self.settings.size / 100) as usize;
        self.drafts.len() <= most + 2 * self.helpers.known.len()
            && self.scene().loops.is_empty()
            && self.budget.statements > 60
            && self.may_run(MOST / 4)
    }

    /// Calls a kernel that does not exist yet, on arrays that are there or made for it.
    pub fn make_kernel(&mut self) -> bool {
        let count = self.kernel_count();
        let mut arrays = Vec::new();
        for _ in 0..self.entropy.range(1, 3) {
            let Some(array) = self.kernel_array(count) else { return false };
            arrays.push(array);
        }
        let (params, mut args): (Vec<_>, Vec<_>) = self.streams(&arrays).into_iter().unzip();
        if args.len() < arrays.len() {
            return false;
        }
        let bound = self.entropy.range(count / 2, count);
        args.push(self.hidden_bound(bound));
        for _ in 0..self.entropy.range(1, 2) {
            let ty = self.kernel_number(&arrays);
            let Some(operand) = self.read(ty) else { return false };
            args.push(operand);
        }
        super::operands::settle_arguments(&mut args);
        let ret = self.kernel_number(&arrays);
        let Some(function) = self.new_kernel(&params, &args, ret, count) else { return false };
        if !self.call_kernel(function, args, ret) {
            self.stage.program.functions.pop();
            self.drafts.pop();
            return false;
        }
        for (place, ty) in arrays {
            self.note_write(place.clone(), ty, 20);
            if self.entropy.chance(2, 3) {
                self.fold_array(place, ty);
            }
        }
        true
    }

    /// How many iterations there shall be, mostly hidden from the optimizer, which would unroll
    /// the loop otherwise.
    fn hidden_bound(&mut self, bound: u64) -> Operand {
        let ty = self.intern(TyKind::Int(IntTy::Usize));
        let bound = scalar(u128::from(bound), ty);
        if self.entropy.chance(1, 6) {
            return bound;
        }
        let local = self.declare_with(ty, false);
        let hidden = vec![bound.clone()];
        match self.intrinsic_into(Intrinsic::BlackBox, vec![ty], hidden, local.into(), ty) {
            true => copy(local),
            false => bound,
        }
    }

    /// Element counts that vectors divide and that they do not.
    fn kernel_count(&mut self) -> u64 {
        let most = u64::from(self.settings.policy.kernels.elements);
        let known: Vec<u64> =
            self.helpers.known.iter().map(|&(ty, ..)| self.array_len(ty)).collect();
        if known.len() >= ARRAY_TYPES || (!known.is_empty() && self.entropy.coin()) {
            return known[self.entropy.index(known.len())];
        }
        let counts = [8, 16, 17, 32, 33, 48, 64, 64, 65, 100, 100, 128, 200];
        counts[self.entropy.index(counts.len())].min(most)
    }

    fn array_len(&self, ty: Ty) -> u64 {
        match *self.types().kind(ty) {
            TyKind::Array(_, count) => count,
            _ => unreachable!("helpers are for arrays"),
        }
    }

    /// Numbers that people have arrays of.
    fn kernel_element(&mut self) -> Ty {
        let ints = [
            IntTy::U8,
            IntTy::I8,
            IntTy::I16,
            IntTy::U16,
            IntTy::I32,
            IntTy::I32,
            IntTy::U32,
            IntTy::U32,
            IntTy::I64,
            IntTy::U64,
            IntTy::Usize,
        ];
        if self.entropy.chance(1, 12)
            && let Some(float) = self.pool.usual_float(&mut self.entropy)
        {
            return float;
        }
        let int = ints[self.entropy.index(ints.len())];
        self.intern(TyKind::Int(int))
    }

    /// A number that goes in or out: mostly of a type that the arrays have.
    fn kernel_number(&mut self, arrays: &[(Place, Ty)]) -> Ty {
        let (_, array) = arrays[self.entropy.index(arrays.len())];
        let like_theirs = self.entropy.chance(3, 4);
        match *self.types().kind(array) {
            TyKind::Array(element, _) if like_theirs => element,
            _ => self.kernel_element(),
        }
    }

    /// An array of so many elements: one that is there, or a new one.
    fn kernel_array(&mut self, count: u64) -> Option<(Place, Ty)> {
        let known = self.helpers.known.iter().map(|&(ty, ..)| ty);
        let fitting: Vec<Ty> = known.filter(|&ty| self.array_len(ty) == count).collect();
        let old = fitting.len() >= 2 || self.entropy.coin();
        let ty = match self.entropy.pick(&fitting) {
            Some(&ty) if old => ty,
            _ => {
                let element = self.kernel_element();
                self.intern(TyKind::Array(element, count))
            }
        };
        if self.entropy.chance(3, 4)
            && let Some((place, _)) = self.find(Source::Ty(ty), Purpose::Write)
            && !place.is_indirect()
        {
            return Some((place, ty));
        }
        self.new_array(ty)
    }

    /// An array whose elements nobody knows who does not run the program.
    fn new_array(&mut self, ty: Ty) -> Option<(Place, Ty)> {
        let TyKind::Array(element, count) = *self.types().kind(ty) else { return None };
        let (fill, _) = self.helpers_for(ty);
        let literal = self.literal(element)?;
        let array = self.declare_with(ty, false);
        if !self.assign(Place::local(array), Rvalue::Repeat(literal, count)) {
            return None;
        }
        let pointer = self.intern(TyKind::RawPtr(Mutability::Mut, ty));
        let address = Rvalue::RawRef(Mutability::Mut, Place::local(array));
        let address = self.compute_local(address, pointer)?;
        let seed_ty = self.intern(TyKind::Int(IntTy::U64));
        let seed = self.read(seed_ty)?;
        let unit = self.intern(TyKind::Tuple(Vec::new()));
        let bound = self.hidden_bound(count);
        let filled = self.call_kernel(fill, vec![copy(address), bound, seed], unit);
        filled.then(|| (Place::local(array), ty))
    }

    /// Shows a number that depends on all elements.
    fn fold_array(&mut self, place: Place, ty: Ty) {
        let (_, fold) = self.helpers_for(ty);
        let pointer = self.intern(TyKind::RawPtr(Mutability::Not, ty));
        let address = Rvalue::RawRef(Mutability::Not, place);
        if let Some(address) = self.compute_local(address, pointer) {
            let ret = self.intern(TyKind::Int(IntTy::U64));
            let bound = self.hidden_bound(self.array_len(ty));
            self.call_kernel(fold, vec![copy(address), bound], ret);
        }
    }

    /// Parameter types and arguments, one for each array.
    fn streams(&mut self, arrays: &[(Place, Ty)]) -> Vec<(Ty, Operand)> {
        let mut streams = Vec::new();
        for (position, (place, ty)) in arrays.iter().enumerate() {
            let alone = !arrays
                .iter()
                .enumerate()
                .any(|(at, (other, _))| at != position && other.local == place.local);
            let mutability = match position == 0 || self.entropy.chance(1, 3) {
                true => Mutability::Mut,
                false => Mutability::Not,
            };
            // References promise that nothing else points there while the function runs.
            let reference = alone && self.entropy.chance(2, 3);
            let (kind, rvalue) = match reference {
                true => (TyKind::Ref(mutability, *ty), Rvalue::Ref(mutability, place.clone())),
                false => {
                    (TyKind::RawPtr(mutability, *ty), Rvalue::RawRef(mutability, place.clone()))
                }
            };
            let pointer = self.intern(kind);
            let Some(mut local) = self.compute_local(rvalue, pointer) else { continue };
            let mut param = pointer;
            if !reference
                && self.entropy.coin()
                && let TyKind::Array(element, _) = *self.types().kind(*ty)
            {
                param = self.intern(TyKind::RawPtr(mutability, element));
                let cast = Rvalue::Cast(crate::syntax::CastKind::PtrToPtr, copy(local), param);
                match self.compute_local(cast, param) {
                    Some(first) => local = first,
                    None => continue,
                }
            }
            streams.push((param, copy(local)));
        }
        streams
    }

    /// A new function for these arguments; the last ones are the bound and the scalars.
    fn new_kernel(
        &mut self,
        pointers: &[Ty],
        args: &[Operand],
        ret: Ty,
        count: u64,
    ) -> Option<FnId> {
        let params: Vec<Ty> = args.iter().map(|arg| self.operand_ty(arg)).collect();
        let inline = match self.entropy.below(3) {
            0 => Inline::Default,
            _ => Inline::Never,
        };
        let (stride, offset) = match self.entropy.below(8) {
            0 => (2, 1),
            1 => (self.entropy.range(2, 3), self.entropy.range(0, 2)),
            2 | 3 => (1, self.entropy.range(1, 4)),
            _ => (1, 0),
        };
        let mut streams = Vec::new();
        for (position, &pointer) in pointers.iter().enumerate() {
            let (written, pointee) = match *self.types().kind(pointer) {
                TyKind::Ref(mutability, to) | TyKind::RawPtr(mutability, to) => {
                    (mutability == Mutability::Mut, to)
                }
                _ => return None,
            };
            let (element, through) = match *self.types().kind(pointee) {
                TyKind::Array(element, _) => (element, Through::Array),
                _ => (pointee, Through::Element),
            };
            let parameter = Local(position as u32 + 1);
            streams.push(Stream { parameter, element, through, written });
        }
        let bound = pointers.len() as u32 + 1;
        let scalars = (bound + 1..=params.len() as u32).map(Local).collect();
        let parameter = Local(bound);
        let independent = self.entropy.chance(2, 3);
        let kernel = Kernel { streams, parameter, scalars, count, stride, offset, independent };
        let function = self.new_function(&params, ret, inline);
        let mut writer = Writer::new(self, function);
        writer.kernel(&kernel);
        self.budget.statements -= writer.written;
        Some(function)
    }

    /// Calls a whole function and keeps the call if the machine accepts all of it.
    fn call_kernel(&mut self, function: FnId, args: Vec<Operand>, ret: Ty) -> bool {
        let destination = match *self.types().kind(ret) == TyKind::Tuple(Vec::new()) {
            true => Place::local(self.unit_place()),
            false => Place::local(self.declare(ret)),
        };
        let steps = self.budget.steps;
        let called = self.call_finished(Callee::Function(function), args, destination, ret, MOST);
        if called {
            // What nobody looks at would be left out by the optimizer.
            self.make_observe();
            let draft = &mut self.drafts[function.index()];
            draft.finished = true;
            draft.cost = draft.cost.max(steps.saturating_sub(self.budget.steps));
        }
        called
    }

    /// The functions that fill an array of the type and fold it.
    fn helpers_for(&mut self, ty: Ty) -> (FnId, FnId) {
        if let Some(&(_, fill, fold)) = self.helpers.known.iter().find(|(known, ..)| *known == ty) {
            return (fill, fold);
        }
        let (fill, fold) = (self.new_fill(ty), self.new_fold(ty));
        self.helpers.known.push((ty, fill, fold));
        (fill, fold)
    }

    /// `fn(array: *mut [T; N], count: usize, seed: u64)`
    fn new_fill(&mut self, ty: Ty) -> FnId {
        let [number, count] = [IntTy::U64, IntTy::Usize].map(|int| self.intern(TyKind::Int(int)));
        let pointer = self.intern(TyKind::RawPtr(Mutability::Mut, ty));
        let unit = self.intern(TyKind::Tuple(Vec::new()));
        let function = self.new_function(&[pointer, count, number], unit, Inline::Never);
        let mut writer = Writer::new(self, function);
        writer.over_array(ty, |writer, element, counter, place| {
            let position = writer.cast(counter, number);
            let factor = writer.number(0x5851_f42d_4c95_7f2d, IntTy::U64);
            let spread = writer.binary(BinOp::Mul, copy(position), factor, number);
            let mixed = writer.binary(BinOp::BitXor, copy(spread), copy(Local(3)), number);
            let high = writer.number(29, IntTy::U64);
            let drawn = writer.binary(BinOp::Shr, copy(mixed), high, number);
            let value = writer.cast(drawn, element);
            writer.assign(place, Rvalue::Use(copy(value)));
        });
        writer.finish();
        self.budget.statements -= writer.written;
        function
    }

    /// `fn(array: *const [T; N], count: usize) -> u64`
    fn new_fold(&mut self, ty: Ty) -> FnId {
        let [number, count] = [IntTy::U64, IntTy::Usize].map(|int| self.intern(TyKind::Int(int)));
        let pointer = self.intern(TyKind::RawPtr(Mutability::Not, ty));
        let function = self.new_function(&[pointer, count], number, Inline::Never);
        let mut writer = Writer::new(self, function);
        let zero = writer.number(0, IntTy::U64);
        writer.assign(Local::RETURN, Rvalue::Use(zero));
        writer.over_array(ty, |writer, element, counter, place| {
            let position = writer.cast(counter, number);
            let one = writer.number(1, IntTy::U64);
            let weight = writer.binary(BinOp::BitOr, copy(position), one, number);
            let loaded = writer.compute(element, Rvalue::Use(Operand::Copy(place)));
            let value = writer.cast(loaded, number);
            let part = writer.binary(BinOp::Mul, copy(value), copy(weight), number);
            let sum = Local::RETURN;
            writer.assign(sum, Rvalue::Binary(BinOp::Add, copy(sum), copy(part)));
        });
        writer.finish();
        self.budget.statements -= writer.written;
        function
    }
}

impl Writer<'_> {
    /// A loop over elements of the array that the first parameter points to; the second one
    /// says how many.
    fn over_array(&mut self, array: Ty, each: impl FnOnce(&mut Writer<'_>, Ty, Local, Place)) {
        let TyKind::Array(element, _) = *self.generator.types().kind(array) else { return };
        let usize_ty = self.int(IntTy::Usize);
        let zero = self.number(0, IntTy::Usize);
        let counter = self.compute(usize_ty, Rvalue::Use(zero));
        let [header, body, exit] = [(); 3].map(|()| self.new_block());
        self.go_on(header);
        let more = self.compare(BinOp::Lt, copy(counter), copy(Local(2)));
        self.branch(more, body, exit);
        self.enter(body);
        each(self, element, counter, Place::deref(Local(1)).then(Projection::Index(counter)));
        let one = self.number(1, IntTy::Usize);
        self.assign(counter, Rvalue::Binary(BinOp::Add, copy(counter), one));
        self.jump(header);
        self.enter(exit);
    }
}
