//! Which data a construct works on: places that can be read, written or pointed to, drawn
//! from the index with a taste for what is complex, fresh and behind pointers; literals
//! where no place will do.

use super::facts::Class;
use super::generator::Generator;
use super::scene::PINNED;
use super::spots::{Group, HOLE, Spot};
use crate::syntax::{
    BinOp, Const, IntTy, Local, Mutability, Operand, Place, Projection, Rvalue, Ty, TyKind,
};

/// Draws before a search gives up.
const ROUNDS: u32 = 4;

/// One of so many operands may be a number that the same step already reads.
const SAME_AGAIN: u64 = 12;

/// What places to search.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    Ty(Ty),
    Group(Group),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Read,
    Write,
    /// For a raw pointer that only reads.
    Address,
    AddressMut,
    /// For a reference.
    Borrow,
    BorrowMut,
}

impl Purpose {
    /// What a pointer of this kind needs of its target.
    pub fn pointing(is_ref: bool, mutability: Mutability) -> Purpose {
        match (is_ref, mutability) {
            (false, Mutability::Not) => Purpose::Address,
            (false, Mutability::Mut) => Purpose::AddressMut,
            (true, Mutability::Not) => Purpose::Borrow,
            (true, Mutability::Mut) => Purpose::BorrowMut,
        }
    }
}

impl Generator {
    /// A place for the purpose, and its type.
    pub fn find(&mut self, source: Source, purpose: Purpose) -> Option<(Place, Ty)> {
        self.find_where(source, purpose, |_, _, _| true)
    }

    /// A place for the purpose that passes a further test.
    pub fn find_where(
        &mut self,
        source: Source,
        purpose: Purpose,
        accepts: impl Fn(&Generator, &Place, Ty) -> bool,
    ) -> Option<(Place, Ty)> {
        if purpose != Purpose::Read {
            return self.search(source, purpose, accepts);
        }
        // `x - x` and the like fold at once; they are there, but rare.
        let again = self.entropy.chance(1, SAME_AGAIN);
        let accepts = |generator: &Generator, place: &Place, ty: Ty| {
            let known = !again && generator.scene().has_taken(place);
            (!known || !generator.has_literals(ty)) && accepts(generator, place, ty)
        };
        let fresh = !self.decoy && self.chance(self.settings.policy.data.fresh);
        let taken = if fresh { self.take_fresh(source, &accepts) } else { None };
        let found = taken.or_else(|| self.search(source, purpose, accepts))?;
        self.scene_mut().take(&found.0);
        Some(found)
    }

    /// Draws places until one will do.
    fn search(
        &mut self,
        source: Source,
        purpose: Purpose,
        accepts: impl Fn(&Generator, &Place, Ty) -> bool,
    ) -> Option<(Place, Ty)> {
        for _ in 0..ROUNDS {
            let spot = self.contest(source, purpose)?;
            let (place, ty, hole) = {
                let spot = self.draft().spots.get(&self.shapes, spot);
                (spot.place(), spot.shape.ty, spot.shape.hole)
            };
            let Some(place) = self.fill_hole(hole, place) else { continue };
            if !accepts(self, &place, ty) {
                continue;
            }
            if self.usable(&place, purpose) {
                return Some((place, ty));
            }
            if place.is_indirect() {
                let state = self.scene_mut().state_mut(place.local);
                state.stale = state.stale.saturating_add(1);
            }
        }
        None
    }

    /// What was written last and not read since.
    fn take_fresh(
        &mut self,
        source: Source,
        accepts: &impl Fn(&Generator, &Place, Ty) -> bool,
    ) -> Option<(Place, Ty)> {
        let matches = |gen_: &Generator, ty: Ty| match source {
            Source::Ty(wanted) => ty == wanted,
            Source::Group(group) => super::spots::group(gen_.facts(ty).class) == Some(group),
        };
        for index in (0..self.scene().fresh.len()).rev() {
            let (place, ty) = &self.scene().fresh[index];
            let ty = *ty;
            if !matches(self, ty) || self.scene().state(place.local).off {
                continue;
            }
            if accepts(self, place, ty) && self.usable(place, Purpose::Read) {
                return Some((place.clone(), ty));
            }
        }
        None
    }

