//! Loops that iterate. The body is generated once, by its first iteration; then it is run
//! again on the machine until the trip count is enough or an iteration is refused, and only
//! then the bound is written into the test. So the bound is never what stops an undefined
//! iteration by luck: the machine has run every iteration there is.

use super::generator::Generator;
use super::scene::{LoopScope, PINNED, Socket};
use super::stage::Arrival;
use crate::syntax::{
    BinOp, BlockId, CastKind, Const, IntTy, Local, Operand, Place, Rvalue, StatementKind,
    TerminatorKind, Ty, TyKind,
};

use super::operands::scalar;

/// How the end of a loop is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Test {
    /// `counter < bound`
    Below,
    /// `counter != bound`
    Differs,
    /// A switch on the counter itself.
    Switch,
}

/// A loop being generated.
struct Loop {
    counter: Local,
    ty: Ty,
    int: IntTy,
    step: u128,
    test: Test,
    /// The block with the test: before the body, or after it.
    test_block: BlockId,
    test_last: bool,
    exit: BlockId,
    first_position: u32,
    /// Steps of the first iteration.
    cost: u64,
    /// Holds the result of the test, where it is not a switch on the counter.
    condition: Option<Local>,
    accumulator: Option<(Local, Ty)>,
}

impl Generator {
    pub fn may_loop(&self) -> bool {
        let scene = self.scene();
        scene.loops.len() < self.settings.policy.flow.nesting as usize
            && self.budget.statements > 15
            && self.budget.steps > 200
    }

    pub fn make_loop(&mut self) -> bool {
        let Some(mut this) = self.begin_loop() else { return false };
        let room = (self.budget.statements / 4).clamp(6, 60) as u64;
        let share = self.entropy.range(4, room) as i64;
        let steps = self.budget.steps;
        self.fill(share);
        if self.stuck {
            return false;
        }
        this.cost = steps.saturating_sub(self.budget.steps);
        self.close_body(&mut this);
        if self.stuck {
            return false;
        }
        self.iterate(&this)
    }

    /// The counter, the first test, and the cursor in the body.
    fn begin_loop(&mut self) -> Option<Loop> {
        let int = if self.entropy.chance(3, 5) { IntTy::Usize } else { self.counter_int() };
        let ty = self.intern(TyKind::Int(int));
        let accumulator = self.accumulator();
        let first = u128::from(self.entropy.below(4));
        let step = self.step(int);
        let test = match self.entropy.below(5) {
            0 | 1 if step < 8 => Test::Below,
            2 => Test::Switch,
            _ => Test::Differs,
        };
        let start = self.value_operand(first, ty);
        let counter = self.declare_with(ty, false);
        if !self.assign(Place::local(counter), Rvalue::Use(start)) {
            return None;
        }
        self.scene_mut().state_mut(counter).relied = PINNED;
        let boolean = self.intern(TyKind::Bool);
        let condition = (test != Test::Switch).then(|| self.declare_with(boolean, false));
        let test_last = self.chance(self.settings.policy.flow.test_last);
        let header = self.new_block();
        let exit = self.new_block();
        if !self.end_block(TerminatorKind::Goto(header), header) {
            return None;
        }
        let flow = self.scene().flow;
        let first_position = self.draft().flows[flow].here();
        let test_block = header;
        let this = Loop {
            counter,
            ty,
            int,
            step,
            test,
            test_block,
            test_last,
            exit,
            first_position,
            cost: 0,
            condition,
            accumulator,
        };
        self.scene_mut().loops.push(LoopScope { counter, step, second_exit: None });
        if !test_last {
            let body = self.new_block();
            let far = self.far_bound(&this, first);
            if !self.write_test(&this, far, body) {
                self.stuck = true;
                return None;
            }
            self.enter_block(body);
        }
        Some(this)
    }

