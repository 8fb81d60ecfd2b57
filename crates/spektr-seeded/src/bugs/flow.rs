//! Wrong ways: switches and loop exits.

use spektr_mir::syntax::*;

use crate::body::Body;

pub fn swapped_otherwise(
    _: &mut Body<'_>,
    _: BlockId,
    kind: &TerminatorKind,
) -> Option<(Vec<StatementKind>, TerminatorKind)> {
    let TerminatorKind::Switch { arms, .. } = kind else { return None };
    if arms.len() < 3 {
        return None;
    }
    let mut kind = kind.clone();
    if let TerminatorKind::Switch { arms, otherwise, .. } = &mut kind
        && let Some((_, last)) = arms.last_mut()
    {
        std::mem::swap(last, otherwise);
    }
    Some((Vec::new(), kind))
}

/// A counter that goes down by a constant, with the constant as bits.
struct CountDown {
    counter: Local,
    int: IntTy,
    step: u128,
}

fn count_down(body: &Body<'_>, block: BlockId, kind: &StatementKind) -> Option<CountDown> {
    let StatementKind::Assign(place, Rvalue::Binary(op, Operand::Copy(left), right)) = kind else {
        return None;
    };
    let Operand::Const(Const::Scalar { bits, ty }) = right else { return None };
    let int = body.as_int(*ty)?;
    let step = match op {
        BinOp::Add => *bits,
        BinOp::Sub => int.number().neg(*bits),
        _ => return None,
    };
    let down = step >> (int.bits() - 1) == 1;
    (place == left && place.projection.is_empty() && down && body.in_loop(block))
        .then_some(CountDown { counter: place.local, int, step })
}

/// `i != N` in a loop that counts `i` down becomes a test against the value before.
pub fn early_exit_counting_down(program: &mut Program, id: FnId) -> bool {
    let Program { types, functions, .. } = program;
    let body = Body::new(types, &mut functions[id.index()]);
    let mut found = None;
    for (index, block) in body.function.blocks.iter().enumerate() {
        let block_id = BlockId(index as u32);
        let count = |s: &Statement| count_down(&body, block_id, &s.kind);
        found = found.or(block.statements.iter().find_map(count));
    }
    let Some(count) = found else { return false };
    for block in &mut body.function.blocks {
        for statement in &mut block.statements {
            if let StatementKind::Assign(_, Rvalue::Binary(BinOp::Ne, left, right)) =
                &mut statement.kind
                && *left == Operand::Copy(Place::local(count.counter))
                && let Operand::Const(Const::Scalar { bits, .. }) = right
            {
                *bits = count.int.number().truncate(bits.wrapping_sub(count.step));
            }
        }
    }
    true
}
