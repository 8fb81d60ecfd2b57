//! Gotos and switches. The machine knows the subject's value, so one arm runs; the others
//! are sockets that are filled with decoys when the function is complete.

use super::facts::Class;
use super::generator::Generator;
use super::operands::{Purpose, Source};
use super::scene::Socket;
use super::spots::Group;
use crate::syntax::{AdtKind, BlockId, IntTy, Operand, Place, Rvalue, TerminatorKind, Ty, TyKind};
use crate::typing::discriminant_int;

/// What values without an arm lead to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    /// The code that runs: the subject's value has no arm of its own.
    Live,
    Decoy,
    /// The arms are all there can be, and the compiler is told so.
    Unreachable,
}

impl Generator {
    pub fn make_goto(&mut self) -> bool {
        let next = self.new_block();
        self.end_block(TerminatorKind::Goto(next), next)
    }

    /// A switch on an integer, `bool` or `char` whose value the machine knows.
    pub fn make_switch(&mut self) -> bool {
        let groups = [Group::Int, Group::Int, Group::Bool, Group::Bool, Group::Char];
        let group = groups[self.entropy.index(groups.len())];
        let known =
            |generator: &Generator, place: &Place, _: Ty| generator.stage.scalar(place).is_some();
        let found = self.find_where(Source::Group(group), Purpose::Read, known);
        let Some((place, ty)) = found else { return false };
        let Some(value) = self.stage.scalar(&place) else { return false };
        let mut decoys = self.other_values(ty, value);
        // Where both values of a bool have an arm nothing is left for the rest.
        let avoid = self.settings.policy.avoid.both_bool_arms;
        if avoid && self.facts(ty).class == Class::Bool && !self.entropy.chance(1, 50) {
            let explicit = self.entropy.coin();
            decoys.truncate(usize::from(!explicit));
            return self.switch(
                place,
                value,
                decoys,
                if explicit { Rest::Decoy } else { Rest::Live },
            );
        }
        let rest = if self.entropy.coin() { Rest::Decoy } else { Rest::Live };
        self.switch(place, value, decoys, rest)
    }

    /// A switch on the discriminant of an enum, with an arm for each variant.
    pub fn make_switch_on_discriminant(&mut self) -> bool {
        let Some((place, ty)) = self.find(Source::Group(Group::Enum), Purpose::Read) else {
            return false;
        };
        let Ok(int) = discriminant_int(self.types(), ty) else { return false };
        let int_ty = self.intern(TyKind::Int(int));
        let Some(local) = self.compute_local(Rvalue::Discriminant(place), int_ty) else {
            return false;
        };
        let subject = Place::local(local);
        let Some(value) = self.stage.scalar(&subject) else { return false };
        let variants = match self.types().as_adt(ty) {
            Some(def) if def.kind == AdtKind::Enum => &def.variants,
            _ => return false,
        };
        let others =
            variants.iter().map(|variant| variant.discriminant).filter(|&bits| bits != value);
        let others = others.collect();
        self.switch(subject, value, others, Rest::Unreachable)
    }

    /// Values that the subject does not have: neighbours, small ones, borders.
    fn other_values(&mut self, ty: Ty, value: u128) -> Vec<u128> {
        let count = self.entropy.range(1, u64::from(self.settings.policy.flow.decoy_arms.max(1)));
        let mut others = Vec::new();
        for _ in 0..count {
            let other = match self.facts(ty).class {
                Class::Bool => 1 - value,
                Class::Char => self.literals.char(&mut self.entropy),
                Class::Int(int) => self.other_int(int, value),
                _ => continue,
            };
            if other != value && !others.contains(&other) {
                others.push(other);
            }
        }
        others
    }

    fn other_int(&mut self, ty: IntTy, value: u128) -> u128 {
        let near = match self.entropy.below(4) {
            0 => value.wrapping_add(1),
            1 => value.wrapping_sub(1),
            2 => value ^ 1 << self.entropy.below(u64::from(ty.bits())),
            _ => return self.literals.int(ty, &mut self.entropy),
        };
        ty.number().truncate(near)
    }

    /// Ends the block with a switch.
    fn switch(&mut self, place: Place, value: u128, decoys: Vec<u128>, rest: Rest) -> bool {
        let live = self.new_block();
        let mut arms: Vec<(u128, BlockId)> = Vec::new();
        let mut sockets = Vec::new();
        for bits in decoys {
            // Now and then another value leads to the same block.
            let target = match self.entropy.chance(1, 8) {
                true => live,
                false => {
                    let block = self.new_block();
                    sockets.push(block);
                    block
                }
            };
            arms.push((bits, target));
        }
        let otherwise = match rest {
            Rest::Live => live,
            Rest::Decoy => {
                let block = self.new_block();
                sockets.push(block);
                block
            }
            Rest::Unreachable => {
                let block = self.new_block();
                self.set_terminator(block, TerminatorKind::Unreachable);
                block
            }
        };
        if rest != Rest::Live {
            arms.push((value, live));
        }
        arms.sort_unstable_by_key(|&(bits, _)| bits);
        let subject = Operand::Copy(place.clone());
        let flow = self.scene().flow;
        let position = self.draft().flows[flow].here();
        // A pinned decision: later iterations should decide alike.
        self.rely_on(place.local);
        if !self.end_block(TerminatorKind::Switch { subject, arms, otherwise }, live) {
            return false;
        }
        self.note_read(&place);
        let sockets =
            sockets.into_iter().map(|block| Socket { block, flow, position, target: None });
        self.draft_mut().sockets.extend(sockets);
        true
    }
}