    /// The best of a few drawn spots.
    fn contest(&mut self, source: Source, purpose: Purpose) -> Option<u32> {
        let function = self.scene().function.index();
        let list = match source {
            Source::Ty(ty) => self.drafts[function].spots.of_ty(ty),
            Source::Group(group) => self.drafts[function].spots.of_group(group),
        };
        if list.is_empty() {
            return None;
        }
        let draws = self.settings.policy.data.contest.clamp(1, 8) + 2;
        let mut best = None;
        let mut best_score = 0;
        for _ in 0..draws {
            let drawn = if self.entropy.coin() {
                // Recent places are more likely to be alive.
                let recent = (list.len() / 4).max(1);
                list.len() - 1 - self.entropy.index(recent)
            } else {
                self.entropy.index(list.len())
            };
            let spot = self.drafts[function].spots.get(&self.shapes, list[drawn]);
            let score = self.score(spot, purpose);
            if score > best_score {
                best_score = score;
                best = Some(list[drawn]);
            }
        }
        best
    }

    /// How attractive a spot is; 0 if it is out of the question.
    fn score(&self, spot: Spot<'_>, purpose: Purpose) -> u32 {
        let Spot { local, shape: spot } = spot;
        if self.decoy {
            let writes =
                matches!(purpose, Purpose::Write | Purpose::AddressMut | Purpose::BorrowMut);
            let borrows = matches!(purpose, Purpose::Borrow | Purpose::BorrowMut);
            return u32::from((!writes || spot.writable) && !(borrows && spot.packed));
        }
        let scene = self.scenes.last().expect("a frame is being generated");
        let state = scene.state(local);
        if state.off || (spot.deref && (state.stale > 2 || !state.written)) {
            return 0;
        }
        let depth = scene.depth();
        match purpose {
            Purpose::Read if !state.written => 0,
            Purpose::Read => {
                let deref = if spot.deref { 25 } else { 0 };
                let eager = if spot.deref && state.eager { 120 } else { 0 };
                1 + u32::from(state.complexity) + deref + eager
            }
            Purpose::Write if !spot.writable => 0,
            Purpose::Write
                if !spot.deref
                    && (depth > 0 || state.relied == PINNED)
                    && state.relied >= depth =>
            {
                0
            }
            Purpose::Write => {
                let deref = if spot.deref { 40 } else { 0 };
                let eager = if spot.deref && state.eager { 120 } else { 0 };
                let empty = if state.written { 0 } else { 60 };
                1 + deref + eager + empty
            }
            Purpose::AddressMut | Purpose::BorrowMut if !spot.writable => 0,
            Purpose::Borrow | Purpose::BorrowMut if spot.packed => 0,
            _ if !spot.deref && state.relied == PINNED => 0,
            _ => 1 + u32::from(state.complexity) / 2,
        }
    }

    /// Whether the machine lets the place be used now, as far as that can be asked without
    /// doing it.
    pub fn usable(&self, place: &Place, purpose: Purpose) -> bool {
        self.decoy
            || match purpose {
                Purpose::Read => self.stage.readable(place) && self.may_be_looked_at(place),
                _ => self.stage.reachable(place),
            }
    }

    /// Where the bytes of pointers are not to be looked at, a number must be known: another
    /// variant of an enum may have left half a pointer in its place.
    fn may_be_looked_at(&self, place: &Place) -> bool {
        let may_be_another =
            |step: &Projection| matches!(step, Projection::VariantField { .. } | Projection::Deref);
        self.settings.policy.types.pointer_bytes > 0
            || !place.projection.iter().any(may_be_another)
            || !self.stage.is_open(place)
    }

