//! Calls. A new function is generated while its first call runs; a finished one is run
//! again on the machine with new arguments, and the call is kept only if that is accepted.

use super::facts::Class;
use super::generator::Generator;
use super::operands::{Purpose, Source, settle_arguments};
use super::scene::{LocalState, Recursion, Scene, combined};
use super::spots::Group;
use crate::syntax::{
    Abi, BinOp, BlockId, Callee, Const, FnId, Inline, Local, Operand, Place, Projection, Rvalue,
    Span, Statement, StatementKind, TerminatorKind, Ty, TyKind, Unwind,
};

/// Parameters of a generated function, at most.
const MAX_PARAMS: u64 = 6;

/// Refused attempts after which a function is not called again.
const MAX_REFUSALS: u32 = 4;

impl Generator {
    pub fn may_call_new(&self) -> bool {
        let policy = &self.settings.policy.size;
        self.drafts.len() <= policy.functions.max(self.settings.size / 100) as usize
            && self.scenes.len() <= policy.call_depth as usize
            && self.budget.statements > 25
    }

    /// Calls a function that does not exist yet, and generates it.
    pub fn make_call_new(&mut self) -> bool {
        let recursive = self.chance(self.settings.policy.flow.recursive);
        let mut args = self.new_arguments(recursive);
        let params: Vec<Ty> = args.iter().map(|arg| self.operand_ty(arg)).collect();
        let ret = self.return_ty(&params);
        let destination = self.result_place(&mut args, ret);
        let inline = self.inline();
        let callee = self.new_function(&params, ret, inline);
        let flow = &self.settings.policy.flow;
        let (foreign, cold) = (flow.extern_c, flow.cold);
        let abi = if self.chance(foreign) { Abi::C } else { Abi::Rust };
        let cold = self.chance(cold);
        let function = &mut self.stage.program.functions[callee.index()];
        (function.abi, function.cold) = (abi, cold);
        let reached = self.way_to(callee);
        self.stage.program.functions[callee.index()].reached = reached;
        let complexities: Vec<u16> = args.iter().map(|arg| self.complexity(arg)).collect();
        if !self.begin_call(Callee::Function(callee), args.clone(), destination.clone()) {
            self.stage.program.functions.pop();
            self.drafts.pop();
            return false;
        }
        let next = self.call_target();
        let room = self.budget.statements;
        let share = self.entropy.range(room as u64 / 10, room as u64 / 3 + 1) as i64;
        self.enter_function(callee, BlockId(0), &complexities);
        if recursive {
            self.begin_recursion();
        }
        let steps = self.budget.steps;
        self.fill(share.max(12));
        if !self.leave_function() {
            return false;
        }
        let draft = &mut self.drafts[callee.index()];
        draft.finished = true;
        draft.cost = steps.saturating_sub(self.budget.steps);
        self.after_call(&args, destination, ret, combined(complexities.into_iter()), next);
        true
    }

    /// Arguments for a new function, which decide its signature: pointers and complex data
    /// first.
    fn new_arguments(&mut self, recursive: bool) -> Vec<Operand> {
        let mut args = Vec::new();
        if recursive {
            let ty = self.pool.int(&mut self.entropy);
            args.push(super::operands::scalar(1, ty));
        }
        for _ in 0..self.entropy.range(1, MAX_PARAMS) {
            let repeated = self.settings.policy.data.repeated_argument;
            if !args.is_empty() && self.chance(repeated) {
                let again = args[self.entropy.index(args.len())].clone();
                args.push(again);
            } else if let Some(arg) = self.new_argument() {
                args.push(arg);
            }
        }
        settle_arguments(&mut args);
        args
    }

    fn new_argument(&mut self) -> Option<Operand> {
        let groups = [
            Group::Raw,
            Group::Raw,
            Group::Ref,
            Group::Ref,
            Group::Wide,
            Group::Int,
            Group::Int,
            Group::Array,
            Group::Record,
            Group::Enum,
            Group::Union,
            Group::Bool,
            Group::Float,
            Group::Function,
        ];
        let group = groups[self.entropy.index(groups.len())];
        let (place, _) = self.find(Source::Group(group), Purpose::Read)?;
        Some(self.argument(place))
    }

    /// Copied or moved into a call. Packed places cannot be moved.
    fn argument(&mut self, place: Place) -> Operand {
        let moved = self.settings.policy.data.moved_argument;
        let own = self.scene().state(place.local).depth == self.scene().depth();
        if own && self.chance(moved) && !place.is_indirect() && !self.is_packed(&place) {
            Operand::Move(place)
        } else {
            Operand::Copy(place)
        }
    }

    /// Where the result of a call goes: never into a packed place.
    pub fn call_destination(&mut self, ty: Ty) -> Place {
        let place = self.destination(ty);
        match self.is_packed(&place) {
            true => Place::local(self.declare(ty)),
            false => place,
        }
    }

