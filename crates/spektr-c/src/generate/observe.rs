//! What a program shows: `main` calls the tests and prints every variable that may have been
//! written, by name, so that the first line that differs names the variable.

use spektr_text::Span;

use super::Generator;
use super::place::{Base, Role};
use crate::machine::Step;
use crate::syntax::{
    BinOp, Block, Declared, Expr, ExprKind, FlatId, ForInit, FunctionId, IncDec, Init, Linkage,
    Stmt, StmtKind, Visitor, VisitorMut, walk_expr, walk_expr_mut,
};
use crate::types::{IntKind, Shape, Ty, Types};
use crate::typing;

impl Generator {
    /// Writes `main` and executes it but for the calls of the tests, whose statements were
    /// executed one by one.
    pub(super) fn make_main(&mut self, tests: &[FunctionId], fuel: u64) -> Step<()> {
        let main = self.declare_function("main".to_owned(), Types::INT, &[], Linkage::External);
        self.enter(main, &[])?;
        let mut stmts = Vec::new();
        for &test in tests {
            let call = self.call_expr(test, Vec::new());
            stmts.extend(call.map(|call| Stmt::new(StmtKind::Expr(call), Span::default())));
        }
        let shown = stmts.len();
        for index in 0..self.variables.len() {
            let variable = self.variables[index];
            if let (Base::Global(id), Role::Mixed | Role::Output) = (variable.base, variable.role) {
                let name = self.program.global(id).name.clone();
                let place = self.base_expr(variable);
                stmts.extend(self.show(place, &name, &[]).unwrap_or_default());
            }
        }
        let spent = self.machine.spent();
        for stmt in &stmts[shown..] {
            self.machine.execute(&self.program, stmt, fuel)?;
        }
        self.cost += self.machine.spent() - spent;
        let zero = Expr::int(0);
        stmts.push(Stmt::new(StmtKind::Return(Some(zero)), Span::default()));
        let mut body = Block { locals: Vec::new(), stmts, span: Span::default() };
        self.tidy_block(&mut body);
        self.finish_function(body);
        Ok(())
    }

    /// Functions that nothing calls are left out: they would never run. Places of expressions are
    /// forgotten: they have served.
    pub(super) fn drop_unused(&mut self) {
        let functions = &mut self.program.functions;
        let mut tidy = std::mem::take(&mut self.tidy);
        // Tests are tidy already. Functions call themselves and those before them alone.
        for index in (0..functions.len()).rev() {
            let is_test = functions[index].params.is_empty() && functions[index].body.is_some();
            tidy.note(FunctionId(index as u32), is_test);
            let body = functions[index].body.as_mut().filter(|_| tidy.used[index]);
            if let Some(body) = body.filter(|_| !is_test) {
                VisitorMut::block(&mut tidy, body);
            }
        }
        if tidy.used.iter().all(|&used| used) {
            return;
        }
        let mut next = 0;
        let number = |&used: &bool| {
            next += u32::from(used);
            FunctionId(next.saturating_sub(1))
        };
        let numbers: Vec<FunctionId> = tidy.used.iter().map(number).collect();
        let mut kept = tidy.used.into_iter();
        functions.retain(|_| kept.next() == Some(true));
        for function in functions {
            if let Some(body) = &mut function.body {
                Renumber(&numbers).block(body);
            }
        }
        for tree in &mut self.program.flats.trees {
            Renumber(&numbers).expr(tree);
        }
    }

    /// The same for a block that is finished, and what is written flat in it.
    pub(super) fn tidy_block(&mut self, block: &mut Block) {
        let mut tidy = std::mem::take(&mut self.tidy);
        VisitorMut::block(&mut tidy, block);
        for id in std::mem::take(&mut tidy.with_trees) {
            self.program.flats.trees_of(id, &mut |tree| Visitor::expr(&mut tidy, tree));
        }
        self.tidy = tidy;
    }