    /// Fills the hole of an index with a local that is in bounds.
    fn fill_hole(&mut self, hole: Option<Option<u64>>, mut place: Place) -> Option<Place> {
        let Some(count) = hole else { return Some(place) };
        let at = place.projection.iter().position(|step| *step == Projection::Index(HOLE))?;
        let count = match count {
            Some(count) => count,
            None if self.decoy => 2,
            None => self.stage.slice_len(place.local)?,
        };
        if count == 0 {
            return None;
        }
        let index = self.index_below(count)?;
        place.projection[at] = Projection::Index(index);
        Some(place)
    }

    /// A `usize` local whose value is below the count: one that is there, or a new one.
    pub fn index_below(&mut self, count: u64) -> Option<Local> {
        let candidates = self.draft().spots.indices().len();
        for _ in 0..candidates.min(4) {
            // The newest are often the counters of the loops around.
            let recent = candidates.min(6);
            let drawn = candidates - 1 - self.entropy.index(recent);
            let local = self.draft().spots.indices()[drawn];
            if self.decoy {
                return Some(local);
            }
            if self.scene().state(local).off {
                continue;
            }
            let value = self.stage.scalar(&Place::local(local));
            if value.is_some_and(|value| value < u128::from(count)) {
                self.rely_on(local);
                return Some(local);
            }
        }
        self.new_index(count)
    }

    /// A new index local: computed from data where there is any, so that its value shows
    /// nowhere in the code.
    fn new_index(&mut self, count: u64) -> Option<Local> {
        let usize_ty = self.intern(TyKind::Int(IntTy::Usize));
        let computed = if self.entropy.coin() { self.plain_read(usize_ty) } else { None };
        let rvalue = match computed {
            Some(place) => {
                let bound = scalar(u128::from(count), usize_ty);
                Rvalue::Binary(BinOp::Rem, Operand::Copy(place), bound)
            }
            None => {
                let bits = u128::from(self.entropy.below(count));
                Rvalue::Use(scalar(bits, usize_ty))
            }
        };
        let local = self.declare_with(usize_ty, false);
        self.assign(Place::local(local), rvalue).then_some(local)
    }

    /// A place of the type without holes; no recursion into index making.
    fn plain_read(&mut self, ty: Ty) -> Option<Place> {
        for _ in 0..ROUNDS {
            let spot = self.contest(Source::Ty(ty), Purpose::Read)?;
            let spot = self.draft().spots.get(&self.shapes, spot);
            let (place, plain) = (spot.place(), spot.shape.hole.is_none());
            if plain && self.usable(&place, Purpose::Read) {
                return Some(place);
            }
        }
        None
    }

    /// Inside a loop, what the first iteration relied on should still hold in the next.
    pub fn rely_on(&mut self, local: Local) {
        if self.decoy {
            return;
        }
        self.scene_mut().rely_on(local);
    }

    /// An operand of the type: a place, or a literal.
    pub fn read(&mut self, ty: Ty) -> Option<Operand> {
        if self.has_literals(ty) {
            let share = self.scene().literal_share;
            if self.chance(share) {
                return self.literal(ty);
            }
        }
        match self.find(Source::Ty(ty), Purpose::Read) {
            Some((place, _)) => Some(self.copy_or_move(place, ty)),
            None => self.literal(ty),
        }
    }

    /// An operand that is a place whose value passes the test, or a literal that does.
    pub fn read_value(&mut self, ty: Ty, accepts: impl Fn(u128) -> bool) -> Option<Operand> {
        let share = self.scene().literal_share;
        if !self.chance(share) {
            let known = |generator: &Generator, place: &Place, _: Ty| {
                generator.decoy || generator.stage.scalar(place).is_some_and(&accepts)
            };
            if let Some((place, _)) = self.find_where(Source::Ty(ty), Purpose::Read, known) {
                self.rely_on(place.local);
                return Some(Operand::Copy(place));
            }
        }
        for _ in 0..8 {
            match self.literal(ty)? {
                Operand::Const(Const::Scalar { bits, ty }) if accepts(bits) => {
                    return Some(scalar(bits, ty));
                }
                _ => {}
            }
        }
        None
    }

