//! Writing code: a statement is put at the cursor and tried on the machine; it stays only
//! if the machine accepts it. Decoys are written without being tried.

use super::generator::Generator;
use super::operands::{Purpose, Source};
use crate::syntax::{
    BlockId, Local, Operand, Place, Rvalue, Span, Statement, StatementKind, Terminator,
    TerminatorKind, Ty,
};

impl Generator {
    /// Writes a statement if the machine accepts it. One that it cannot refuse is taken
    /// without the way back that a trial needs.
    pub fn statement(&mut self, kind: StatementKind) -> bool {
        let (function, block) = (self.scene().function, self.scene().block);
        let certain = !self.decoy && self.is_certain(&kind);
        let statement = Statement { kind, span: Span::default() };
        if certain {
            self.stuck |= !self.stage.take_statement(function, block, statement);
            self.budget.steps = self.budget.steps.saturating_sub(1);
        } else if self.decoy {
            let blocks = &mut self.stage.program.functions[function.index()].blocks;
            blocks[block.index()].statements.push(statement);
        } else if !self.stage.try_statement(function, block, statement) {
            return false;
        } else {
            self.budget.steps = self.budget.steps.saturating_sub(1);
        }
        self.budget.statements -= 1;
        let scene = self.scene_mut();
        scene.in_block += 1;
        scene.written += 1;
        true
    }

    /// Writes an assignment if the machine accepts it, and remembers what it did.
    pub fn assign(&mut self, place: Place, rvalue: Rvalue) -> bool {
        if self.decoy {
            return self.statement(StatementKind::Assign(place, rvalue));
        }
        let complexity = self.scene().rvalue_complexity(&rvalue);
        let suspects = Suspects::of(&place, &rvalue);
        if !self.statement(StatementKind::Assign(place, rvalue)) {
            self.blame(suspects);
            return false;
        }
        self.note_assignment(complexity);
        true
    }

    /// Remembers what the statement that was just written did.
    fn note_assignment(&mut self, complexity: u16) {
        let keep = self.entropy.chance(1, 3);
        let scene = self.scenes.last_mut().expect("a frame is being generated");
        let function = &self.stage.program.functions[scene.function.index()];
        let statement = function.blocks[scene.block.index()].statements.last();
        let Some(StatementKind::Assign(place, rvalue)) = statement.map(|last| &last.kind) else {
            return;
        };
        scene.note_reads(rvalue);
        let ty = crate::typing::place_ty(&self.stage.program.types, function, place)
            .expect("generated places are well typed");
        if keep && rvalue_worth_repeating(rvalue) {
            scene.remember_expression(rvalue, ty);
        }
        scene.note_write(place.clone(), ty, complexity);
    }

    /// Something was written to a place.
    pub fn note_write(&mut self, place: Place, ty: Ty, complexity: u16) {
        self.scene_mut().note_write(place, ty, complexity);
    }

    pub fn note_read(&mut self, place: &Place) {
        if !self.decoy {
            self.scene_mut().note_read(place);
        }
    }

    /// The machine refused: pointers that took part are trusted less.
    fn blame(&mut self, suspects: Suspects) {
        for local in suspects.locals.into_iter().flatten() {
            let state = self.scene_mut().state_mut(local);
            state.stale = state.stale.saturating_add(1);
        }
    }

    /// Where a result of the type goes: an old place or a new local.
    pub fn destination(&mut self, ty: Ty) -> Place {
        if self.draft_wants_return(ty) {
            return Place::local(Local::RETURN);
        }
        let share = self.settings.policy.data.new_local;
        let fresh = !self.decoy && self.chance(share);
        if !fresh && let Some((place, _)) = self.find(Source::Ty(ty), Purpose::Write) {
            let waiting = |(other, _): &(Place, Ty)| *other == place;
            if self.decoy || !self.scene().fresh.iter().any(waiting) {
                return place;
            }
        }
        Place::local(self.declare(ty))
    }

    /// Whether the return place still waits for a value of this type.
    fn draft_wants_return(&mut self, ty: Ty) -> bool {
        !self.decoy
            && self.local_ty(Local::RETURN) == ty
            && !self.scene().state(Local::RETURN).written
            && self.entropy.chance(1, 4)
    }

