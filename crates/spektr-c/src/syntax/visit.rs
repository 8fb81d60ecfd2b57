//! Walking a tree without restating its shape: a [`Visitor`] sees every statement and
//! expression in the order of the text, a [`VisitorMut`] may change them.

use super::{Block, Declared, Expr, ExprKind, ForInit, Init, Stmt, StmtKind};

/// Defines a visitor and its walking functions over references of one kind.
macro_rules! visitor {
    ($(#[$doc:meta])* $Visitor:ident, $walk_expr:ident, $walk_stmt:ident, $walk_block:ident,
     $walk_init:ident, $walk_declared:ident $(, $mutability:tt)?) => {
        $(#[$doc])*
        pub trait $Visitor {
            fn expr(&mut self, expr: &$($mutability)? Expr) {
                $walk_expr(self, expr);
            }

            fn stmt(&mut self, stmt: &$($mutability)? Stmt) {
                $walk_stmt(self, stmt);
            }

            fn block(&mut self, block: &$($mutability)? Block) {
                $walk_block(self, block);
            }

            fn init(&mut self, init: &$($mutability)? Init) {
                $walk_init(self, init);
            }
        }

        pub fn $walk_block<V: $Visitor + ?Sized>(visitor: &mut V, block: &$($mutability)? Block) {
            for stmt in &$($mutability)? block.stmts {
                visitor.stmt(stmt);
            }
        }

        pub fn $walk_init<V: $Visitor + ?Sized>(visitor: &mut V, init: &$($mutability)? Init) {
            match init {
                Init::Expr(expr) => visitor.expr(expr),
                Init::Array(items) => {
                    for item in items {
                        visitor.init(&$($mutability)? item.init);
                    }
                }
                Init::Record(items) => {
                    for item in items {
                        visitor.init(&$($mutability)? item.init);
                    }
                }
            }
        }

        pub fn $walk_stmt<V: $Visitor + ?Sized>(visitor: &mut V, stmt: &$($mutability)? Stmt) {
            match &$($mutability)? stmt.kind {
                StmtKind::Empty | StmtKind::Goto(_) | StmtKind::Break | StmtKind::Continue => {}
                StmtKind::Expr(expr) | StmtKind::ComputedGoto(expr) => visitor.expr(expr),
                StmtKind::Declare(declared) => $walk_declared(visitor, declared),
                StmtKind::Block(block) => visitor.block(block),
                StmtKind::If { condition, then, otherwise } => {
                    visitor.expr(condition);
                    visitor.stmt(then);
                    if let Some(stmt) = otherwise {
                        visitor.stmt(stmt);
                    }
                }
                StmtKind::While { condition, body } => {
                    visitor.expr(condition);
                    visitor.stmt(body);
                }
                StmtKind::DoWhile { body, condition } => {
                    visitor.stmt(body);
                    visitor.expr(condition);
                }
                StmtKind::For { locals: _, init, condition, step, body } => {
                    match init {
                        Some(ForInit::Expr(expr)) => visitor.expr(expr),
                        Some(ForInit::Declare(declared)) => $walk_declared(visitor, declared),
                        None => {}
                    }
                    if let Some(expr) = condition {
                        visitor.expr(expr);
                    }
                    if let Some(expr) = step {
                        visitor.expr(expr);
                    }
                    visitor.stmt(body);
                }
                StmtKind::Switch { value, body } => {
                    visitor.expr(value);
                    visitor.stmt(body);
                }
                StmtKind::Case { first: _, last: _, first_expr, last_expr, body } => {
                    visitor.expr(first_expr);
                    if let Some(expr) = last_expr {
                        visitor.expr(expr);
                    }
                    visitor.stmt(body);
                }
                StmtKind::Default(body) | StmtKind::Label { label: _, body } => visitor.stmt(body),
                StmtKind::Return(value) => {
                    if let Some(expr) = value {
                        visitor.expr(expr);
                    }
                }
                StmtKind::Asm(asm) => {
                    for (_, expr) in &$($mutability)? asm.outputs {
                        visitor.expr(expr);
                    }
                    for (_, expr) in &$($mutability)? asm.inputs {
                        visitor.expr(expr);
                    }
                }
            }
        }

        fn $walk_declared<V: $Visitor + ?Sized>(
            visitor: &mut V,
            declared: &$($mutability)? [Declared],
        ) {
            for one in declared {
                match one {
                    Declared::Local { local: _, init: Some(init) } => visitor.init(init),
                    Declared::Local { local: _, init: None } | Declared::Static(_) => {}
                }
            }
        }

        pub fn $walk_expr<V: $Visitor + ?Sized>(visitor: &mut V, expr: &$($mutability)? Expr) {
            match &$($mutability)? expr.kind {
                ExprKind::Int(_)
                | ExprKind::Float(_)
                | ExprKind::String(_)
                | ExprKind::Enumerator(..)
                | ExprKind::Local(_)
                | ExprKind::Global(_)
                | ExprKind::Function(_)
                | ExprKind::SizeOfType(_)
                | ExprKind::AlignOfType(_)
                | ExprKind::LabelAddress(_)
                | ExprKind::Flat(_) => {}
                ExprKind::CompoundLiteral { local: _, init } => visitor.init(init),
                ExprKind::Paren(inner)
                | ExprKind::Deref(inner)
                | ExprKind::AddressOf(inner)
                | ExprKind::Member { base: inner, field: _ }
                | ExprKind::Unary { op: _, operand: inner }
                | ExprKind::IncDec { op: _, operand: inner, compute: _ }
                | ExprKind::Convert { conversion: _, operand: inner, implicit: _ }
                | ExprKind::VaArg { list: inner }
                | ExprKind::SizeOfExpr(inner)
                | ExprKind::AlignOfExpr(inner)
                | ExprKind::OffsetOf { place: inner, offset: _ } => visitor.expr(inner),
                ExprKind::Index { pointer: left, index: right }
                | ExprKind::Lane { vector: left, index: right }
                | ExprKind::Binary { op: _, left, right }
                | ExprKind::PointerAdd { pointer: left, index: right, subtract: _ }
                | ExprKind::PointerDiff { left, right }
                | ExprKind::Logical { and: _, left, right }
                | ExprKind::Comma { left, right }
                | ExprKind::Assign { target: left, value: right }
                | ExprKind::CompoundAssign { op: _, target: left, value: right, compute: _ } => {
                    visitor.expr(left);
                    visitor.expr(right);
                }
                ExprKind::Conditional { condition, then, otherwise } => {
                    visitor.expr(condition);
                    if let Some(expr) = then {
                        visitor.expr(expr);
                    }
                    visitor.expr(otherwise);
                }
                ExprKind::Call { callee, args } => {
                    visitor.expr(callee);
                    for arg in args {
                        visitor.expr(arg);
                    }
                }
                ExprKind::Builtin { builtin: _, args } => {
                    for arg in args {
                        visitor.expr(arg);
                    }
                }
                ExprKind::Statements(block) => visitor.block(block),
            }
        }
    };
}

visitor!(
    /// Sees nodes; what it does not override is walked through. An override that wants to see
    /// what is inside calls the matching `walk_…` itself.
    Visitor, walk_expr, walk_stmt, walk_block, walk_init, walk_declared
);

visitor!(
    /// A [`Visitor`] that may change what it sees.
    VisitorMut, walk_expr_mut, walk_stmt_mut, walk_block_mut, walk_init_mut, walk_declared_mut, mut
);