    /// Where the result of a call with these arguments goes: now and then into the same
    /// local as an argument, which is then moved, or over an argument that is copied.
    fn result_place(&mut self, args: &mut [Operand], ret: Ty) -> Place {
        if !self.decoy && self.chance(self.settings.policy.data.result_at_argument) {
            for index in 0..args.len() {
                if let Some(place) = self.place_at_argument(args, index, ret) {
                    return place;
                }
            }
        }
        self.call_destination(ret)
    }

    fn place_at_argument(&mut self, args: &mut [Operand], index: usize, ret: Ty) -> Option<Place> {
        let (Operand::Copy(arg) | Operand::Move(arg)) = args[index].clone() else { return None };
        let state = self.scene().state(arg.local);
        let own = state.depth == self.scene().depth() && state.relied == 0;
        if arg.is_indirect() || !own || self.is_packed(&arg) {
            return None;
        }
        if self.operand_ty(&args[index]) == ret {
            args[index] = Operand::Copy(arg.clone());
            return Some(arg);
        }
        let spots = &self.draft().spots;
        let mut all = spots.of_ty(ret).iter().map(|&spot| spots.get(&self.shapes, spot));
        let beside = all.find(|spot| {
            let shape = spot.shape;
            let plain = shape.hole.is_none() && !shape.tentative && !shape.packed && !shape.deref;
            spot.local == arg.local && plain && apart(&spot.place(), &arg)
        })?;
        let place = beside.place();
        args[index] = Operand::Move(arg);
        settle_arguments(args);
        Some(place)
    }

    /// Whether a place lies in a packed type.
    fn is_packed(&self, place: &Place) -> bool {
        let mut ty = self.local_ty(place.local);
        for &step in &place.projection {
            if self.types().as_adt(ty).is_some_and(|def| def.repr.packed.is_some()) {
                return true;
            }
            match crate::typing::projected_ty(self.types(), ty, step) {
                Ok(next) => ty = next,
                Err(_) => return false,
            }
        }
        false
    }

    /// What a new function returns. References only if one comes in that can go out again.
    fn return_ty(&mut self, params: &[Ty]) -> Ty {
        for _ in 0..4 {
            let ty = self.pool.any(&mut self.entropy);
            let reference = matches!(self.facts(ty).class, Class::Ref(_));
            if !self.facts(ty).references || (reference && params.contains(&ty)) {
                return ty;
            }
        }
        self.pool.int(&mut self.entropy)
    }

    fn inline(&mut self) -> Inline {
        let flow = &self.settings.policy.flow;
        let (never, always) = (flow.never_inline, flow.always_inline);
        match self.entropy.below(1000) as u32 {
            roll if roll < never => Inline::Never,
            roll if roll < never + always => Inline::Always,
            _ => Inline::Default,
        }
    }

    pub fn operand_ty(&self, operand: &Operand) -> Ty {
        crate::typing::operand_ty(&self.stage.program, self.function(), operand)
            .expect("generated operands are well typed")
    }

    /// Ends the block with a call and takes the first step into it. The block to return to
    /// is the newest one.
    fn begin_call(&mut self, callee: Callee, args: Vec<Operand>, destination: Place) -> bool {
        let unwind = self.unwind_action(&callee);
        let target = self.new_block();
        let block = self.scene().block;
        let call = TerminatorKind::Call { destination, callee, args, target, unwind };
        self.set_terminator(block, call);
        if self.decoy || self.stage.try_terminator() {
            self.budget.statements -= 1;
            self.budget.steps = self.budget.steps.saturating_sub(1);
            return true;
        }
        self.reopen(block);
        self.drop_last_block();
        false
    }

    /// What happens if a call panics, which none does until the program ends.
    fn unwind_action(&mut self, callee: &Callee) -> Unwind {
        let ours = matches!(callee, Callee::Function(_) | Callee::Pointer(_));
        if !self.settings.unwinding || !ours || self.function().abi == Abi::C {
            return Unwind::Unreachable;
        }
        match self.entropy.below(4) {
            0 | 1 => Unwind::Continue,
            2 => Unwind::Cleanup(self.cleanup_block()),
            _ => Unwind::Unreachable,
        }
    }

