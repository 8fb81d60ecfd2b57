//! Blocks and jumps between them (6.2.4p6, 6.8.6.1): which objects come to life and which end
//! when control goes from one place to another.

use super::{Label, Lowerer, Shared};
use crate::machine::code::{Declaration, Op};
use crate::syntax::{
    Block, Conversion, Expr, ExprKind, Function, LocalId, LocalKind, Stmt, StmtKind, Visitor,
    walk_block, walk_expr, walk_stmt,
};
use crate::types::{Shape, Ty, Types};

/// Objects whose lifetime is one block.
#[derive(Clone, Debug)]
pub struct Scope {
    /// Tells blocks apart: where the tree keeps the list.
    key: usize,
    pub locals: Vec<LocalId>,
}

impl Scope {
    pub fn of(locals: &Vec<LocalId>) -> Scope {
        Scope { key: std::ptr::from_ref(locals) as usize, locals: locals.clone() }
    }
}

/// Where `break` and `continue` lead.
#[derive(Clone, Copy, Debug)]
pub struct Exit {
    pub label: Label,
    pub is_continue: bool,
    /// How many scopes stay open there.
    pub scopes: usize,
}

/// Where the labels of a function are.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    /// By label: where it is, and in which scopes.
    pub known: Vec<Option<(Label, Vec<Scope>)>>,
    /// Some block can be entered other than at its start.
    pub any: bool,
}

impl Labels {
    pub fn of_block(block: &Block, count: usize, bound: &mut Vec<u32>) -> Labels {
        let mut finder = Finder::new(count, bound);
        finder.block(block);
        finder.labels
    }

    pub fn of_statement(stmt: &Stmt, count: usize, bound: &mut Vec<u32>) -> Labels {
        let mut finder = Finder::new(count, bound);
        finder.stmt(stmt);
        finder.labels
    }
}

struct Finder<'b> {
    labels: Labels,
    path: Vec<Scope>,
    bound: &'b mut Vec<u32>,
}

impl<'b> Finder<'b> {
    fn new(count: usize, bound: &'b mut Vec<u32>) -> Finder<'b> {
        let labels = Labels { known: vec![None; count], any: false };
        Finder { labels, path: Vec::new(), bound }
    }
}

impl Visitor for Finder<'_> {
    fn block(&mut self, block: &Block) {
        self.path.push(Scope::of(&block.locals));
        walk_block(self, block);
        self.path.pop();
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Label { label, .. } => {
                self.bound.push(u32::MAX);
                let here = self.bound.len() as u32 - 1;
                self.labels.known[label.0 as usize] = Some((here, self.path.clone()));
                self.labels.any = true;
            }
            StmtKind::Case { .. } | StmtKind::Default(_) => self.labels.any = true,
            _ => {}
        }
        if let StmtKind::For { locals, .. } = &stmt.kind {
            self.path.push(Scope::of(locals));
            walk_stmt(self, stmt);
            self.path.pop();
        } else {
            walk_stmt(self, stmt);
        }
    }
}

/// Which locals can be registers: scalars that nothing can point to.
pub fn promotable(function: &Function, types: &Types) -> Vec<bool> {
    let scalar = |ty: Ty| {
        !ty.is_volatile()
            && matches!(
                types.shape(ty),
                Shape::Bool | Shape::Int(_) | Shape::Float(_) | Shape::Enum(_) | Shape::Pointer(_)
            )
    };
    let mut found = Pointed {
        promotable: function
            .locals
            .iter()
            .map(|local| scalar(local.ty) && local.kind != LocalKind::CompoundLiteral)
            .collect(),
    };
    function.body.iter().for_each(|body| found.block(body));
    found.promotable
}

struct Pointed {
    promotable: Vec<bool>,
}

impl Visitor for Pointed {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::AddressOf(operand)
        | ExprKind::Convert { conversion: Conversion::ArrayDecay, operand, .. } = &expr.kind
            && let Some(ExprKind::Local(id)) = super::effects::root(operand).map(|root| &root.kind)
        {
            self.promotable[id.0 as usize] = false;
        }
        walk_expr(self, expr);
    }
}

