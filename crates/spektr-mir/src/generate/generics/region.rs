//! Regions of generic bodies: what is done on one way only, again, or while something lives.

use super::body::{Writer, as_copy};
use crate::generate::operands::scalar;
use crate::syntax::{
    BinOp, Callee, FnId, IntTy, Local, Mutability, Operand, Place, Projection, Rvalue,
    StatementKind, TerminatorKind, Ty, TyKind, Unwind,
};

impl Writer<'_> {
    /// A pointer to something of the type.
    pub fn pointer(&mut self, mutability: Mutability, target: Ty) -> Operand {
        let ty = self.ty(TyKind::RawPtr(mutability, target));
        let local = self.local(ty);
        self.build(Place::local(local), ty);
        Operand::Copy(local.into())
    }

    /// A pointer to a new local of the type, which nothing else points to.
    pub fn fresh_target(&mut self, target: Ty) -> Operand {
        let own = self.local(target);
        let ty = self.ty(TyKind::RawPtr(Mutability::Mut, target));
        let local = self.local(ty);
        self.assign(local.into(), Rvalue::RawRef(Mutability::Mut, own.into()), ty);
        self.note(Place::local(own), target);
        Operand::Copy(local.into())
    }

    /// Another generic function, with types made from the own parameters.
    pub fn generic_call(&mut self) {
        let known = self.generator.templates.len();
        if known == 0 {
            return self.library_call();
        }
        let number = self.below(known as u64) as usize;
        let callee = &self.generator.templates[number].function;
        let tys: Vec<Ty> = callee.locals.iter().map(|local| local.ty).collect();
        let (params, generics) = (callee.params as usize, callee.generics);
        let types: Vec<Ty> = (0..generics)
            .map(|_| if self.below(3) == 0 { self.composite() } else { self.param() })
            .collect();
        let mut args = Vec::new();
        for &ty in &tys[1..=params] {
            let ty = self.filled(ty, &types);
            let arg = match *self.generator.types().kind(ty) {
                TyKind::Ref(mutability, target) => self.reborrowed(mutability, target, ty),
                _ => self.read(ty),
            };
            args.push(arg);
        }
        let ret = self.filled(tys[0], &types);
        self.call(Callee::Generic(FnId(number as u32), types), args, ret);
    }

    fn filled(&mut self, ty: Ty, types: &[Ty]) -> Ty {
        let filled = self.generator.stage.program.types.fill(ty, types);
        let kind = self.generator.types().kind(filled).clone();
        self.generator.facts.extend(&self.generator.stage.program.types);
        self.generator.stage.extend_types();
        self.ty(kind)
    }

    /// A new reference to a new local: nothing else uses it.
    fn reborrowed(&mut self, mutability: Mutability, target: Ty, ty: Ty) -> Operand {
        let own = self.local(target);
        self.build(Place::local(own), target);
        let local = self.local(ty);
        self.statement(StatementKind::Assign(local.into(), Rvalue::Ref(mutability, own.into())));
        Operand::Copy(local.into())
    }

    /// Arithmetic on what is known.
    pub fn count(&mut self) {
        let number = self.int(IntTy::U32);
        let (left, right) = (self.read(number), self.read(number));
        let ops = [BinOp::Add, BinOp::Mul, BinOp::BitXor];
        let op = ops[self.below(3) as usize];
        let local = self.local(number);
        let rvalue = Rvalue::Binary(op, as_copy(left), as_copy(right));
        self.assign(local.into(), rvalue, number);
    }

    /// Dropping what needs no dropping for any type.
    pub fn dropped(&mut self) {
        let ty = self.composite();
        let local = self.local(ty);
        self.build(Place::local(local), ty);
        self.ready.retain(|(place, _)| place.local != local);
        let (place, target) = (Place::local(local), self.new_block());
        self.end(TerminatorKind::Drop { place, target, unwind: Unwind::Unreachable });
        self.block = target;
    }

    pub fn compare_pointers(&mut self) {
        let target = self.param();
        let pointer = self.pointer(Mutability::Mut, target);
        let Operand::Copy(place) = &pointer else { return };
        let (ty, boolean) = (self.locals[place.local.index()].ty, self.ty(TyKind::Bool));
        let copy = self.local(ty);
        self.assign(copy.into(), Rvalue::Use(pointer.clone()), ty);
        let op = if self.below(2) == 0 { BinOp::Eq } else { BinOp::Ne };
        let result = self.local(boolean);
        let rvalue = Rvalue::Binary(op, Operand::Copy(copy.into()), pointer);
        self.assign(result.into(), rvalue, boolean);
    }

    /// A few statements; what is ready after them is what was ready before.
    fn region(&mut self) {
        let before = self.ready.clone();
        self.depth += 1;
        for _ in 0..self.generator.entropy.range(1, 3) {
            self.step();
        }
        self.depth -= 1;
        self.ready = before;
    }

    /// One way or another.
    pub fn branch(&mut self) {
        let boolean = self.ty(TyKind::Bool);
        let condition = as_copy(self.read(boolean));
        let [yes, no, after] = [(); 3].map(|()| self.new_block());
        let arms = vec![(0, no)];
        self.end(TerminatorKind::Switch { subject: condition, arms, otherwise: yes });
        for way in [yes, no] {
            self.block = way;
            self.region();
            self.end(TerminatorKind::Goto(after));
        }
        self.block = after;
    }

    /// The value in an option, if there is one.
    pub fn look_into_option(&mut self) {
        let held = self.param();
        let option = self.option(held);
        let place = match as_copy(self.read(option)) {
            Operand::Copy(place) if !place.is_indirect() => place,
            _ => return,
        };
        let tag_ty = self.int(IntTy::Isize);
        let tag = self.local(tag_ty);
        self.assign(tag.into(), Rvalue::Discriminant(place.clone()), tag_ty);
        let [some, after] = [(); 2].map(|()| self.new_block());
        let subject = Operand::Copy(tag.into());
        self.end(TerminatorKind::Switch { subject, arms: vec![(1, some)], otherwise: after });
        self.block = some;
        let before = self.ready.clone();
        let inside = place.then(Projection::VariantField { variant: 1, field: 0 });
        let local = self.local(held);
        self.assign(local.into(), Rvalue::Use(Operand::Copy(inside)), held);
        self.region();
        self.ready = before;
        self.end(TerminatorKind::Goto(after));
        self.block = after;
    }

    /// A loop of a few rounds.
    pub fn repeat(&mut self) {
        let number = self.int(IntTy::U32);
        let boolean = self.ty(TyKind::Bool);
        let rounds = self.generator.entropy.range(1, 4);
        let counter = self.local(number);
        let zero = Rvalue::Use(scalar(0, number));
        self.statement(StatementKind::Assign(counter.into(), zero));
        let [header, body, after] = [(); 3].map(|()| self.new_block());
        self.end(TerminatorKind::Goto(header));
        self.block = header;
        let more = self.local(boolean);
        let copy = |local: Local| Operand::Copy(local.into());
        let bound = scalar(u128::from(rounds), number);
        let compare = Rvalue::Binary(BinOp::Lt, copy(counter), bound);
        self.statement(StatementKind::Assign(more.into(), compare));
        self.end(TerminatorKind::Switch {
            subject: copy(more),
            arms: vec![(0, after)],
            otherwise: body,
        });
        self.block = body;
        self.region();
        let next = Rvalue::Binary(BinOp::Add, copy(counter), scalar(1, number));
        self.statement(StatementKind::Assign(counter.into(), next));
        self.end(TerminatorKind::Goto(header));
        self.block = after;
    }

    /// A local that lives for a few statements.
    pub fn short_lived(&mut self) {
        let ty = self.composite();
        let value = self.read(ty);
        let before = self.ready.clone();
        let local = self.local(ty);
        self.statement(StatementKind::StorageLive(local));
        self.assign(local.into(), Rvalue::Use(value), ty);
        self.region();
        self.statement(StatementKind::StorageDead(local));
        self.ready = before;
    }

    /// What is returned depends on what was done.
    pub fn give_result(&mut self) {
        let ty = self.locals[0].ty;
        let place = Place::local(Local::RETURN);
        let known = self.find(|_, _, found| found == ty);
        match known {
            Some((from, _)) => self.assign(place, Rvalue::Use(Operand::Copy(from)), ty),
            None if matches!(self.generator.types().kind(ty), TyKind::Int(_)) => {
                let value = self.read(ty);
                self.assign(place, Rvalue::Use(value), ty);
            }
            None => self.build(place, ty),
        }
    }
}