    /// A block that panics lead through: it writes to a few numbers and goes on unwinding.
    fn cleanup_block(&mut self) -> BlockId {
        let known = self.draft().cleanup;
        if let Some(known) = known
            && self.entropy.chance(2, 3)
        {
            return known;
        }
        let id = self.new_block();
        let mut statements = Vec::new();
        for _ in 0..self.entropy.below(4) {
            let local = Local(self.entropy.index(self.function().locals.len()) as u32);
            let marked = self.draft().marked[local.index()];
            if let Some(literal) = self.literal(self.local_ty(local)).filter(|_| !marked) {
                let kind = StatementKind::Assign(local.into(), Rvalue::Use(literal));
                statements.push(Statement { kind, span: Span::default() });
            }
        }
        let function = self.scene().function.index();
        let block = &mut self.stage.program.functions[function].blocks[id.index()];
        (block.cleanup, block.statements) = (true, statements);
        self.set_terminator(id, TerminatorKind::UnwindResume);
        self.draft_mut().cleanup = Some(id);
        id
    }

    /// Where the call just begun will return to.
    fn call_target(&self) -> BlockId {
        BlockId(self.function().blocks.len() as u32 - 1)
    }

    /// The cursor is in the callee, which the machine has entered.
    pub fn enter_function(&mut self, function: FnId, block: BlockId, complexities: &[u16]) {
        let flow = self.drafts[function.index()].flows.len();
        self.drafts[function.index()].flows.push(Default::default());
        let usual = self.settings.policy.literals.operand;
        let mut scene = Scene::new(function, block, flow, usual);
        let limit = u64::from(self.settings.policy.size.function.max(1));
        scene.limit = self.entropy.range(limit / 4, limit) as u32;
        let callee = &self.stage.program.functions[function.index()];
        let params = callee.params as usize;
        for (index, local) in callee.locals.iter().enumerate() {
            let is_param = (1..=params).contains(&index);
            scene.locals.push(LocalState {
                written: is_param,
                complexity: if is_param { complexities[index - 1] } else { 0 },
                eager: is_param && self.types().pointee(local.ty).is_some(),
                off: self.drafts[function.index()].marked[index],
                ..LocalState::default()
            });
        }
        self.scenes.push(scene);
        self.enter_block(block);
    }

    /// Writes the end of the function and returns to the caller.
    fn leave_function(&mut self) -> bool {
        if !self.end_body() {
            return false;
        }
        // Not the function that was begun, if that has become another one.
        let function = self.scene().function;
        self.stage.forget_function(function);
        self.scenes.pop();
        true
    }

    /// Back in the caller after a call that was kept.
    fn after_call(
        &mut self,
        args: &[Operand],
        destination: Place,
        ret: Ty,
        complexity: u16,
        next: BlockId,
    ) {
        for arg in args {
            if let Operand::Copy(place) | Operand::Move(place) = arg {
                self.note_read(place);
            }
        }
        self.enter_block(next);
        for index in self.scene().locals.len()..self.function().locals.len() {
            // Declared by a deeper call of this very function.
            let off = self.draft().marked[index];
            self.stage.declare_local(Local(index as u32), off);
            self.scene_mut().locals.push(LocalState { off, ..LocalState::default() });
        }
        self.note_write(
            destination,
            ret,
            complexity.saturating_add(5).min(super::scene::MAX_COMPLEXITY),
        );
    }

    /// Calls a finished function again, directly.
    pub fn make_call_again(&mut self) -> bool {
        let Some(function) = self.repeatable() else { return false };
        self.call_again(function, Callee::Function(function))
    }

    /// Calls a finished function through a pointer.
    pub fn make_call_pointer(&mut self) -> bool {
        let Some(function) = self.repeatable() else { return false };
        let abi = self.stage.program.functions[function.index()].abi;
        if self.is_instance(function) || abi != Abi::Rust {
            return false;
        }
        let id = self.function_const(function);
        let ty = self.stage.program.consts[id.index()].ty;
        let rvalue = Rvalue::Use(Operand::Const(Const::Named(id)));
        let Some(local) = self.compute_local(rvalue, ty) else { return false };
        let pointer = Place::local(local);
        self.call_again(function, Callee::Pointer(Operand::Copy(pointer)))
    }

    fn repeatable(&mut self) -> Option<FnId> {
        let count = self.drafts.len();
        for _ in 0..4 {
            let drawn = self.entropy.index(count);
            let draft = &self.drafts[drawn];
            if self.decoy && drawn > 0 {
                return Some(FnId(drawn as u32));
            }
            let affordable = self.may_run(draft.cost * 2);
            if draft.finished && affordable && draft.refusals < MAX_REFUSALS {
                return Some(FnId(drawn as u32));
            }
        }
        None
    }

    fn call_again(&mut self, function: FnId, callee: Callee) -> bool {
        let Some(mut args) = self.matching_arguments(function) else { return false };
        let ret = self.stage.program.functions[function.index()].locals[0].ty;
        let destination = self.result_place(&mut args, ret);
        if self.decoy {
            return self.begin_call(callee, args, destination) && {
                let next = self.call_target();
                self.enter_block(next);
                true
            };
        }
        let most = self.drafts[function.index()].cost.saturating_mul(5).max(100);
        let called = self.call_finished(callee, args, destination, ret, most);
        if !called {
            self.drafts[function.index()].refusals += 1;
        }
        called
    }

