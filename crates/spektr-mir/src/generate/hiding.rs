//! Literals that the optimizer shall not see: through `black_box`, a `static mut`, a
//! volatile load or a function that is never inlined.

use super::generator::Generator;
use super::operands::{Purpose, Source};
use crate::syntax::{
    BlockId, Callee, Inline, Intrinsic, Mutability, Operand, Place, Rvalue, TerminatorKind, Ty,
    TyKind, Unwind,
};

impl Generator {
    pub fn make_hidden_literal(&mut self) -> bool {
        let ty = self.pool.int(&mut self.entropy);
        let hiding = &self.settings.policy.hiding;
        let weights =
            [hiding.none, hiding.black_box, hiding.static_mut, hiding.volatile, hiding.callee];
        match self.entropy.weighted(&weights) {
            Some(1) => self.literal(ty).is_some_and(|literal| {
                self.intrinsic(Intrinsic::BlackBox, vec![ty], vec![literal])
            }),
            Some(2) => self.through_static(ty),
            Some(3) => self.through_volatile(ty),
            Some(4) if !self.decoy => self.through_callee(ty),
            _ => self.literal(ty).is_some_and(|literal| self.compute(Rvalue::Use(literal), ty)),
        }
    }

    fn through_static(&mut self, ty: Ty) -> bool {
        let Some(place) = self.hidden_in_static(ty) else { return false };
        self.usable(&place, Purpose::Read) && self.compute(Rvalue::Use(Operand::Copy(place)), ty)
    }

    fn through_volatile(&mut self, ty: Ty) -> bool {
        let Some((place, _)) = self.find(Source::Ty(ty), Purpose::Read) else { return false };
        let pointer = self.intern(TyKind::RawPtr(Mutability::Not, ty));
        let address = Rvalue::RawRef(Mutability::Not, place);
        let Some(local) = self.compute_local(address, pointer) else { return false };
        let args = vec![Operand::Copy(Place::local(local))];
        self.intrinsic(Intrinsic::VolatileLoad, vec![ty], args)
    }

    /// A function of one statement that returns a literal.
    fn through_callee(&mut self, ty: Ty) -> bool {
        let functions = self.settings.policy.size.functions as usize;
        if self.drafts.len() > functions {
            return false;
        }
        let Some(literal) = self.literal(ty) else { return false };
        let destination = self.call_destination(ty);
        let target = self.new_block();
        let function = self.new_function(&[], ty, Inline::Never);
        let block = self.scene().block;
        let call = TerminatorKind::Call {
            destination: destination.clone(),
            callee: Callee::Function(function),
            args: Vec::new(),
            target,
            unwind: Unwind::Unreachable,
        };
        self.set_terminator(block, call);
        if !self.stage.try_terminator() {
            self.reopen(block);
            self.drop_last_block();
            self.stage.program.functions.pop();
            self.drafts.pop();
            return false;
        }
        self.enter_function(function, BlockId(0), &[]);
        let place = Place::local(crate::syntax::Local::RETURN);
        let done = self.assign(place, Rvalue::Use(literal)) && self.write_return();
        self.scenes.pop();
        self.stuck |= !done;
        self.stage.forget_function(function);
        self.drafts[function.index()].finished = true;
        self.drafts[function.index()].cost = 3;
        self.budget.statements -= 1;
        self.enter_block(target);
        self.note_write(destination, ty, 2);
        done
    }
}
