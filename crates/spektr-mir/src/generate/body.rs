//! How a program is put together: the entry, the stretches of code between decisions, and
//! the ends of functions.

use super::generator::{Budget, Generator};
use super::operands::{Purpose, Source};
use super::stage::{Allowance, Arrival};
use crate::syntax::{
    BlockId, ConstTree, Entry, Inline, Local, Mutability, Operand, Place, Rvalue, TerminatorKind,
    Ty, TyKind,
};

/// Refused or inapplicable draws in a row before something new is declared.
const PATIENCE: u32 = 12;

/// Statements, about, between the calls of a function that has reached its length.
const CARRY_ON: u64 = 6;

impl Generator {
    /// Generates the whole program. False if it got stuck.
    pub fn generate(&mut self) -> bool {
        self.make_items();
        let args = self.entry_arguments();
        let params: Vec<Ty> = args.iter().map(|(ty, _)| *ty).collect();
        let ret = self.pool.int(&mut self.entropy);
        let function = self.new_function(&params, ret, Inline::Default);
        let trees: Vec<ConstTree> = args.into_iter().map(|(_, tree)| tree).collect();
        self.stage.program.entry = Entry { function, args: trees };
        if !self.stage.start() {
            return false;
        }
        self.enter_function(function, BlockId(0), &vec![1; params.len()]);
        while self.budget.statements > 0 && !self.stuck && !self.is_full() {
            self.fill(self.budget.statements);
        }
        !self.stuck && self.end_body()
    }

    /// The finished program, with one numbering of its types, and what went into it.
    pub fn finish(self) -> (crate::syntax::Program, super::Usage) {
        let mut program = self.stage.program;
        super::generics::generalize(&mut program, self.templates);
        program.normalize();
        (program, self.usage)
    }

    /// Literals that `main` hides from the optimizer: a few of each sort.
    fn entry_arguments(&mut self) -> Vec<(Ty, ConstTree)> {
        let mut args = Vec::new();
        for _ in 0..self.entropy.range(3, 9) {
            let ty = match self.entropy.coin() {
                true => self.pool.int(&mut self.entropy),
                false => self.pool.any(&mut self.entropy),
            };
            if let Some(tree) = self.tree(ty, 0) {
                args.push((ty, tree));
            }
        }
        args
    }

    /// Writes code at the cursor until about so many statements are spent.
    pub fn fill(&mut self, share: i64) {
        let stop = (self.budget.statements - share).max(0);
        let mut misses = 0;
        while self.budget.statements > stop && !self.stuck && !self.is_full() {
            let row = self.next_row();
            let made = &super::table::ROWS[row];
            self.scene_mut().taken.clear();
            if (made.applies)(self) && (made.make)(self) {
                self.usage.made[row].1 += 1;
                misses = 0;
                // A panic that left every frame is no way to go on.
                self.stuck |= self.stage.has_ended();
                continue;
            }
            misses += 1;
            if misses >= PATIENCE {
                misses = 0;
                self.declare_something();
            }
        }
    }

    /// Whether the function has become so long that it should end: the entry does while other
    /// functions can take over.
    fn is_full(&self) -> bool {
        let scene = self.scene();
        let is_long = scene.written >= scene.limit.saturating_mul(2);
        is_long && !(self.scenes.len() == 1 && self.can_carry_on())
    }

    /// Whether code can go into a new function.
    fn can_carry_on(&self) -> bool {
        !self.settings.left_out.contains(&"call") && self.may_call_new()
    }

    fn next_row(&mut self) -> usize {
        let scene = self.scene();
        let (context, is_long) = (scene.context, scene.written >= scene.limit);
        if scene.in_block >= self.settings.policy.flow.block.max(1) {
            super::table::goto_row()
        } else if is_long && self.can_carry_on() && self.entropy.chance(1, CARRY_ON) {
            super::table::call_row()
        } else {
            self.settings.draw_row(context, &mut self.entropy)
        }
    }

    /// When nothing fits: a new local with a value.
    fn declare_something(&mut self) {
        let ty = self.pool.any(&mut self.entropy);
        if self.build(ty, 0).is_none() {
            let ty = self.pool.int(&mut self.entropy);
            self.build(ty, 0);
        }
        // Even a program in which nothing fits comes to an end.
        self.budget.statements -= 1;
    }