    fn counter_int(&mut self) -> IntTy {
        let ty = self.pool.int(&mut self.entropy);
        match *self.types().kind(ty) {
            TyKind::Int(int) => int,
            _ => IntTy::Usize,
        }
    }

    fn step(&mut self, int: IntTy) -> u128 {
        let step = match self.entropy.below(10) {
            0 => int.number().truncate(u128::MAX),
            1 => 3,
            2 => 2,
            _ => 1,
        };
        int.number().truncate(step)
    }

    /// Something the loop adds up, so that what it computes reaches its end.
    fn accumulator(&mut self) -> Option<(Local, Ty)> {
        let ty = self.pool.int(&mut self.entropy);
        let start = self.read(ty)?;
        let local = self.declare_with(ty, false);
        self.assign(Place::local(local), Rvalue::Use(start)).then_some((local, ty))
    }

    /// A bound that no iteration reaches.
    fn far_bound(&self, this: &Loop, now: u128) -> u128 {
        let trips = u128::from(self.settings.policy.flow.trips) + 2;
        this.int.number().truncate(now.wrapping_add(this.step.wrapping_mul(trips)))
    }

    /// The test at the cursor: on to `inside`, or out.
    fn write_test(&mut self, this: &Loop, bound: u128, inside: BlockId) -> bool {
        let counter = Operand::Copy(Place::local(this.counter));
        let (subject, value) = match this.condition {
            None => (counter, bound),
            Some(condition) => {
                let op = if this.test == Test::Below { BinOp::Lt } else { BinOp::Ne };
                let rvalue = Rvalue::Binary(op, counter, scalar(bound, this.ty));
                if !self.assign(Place::local(condition), rvalue) {
                    return false;
                }
                (Operand::Copy(Place::local(condition)), 0)
            }
        };
        let arms = vec![(value, this.exit)];
        let block = self.scene().block;
        self.set_terminator(block, TerminatorKind::Switch { subject, arms, otherwise: inside });
        self.budget.statements -= 1;
        self.stage.try_terminator() && self.stage.block() == inside
    }

    fn loop_header(&self, this: &Loop) -> BlockId {
        self.draft().flows[self.scene().flow].block(this.first_position)
    }

    /// Ends the first iteration: adds up what is unread, ends storage, counts, goes back to
    /// the test.
    fn close_body(&mut self, this: &mut Loop) {
        if let Some((local, ty)) = this.accumulator {
            self.fold_fresh(local, ty);
        }
        self.end_loop_storage();
        if this.test_last {
            let test = self.new_block();
            if !self.end_block(TerminatorKind::Goto(test), test) {
                self.stuck = true;
                return;
            }
            this.test_block = test;
            return;
        }
        let block = self.scene().block;
        let header = self.loop_header(this);
        if !self.count(this) {
            self.stuck = true;
            return;
        }
        self.set_terminator(block, TerminatorKind::Goto(header));
        self.stuck |= !self.stage.try_terminator();
        self.budget.statements -= 1;
    }

    fn count(&mut self, this: &Loop) -> bool {
        let counter = Place::local(this.counter);
        let one = scalar(this.step, this.ty);
        let rvalue = Rvalue::Binary(BinOp::Add, Operand::Copy(counter.clone()), one);
        self.statement(StatementKind::Assign(counter, rvalue))
    }

    /// Folds fresh numbers into the accumulator.
    fn fold_fresh(&mut self, accumulator: Local, ty: Ty) {
        let total = Place::local(accumulator);
        for _ in 0..4 {
            let is_number = |(place, ty): &&(Place, Ty)| {
                super::types::is_scalar(self.facts(*ty).class)
                    && place.local != accumulator
                    && self.usable(place, super::operands::Purpose::Read)
            };
            let Some((place, found)) = self.scene().fresh.iter().rev().find(is_number).cloned()
            else {
                return;
            };
            let operand = if found == ty {
                Operand::Copy(place.clone())
            } else {
                let cast = self.via_int(place.clone(), found, ty);
                match cast {
                    Some(local) => Operand::Copy(Place::local(local)),
                    None => return,
                }
            };
            let ops = [BinOp::Add, BinOp::BitXor, BinOp::Sub];
            let op = ops[self.entropy.index(ops.len())];
            let rvalue = Rvalue::Binary(op, Operand::Copy(total.clone()), operand);
            if !self.assign(total.clone(), rvalue) {
                self.scene_mut().forget_fresh(&place);
            }
        }
    }

