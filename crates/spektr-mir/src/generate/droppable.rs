//! Types with destructors: what a value's end does, in which order, and what is still dropped
//! when a panic takes another way out. Functions that use them are written as wholes, because
//! every value has to be dropped exactly once on every way; the machine judges them when they
//! are called. Each destructor folds a number into a log, so that the order shows.

use super::generator::Generator;
use super::kernels::writer::{Writer, copy};
use super::operands::{Purpose, Source, scalar};
use crate::syntax::{
    AdtDef, AdtId, AdtKind, AdtOrigin, AggregateKind, BinOp, BlockId, Callee, Field, FnId, Inline,
    IntTy, Intrinsic, Local, Mutability, Operand, Place, Projection, Repr, Rvalue, Span,
    StatementKind, TerminateReason, TerminatorKind, Ty, TyKind, Unwind, Variant, VariantShape,
};

/// The types with destructors of a program, and the functions that use them.
#[derive(Debug, Default)]
pub struct Droppables {
    /// Types whose values are made from a log and a number.
    types: Vec<Ty>,
    /// Functions that panic if their last argument is [`FATAL`].
    fatal: Vec<FnId>,
}

/// Types with destructors of one program, at most.
const MOST_TYPES: usize = 4;

/// The argument with which a function panics.
const FATAL: u64 = 77;

/// Steps that one call may take.
const MOST_STEPS: u64 = 600;

impl Generator {
    pub fn may_drop(&self) -> bool {
        let policy = &self.settings.policy.size;
        self.drafts.len() <= policy.functions.max(self.settings.size / 100) as usize
            && self.budget.statements > 60
            && self.may_run(MOST_STEPS)
    }

    /// Calls a new function that makes and drops values with destructors.
    pub fn make_droppable(&mut self) -> bool {
        let before = self.stage.program.functions.len();
        while self.droppables.types.is_empty()
            || (self.droppables.types.len() < MOST_TYPES && self.entropy.coin())
        {
            self.new_droppable();
        }
        let number = self.intern(TyKind::Int(IntTy::U64));
        let Some((log, _)) = self.find(Source::Ty(number), Purpose::Write) else { return false };
        if log.is_indirect() || !self.usable(&log, Purpose::Read) {
            return false;
        }
        let pointer = self.intern(TyKind::RawPtr(Mutability::Mut, number));
        let address = Rvalue::RawRef(Mutability::Mut, log.clone());
        let Some(address) = self.compute_local(address, pointer) else { return false };
        let word = self.intern(TyKind::Int(IntTy::U32));
        let Some(first) = self.read(word) else { return false };
        let calm = self.entropy.below(FATAL);
        let second = self.value_operand(u128::from(calm), word);
        let function = self.new_dropping_function(pointer, word);
        let destination = Place::local(self.declare(word));
        let args = vec![copy(address), first, second];
        let callee = Callee::Function(function);
        let steps = self.budget.steps;
        if !self.call_finished(callee, args, destination, word, MOST_STEPS) {
            // Types stay, and with them their destructors.
            let kept = before.max(self.first_free_function());
            self.stage.program.functions.truncate(kept);
            self.drafts.truncate(kept);
            self.droppables.fatal.retain(|id| id.index() < kept);
            return false;
        }
        let draft = &mut self.drafts[function.index()];
        draft.finished = true;
        draft.cost = steps.saturating_sub(self.budget.steps);
        self.note_write(log, number, 20);
        self.make_observe();
        self.make_observe();
        true
    }

    /// Functions from this one on are no destructors.
    fn first_free_function(&self) -> usize {
        let drops = self.types().adts().filter_map(|(_, def)| def.drop);
        drops.map(|id| id.index() + 1).max().unwrap_or(0)
    }

