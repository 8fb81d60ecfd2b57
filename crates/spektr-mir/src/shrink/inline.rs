//! The body of a callee put in the place of a call.

use crate::syntax::visit::{Visitor, walk_block};
use crate::syntax::*;

use super::facts::Spot;

/// Replaces a direct call by the callee's blocks, its locals made the caller's own.
/// The return place becomes the destination, so only a plain local will do for it.
pub fn inline_call(program: &mut Program, spot: Spot) -> Option<()> {
    let caller = program.functions.get(spot.function.index())?;
    let block = caller.blocks.get(spot.block.index())?;
    let TerminatorKind::Call {
        destination, callee: Callee::Function(callee), args, target, ..
    } = block.terminator.kind.clone()
    else {
        return None;
    };
    if callee == spot.function {
        return None;
    }
    let mut body = program.functions.get(callee.index())?.clone();
    let caller = program.functions.get_mut(spot.function.index())?;
    let mut renaming =
        Renaming { locals: caller.locals.len() as u32, blocks: caller.blocks.len() as u32 };
    for (i, mut local) in body.locals.drain(..).enumerate() {
        local.name = format!("inlined{}", caller.locals.len() + i);
        caller.locals.push(local);
    }
    for block in &mut body.blocks {
        walk_block(block, &mut renaming);
        block.name = format!("{}_inlined{}", block.name, renaming.blocks);
        if matches!(block.terminator.kind, TerminatorKind::Return) {
            let result = Place::local(Local(renaming.locals));
            let kind =
                StatementKind::Assign(destination.clone(), Rvalue::Use(Operand::Move(result)));
            if !is_unit(&program.types, caller.locals[renaming.locals as usize].ty) {
                block.statements.push(Statement { kind, span: Span::default() });
            }
            block.terminator.kind = TerminatorKind::Goto(target);
        }
        if matches!(block.terminator.kind, TerminatorKind::TailCall { .. }) {
            return None;
        }
    }
    let entry = BlockId(renaming.blocks);
    caller.blocks.append(&mut body.blocks);
    let block = &mut caller.blocks[spot.block.index()];
    for (i, arg) in args.into_iter().enumerate() {
        let place = Place::local(Local(renaming.locals + 1 + i as u32));
        let kind = StatementKind::Assign(place, Rvalue::Use(arg));
        block.statements.push(Statement { kind, span: Span::default() });
    }
    block.terminator.kind = TerminatorKind::Goto(entry);
    Some(())
}

fn is_unit(types: &Types, ty: Ty) -> bool {
    matches!(types.kind(ty), TyKind::Tuple(fields) if fields.is_empty())
}

struct Renaming {
    locals: u32,
    blocks: u32,
}

impl Visitor for Renaming {
    fn local(&mut self, local: &mut Local) {
        local.0 += self.locals;
    }

    fn block(&mut self, block: &mut BlockId) {
        block.0 += self.blocks;
    }
}