    fn via_int(&mut self, place: Place, _: Ty, ty: Ty) -> Option<Local> {
        let local = self.declare_with(ty, false);
        let rvalue = Rvalue::Cast(CastKind::As, Operand::Copy(place), ty);
        self.assign(Place::local(local), rvalue).then_some(local)
    }

    /// Runs further iterations, then fixes the bound and leaves.
    fn iterate(&mut self, this: &Loop) -> bool {
        let flow = self.scene().flow;
        let last = self.draft().flows[flow].here();
        if this.test_last && !self.write_last_test(this) {
            self.stuck = true;
            return false;
        }
        self.draft_mut().flows[flow].close_loop(this.first_position, last);
        let left = self.run_iterations(this);
        let scope = self.scene_mut().loops.pop();
        self.release_loop(this);
        let second = scope.and_then(|scope| scope.second_exit);
        match left {
            Some(block) => self.leave_by_second_exit(this, block, last),
            None => self.leave_by_test(this, second, last),
        }
    }

    /// The test after the body: it is tried once, and then undone, because running it begins
    /// an iteration that may not be acceptable.
    fn write_last_test(&mut self, this: &Loop) -> bool {
        let Some(next) = self.next_counter(this) else { return false };
        let far = self.far_bound(this, next);
        let header = self.loop_header(this);
        let mark = self.stage.checkpoint();
        let written = self.count(this) && self.write_test(this, far, header);
        self.stage.roll_back(mark);
        written
    }

    fn next_counter(&self, this: &Loop) -> Option<u128> {
        let now = self.stage.scalar(&Place::local(this.counter))?;
        Some(this.int.number().truncate(now.wrapping_add(this.step)))
    }

    /// Iterations after the first, each kept only if accepted. Gives the block where the
    /// loop was left by its second exit.
    fn run_iterations(&mut self, this: &Loop) -> Option<BlockId> {
        let wanted = self.entropy.range(1, u64::from(self.settings.policy.flow.trips.max(2)));
        let second = self.scene().loops.last().and_then(|scope| scope.second_exit);
        // Later iterations may be longer than the first, but not by much.
        let most = this.cost.saturating_mul(4).max(64);
        for _ in 1..wanted {
            if !self.may_run(most) {
                return None;
            }
            let mark = self.stage.checkpoint();
            let spent = self.budget;
            match self.run_to(this.test_block, second, most) {
                Some(Arrival::Stop) => self.stage.commit(mark),
                Some(Arrival::Other) => {
                    self.stage.commit(mark);
                    return second;
                }
                None => {
                    self.stage.roll_back(mark);
                    self.refused_run(spent);
                    return None;
                }
            }
        }
        None
    }

    /// The locals of the loop belong to what is around it from here on.
    fn release_loop(&mut self, this: &Loop) {
        let depth = self.scene().depth();
        let scene = self.scene_mut();
        for state in &mut scene.locals {
            state.depth = state.depth.min(depth);
            if state.relied != PINNED {
                state.relied = state.relied.min(depth);
            }
        }
        scene.state_mut(this.counter).relied = 0;
    }

    /// The test now says no.
    fn leave_by_test(&mut self, this: &Loop, second: Option<BlockId>, last: u32) -> bool {
        let counter = self.stage.scalar(&Place::local(this.counter));
        let bound = if this.test_last { self.next_counter(this) } else { counter };
        let Some(bound) = bound else {
            self.stuck = true;
            return false;
        };
        self.patch_bound(this, bound);
        if !self.stage.run_block() || self.stage.block() != this.exit {
            self.stuck = true;
            return false;
        }
        self.enter_exit(this, last);
        if let Some(block) = second {
            self.forget_second_exit(this, block);
        }
        true
    }

