//! Another function as the one that the program starts with.

use crate::syntax::*;

use super::apply::is_scalar;
use super::facts::{Facts, Spot};
use super::signature::drop_parameter;
use super::tidy;

/// Starts the program with this function. It gets the numbers it got when it was first
/// called; parameters that were no numbers become uninitialised locals.
pub fn start_here(program: &mut Program, facts: &Facts, function: FnId) -> Option<()> {
    let body = program.functions.get(function.index())?;
    let call = first_call(program, facts, function);
    let scalar = |ty: Ty| is_scalar(&program.types, ty);
    let known: Vec<Option<ConstTree>> = (0..body.params)
        .map(|param| {
            let ty = body.locals[param as usize + 1].ty;
            let bits = facts.operand(call?, param)?.first?;
            scalar(ty).then_some(ConstTree::Scalar { bits, ty })
        })
        .collect();
    // A placeholder for those that go, until their parameters do.
    let args = known.iter().map(|arg| arg.clone().unwrap_or(ConstTree::Uninit));
    program.entry = Entry { function, args: args.collect() };
    // Whoever held a pointer to the function may be gone now; then its parameters can go.
    tidy(program);
    for (param, arg) in known.iter().enumerate().rev() {
        if arg.is_none() {
            drop_parameter(program, program.entry.function, param as u32)?;
        }
    }
    Some(())
}

/// Where a function was first called by name.
fn first_call(program: &Program, facts: &Facts, function: FnId) -> Option<Spot> {
    let calls = |spot: &&Spot| {
        let block = &program.functions[spot.function.index()].blocks[spot.block.index()];
        let callee = match &block.terminator.kind {
            TerminatorKind::Call { callee, .. } | TerminatorKind::TailCall { callee, .. } => callee,
            _ => return false,
        };
        spot.index as usize == block.statements.len() && *callee == Callee::Function(function)
    };
    facts.order.iter().find(calls).copied()
}