    /// Observations, the return value, the decoys, and `Return`.
    pub fn end_body(&mut self) -> bool {
        if self.stuck {
            return false;
        }
        self.observe_at_end();
        self.fill_decoys();
        if self.end_with_panic() {
            return true;
        }
        if self.end_with_tail_call() {
            return self.end_body();
        }
        for attempt in 0..5 {
            if self.give_return_value(attempt > 0) && self.write_return() {
                return true;
            }
        }
        self.stuck = true;
        false
    }

    /// Sees to it that there is something to return; `anew` if what is there was refused.
    fn give_return_value(&mut self, anew: bool) -> bool {
        let ty = self.local_ty(Local::RETURN);
        let place = Place::local(Local::RETURN);
        if !anew && (self.facts(ty).leaves == 0 || self.usable(&place, Purpose::Read)) {
            return true;
        }
        let not_itself = |_: &Generator, found: &Place, _: Ty| found.local != Local::RETURN;
        if let Some((found, _)) = self.find_where(Source::Ty(ty), Purpose::Read, not_itself)
            && self.assign(place.clone(), Rvalue::Use(Operand::Copy(found)))
        {
            return true;
        }
        if let TyKind::Ref(mutability, pointee) = *self.types().kind(ty) {
            return self.return_reborrow(mutability, pointee);
        }
        let operand = match self.literal(ty) {
            Some(literal) => Some(literal),
            None => self.build(ty, 0).map(|local| Operand::Copy(Place::local(local))),
        };
        operand.is_some_and(|operand| self.assign(place, Rvalue::Use(operand)))
    }

    /// A reference that outlives the call has to point to what came in by a pointer.
    fn return_reborrow(&mut self, mutability: Mutability, pointee: Ty) -> bool {
        let params = self.function().params;
        let lasting =
            |_: &Generator, place: &Place, _: Ty| place.is_indirect() && place.local.0 <= params;
        let purpose = Purpose::pointing(true, mutability);
        let Some((place, _)) = self.find_where(Source::Ty(pointee), purpose, lasting) else {
            return false;
        };
        self.assign(Place::local(Local::RETURN), Rvalue::Ref(mutability, place))
    }

    /// Ends the function; the machine is in the caller afterwards.
    pub fn write_return(&mut self) -> bool {
        let block = self.scene().block;
        self.set_terminator(block, TerminatorKind::Return);
        // A plain value goes out without trouble; references may have been outlived.
        let certain = self.is_certain_read(&Place::local(Local::RETURN));
        if certain {
            self.stuck |= !self.stage.take_terminator();
        } else if !self.stage.try_terminator() {
            self.reopen(block);
            self.scene_mut().state_mut(Local::RETURN).written = false;
            return false;
        }
        self.budget.statements -= 1;
        true
    }

    /// Runs finished code until the call just begun has returned.
    pub fn run_until_back(&mut self, most: u64) -> bool {
        let mut allowance = self.allowance(most);
        let back = self.stage.run_to_depth(self.scenes.len(), &mut allowance);
        self.spend(allowance);
        back
    }

    /// Runs from the cursor's test until the test is reached again, or the other block.
    pub fn run_to(&mut self, stop: BlockId, other: Option<BlockId>, most: u64) -> Option<Arrival> {
        let mut allowance = self.allowance(most);
        let depth = self.scenes.len();
        let sealed = &self.drafts[self.scene().function.index()].sealed;
        let arrival = self.stage.run_to(depth, stop, other, sealed, &mut allowance);
        self.spend(allowance);
        arrival
    }

    /// What a run may use up. Functions that have grown since they were last called may be
    /// called again by it.
    fn allowance(&mut self, most: u64) -> Allowance {
        for scene in &self.scenes {
            self.stage.forget_function(scene.function);
        }
        let steps = self.budget.steps.min(most);
        Allowance { steps, granted: steps, observations: self.budget.observations }
    }

    fn spend(&mut self, left: Allowance) {
        self.budget.steps = self.budget.steps.saturating_sub(left.granted - left.steps);
        self.budget.observations = left.observations;
    }

    /// Whether finished code of this cost may be tried once more.
    pub fn may_run(&self, cost: u64) -> bool {
        self.budget.steps > cost && self.budget.waste > 0
    }

    /// Finished code was tried and refused: the program is as before, but time was lost.
    pub fn refused_run(&mut self, before: Budget) {
        let lost = before.steps.saturating_sub(self.budget.steps);
        self.budget = Budget { waste: before.waste.saturating_sub(lost + 20), ..before };
    }
}