    /// Writes the bound into the test.
    fn patch_bound(&mut self, this: &Loop, bound: u128) {
        let function = self.scene().function.index();
        let block = &mut self.stage.program.functions[function].blocks[this.test_block.index()];
        if this.test == Test::Switch {
            if let TerminatorKind::Switch { arms, .. } = &mut block.terminator.kind {
                arms[0].0 = bound;
            }
            return;
        }
        if let Some(statement) = block.statements.last_mut()
            && let StatementKind::Assign(_, Rvalue::Binary(_, _, right)) = &mut statement.kind
        {
            *right = Operand::Const(Const::Scalar { bits: bound, ty: this.ty });
        }
    }

    fn enter_exit(&mut self, this: &Loop, last: u32) {
        self.enter_block(this.exit);
        let flow = self.scene().flow;
        let from = if this.test_last { last } else { this.first_position };
        let here = self.draft().flows[flow].here();
        self.draft_mut().flows[flow].skip(from, here);
    }

    /// The second exit was not taken: it becomes a decoy that leads behind the loop.
    fn forget_second_exit(&mut self, this: &Loop, block: BlockId) {
        for socket in &mut self.draft_mut().sockets {
            if socket.block == block {
                socket.target = Some(this.exit);
            }
        }
    }

    /// The cursor is in the second exit; some code there, then on to behind the loop.
    fn leave_by_second_exit(&mut self, this: &Loop, block: BlockId, last: u32) -> bool {
        let flow = self.scene().flow;
        let sockets = &mut self.draft_mut().sockets;
        let from = sockets.iter().position(|socket| socket.block == block);
        let from = from.map(|index| sockets.remove(index).position);
        self.enter_block(block);
        let here = self.draft().flows[flow].here();
        if let Some(from) = from {
            self.draft_mut().flows[flow].skip(from, here);
        }
        self.fill(3);
        if self.stuck || !self.end_block(TerminatorKind::Goto(this.exit), this.exit) {
            self.stuck = true;
            return false;
        }
        let from = if this.test_last { last } else { this.first_position };
        let here = self.draft().flows[flow].here();
        self.draft_mut().flows[flow].skip(from, here);
        true
    }

    pub fn may_break(&self) -> bool {
        self.scene().loops.last().is_some_and(|scope| scope.second_exit.is_none())
    }

    /// A second way out of the loop around: taken when the counter gets there, if the loop
    /// gets that far.
    pub fn make_second_exit(&mut self) -> bool {
        let Some(scope) = self.scene().loops.last().copied() else { return false };
        if !self.chance(self.settings.policy.flow.second_exit) {
            return false;
        }
        let ty = self.local_ty(scope.counter);
        let TyKind::Int(int) = *self.types().kind(ty) else { return false };
        let Some(now) = self.stage.scalar(&Place::local(scope.counter)) else { return false };
        let ahead = u128::from(self.entropy.range(1, u64::from(self.settings.policy.flow.trips)));
        let value = int.number().truncate(now.wrapping_add(scope.step.wrapping_mul(ahead)));
        if value == now {
            return false;
        }
        let out = self.new_block();
        let on = self.new_block();
        let flow = self.scene().flow;
        let position = self.draft().flows[flow].here();
        let subject = Operand::Copy(Place::local(scope.counter));
        let switch = TerminatorKind::Switch { subject, arms: vec![(value, out)], otherwise: on };
        if !self.end_block(switch, on) {
            return false;
        }
        if let Some(scope) = self.scene_mut().loops.last_mut() {
            scope.second_exit = Some(out);
        }
        self.draft_mut().sockets.push(Socket { block: out, flow, position, target: None });
        true
    }
}
