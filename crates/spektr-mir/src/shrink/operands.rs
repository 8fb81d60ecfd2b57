//! Finding an operand or place of a statement or terminator by its position: the order in
//! which a walk meets them.

use crate::syntax::visit::{Visitor, walk_statement, walk_terminator};
use crate::syntax::*;

/// Calls `edit` on the operand at a position of a statement or terminator.
pub fn nth_operand(
    block: &mut Block,
    index: u32,
    position: u32,
    edit: &mut dyn FnMut(&mut Operand),
) {
    struct Nth<'a>(u32, &'a mut dyn FnMut(&mut Operand));
    impl Visitor for Nth<'_> {
        fn operand(&mut self, operand: &mut Operand) {
            if self.0 == 0 {
                (self.1)(operand);
            }
            self.0 = self.0.wrapping_sub(1);
        }
    }
    walk_spot(block, index, &mut Nth(position, edit));
}

/// Calls `edit` on the place at a position of a statement or terminator.
pub fn nth_place(block: &mut Block, index: u32, position: u32, edit: &mut dyn FnMut(&mut Place)) {
    struct Nth<'a>(u32, &'a mut dyn FnMut(&mut Place));
    impl Visitor for Nth<'_> {
        fn place(&mut self, place: &mut Place) {
            if self.0 == 0 {
                (self.1)(place);
            }
            self.0 = self.0.wrapping_sub(1);
        }
    }
    walk_spot(block, index, &mut Nth(position, edit));
}

/// Walks one statement, or the terminator if the index is past the last.
pub fn walk_spot(block: &mut Block, index: u32, visitor: &mut impl Visitor) {
    match block.statements.get_mut(index as usize) {
        Some(statement) => walk_statement(statement, visitor),
        None => walk_terminator(&mut block.terminator, visitor),
    }
}

/// The operands of a statement or terminator, in order.
pub fn operands_at(block: &Block, index: u32) -> Vec<Operand> {
    struct All(Vec<Operand>);
    impl Visitor for All {
        fn operand(&mut self, operand: &mut Operand) {
            self.0.push(operand.clone());
        }
    }
    let mut all = All(Vec::new());
    with_spot(block, index, &mut all);
    all.0
}

/// The places of a statement or terminator, in order.
pub fn places_at(block: &Block, index: u32) -> Vec<Place> {
    struct All(Vec<Place>);
    impl Visitor for All {
        fn place(&mut self, place: &mut Place) {
            self.0.push(place.clone());
        }
    }
    let mut all = All(Vec::new());
    with_spot(block, index, &mut all);
    all.0
}

fn with_spot(block: &Block, index: u32, visitor: &mut impl Visitor) {
    match block.statements.get(index as usize) {
        Some(statement) => walk_statement(&mut statement.clone(), visitor),
        None => walk_terminator(&mut block.terminator.clone(), visitor),
    }
}