    /// A structure whose destructor writes to a log: `{ log: *mut u64, id: u32 }` and perhaps
    /// others of its kind, which are dropped after it.
    fn new_droppable(&mut self) {
        let number = self.intern(TyKind::Int(IntTy::U64));
        let pointer = self.intern(TyKind::RawPtr(Mutability::Mut, number));
        let word = self.intern(TyKind::Int(IntTy::U32));
        let mut fields = vec![pointer, word];
        let known = self.droppables.types.clone();
        if let Some(&inner) = self.entropy.pick(&known)
            && self.entropy.coin()
        {
            fields.push(inner);
        }
        let drop = FnId(self.stage.program.functions.len() as u32);
        let repr = Repr { c: self.entropy.chance(1, 3), ..Repr::default() };
        let id = AdtId(self.types().adts().count() as u32);
        let field = |(index, &ty): (usize, &Ty)| Field { name: format!("f{index}"), ty };
        let variant = Variant {
            name: String::new(),
            shape: VariantShape::Named,
            fields: fields.iter().enumerate().map(field).collect(),
            discriminant: 0,
            explicit: false,
        };
        self.stage.program.types.add_adt(AdtDef {
            name: format!("S{}", id.0),
            args: Vec::new(),
            origin: AdtOrigin::Local,
            kind: AdtKind::Struct,
            repr,
            variants: vec![variant],
            copy: false,
            drop: Some(drop),
            span: Span::default(),
        });
        let ty = self.intern(TyKind::Adt(id));
        let this = self.intern(TyKind::Ref(Mutability::Mut, ty));
        let unit = self.intern(TyKind::Tuple(Vec::new()));
        let function = self.new_function(&[this], unit, Inline::Default);
        debug_assert_eq!(function, drop);
        let mut writer = Writer::new(self, function);
        let this = |field: u32| Place::deref(Local(1)).then(Projection::Field(field));
        let log = writer.compute(pointer, Rvalue::Use(Operand::Copy(this(0))));
        let id = writer.compute(word, Rvalue::Use(Operand::Copy(this(1))));
        let id = writer.cast(id, number);
        let factor = writer.number(31, IntTy::U64);
        let old = Operand::Copy(Place::deref(log));
        let scaled = writer.binary(BinOp::Mul, old, factor, number);
        let sum = writer.binary(BinOp::Add, copy(scaled), copy(id), number);
        writer.assign(Place::deref(log), Rvalue::Use(copy(sum)));
        writer.finish();
        self.budget.statements -= writer.written;
        self.droppables.types.push(ty);
    }

    /// `fn(log: *mut u64, a: u32, b: u32) -> u32`
    fn new_dropping_function(&mut self, pointer: Ty, word: Ty) -> FnId {
        let inline = if self.entropy.coin() { Inline::Default } else { Inline::Never };
        let function = self.new_function(&[pointer, word, word], word, inline);
        let unwinding = self.settings.unwinding;
        let types = self.droppables.types.clone();
        let writer = Writer::new(self, function);
        let (live, pads, marked) = (Vec::new(), Vec::new(), Vec::new());
        let mut body = Body { writer, types, word, unwinding, live, pads, marked, made: 0 };
        for _ in 0..body.writer.generator.entropy.range(2, 7) {
            body.step();
        }
        if unwinding {
            body.panic_if_fatal();
        }
        while let Some(&last) = body.live.last() {
            body.drop(last);
        }
        let result = Rvalue::Binary(BinOp::BitXor, copy(Local(2)), copy(Local(3)));
        body.writer.assign(Local::RETURN, result);
        body.writer.finish();
        let written = body.writer.written;
        self.budget.statements -= written;
        if unwinding {
            self.droppables.fatal.push(function);
        }
        function
    }

    /// The last call of a program: it panics, and what lives is dropped on the way out.
    pub fn end_with_panic(&mut self) -> bool {
        if self.scenes.len() > 1 || self.droppables.fatal.is_empty() || !self.entropy.coin() {
            return false;
        }
        let fatal = self.droppables.fatal.clone();
        let Some(&function) = self.entropy.pick(&fatal) else { return false };
        let Some(mut args) = self.matching_arguments(function) else { return false };
        let word = self.intern(TyKind::Int(IntTy::U32));
        args[2] = scalar(u128::from(FATAL), word);
        let destination = Place::local(self.declare(word));
        let block = self.scene().block;
        let target = self.new_block();
        let (callee, unwind) = (Callee::Function(function), Unwind::Continue);
        self.set_terminator(
            block,
            TerminatorKind::Call { destination, callee, args, target, unwind },
        );
        let mark = self.stage.checkpoint();
        if self.stage.run_to_panic(MOST_STEPS) {
            self.stage.commit(mark);
            return true;
        }
        self.stage.roll_back(mark);
        self.reopen(block);
        self.drop_last_block();
        false
    }
}

