//! Operands of one call or aggregate that are moved must not overlap with any other. The
//! compiler may reuse their memory; the machine knows what happens then, but a generated
//! program never does it. Only the arguments of a function are passed one after the other,
//! so that what was copied first may be moved later.

use super::{Error, Location};
use crate::syntax::*;

pub(super) fn check(program: &Program) -> Vec<Error> {
    let mut errors = Vec::new();
    for (f, function) in program.functions.iter().enumerate() {
        for (b, block) in function.blocks.iter().enumerate() {
            let mut report = |statement: usize, operands: &[Operand], in_order: bool| {
                if overlapping(operands, in_order) {
                    errors.push(Error {
                        message: "a moved operand overlaps with another operand".to_owned(),
                        at: Some(Location {
                            function: FnId(f as u32),
                            block: BlockId(b as u32),
                            statement: statement as u32,
                        }),
                        context: format!("`{}`, `{}`", function.name, block.name),
                    });
                }
            };
            for (s, statement) in block.statements.iter().enumerate() {
                if let StatementKind::Assign(_, Rvalue::Aggregate(_, operands)) = &statement.kind {
                    report(s, operands, false);
                }
            }
            match &block.terminator.kind {
                TerminatorKind::Call { callee, args, .. } => {
                    let in_order = matches!(
                        callee,
                        Callee::Function(_) | Callee::Generic(..) | Callee::Pointer(_)
                    );
                    report(block.statements.len(), args, in_order);
                }
                TerminatorKind::TailCall { args, .. } => {
                    report(block.statements.len(), args, false);
                }
                _ => {}
            }
        }
    }
    errors
}

fn overlapping(operands: &[Operand], in_order: bool) -> bool {
    operands.iter().enumerate().any(|(i, operand)| match operand {
        Operand::Move(moved) => operands.iter().enumerate().any(|(j, other)| match other {
            Operand::Copy(_) if in_order && j < i => false,
            Operand::Copy(place) | Operand::Move(place) => i != j && may_overlap(moved, place),
            Operand::Const(_) => false,
        }),
        _ => false,
    })
}

/// Whether two places may share bytes, as far as their text tells.
fn may_overlap(a: &Place, b: &Place) -> bool {
    if a.local != b.local || a.is_indirect() != b.is_indirect() {
        return false;
    }
    a.projection.iter().zip(&b.projection).all(|pair| match pair {
        (Projection::Field(a), Projection::Field(b)) => a == b,
        (
            Projection::VariantField { variant: v, field: f },
            Projection::VariantField { variant: w, field: g },
        ) => v != w || f == g,
        _ => true,
    })
}