impl Lowerer<'_> {
    /// The parameters take their arguments (6.5.2.2p4).
    pub(super) fn parameters(&mut self) {
        let function = self.function;
        self.scopes.push(Scope { key: 0, locals: function.params.clone() });
        for &id in &function.params {
            let local = function.local(id);
            self.span = local.span;
            if let LocalKind::Param { promoted: true } = local.kind {
                let from = self.promoted_type(local.ty);
                let converted = self.convert(id.0, from, local.ty);
                if converted != id.0 {
                    self.emit(Op::Move { dst: id.0, src: converted });
                }
            }
            if let LocalKind::ArrayParam { least } = local.kind {
                let element = self.types().target(local.ty).unwrap_or(Types::CHAR);
                let bytes = self.size(element).saturating_mul(least);
                let size = u32::try_from(bytes).unwrap_or(u32::MAX);
                self.emit(Op::LeastArray { pointer: id.0, size });
            }
            if self.is_promoted(id) {
                if local.ty.is_restrict() {
                    self.emit(Op::Restrict { slot: id.0, dst: id.0, src: id.0 });
                }
                continue;
            }
            let argument = self.temp();
            self.emit(Op::Move { dst: argument, src: id.0 });
            self.live(id);
            if local.ty.is_restrict() {
                self.emit(Op::Restrict { slot: id.0, dst: argument, src: argument });
            }
            self.initialise_with(id, argument);
        }
    }

    /// The type that the default argument promotions make of one (6.5.2.2p6).
    fn promoted_type(&self, ty: Ty) -> Ty {
        match self.types().shape(ty) {
            Shape::Float(crate::types::FloatKind::Float) => Types::DOUBLE,
            Shape::Bool | Shape::Int(_) | Shape::Enum(_) if self.int_ty(ty).bits < 32 => Types::INT,
            _ => ty,
        }
    }

    pub(super) fn live(&mut self, id: LocalId) {
        let declaration = declaration(&self.program.types, self.shared, self.function, id);
        let declaration = self.shared.declaration(declaration);
        self.emit(Op::Live { declaration, slot: id.0 });
    }

    /// Control comes into a block: its objects begin, with no value (6.2.4p6).
    pub(super) fn begin(&mut self, scope: &Scope) {
        for &id in &scope.locals {
            if self.is_promoted(id) {
                if self.labels.any {
                    self.emit(Op::Undef { first: id.0, count: 1 });
                }
            } else {
                self.live(id);
            }
        }
    }

    /// Control leaves a block.
    pub(super) fn end(&mut self, scope: &Scope) {
        for &id in scope.locals.iter().rev() {
            if self.function.local(id).ty.is_restrict() {
                self.emit(Op::EndRestrict { first: id.0, count: 1 });
            }
            if !self.is_promoted(id) {
                self.emit(Op::Dead { slot: id.0 });
            }
        }
    }

    /// Runs `f` within a block's scope.
    pub(super) fn within(&mut self, locals: &Vec<LocalId>, f: impl FnOnce(&mut Self)) {
        let scope = Scope::of(locals);
        self.begin(&scope);
        self.scopes.push(scope);
        f(self);
        if let Some(scope) = self.scopes.pop() {
            self.end(&scope);
        }
    }

    /// Ends all scopes but the outer `keep`, for a jump out of them.
    pub(super) fn leave_scopes(&mut self, keep: usize) {
        let leaving: Vec<Scope> = self.scopes[keep..].iter().rev().cloned().collect();
        leaving.iter().for_each(|scope| self.end(scope));
    }

    pub(super) fn jump_out(&mut self, is_continue: bool) {
        // A `break` outside of everything is no program.
        let exit = self.exits.iter().rev().find(|exit| exit.is_continue == is_continue);
        let Some(&Exit { label, scopes, .. }) = exit else { return };
        self.leave_scopes(scopes);
        self.emit(Op::Jump { to: label });
    }

    /// To a label in any block of the function (6.8.6.1).
    pub(super) fn goto(&mut self, label: crate::syntax::LabelId) {
        let Some((to, path)) = self.labels.known.get(label.0 as usize).cloned().flatten() else {
            self.unsupported("a jump out of a single statement");
            return;
        };
        self.change_scopes(&path);
        self.emit(Op::Jump { to });
    }

    /// From the current scopes to those of `path`, which starts below the parameters.
    pub(super) fn change_scopes(&mut self, path: &[Scope]) {
        let base = usize::from(self.scopes.first().is_some_and(|scope| scope.key == 0));
        let here = &self.scopes[base.min(self.scopes.len())..];
        let common = here.iter().zip(path).take_while(|(a, b)| a.key == b.key).count();
        self.leave_scopes(base + common);
        path[common..].iter().for_each(|scope| self.begin(scope));
    }
}

/// What a local is when it comes to life.
pub(super) fn declaration(
    types: &Types,
    shared: &mut Shared,
    function: &Function,
    id: LocalId,
) -> Declaration {
    let local = function.local(id);
    let declared = shared.effective.declare(types, local.ty);
    Declaration {
        size: types.size_of(local.ty).unwrap_or(0),
        align: shared.align_of(types, local.ty, local.align),
        flags: shared.flags_of(types, declared, local.ty),
        declared,
        local: id.0,
        span: local.span,
    }
}
