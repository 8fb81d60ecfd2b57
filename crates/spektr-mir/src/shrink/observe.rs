//! Observations: fewer of them, of less, and closer to where a value is made.

use crate::syntax::*;

use super::facts::Spot;

/// The observation shows one argument less; without any it goes.
pub fn less(terminator: &mut TerminatorKind, argument: u32) -> Option<()> {
    let TerminatorKind::Call { callee: Callee::Observe, args, target, .. } = terminator else {
        return None;
    };
    if (argument as usize) >= args.len() {
        return None;
    }
    args.remove(argument as usize);
    if args.is_empty() {
        *terminator = TerminatorKind::Goto(*target);
    }
    Some(())
}

/// The observation shows only one field of its only argument.
pub fn field(terminator: &mut TerminatorKind, field: u32) -> Option<()> {
    let TerminatorKind::Call { callee: Callee::Observe, args, .. } = terminator else {
        return None;
    };
    let [Operand::Copy(place) | Operand::Move(place)] = &args[..] else { return None };
    let place = place.clone().then(Projection::Field(field));
    *args = vec![Operand::Copy(place)];
    Some(())
}

/// Whether a value of the type can be shown: no pointers, no unions, not too long.
pub fn is_showable(types: &Types, ty: Ty) -> bool {
    fn leaves(types: &Types, ty: Ty) -> Option<u64> {
        let sum = |fields: &[Ty]| fields.iter().map(|&field| leaves(types, field)).sum();
        match types.kind(ty) {
            TyKind::Bool | TyKind::Char | TyKind::Int(_) | TyKind::Float(_) => Some(1),
            TyKind::Tuple(fields) => sum(fields),
            TyKind::Array(element, len) => Some(leaves(types, *element)?.saturating_mul(*len)),
            TyKind::Adt(id) => {
                let def = types.adt(*id);
                if def.kind == AdtKind::Union || def.origin != AdtOrigin::Local {
                    return None;
                }
                let fields = def.variants.iter().flat_map(|variant| &variant.fields);
                sum(&fields.map(|field| field.ty).collect::<Vec<Ty>>())
            }
            _ => None,
        }
    }
    leaves(types, ty).is_some_and(|count| (1..=12).contains(&count))
}

/// What an assignment or call stores, as a place.
pub fn stored_place(block: &Block, index: u32) -> Option<&Place> {
    match block.statements.get(index as usize) {
        Some(statement) => match &statement.kind {
            StatementKind::Assign(place, _) => Some(place),
            _ => None,
        },
        None => match &block.terminator.kind {
            TerminatorKind::Call { destination, callee, .. } if *callee != Callee::Observe => {
                Some(destination)
            }
            _ => None,
        },
    }
}

/// What follows an observation that was moved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum After {
    /// The entry returns; other functions go on.
    End,
    GoOn,
}

/// Shows what is stored here, right here, and nothing else anywhere.
pub fn here(program: &mut Program, spot: Spot, after_it: After) -> Option<()> {
    drop_all(program);
    let unit = program.types.unit();
    let is_entry = program.entry.function == spot.function;
    let function = program.functions.get_mut(spot.function.index())?;
    let ends = after_it == After::End && is_entry && function.locals[0].ty == unit;
    let destination = Place::local(unit_local(function, unit));
    let next = BlockId(function.blocks.len() as u32);
    let block = function.blocks.get_mut(spot.block.index())?;
    let place = stored_place(block, spot.index)?.clone();
    let observe = |target| TerminatorKind::Call {
        destination,
        callee: Callee::Observe,
        args: vec![Operand::Copy(place)],
        target,
        unwind: Unwind::Unreachable,
    };
    let (rest, after) = if (spot.index as usize) < block.statements.len() {
        let rest = block.statements.split_off(spot.index as usize + 1);
        (rest, std::mem::replace(&mut block.terminator.kind, observe(next)))
    } else {
        let TerminatorKind::Call { target, .. } = &mut block.terminator.kind else { return None };
        let after = std::mem::replace(target, next);
        let (cleanup, between) = (block.cleanup, BlockId(next.0 + 1));
        add_block(function, cleanup, Vec::new(), observe(between));
        (Vec::new(), TerminatorKind::Goto(after))
    };
    let cleanup = function.blocks[spot.block.index()].cleanup;
    match ends {
        true => add_block(function, cleanup, Vec::new(), TerminatorKind::Return),
        false => add_block(function, cleanup, rest, after),
    }
    Some(())
}

/// Nothing is shown any more.
fn drop_all(program: &mut Program) {
    for block in program.functions.iter_mut().flat_map(|function| &mut function.blocks) {
        if let TerminatorKind::Call { callee: Callee::Observe, target, .. } = block.terminator.kind
        {
            block.terminator.kind = TerminatorKind::Goto(target);
        }
    }
}

fn add_block(
    function: &mut Function,
    cleanup: bool,
    statements: Vec<Statement>,
    kind: TerminatorKind,
) {
    let name = format!("bb{}", function.blocks.len());
    let terminator = Terminator { kind, span: Span::default() };
    function.blocks.push(Block { name, cleanup, statements, terminator });
}

/// A local for the result of an observation that is live wherever it is needed.
fn unit_local(function: &mut Function, unit: Ty) -> Local {
    if function.locals[0].ty == unit {
        return Local::RETURN;
    }
    let local = Local(function.locals.len() as u32);
    let name = format!("unit{}", local.0);
    function.locals.push(LocalDecl { name, ty: unit, span: Span::default() });
    local
}
