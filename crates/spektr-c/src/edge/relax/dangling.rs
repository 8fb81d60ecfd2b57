//! Dangling pointers: at the end of a block a pointer that outlives it is set to one of its
//! variables.

use spektr_text::Span;

use super::Sites;
use crate::syntax::{
    Block, Declared, Expr, ExprKind, GlobalId, LocalId, Program, Stmt, StmtKind, VisitorMut,
    walk_block_mut,
};
use crate::types::{Ty, Types};
use crate::typing;

pub fn apply(program: &mut Program, sites: &mut Sites<'_>) {
    let Program { types, functions, globals, .. } = program;
    let writable = |types: &Types, ty: Ty| types.is_pointer(ty) && !ty.is_const();
    let outside: Vec<Expr> = (0..)
        .zip(globals.iter())
        .filter(|(_, global)| writable(types, global.ty))
        .map(|(id, global)| Expr::new(ExprKind::Global(GlobalId(id)), global.ty, Span::default()))
        .collect();
    for function in functions.iter_mut().filter(|it| it.name.starts_with("func_")) {
        let locals: Vec<Ty> = function.locals.iter().map(|local| local.ty).collect();
        let mut pointers = outside.clone();
        for &id in &function.params {
            let ty = function.local(id).ty;
            if writable(types, ty) {
                pointers.push(Expr::new(ExprKind::Local(id), ty, Span::default()));
            }
        }
        if let Some(body) = &mut function.body {
            Dangling { types, sites, pointers: &pointers, locals: &locals }.block(body);
        }
    }
}

struct Dangling<'a, 'b> {
    types: &'a mut Types,
    sites: &'a mut Sites<'b>,
    pointers: &'a [Expr],
    locals: &'a [Ty],
}

impl VisitorMut for Dangling<'_, '_> {
    fn block(&mut self, block: &mut Block) {
        walk_block_mut(self, block);
        let mut left = Vec::new();
        for stmt in &block.stmts {
            if let StmtKind::Declare(declared) = &stmt.kind
                && let [Declared::Local { local, .. }] = declared.as_slice()
                && let Some(assign) = self.left_at(*local, stmt.span)
            {
                left.push(Stmt::new(StmtKind::Expr(assign), Span::default()));
            }
        }
        // Before the statement that leaves, if there is one.
        let leaves = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Return(_) | StmtKind::Goto(_));
        let end = block.stmts.len() - usize::from(block.stmts.last().is_some_and(leaves));
        block.stmts.splice(end..end, left);
    }
}

impl Dangling<'_, '_> {
    /// `p = &local;` with a pointer from outside, if one fits.
    fn left_at(&mut self, local: LocalId, span: Span) -> Option<Expr> {
        let ty = self.locals[local.0 as usize];
        let fits = |pointer: &&Expr| {
            self.types.target(pointer.ty).is_some_and(|target| {
                target.unqualified() == ty.unqualified() && target.quals.has(ty.quals)
            })
        };
        let found: Vec<&Expr> = self.pointers.iter().filter(fits).collect();
        if found.is_empty() {
            return None;
        }
        let mut entropy = self.sites.here(span)?;
        let pointer = found[entropy.index(found.len())].clone();
        let place = Expr::new(ExprKind::Local(local), ty, Span::default());
        let address = typing::address_of(self.types, place).ok()?;
        let assign = typing::assign(self.types, pointer, address).ok()?;
        self.sites.done(span);
        Some(assign)
    }
}