    /// Statements that print all scalars of a place. `indices` are what the name's `%d` stand
    /// for.
    fn show(&mut self, place: Expr, name: &str, indices: &[Expr]) -> Option<Vec<Stmt>> {
        match self.program.types.shape(place.ty).clone() {
            Shape::Array { length, .. } => {
                Some(vec![self.show_elements(place, length?, name, indices)?])
            }
            Shape::Record(id) => {
                let fields = self.program.types.fields(id).to_vec();
                let all = if self.program.types.record(id).is_union { 1 } else { fields.len() };
                let mut stmts = Vec::new();
                for (field, index) in fields[..all].iter().zip(0..) {
                    let Some(member) = &field.name else { continue };
                    let inner =
                        typing::member(&mut self.program.types, place.clone(), index).ok()?;
                    let name = format!("{name}.{member}");
                    stmts.extend(self.show(inner, &name, indices).unwrap_or_default());
                }
                Some(stmts)
            }
            Shape::Float(_) => {
                // Not even the sign of what is no number is promised.
                let types = &mut self.program.types;
                let is = typing::binary(types, BinOp::Equal, place.clone(), place.clone()).ok()?;
                let zero = Expr::new(ExprKind::Float(0), place.ty.unqualified(), Span::default());
                let shown = typing::conditional(types, is, Some(place), zero).ok()?;
                Some(vec![self.print(name, "%a", indices, shown)?])
            }
            Shape::Bool | Shape::Int(_) | Shape::Enum(_) => {
                let format = self.format_of(place.ty);
                Some(vec![self.print(name, format, indices, place)?])
            }
            _ => None,
        }
    }

    fn format_of(&self, ty: Ty) -> &'static str {
        match self.program.types.int_kind(ty) {
            Some(IntKind::UInt) => "%u",
            Some(IntKind::Long) => "%ld",
            Some(IntKind::ULong) => "%lu",
            Some(IntKind::LongLong) => "%lld",
            Some(IntKind::ULongLong) => "%llu",
            _ => "%d",
        }
    }

    fn print(&mut self, name: &str, format: &str, indices: &[Expr], value: Expr) -> Option<Stmt> {
        let text = self.string(&format!("{name}={format}\n"));
        let mut args = vec![text];
        args.extend(indices.iter().cloned());
        args.push(value);
        let call = self.library_call("printf", args)?;
        Some(Stmt::new(StmtKind::Expr(call), Span::default()))
    }

    fn show_elements(
        &mut self,
        place: Expr,
        length: u64,
        name: &str,
        indices: &[Expr],
    ) -> Option<Stmt> {
        let local = self.new_local(Types::INT);
        let index = self.local_expr(local);
        let element = typing::index(&mut self.program.types, place, index.clone()).ok()?;
        let mut indices = indices.to_vec();
        indices.push(index.clone());
        let stmts = self.show(element, &format!("{name}[%d]"), &indices)?;
        let init = Declared::Local { local, init: Some(Init::Expr(Expr::int(0))) };
        let length = Expr::int(length as i32);
        let types = &mut self.program.types;
        let condition = typing::binary(types, BinOp::Less, index.clone(), length).ok()?;
        let step = typing::inc_dec(types, IncDec::PostIncrement, index).ok()?;
        let body = Block { locals: Vec::new(), stmts, span: Span::default() };
        Some(Stmt::new(
            StmtKind::For {
                locals: vec![local],
                init: Some(ForInit::Declare(vec![init])),
                condition: Some(condition),
                step: Some(step),
                body: Box::new(Stmt::new(StmtKind::Block(body), Span::default())),
            },
            Span::default(),
        ))
    }
}

/// Notes the functions that bodies name, and forgets the places of expressions.
#[derive(Default)]
pub(super) struct Tidy {
    used: Vec<bool>,
    /// Flat expressions in the open function that have trees in them.
    pub with_trees: Vec<FlatId>,
}

impl Tidy {
    /// A function is there, and used or not.
    fn note(&mut self, id: FunctionId, used: bool) {
        let index = id.0 as usize;
        self.used.resize(self.used.len().max(index + 1), false);
        self.used[index] |= used;
    }
}

impl VisitorMut for Tidy {
    fn expr(&mut self, expr: &mut Expr) {
        expr.span = Span::default();
        match expr.kind {
            ExprKind::Function(id) => self.note(id, true),
            _ => walk_expr_mut(self, expr),
        }
    }
}

impl Visitor for Tidy {
    fn expr(&mut self, expr: &Expr) {
        match expr.kind {
            ExprKind::Function(id) => self.note(id, true),
            _ => walk_expr(self, expr),
        }
    }
}

/// Gives functions new numbers.
struct Renumber<'a>(&'a [FunctionId]);

impl VisitorMut for Renumber<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Function(id) = &mut expr.kind {
            *id = self.0[id.0 as usize];
        }
        walk_expr_mut(self, expr);
    }
}
