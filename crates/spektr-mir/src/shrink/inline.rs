//! The body of a callee put in the place of a call.

use crate::syntax::visit::{Visitor, walk_block, walk_function};
use crate::syntax::*;

use super::facts::Spot;

/// What becomes of the arguments and the result of an inlined call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Arguments {
    /// The body works on them directly, wherever it can be written so.
    Themselves,
    /// The body has locals of its own, assigned before and read after.
    Copied,
}

/// A program that inlining has made this large is not worth looking at.
const TOO_LARGE: usize = 20_000;

/// Replaces a direct call by the callee's blocks, its locals made the caller's own. Does
/// nothing where there is no such call.
pub fn inline_call(program: &mut Program, spot: Spot, arguments: Arguments) {
    let Some(call) = call_at(program, spot) else { return };
    let mut body = program.functions[call.callee.index()].clone();
    let tail = |block: &Block| matches!(block.terminator.kind, TerminatorKind::TailCall { .. });
    if body.blocks.iter().any(tail) || statements(program) + statements_of(&body) > TOO_LARGE {
        return;
    }
    let unit = program.types.unit();
    let stands_for = match arguments {
        Arguments::Themselves => call.substitutes(&mut body),
        Arguments::Copied => vec![None; call.args.len() + 1],
    };
    let returns = stands_for[0].is_none() && body.locals[0].ty != unit;
    let caller = &mut program.functions[spot.function.index()];
    let (locals, blocks) = (caller.locals.len() as u32, caller.blocks.len() as u32);
    for (i, mut local) in body.locals.drain(..).enumerate() {
        local.name = format!("inlined{}", locals as usize + i);
        caller.locals.push(local);
    }
    for block in &mut body.blocks {
        walk_block(block, &mut Renumbering { locals, blocks });
        walk_block(block, &mut Substitution { locals, stands_for: &stands_for });
        block.name = format!("{}_inlined{blocks}", block.name);
        if matches!(block.terminator.kind, TerminatorKind::Return) {
            if returns {
                let result = Operand::Move(Place::local(Local(locals)));
                block.statements.push(assign(call.destination.clone(), result));
            }
            block.terminator.kind = TerminatorKind::Goto(call.target);
        }
    }
    caller.blocks.append(&mut body.blocks);
    let block = &mut caller.blocks[spot.block.index()];
    for (i, arg) in call.args.into_iter().enumerate() {
        if stands_for[i + 1].is_none() {
            let parameter = Place::local(Local(locals + 1 + i as u32));
            block.statements.push(assign(parameter, arg));
        }
    }
    block.terminator.kind = TerminatorKind::Goto(BlockId(blocks));
}

fn assign(place: Place, operand: Operand) -> Statement {
    let kind = StatementKind::Assign(place, Rvalue::Use(operand));
    Statement { kind, span: Span::default() }
}

fn statements_of(function: &Function) -> usize {
    function.blocks.iter().map(|block| block.statements.len()).sum()
}

fn statements(program: &Program) -> usize {
    program.functions.iter().map(statements_of).sum()
}

/// A direct call of another function.
struct Call {
    destination: Place,
    callee: FnId,
    args: Vec<Operand>,
    target: BlockId,
}

fn call_at(program: &Program, spot: Spot) -> Option<Call> {
    let caller = program.functions.get(spot.function.index())?;
    let terminator = &caller.blocks.get(spot.block.index())?.terminator.kind;
    match terminator.clone() {
        TerminatorKind::Call {
            destination,
            callee: Callee::Function(callee),
            args,
            target,
            ..
        } if callee != spot.function => Some(Call { destination, callee, args, target }),
        _ => None,
    }
}

impl Call {
    /// By local of the callee, the return place first: what can be written in its place.
    fn substitutes(&self, body: &mut Function) -> Vec<Option<Operand>> {
        let mut uses = Uses(vec![Use::default(); body.locals.len()]);
        walk_function(body, &mut uses);
        for statement in body.blocks.iter().flat_map(|block| &block.statements) {
            uses.note_statement(&statement.kind);
        }
        for block in &body.blocks {
            if let TerminatorKind::Call { destination, .. } = &block.terminator.kind {
                uses.0[destination.local.index()].as_place = true;
            }
        }
        let destination = Operand::Copy(self.destination.clone());
        let operands = [destination].into_iter().chain(self.args.iter().cloned());
        let fits = |(operand, usage): (Operand, &Use)| match &operand {
            Operand::Const(_) => (!usage.as_place && !usage.as_local).then_some(operand),
            Operand::Copy(place) | Operand::Move(place) => {
                let plain = place.projection.is_empty();
                (plain || !usage.behind && !usage.as_local).then_some(operand)
            }
        };
        operands.zip(&uses.0).map(fits).collect()
    }
}

/// How a local of the callee is used.
#[derive(Clone, Default)]
struct Use {
    /// Otherwise than as a whole operand.
    as_place: bool,
    /// As an index, or with a storage marker.
    as_local: bool,
    /// As a pointer that is followed.
    behind: bool,
}

struct Uses(Vec<Use>);

impl Uses {
    fn note_statement(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::Assign(place, rvalue) => {
                self.0[place.local.index()].as_place = true;
                if let Rvalue::Ref(_, place)
                | Rvalue::RawRef(_, place)
                | Rvalue::Discriminant(place)
                | Rvalue::Len(place) = rvalue
                {
                    self.0[place.local.index()].as_place = true;
                }
            }
            StatementKind::SetDiscriminant(place, _) => {
                self.0[place.local.index()].as_place = true;
            }
            StatementKind::StorageLive(local) | StatementKind::StorageDead(local) => {
                self.0[local.index()].as_local = true;
            }
            StatementKind::Assume(_) => {}
        }
    }
}

impl Visitor for Uses {
    fn place(&mut self, place: &mut Place) {
        let usage = &mut self.0[place.local.index()];
        usage.as_place |= !place.projection.is_empty();
        usage.behind |= place.is_indirect();
        for projection in &place.projection {
            if let Projection::Index(local) = projection {
                self.0[local.index()].as_local = true;
            }
        }
    }
}

/// The callee's locals and blocks get numbers of the caller.
struct Renumbering {
    locals: u32,
    blocks: u32,
}

impl Visitor for Renumbering {
    fn local(&mut self, local: &mut Local) {
        local.0 += self.locals;
    }

    fn block(&mut self, block: &mut BlockId) {
        block.0 += self.blocks;
    }
}

/// After renumbering, arguments and destination are written wherever they stand for a local.
struct Substitution<'a> {
    locals: u32,
    stands_for: &'a [Option<Operand>],
}

impl Substitution<'_> {
    fn of(&self, local: Local) -> Option<&Operand> {
        self.stands_for.get(local.0.checked_sub(self.locals)? as usize)?.as_ref()
    }
}

impl Visitor for Substitution<'_> {
    fn operand(&mut self, operand: &mut Operand) {
        if let Operand::Copy(place) | Operand::Move(place) = operand
            && let Some(Operand::Const(constant)) = self.of(place.local)
        {
            *operand = Operand::Const(constant.clone());
        }
    }

    fn place(&mut self, place: &mut Place) {
        if let Some(Operand::Copy(other) | Operand::Move(other)) = self.of(place.local) {
            let projection = other.projection.iter().chain(&place.projection).copied().collect();
            *place = Place { local: other.local, projection };
        }
    }

    /// Indices and storage markers: only plain locals stand for such.
    fn local(&mut self, local: &mut Local) {
        if let Some(Operand::Copy(other) | Operand::Move(other)) = self.of(*local) {
            *local = other.local;
        }
    }
}
