//! Mutable statics of the witness form. The const evaluator cannot write to statics, so
//! they are fields of what every function is passed a pointer to.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::Printer;
use crate::syntax::*;

impl Printer<'_> {
    /// A local for every address of a mutable static that the function uses.
    pub fn state_locals(&mut self, function: &Function) {
        for (mutability, id) in self.state_used(function) {
            let name = &self.program.statics[id.index()].name;
            let _ = match mutability {
                Mutability::Mut => write!(self.out, "let spektr_mut_{name}: *mut "),
                Mutability::Not => write!(self.out, "let spektr_ref_{name}: &'static "),
            };
            self.ty(self.program.statics[id.index()].ty);
            self.line(";");
        }
    }

    /// What sets these locals. The start block is entered once, so they are set once.
    pub fn state_prologue(&mut self, function: &Function) {
        for (mutability, id) in self.state_used(function) {
            let name = &self.program.statics[id.index()].name;
            let _ = match mutability {
                Mutability::Mut => {
                    writeln!(self.out, "spektr_mut_{name} = &raw mut (*spektr_trace).s_{name};")
                }
                Mutability::Not => {
                    writeln!(self.out, "spektr_ref_{name} = &(*spektr_trace).s_{name};")
                }
            };
        }
    }

    fn state_used(&self, function: &Function) -> BTreeSet<(Mutability, StaticId)> {
        let mut used = BTreeSet::new();
        let mut note = |operand: &Operand| {
            if let Operand::Const(Const::Static(mutability, id)) = operand
                && self.program.statics[id.index()].mutable
            {
                used.insert((*mutability, *id));
            }
        };
        for block in &function.blocks {
            for statement in &block.statements {
                for_each_operand(&statement.kind, &mut note);
            }
            match &block.terminator.kind {
                TerminatorKind::Switch { subject, .. } => note(subject),
                TerminatorKind::Call { callee, args, .. }
                | TerminatorKind::TailCall { callee, args } => {
                    if let Callee::Pointer(operand) = callee {
                        note(operand);
                    }
                    args.iter().for_each(&mut note);
                }
                _ => {}
            }
        }
        used
    }
}

fn for_each_operand(statement: &StatementKind, note: &mut impl FnMut(&Operand)) {
    match statement {
        StatementKind::Assume(operand) => note(operand),
        StatementKind::Assign(_, rvalue) => match rvalue {
            Rvalue::Use(a) | Rvalue::Repeat(a, _) | Rvalue::Unary(_, a) | Rvalue::Cast(_, a, _) => {
                note(a);
            }
            Rvalue::Binary(_, a, b) | Rvalue::Checked(_, a, b) => {
                note(a);
                note(b);
            }
            Rvalue::Aggregate(_, operands) => operands.iter().for_each(note),
            Rvalue::Ref(..) | Rvalue::RawRef(..) | Rvalue::Discriminant(_) | Rvalue::Len(_) => {}
        },
        _ => {}
    }
}