struct Body<'g> {
    writer: Writer<'g>,
    types: Vec<Ty>,
    word: Ty,
    unwinding: bool,
    /// Locals that have to be dropped, in the order in which they were made.
    live: Vec<Local>,
    /// Where a panic leads while these locals live.
    pads: Vec<(Vec<Local>, BlockId)>,
    /// Locals whose storage is marked.
    marked: Vec<Local>,
    made: u32,
}

impl Body<'_> {
    fn below(&mut self, bound: u64) -> u64 {
        self.writer.generator.entropy.below(bound)
    }

    fn step(&mut self) {
        let known = self.live.len();
        let drawn = self.below(known.max(1) as u64) as usize;
        let held = self.live.get(drawn).copied();
        match (self.below(8), held) {
            (0, Some(local)) => self.drop(local),
            (1, Some(local)) => {
                // Moved elsewhere, and dropped there.
                let ty = self.writer.local_ty(local);
                let other = self.writer.local(ty);
                self.writer.assign(other, Rvalue::Use(Operand::Move(local.into())));
                self.live.retain(|live| *live != local);
                self.live.push(other);
            }
            (2, Some(local)) => self.forget(local),
            (3, Some(local)) => self.drop_on_one_way(local),
            (4, Some(local)) => {
                // What was there is dropped before something else takes its place.
                let ty = self.writer.local_ty(local);
                self.drop(local);
                let value = self.value(ty);
                if self.marked.contains(&local) {
                    self.writer.statement(StatementKind::StorageLive(local));
                }
                self.writer.assign(local, Rvalue::Use(Operand::Move(value.into())));
                self.live.retain(|live| *live != value);
                self.live.push(local);
            }
            _ => {
                let ty = self.ty();
                self.value(ty);
            }
        }
    }

    /// A type with a destructor, or one that holds such.
    fn ty(&mut self) -> Ty {
        let count = self.types.len() as u64;
        let drawn = [(); 2].map(|()| self.below(count) as usize);
        let [inner, other] = drawn.map(|drawn| self.types[drawn]);
        match self.below(6) {
            0 => self.writer.ty(TyKind::Tuple(vec![inner, other])),
            1 => self.writer.ty(TyKind::Tuple(vec![self.word, inner])),
            2 => {
                let elements = self.writer.generator.entropy.range(1, 3);
                self.writer.ty(TyKind::Array(inner, elements))
            }
            3 => {
                let types = &mut self.writer.generator.stage.program.types;
                let id = types.core_adt(crate::syntax::CoreAdt::Option, &[inner]);
                self.writer.ty(TyKind::Adt(id))
            }
            _ => inner,
        }
    }

    /// A new local with a value of the type.
    fn value(&mut self, ty: Ty) -> Local {
        let kind = self.writer.generator.types().kind(ty).clone();
        let (aggregate, parts) = match kind {
            TyKind::Tuple(parts) => (AggregateKind::Tuple, parts),
            TyKind::Array(element, count) => {
                (AggregateKind::Array(element), vec![element; count as usize])
            }
            TyKind::Adt(id) => {
                let def = self.writer.generator.types().adt(id);
                let variant = match def.kind {
                    AdtKind::Enum => self.below(4).min(1) as u32,
                    _ => 0,
                };
                let def = self.writer.generator.types().adt(id);
                let fields = &def.variants[variant as usize].fields;
                (AggregateKind::Adt(id, variant), fields.iter().map(|field| field.ty).collect())
            }
            _ => unreachable!("only these hold values with destructors"),
        };
        let operands: Vec<Operand> = parts.into_iter().map(|part| self.part(part)).collect();
        let local = self.writer.local(ty);
        if self.below(3) == 0 {
            self.marked.push(local);
            self.writer.statement(StatementKind::StorageLive(local));
        }
        self.writer.assign(local, Rvalue::Aggregate(aggregate, operands));
        self.live.push(local);
        local
    }

    /// A part of a value: what needs dropping is moved in.
    fn part(&mut self, ty: Ty) -> Operand {
        match self.writer.generator.types().kind(ty) {
            TyKind::RawPtr(..) => copy(Local(1)),
            TyKind::Int(_) => {
                self.made += 1;
                let made = self.writer.number(u128::from(self.made), IntTy::U32);
                let id = self.writer.binary(BinOp::Add, copy(Local(2)), made, ty);
                copy(id)
            }
            _ => {
                let local = self.value(ty);
                self.live.pop();
                Operand::Move(local.into())
            }
        }
    }

    fn drop(&mut self, local: Local) {
        self.live.retain(|live| *live != local);
        let (unwind, target) = (self.unwind(), self.writer.new_block());
        self.writer.end(TerminatorKind::Drop { place: local.into(), target, unwind });
        self.writer.enter(target);
        if self.marked.contains(&local) {
            self.writer.statement(StatementKind::StorageDead(local));
        }
    }

    fn forget(&mut self, local: Local) {
        self.live.retain(|live| *live != local);
        let ty = self.writer.local_ty(local);
        let unit = self.writer.ty(TyKind::Tuple(Vec::new()));
        self.writer.intrinsic(Intrinsic::Forget, ty, vec![Operand::Move(local.into())], unit);
    }

    /// Dropped on one way and forgotten on the other.
    fn drop_on_one_way(&mut self, local: Local) {
        let one = self.writer.number(1, IntTy::U32);
        let odd = self.writer.binary(BinOp::BitAnd, copy(Local(3)), one, self.word);
        let [yes, no, after] = [(); 3].map(|()| self.writer.new_block());
        self.writer.switch(odd, vec![(1, yes)], no);
        self.writer.enter(yes);
        self.drop(local);
        self.writer.jump(after);
        self.live.push(local);
        self.writer.enter(no);
        self.forget(local);
        self.writer.jump(after);
        self.writer.enter(after);
    }

    /// What a panic would do here.
    fn unwind(&mut self) -> Unwind {
        match self.unwinding {
            false => Unwind::Unreachable,
            true if self.live.is_empty() => Unwind::Continue,
            true => Unwind::Cleanup(self.pad()),
        }
    }

    /// The way out that drops what lives, the newest first.
    fn pad(&mut self) -> BlockId {
        if let Some((_, pad)) = self.pads.iter().find(|(live, _)| *live == self.live) {
            return *pad;
        }
        let (before, live) = (self.writer.block(), self.live.clone());
        let pad = self.writer.new_cleanup();
        self.writer.enter(pad);
        for &local in live.iter().rev() {
            let target = self.writer.new_cleanup();
            let unwind = Unwind::Terminate(TerminateReason::InCleanup);
            self.writer.end(TerminatorKind::Drop { place: local.into(), target, unwind });
            self.writer.enter(target);
        }
        let unit = self.writer.ty(TyKind::Tuple(Vec::new()));
        let (destination, target) = (self.writer.local(unit).into(), self.writer.new_cleanup());
        self.writer.end(TerminatorKind::Call {
            destination,
            callee: Callee::Observe,
            args: vec![Operand::Copy(Place::deref(Local(1)))],
            target,
            unwind: Unwind::Terminate(TerminateReason::InCleanup),
        });
        self.writer.enter(target);
        self.writer.end(TerminatorKind::UnwindResume);
        self.writer.enter(before);
        self.pads.push((live, pad));
        pad
    }

    fn panic_if_fatal(&mut self) {
        let unit = self.writer.ty(TyKind::Tuple(Vec::new()));
        let (destination, unwind) = (self.writer.local(unit).into(), self.unwind());
        let [boom, after] = [(); 2].map(|()| self.writer.new_block());
        self.writer.switch(Local(3), vec![(u128::from(FATAL), boom)], after);
        self.writer.enter(boom);
        let (callee, args) = (Callee::Panic, Vec::new());
        self.writer.end(TerminatorKind::Call { destination, callee, args, target: after, unwind });
        self.writer.enter(after);
    }
}