    /// Computes something into a place of its type.
    pub fn compute(&mut self, rvalue: Rvalue, ty: Ty) -> bool {
        let place = self.destination(ty);
        self.assign(place, rvalue)
    }

    /// Computes something into a new local.
    pub fn compute_local(&mut self, rvalue: Rvalue, ty: Ty) -> Option<Local> {
        let local = self.declare(ty);
        self.assign(Place::local(local), rvalue).then_some(local)
    }

    /// Decides how the current block ends, without running it.
    pub fn set_terminator(&mut self, block: BlockId, kind: TerminatorKind) {
        let function = self.scene().function.index();
        let terminator = Terminator { kind, span: Span::default() };
        self.stage.program.functions[function].blocks[block.index()].terminator = terminator;
        self.drafts[function].sealed[block.index()] = true;
    }

    /// Takes back the decision how a block ends.
    pub fn reopen(&mut self, block: BlockId) {
        self.set_terminator(block, TerminatorKind::Unreachable);
        let function = self.scene().function.index();
        self.drafts[function].sealed[block.index()] = false;
    }

    /// Ends the current block and runs its end, which has to lead to `next` in the same
    /// frame. If the machine refuses, the block stays open.
    pub fn end_block(&mut self, kind: TerminatorKind, next: BlockId) -> bool {
        let block = self.scene().block;
        self.set_terminator(block, kind);
        if !self.decoy && !self.run_terminator(block) {
            self.reopen(block);
            return false;
        }
        self.budget.statements -= 1;
        self.budget.steps = self.budget.steps.saturating_sub(1);
        self.enter_block(next);
        true
    }

    /// Takes the step that ends a block, with a way back where it may be refused.
    fn run_terminator(&mut self, block: BlockId) -> bool {
        let certain = match &self.function().blocks[block.index()].terminator.kind {
            TerminatorKind::Goto(_) => true,
            TerminatorKind::Switch { subject: Operand::Copy(place), .. } => {
                self.is_certain_read(place)
            }
            _ => false,
        };
        if !certain {
            return self.stage.try_terminator();
        }
        self.stuck |= !self.stage.take_terminator();
        true
    }

    /// The cursor moves to a block that runs now.
    pub fn enter_block(&mut self, block: BlockId) {
        let flow = self.scene().flow;
        if !self.decoy {
            self.draft_mut().flows[flow].enter(block);
        }
        let scene = self.scene_mut();
        scene.block = block;
        scene.in_block = 0;
        self.change_context();
        if !self.decoy {
            let context = self.scene().context;
            self.usage.contexts[context as usize].1 += 1;
        }
    }

    fn change_context(&mut self) {
        if self.entropy.chance(1, 4) {
            let all = super::swarm::Context::ALL;
            let context = all[self.entropy.index(all.len())];
            let usual = self.settings.policy.literals.operand;
            let share = match self.entropy.below(12) {
                0 => 900,
                1 => 500,
                _ => usual,
            };
            let scene = self.scene_mut();
            scene.context = context;
            scene.literal_share = share;
        }
    }
}

/// Pointers whose targets a refused assignment touched; the first few are enough.
#[derive(Default)]
struct Suspects {
    locals: [Option<Local>; 3],
}

impl Suspects {
    fn of(place: &Place, rvalue: &Rvalue) -> Suspects {
        let mut suspects = Suspects::default();
        let mut next = 0;
        let mut add = |place: &Place| {
            if place.is_indirect() && next < suspects.locals.len() {
                suspects.locals[next] = Some(place.local);
                next += 1;
            }
        };
        add(place);
        super::scene::for_each_read(rvalue, &mut add);
        suspects
    }
}

/// Only computations are worth repeating, and nothing that moves its operands away.
fn rvalue_worth_repeating(rvalue: &Rvalue) -> bool {
    match rvalue {
        Rvalue::Binary(_, left, right) | Rvalue::Checked(_, left, right) => {
            !matches!(left, Operand::Move(_)) && !matches!(right, Operand::Move(_))
        }
        Rvalue::Unary(_, operand) | Rvalue::Cast(_, operand, _) => {
            !matches!(operand, Operand::Move(_))
        }
        Rvalue::Discriminant(_) | Rvalue::Len(_) => true,
        _ => false,
    }
}
