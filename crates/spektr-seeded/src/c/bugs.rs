//! Chosen miscompilations: what a wrong compiler would make of the tree.

use spektr_c::syntax::{
    BinOp, Block, Conversion, Definition, Expr, ExprKind, IncDec, Program, Stmt, StmtKind, UnOp,
    VisitorMut, walk_expr_mut, walk_stmt_mut,
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
        name: "bit-fields are read as 0",
        minimum: "struct { int a : 2; } b = {1}; int main(void) { return b.a; }",
        expr: |types, expr| {
            if let ExprKind::Convert { conversion: Conversion::Load, operand, .. } = &expr.kind
                && operand.bit_field_width(types).is_some()
            {
                expr.kind = ExprKind::Int(0);
            }
        },
        stmt: no_stmt,
    },
    Bug {
        name: "increments yield the other value",
        minimum: "int a; int main(void) { return a++; }",
        expr: |_, expr| {
            if let ExprKind::IncDec { op, .. } = &mut expr.kind {
                *op = match op {
                    IncDec::PostIncrement => IncDec::PreIncrement,
                    IncDec::PreIncrement => IncDec::PostIncrement,
                    IncDec::PostDecrement => IncDec::PreDecrement,
                    IncDec::PreDecrement => IncDec::PostDecrement,
                };
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
                && matches!(types.int_kind(expr.ty), Some(IntKind::Char | IntKind::SChar))
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
        stmt: |stmt| match &mut stmt.kind {
            StmtKind::While { condition, body } => {
                let (condition, then) = (condition.clone(), body.clone());
                stmt.kind = StmtKind::If { condition, then, otherwise: None };
            }
            StmtKind::For { step, body, .. } => {
                let leave = Stmt::new(StmtKind::Break, stmt.span);
                let step = step.take().map(|step| Stmt::new(StmtKind::Expr(step), stmt.span));
                let stmts = [Some((**body).clone()), step, Some(leave)];
                let stmts = stmts.into_iter().flatten().collect();
                let block = Block { locals: Vec::new(), stmts, span: stmt.span };
                body.kind = StmtKind::Block(block);
            }
            _ => {}
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
        name: "negations are lost",
        minimum: "int main(void) { return -1; }",
        expr: |_, expr| {
            if let ExprKind::Unary { op: op @ UnOp::Negate, .. } = &mut expr.kind {
                *op = UnOp::Plus;
            }
        },
        stmt: no_stmt,
    },
    Bug {
        name: "equal is not equal",
        minimum: "int main(void) { return 1 == 1; }",
        expr: |_, expr| {
            if let ExprKind::Binary { op: op @ BinOp::Equal, .. } = &mut expr.kind {
                *op = BinOp::NotEqual;
            }
        },
        stmt: no_stmt,
    },
    Bug {
        name: "complements are negations",
        minimum: "int main(void) { return ~0; }",
        expr: |_, expr| {
            if let ExprKind::Unary { op: op @ UnOp::Complement, .. } = &mut expr.kind {
                *op = UnOp::Negate;
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
pub fn miscompiled(bug: &Bug, program: &Program) -> Program {
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