    fn copy_or_move(&mut self, place: Place, ty: Ty) -> Operand {
        let share = self.settings.policy.data.moved;
        let plain_local = place.projection.is_empty();
        let own = self.scene().state(place.local).depth == self.scene().depth();
        if plain_local && own && !self.decoy && self.chance(share) {
            let leaves = self.facts(ty).leaves;
            // Scalars gain nothing by being moved.
            if leaves > 1 || self.chance(300) {
                return Operand::Move(place);
            }
        }
        Operand::Copy(place)
    }

    pub fn has_literals(&self, ty: Ty) -> bool {
        super::types::is_scalar(self.facts(ty).class)
    }

    /// A literal operand, where the type has any.
    pub fn literal(&mut self, ty: Ty) -> Option<Operand> {
        let bits = match self.facts(ty).class {
            Class::Int(int) => self.literals.int(int, &mut self.entropy),
            Class::Float(float) => self.literals.float(float, &mut self.entropy),
            Class::Char => self.literals.char(&mut self.entropy),
            Class::Bool => u128::from(self.entropy.coin()),
            Class::Tuple
                if self.facts(ty).leaves == 0
                    && *self.types().kind(ty) == TyKind::Tuple(Vec::new()) =>
            {
                return Some(Operand::Const(Const::Unit));
            }
            _ => return None,
        };
        Some(scalar(bits, ty))
    }

    pub fn complexity(&self, operand: &Operand) -> u16 {
        self.scene().complexity(operand)
    }

    /// The value of an operand, if the machine knows it.
    pub fn value(&self, operand: &Operand) -> Option<u128> {
        match operand {
            Operand::Const(Const::Scalar { bits, .. }) => Some(*bits),
            Operand::Copy(place) | Operand::Move(place) if !self.decoy => self.stage.scalar(place),
            _ => None,
        }
    }
}

pub fn scalar(bits: u128, ty: Ty) -> Operand {
    Operand::Const(Const::Scalar { bits, ty })
}

/// Copies what would be moved while another operand of the same step may share its bytes.
pub fn settle_moves(operands: &mut [Operand]) {
    for index in 0..operands.len() {
        let shared = (0..operands.len()).any(|at| at != index && share(operands, at, index));
        copy_if(&mut operands[index], shared);
    }
}

/// The same for a call, whose arguments are passed one after the other: what is moved may
/// have been copied before, but is not there for those that follow.
pub fn settle_arguments(args: &mut [Operand]) {
    for index in 0..args.len() {
        let moved_before = |at: usize| matches!(args[at], Operand::Move(_));
        let shared = (0..args.len())
            .any(|at| at != index && (at > index || moved_before(at)) && share(args, at, index));
        copy_if(&mut args[index], shared);
    }
}

/// Copies what would be moved, if it is shared.
pub fn copy_if(operand: &mut Operand, shared: bool) {
    if let Operand::Move(place) = operand
        && shared
    {
        *operand = Operand::Copy(place.clone());
    }
}

/// Whether two operands may share bytes.
fn share(operands: &[Operand], left: usize, right: usize) -> bool {
    match (&operands[left], &operands[right]) {
        (Operand::Copy(one) | Operand::Move(one), Operand::Copy(other) | Operand::Move(other)) => {
            one.local == other.local && one.is_indirect() == other.is_indirect()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settled(text: &str, settle: fn(&mut [Operand])) -> String {
        let operand = |letter: char| match letter {
            'm' => Operand::Move(Place::local(Local(1))),
            _ => Operand::Copy(Place::local(Local(1))),
        };
        let mut operands: Vec<Operand> = text.chars().map(operand).collect();
        settle(&mut operands);
        let letter =
            |operand: &Operand| if matches!(operand, Operand::Move(_)) { 'm' } else { 'c' };
        operands.iter().map(letter).collect()
    }

    #[test]
    fn a_call_may_move_what_it_copied_before() {
        assert_eq!(settled("cm", settle_arguments), "cm");
        assert_eq!(settled("mc", settle_arguments), "cc");
        assert_eq!(settled("mm", settle_arguments), "cm");
        assert_eq!(settled("cm", settle_moves), "cc");
    }
}
