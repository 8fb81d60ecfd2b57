//! Wrong calls: arguments in each other's place, recursion cut off.

use spektr_mir::syntax::*;

use crate::body::{Body, assign};

pub fn swapped_after_move(
    body: &mut Body<'_>,
    _: BlockId,
    kind: &TerminatorKind,
) -> Option<(Vec<StatementKind>, TerminatorKind)> {
    let TerminatorKind::Call { callee: Callee::Function(_), args, .. } = kind else { return None };
    let moved = args.iter().position(|arg| matches!(arg, Operand::Move(_)))?;
    let ty = body.ty(&args[moved])?;
    let same = |arg: &Operand| body.ty(arg) == Some(ty);
    let next = moved + 1 + args[moved + 1..].iter().position(same)?;
    Some((Vec::new(), with_swapped(kind, moved, next)))
}

pub fn swapped_through_pointer(
    body: &mut Body<'_>,
    _: BlockId,
    kind: &TerminatorKind,
) -> Option<(Vec<StatementKind>, TerminatorKind)> {
    let TerminatorKind::Call { callee: Callee::Pointer(_), args, .. } = kind else { return None };
    for (i, arg) in args.iter().enumerate() {
        let Some(ty) = body.ty(arg) else { continue };
        let same = |other: &Operand| body.ty(other) == Some(ty);
        if let Some(distance) = args[i + 1..].iter().position(same) {
            return Some((Vec::new(), with_swapped(kind, i, i + 1 + distance)));
        }
    }
    None
}

fn with_swapped(kind: &TerminatorKind, a: usize, b: usize) -> TerminatorKind {
    let mut kind = kind.clone();
    if let TerminatorKind::Call { args, .. } = &mut kind {
        args.swap(a, b);
    }
    kind
}

/// Levels of a recursion that are expanded.
const LEVELS: u32 = 3;

/// Each level gets a copy of its own, and the last copy does not call any more.
pub fn lost_at_depth(program: &mut Program, id: FnId) -> bool {
    let original = program.functions[id.index()].clone();
    let ret = original.locals[0].ty;
    let scalar = matches!(program.types.kind(ret), TyKind::Int(_) | TyKind::Bool);
    let recursive = original.blocks.iter().any(|block| calls(&block.terminator.kind, id));
    // An observation is known by its place in the program, so a copy would show something
    // else for that reason alone.
    let shows = original.blocks.iter().any(|block| {
        matches!(block.terminator.kind, TerminatorKind::Call { callee: Callee::Observe, .. })
    });
    if !scalar || !recursive || shows {
        return false;
    }
    let mut level = id;
    for number in 1..=LEVELS {
        let next = FnId(program.functions.len() as u32);
        redirect(&mut program.functions[level.index()], id, Some(next), ret);
        let mut copy = original.clone();
        copy.name = format!("{}_level{number}", original.name);
        program.functions.push(copy);
        level = next;
    }
    redirect(&mut program.functions[level.index()], id, None, ret);
    true
}

fn calls(kind: &TerminatorKind, id: FnId) -> bool {
    matches!(kind, TerminatorKind::Call { callee: Callee::Function(callee), .. } if *callee == id)
}

/// Calls of `from` become calls of `to`, or a zero where there is none.
fn redirect(function: &mut Function, from: FnId, to: Option<FnId>, ret: Ty) {
    for block in &mut function.blocks {
        if !calls(&block.terminator.kind, from) {
            continue;
        }
        let TerminatorKind::Call { callee, destination, target, .. } = &mut block.terminator.kind
        else {
            continue;
        };
        match to {
            Some(to) => *callee = Callee::Function(to),
            None => {
                let zero = Operand::Const(Const::Scalar { bits: 0, ty: ret });
                let kind = assign(destination, Rvalue::Use(zero));
                block.statements.push(Statement { kind, span: Span::default() });
                block.terminator.kind = TerminatorKind::Goto(*target);
            }
        }
    }
}
