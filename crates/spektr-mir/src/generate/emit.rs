//! Writing code: a statement is put at the cursor and tried on the machine; it stays only
//! if the machine accepts it. Decoys are written without being tried.

use super::generator::Generator;
use super::operands::{Purpose, Source, combined};
use crate::syntax::{
    BlockId, Local, Operand, Place, Projection, Rvalue, Span, Statement, StatementKind, Terminator,
    TerminatorKind, Ty,
};

impl Generator {
    /// Writes a statement if the machine accepts it.
    pub fn statement(&mut self, kind: StatementKind) -> bool {
        let (function, block) = (self.scene().function, self.scene().block);
        let statement = Statement { kind, span: Span::default() };
        if self.decoy {
            let blocks = &mut self.stage.program.functions[function.index()].blocks;
            blocks[block.index()].statements.push(statement);
        } else if !self.stage.try_statement(function, block, statement) {
            return false;
        } else {
            self.budget.steps = self.budget.steps.saturating_sub(1);
        }
        self.budget.statements -= 1;
        self.scene_mut().in_block += 1;
        true
    }

    /// Writes an assignment if the machine accepts it, and remembers what it did.
    pub fn assign(&mut self, place: Place, rvalue: Rvalue) -> bool {
        if self.decoy {
            return self.statement(StatementKind::Assign(place, rvalue));
        }
        let complexity = self.rvalue_complexity(&rvalue);
        let reads = Reads::of(&rvalue);
        let kept = rvalue_worth_repeating(&rvalue).then(|| rvalue.clone());
        if !self.statement(StatementKind::Assign(place.clone(), rvalue)) {
            self.blame(&place, &reads);
            return false;
        }
        self.note_reads(&reads);
        let ty = self.place_ty(&place);
        if let Some(rvalue) = kept {
            self.scene_mut().remember_expression(&rvalue, ty);
        }
        self.note_write(place, ty, complexity);
        true
    }

    pub fn place_ty(&self, place: &Place) -> Ty {
        crate::typing::place_ty(self.types(), self.function(), place)
            .expect("generated places are well typed")
    }

    /// Something was written to a place.
    pub fn note_write(&mut self, place: Place, ty: Ty, complexity: u16) {
        let scene = self.scene_mut();
        if place.is_indirect() {
            scene.state_mut(place.local).eager = false;
        } else {
            let state = scene.state_mut(place.local);
            state.written = true;
            state.stale = 0;
            state.complexity = match place.projection.is_empty() {
                true => complexity,
                false => state.complexity.max(complexity),
            };
        }
        scene.remember_fresh(place, ty);
    }

    fn note_reads(&mut self, reads: &Reads) {
        for place in &reads.places {
            self.note_read(place);
        }
    }

    pub fn note_read(&mut self, place: &Place) {
        if self.decoy {
            return;
        }
        if place.is_indirect() {
            self.scene_mut().state_mut(place.local).eager = false;
            self.rely_on(place.local);
        }
        for step in &place.projection {
            if let Projection::Index(local) = step {
                self.scene_mut().forget_fresh(&Place::local(*local));
            }
        }
        self.scene_mut().forget_fresh(place);
    }

    /// The machine refused: pointers that took part are trusted less.
    pub fn blame(&mut self, place: &Place, reads: &Reads) {
        let suspects = reads.places.iter().chain(std::iter::once(place));
        for local in suspects.filter(|place| place.is_indirect()).map(|place| place.local) {
            let state = self.scene_mut().state_mut(local);
            state.stale = state.stale.saturating_add(1);
        }
    }

    fn rvalue_complexity(&self, rvalue: &Rvalue) -> u16 {
        match rvalue {
            Rvalue::Use(operand)
            | Rvalue::Repeat(operand, _)
            | Rvalue::Unary(_, operand)
            | Rvalue::Cast(_, operand, _) => self.complexity(operand),
            Rvalue::Binary(_, left, right) | Rvalue::Checked(_, left, right) => {
                combined([self.complexity(left), self.complexity(right)].into_iter())
            }
            Rvalue::Ref(_, place)
            | Rvalue::RawRef(_, place)
            | Rvalue::Discriminant(place)
            | Rvalue::Len(place) => self.scene().state(place.local).complexity,
            Rvalue::Aggregate(_, operands) => {
                combined(operands.iter().map(|operand| self.complexity(operand)))
            }
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
        if !self.decoy && !self.stage.try_terminator() {
            self.reopen(block);
            return false;
        }
        self.budget.statements -= 1;
        self.budget.steps = self.budget.steps.saturating_sub(1);
        self.enter_block(next);
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

/// The places that an rvalue reads.
#[derive(Debug, Default)]
pub struct Reads {
    pub places: Vec<Place>,
}

impl Reads {
    pub fn of(rvalue: &Rvalue) -> Reads {
        let mut reads = Reads::default();
        match rvalue {
            Rvalue::Use(operand)
            | Rvalue::Repeat(operand, _)
            | Rvalue::Unary(_, operand)
            | Rvalue::Cast(_, operand, _) => reads.operand(operand),
            Rvalue::Binary(_, left, right) | Rvalue::Checked(_, left, right) => {
                reads.operand(left);
                reads.operand(right);
            }
            // A pointer keeps what it points to waiting for a reader.
            Rvalue::Ref(_, place) | Rvalue::RawRef(_, place) if !place.is_indirect() => {}
            Rvalue::Ref(_, place)
            | Rvalue::RawRef(_, place)
            | Rvalue::Discriminant(place)
            | Rvalue::Len(place) => reads.places.push(place.clone()),
            Rvalue::Aggregate(_, operands) => {
                operands.iter().for_each(|operand| reads.operand(operand));
            }
        }
        reads
    }

    pub fn operand(&mut self, operand: &Operand) {
        if let Operand::Copy(place) | Operand::Move(place) = operand {
            self.places.push(place.clone());
        }
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
