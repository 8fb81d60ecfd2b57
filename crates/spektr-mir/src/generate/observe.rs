//! What a program shows of its state: operands without pointers and unions, the complex and
//! unread ones first, at the ends of functions and now and then in between.

use super::facts::Facts;
use super::generator::Generator;
use crate::syntax::{Callee, Local, Operand, Place, TerminatorKind, Unwind};

/// Leaves of one shown operand, at most: what is shown has to be cheap.
const MAX_LEAVES: u32 = 12;

fn showable(facts: &Facts) -> bool {
    facts.observable && (1..=MAX_LEAVES).contains(&facts.leaves)
}

impl Generator {
    /// Shows a few values in the middle of a function.
    pub fn make_observe(&mut self) -> bool {
        let most = self.settings.policy.observe.operands.clamp(1, 8) as usize;
        let places = self.waiting(most);
        !places.is_empty() && self.observe(places)
    }

    /// Values that nobody has read yet, newest first.
    fn waiting(&mut self, most: usize) -> Vec<Place> {
        let mut places: Vec<Place> = Vec::new();
        for (place, ty) in self.scene().fresh.iter().rev() {
            if places.len() == most {
                break;
            }
            if showable(self.facts(*ty)) && self.shows(place) && !places.contains(place) {
                places.push(place.clone());
            }
        }
        places
    }

    /// Whether the machine knows every bit of it.
    fn shows(&self, place: &Place) -> bool {
        self.decoy || (!self.scene().state(place.local).off && self.stage.determinate(place))
    }

    /// Ends the block with an observation of these places.
    pub fn observe(&mut self, places: Vec<Place>) -> bool {
        if !self.decoy && self.budget.observations == 0 {
            return false;
        }
        let destination = Place::local(self.unit_place());
        let next = self.new_block();
        let args = places.iter().map(|place| Operand::Copy(place.clone())).collect();
        let call = TerminatorKind::Call {
            destination,
            callee: Callee::Observe,
            args,
            target: next,
            unwind: Unwind::Unreachable,
        };
        if !self.end_block(call, next) {
            self.drop_last_block();
            return false;
        }
        if !self.decoy {
            self.budget.observations -= 1;
        }
        places.iter().for_each(|place| self.note_read(place));
        true
    }

    /// At the end of a function: what waits for a reader, then the most complex locals.
    pub fn observe_at_end(&mut self) {
        let most = self.settings.policy.observe.at_end as usize;
        let mut places = self.waiting(most);
        let mut locals: Vec<(u16, Local)> = (0..self.scene().locals.len() as u32)
            .map(Local)
            .filter(|&local| local != Local::RETURN && self.scene().state(local).written)
            .map(|local| (self.scene().state(local).complexity, local))
            .collect();
        locals.sort_unstable_by(|a, b| b.cmp(a));
        for (_, local) in locals.into_iter().take(24) {
            if places.len() >= most {
                break;
            }
            let (place, ty) = (Place::local(local), self.local_ty(local));
            let shown = places.iter().any(|other| other.local == local);
            if !shown && showable(self.facts(ty)) && self.shows(&place) {
                places.push(place);
            }
        }
        let each = self.settings.policy.observe.operands.clamp(1, 8) as usize;
        for chunk in places.chunks(each) {
            self.observe(chunk.to_vec());
        }
    }
}
