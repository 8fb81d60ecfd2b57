//! Chosen miscompilations: what a wrong compiler would make of the tree.

use spektr_c::machine::{Ending, Machine, Switches};
use spektr_c::syntax::{
    BinOp, Conversion, Definition, Expr, ExprKind, IncDec, Program, Stmt, StmtKind, VisitorMut,
    walk_expr_mut, walk_stmt_mut,
};
use spektr_c::types::{IntKind, Types};

pub struct Bug {
    pub name: &'static str,
    /// The shortest program by hand that shows it.
    pub minimum: &'static str,
    expr: fn(&Types, &mut Expr),
    stmt: fn(&mut Stmt),
}

fn no_expr(_: &Types, _: &mut Expr) {}
fn no_stmt(_: &mut Stmt) {}

pub const BUGS: &[Bug] = &[
    Bug {
        name: "shifts go the wrong way",
        minimum: "int main(void) { return 4 << 1; }",
        expr: |_, expr| {
            if let ExprKind::Binary { op: op @ BinOp::Shl, .. }
            | ExprKind::CompoundAssign { op: op @ BinOp::Shl, .. } = &mut expr.kind
            {
                *op = BinOp::Shr;
            }
        },
        stmt: no_stmt,
    },
    Bug {
        name: "differences are sums",
        minimum: "int main(void) { return 3 - 1; }",
        expr: |types, expr| {
            if let ExprKind::Binary { op: op @ BinOp::Sub, .. } = &mut expr.kind
                && types.is_integer(expr.ty)
            {
                *op = BinOp::Add;
            }
        },
        stmt: no_stmt,
    },
    Bug {
        name: "less is less or equal",
        minimum: "int main(void) { return 1 < 1; }",
        expr: |_, expr| {
            if let ExprKind::Binary { op: op @ BinOp::Less, .. } = &mut expr.kind {
                *op = BinOp::LessEqual;
            }
        },
        stmt: no_stmt,
    },
    Bug {
        name: "bit-fields are stored as 0",
        minimum: "struct { int a : 2; } b; int main(void) { return b.a = 1; }",
        expr: |types, expr| {
            if let ExprKind::Assign { target, value } = &mut expr.kind
                && target.bit_field_width(types).is_some()
            {
                **value = Expr::new(ExprKind::Int(0), value.ty, value.span);
            }
            if let ExprKind::CompoundAssign { op, target, .. } = &mut expr.kind
                && target.bit_field_width(types).is_some()
            {
                *op = BinOp::Mul;
            }
        },
        stmt: no_stmt,
    },
    Bug {
        name: "an increment yields the new value",
        minimum: "int a; int main(void) { return a++; }",
        expr: |_, expr| {
            if let ExprKind::IncDec { op: op @ IncDec::PostIncrement, .. } = &mut expr.kind {
                *op = IncDec::PreIncrement;
            }
        },
        stmt: no_stmt,
    },
    Bug {
        name: "or is and",
        minimum: "int main(void) { return 1 || 0; }",
        expr: |_, expr| {
            if let ExprKind::Logical { and, .. } = &mut expr.kind {
                *and = true;
            }
        },
        stmt: no_stmt,
    },
    Bug {
        name: "exclusive or is or",
        minimum: "int main(void) { return 1 ^ 1; }",
        expr: |_, expr| {
            if let ExprKind::Binary { op: op @ BinOp::BitXor, .. }
            | ExprKind::CompoundAssign { op: op @ BinOp::BitXor, .. } = &mut expr.kind
            {
                *op = BinOp::BitOr;
            }
        },
        stmt: no_stmt,
    },
    Bug {
        name: "conversions to char give 0",
        minimum: "char a = 1; int main(void) { return a; }",
        expr: |types, expr| {
            if let ExprKind::Convert { conversion: Conversion::IntToInt, operand, .. } =
                &mut expr.kind
                && types.int_kind(expr.ty) == Some(IntKind::Char)
            {
                **operand = Expr::new(ExprKind::Int(0), operand.ty, operand.span);
            }
        },
        stmt: no_stmt,
    },
    Bug {
        name: "loops end after one iteration",
        minimum: "int a; int main(void) { while (a < 2) a++; return a; }",
        expr: no_expr,
        stmt: |stmt| {
            if let StmtKind::While { condition, body } = &mut stmt.kind {
                stmt.kind = StmtKind::If {
                    condition: condition.clone(),
                    then: body.clone(),
                    otherwise: None,
                };
            }
        },
    },
    Bug {
        name: "conditionals choose the other value",
        minimum: "int main(void) { return 1 ? 0 : 1; }",
        expr: |_, expr| {
            if let ExprKind::Conditional { then: Some(then), otherwise, .. } = &mut expr.kind {
                std::mem::swap(then, otherwise);
            }
        },
        stmt: no_stmt,
    },
    Bug {
        name: "the first two arguments change places",
        minimum: "int a(int b, int c) { return b; } int main(void) { return a(1, 0); }",
        expr: |_, expr| {
            if let ExprKind::Call { args, .. } = &mut expr.kind
                && args.len() == 2
                && args[0].ty == args[1].ty
            {
                args.swap(0, 1);
            }
        },
        stmt: no_stmt,
    },
    Bug {
        name: "a case is missed",
        minimum: "int main(void) { switch (0) case 0: return 1; }",
        expr: no_expr,
        stmt: |stmt| {
            if let StmtKind::Case { first, last, .. } = &mut stmt.kind {
                *first += 1000;
                *last += 1000;
            }
        },
    },
];

struct Wrong<'a> {
    bug: &'a Bug,
    types: &'a Types,
}

impl VisitorMut for Wrong<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        walk_expr_mut(self, expr);
        (self.bug.expr)(self.types, expr);
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        walk_stmt_mut(self, stmt);
        (self.bug.stmt)(stmt);
    }
}

/// What the wrong compiler takes the program for.
fn miscompiled(bug: &Bug, program: &Program) -> Program {
    let mut wrong = program.clone();
    let mut visitor = Wrong { bug, types: &program.types };
    for function in &mut wrong.functions {
        if let Some(body) = &mut function.body {
            visitor.block(body);
        }
    }
    for global in &mut wrong.globals {
        if let Definition::Initialized(init) = &mut global.definition {
            visitor.init(init);
        }
    }
    wrong
}

/// Why a program is not defined, if it is not.
pub fn fault(program: &Program) -> Option<String> {
    let mut machine = match Machine::new(program, Switches::STRICT) {
        Ok(machine) => machine,
        Err(complaint) => return Some(complaint.to_string()),
    };
    let run = machine.start(program).and_then(|()| machine.run(program, 3_000_000));
    run.err().map(|stop| format!("{stop:?}"))
}

/// What a program prints and how it ends; `None` if it is not defined, or does not end.
fn behaviour(program: &Program) -> Option<(Vec<u8>, Ending)> {
    let mut machine = Machine::new(program, Switches::STRICT).ok()?;
    machine.start(program).ok()?;
    let ending = machine.run(program, 3_000_000).ok()?;
    Some((machine.stdout().to_vec(), ending))
}

/// Whether a program is defined and the bug makes it behave otherwise.
pub fn shows(bug: &Bug, program: &Program) -> bool {
    let Some(right) = behaviour(program) else { return false };
    behaviour(&miscompiled(bug, program)) != Some(right)
}
