//! What no terminator needs, found without running anything: a coarse backward slice. A
//! store through a pointer counts for the local that the pointer was seen to lead to.

use std::collections::BTreeSet;

use crate::syntax::visit::{Visitor, walk_rvalue, walk_terminator};
use crate::syntax::*;

use super::facts::{Facts, Spot};

/// Statements whose effect no terminator depends on.
pub fn unneeded(program: &mut Program, facts: &Facts) -> BTreeSet<Spot> {
    let mut found = BTreeSet::new();
    for (index, function) in program.functions.iter_mut().enumerate() {
        found.extend(unneeded_in(FnId(index as u32), function, facts));
    }
    found
}

/// Locals that anything mentions.
struct Mentioned<'a>(&'a mut Vec<bool>, bool);

impl Visitor for Mentioned<'_> {
    fn local(&mut self, local: &mut Local) {
        self.1 |= !std::mem::replace(&mut self.0[local.index()], true);
    }
}

fn unneeded_in(id: FnId, function: &mut Function, facts: &Facts) -> Vec<Spot> {
    let mut needed = vec![false; function.locals.len()];
    needed[0] = true;
    for block in &mut function.blocks {
        walk_terminator(&mut block.terminator, &mut Mentioned(&mut needed, false));
    }
    loop {
        let mut grown = false;
        for (b, block) in function.blocks.iter_mut().enumerate() {
            for (i, statement) in block.statements.iter_mut().enumerate() {
                let spot = Spot { function: id, block: BlockId(b as u32), index: i as u32 };
                if is_needed(statement, spot, &needed, facts) {
                    grown |= mention(statement, &mut needed);
                }
            }
        }
        if !grown {
            break;
        }
    }
    let mut spots = Vec::new();
    for (b, block) in function.blocks.iter().enumerate() {
        for (i, statement) in block.statements.iter().enumerate() {
            let spot = Spot { function: id, block: BlockId(b as u32), index: i as u32 };
            if !is_needed(statement, spot, &needed, facts) {
                spots.push(spot);
            }
        }
    }
    spots
}

fn is_needed(statement: &Statement, spot: Spot, needed: &[bool], facts: &Facts) -> bool {
    match &statement.kind {
        StatementKind::Assign(place, _) | StatementKind::SetDiscriminant(place, _) => {
            if !place.is_indirect() {
                return needed[place.local.index()];
            }
            // The assigned place is the first that a walk meets.
            match facts.targets.get(&(spot, 0)) {
                Some(Some(target)) => needed[target.local.index()],
                // Led to several places, or out of the frame.
                Some(None) => true,
                None => facts.ran(spot.function, spot.block),
            }
        }
        StatementKind::StorageLive(local) | StatementKind::StorageDead(local) => {
            needed[local.index()]
        }
        StatementKind::Assume(_) => false,
    }
}

/// Everything that a needed statement mentions is needed; true if that is news.
fn mention(statement: &mut Statement, needed: &mut Vec<bool>) -> bool {
    let mut mentioned = Mentioned(needed, false);
    match &mut statement.kind {
        StatementKind::Assign(place, rvalue) => {
            crate::syntax::visit::walk_place(place, &mut mentioned);
            walk_rvalue(rvalue, &mut mentioned);
        }
        StatementKind::SetDiscriminant(place, _) => {
            crate::syntax::visit::walk_place(place, &mut mentioned);
        }
        StatementKind::StorageLive(_)
        | StatementKind::StorageDead(_)
        | StatementKind::Assume(_) => {}
    }
    mentioned.1
}