    /// Calls what is written already and keeps the call if the machine accepts all of it.
    pub fn call_finished(
        &mut self,
        callee: Callee,
        args: Vec<Operand>,
        destination: Place,
        ret: Ty,
        most: u64,
    ) -> bool {
        let block = self.scene().block;
        let complexity = combined(args.iter().map(|arg| self.complexity(arg)));
        let mark = self.stage.checkpoint();
        let spent = self.budget;
        if self.begin_call(callee, args.clone(), destination.clone()) {
            let next = self.call_target();
            if self.run_until_back(most) {
                self.stage.commit(mark);
                self.after_call(&args, destination, ret, complexity, next);
                return true;
            }
            self.reopen(block);
            self.drop_last_block();
        }
        self.stage.roll_back(mark);
        self.refused_run(spent);
        false
    }

    /// Operands for a function that is there: places first, then whatever can be made.
    pub fn matching_arguments(&mut self, function: FnId) -> Option<Vec<Operand>> {
        let callee = &self.stage.program.functions[function.index()];
        let params: Vec<Ty> =
            callee.locals[1..=callee.params as usize].iter().map(|local| local.ty).collect();
        let counter = self.drafts[function.index()].recursion.map(|recursion| recursion.counter);
        let mut args: Vec<Operand> = Vec::new();
        for (index, ty) in params.into_iter().enumerate() {
            let arg = if counter == Some(Local(index as u32 + 1)) && !self.decoy {
                // How deep it will call itself: kept small.
                Some(self.value_operand_below(ty, 5))
            } else if let Some((place, _)) = self.find(Source::Ty(ty), Purpose::Read) {
                Some(self.argument(place))
            } else {
                self.read_or_build(ty, 1)
            };
            args.push(arg?);
        }
        settle_arguments(&mut args);
        Some(args)
    }

    fn value_operand_below(&mut self, ty: Ty, bound: u64) -> Operand {
        let bits = u128::from(self.entropy.below(bound));
        self.value_operand(bits, ty)
    }

    /// The function goes one way at zero and another otherwise.
    fn begin_recursion(&mut self) {
        let counter = Local(1);
        let base = self.new_block();
        let body = self.new_block();
        let subject = Operand::Copy(Place::local(counter));
        let switch = TerminatorKind::Switch { subject, arms: vec![(0, base)], otherwise: body };
        if self.end_block(switch, body) {
            self.scene_mut().state_mut(counter).relied = super::scene::PINNED;
            self.draft_mut().recursion = Some(Recursion { counter, base, done: false });
        }
    }

    pub fn may_recurse(&self) -> bool {
        let outermost = self.scene().flow == 0;
        self.draft().recursion.is_some_and(|recursion| !recursion.done) && outermost
    }

    /// The call of the function by itself, one step nearer to zero; the path that ends it is
    /// generated by running it.
    pub fn make_call_recursive(&mut self) -> bool {
        let Some(recursion) = self.draft().recursion else { return false };
        let function = self.scene().function;
        let ty = self.local_ty(recursion.counter);
        let TyKind::Int(_) = *self.types().kind(ty) else { return false };
        let one = super::operands::scalar(1, ty);
        let counter = Operand::Copy(Place::local(recursion.counter));
        let rvalue = Rvalue::Binary(BinOp::Sub, counter, one);
        let Some(less) = self.compute_local(rvalue, ty) else { return false };
        let Some(mut args) = self.matching_arguments(function) else { return false };
        args[0] = Operand::Copy(Place::local(less));
        settle_arguments(&mut args);
        let ret = self.local_ty(Local::RETURN);
        let destination = self.call_destination(ret);
        let complexities: Vec<u16> = args.iter().map(|arg| self.complexity(arg)).collect();
        self.stage.forget_function(function);
        if !self.begin_call(Callee::Function(function), args.clone(), destination.clone()) {
            return false;
        }
        let next = self.call_target();
        // The switch at the start, which leads to the base.
        if !self.stage.try_terminator() {
            self.stuck = true;
            return false;
        }
        if let Some(recursion) = &mut self.draft_mut().recursion {
            recursion.done = true;
        }
        self.enter_function(function, recursion.base, &complexities);
        self.fill(8);
        if !self.leave_function() {
            return false;
        }
        self.after_call(&args, destination, ret, combined(complexities.into_iter()), next);
        true
    }
}

/// Whether two places of one local are different fields of the same thing.
fn apart(left: &Place, right: &Place) -> bool {
    let steps = left.projection.iter().zip(&right.projection);
    let first = steps.into_iter().find(|(one, other)| one != other);
    matches!(first, Some((Projection::Field(_), Projection::Field(_))))
}
