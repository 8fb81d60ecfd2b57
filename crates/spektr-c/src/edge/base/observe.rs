//! What a program shows: `main` runs the rest and mixes every scalar of every global into a
//! checksum, which it prints after each: so the first line that differs names the variable.

use spektr_text::Span;

use super::Base;
use super::place::Root;
use crate::syntax::{
    BinOp, Block, Declared, Expr, ExprKind, ForInit, FunctionId, IncDec, Init, Linkage, Stmt,
    StmtKind, StringLiteral, Visitor, VisitorMut, walk_expr, walk_expr_mut,
};
use crate::types::{IntKind, Shape, Types};
use crate::typing;

impl Base {
    /// The function that does everything, and `main`, which calls it and shows the globals.
    pub(super) fn make_main(&mut self) -> Option<()> {
        let all = self.declare_function("func_all".to_owned(), Types::VOID, &[]);
        let main = self.declare_function("main".to_owned(), Types::INT, &[]);
        self.program.functions[main.0 as usize].linkage = Linkage::External;
        self.enter(main, &[])?;
        let globals = self.variables.clone();
        self.enter(all, &[])?;
        let share = self.left;
        self.write_function(&[], share);
        self.machine.define(&self.program, all);
        self.function = main;
        self.variables = globals.clone();
        self.open();
        let call = self.call_expr(all, Vec::new())?;
        self.push(StmtKind::Expr(call));
        for variable in globals {
            let Root::Global(id) = variable.root else { continue };
            let name = self.program.global(id).name.clone();
            let place = self.root_expr(variable);
            if self.show(place) {
                let literal = self.string(&name);
                let show = *self.by_name.get("show")?;
                let call = self.call_expr(show, vec![literal])?;
                self.perform(StmtKind::Expr(call));
            }
        }
        self.push(StmtKind::Return(Some(Expr::int(0))));
        let block = self.close();
        self.finish_function(block);
        Some(())
    }

    fn string(&mut self, text: &str) -> Expr {
        let units: Vec<u32> = text.bytes().map(u32::from).chain([0]).collect();
        let ty = self.program.types.array(Types::CHAR, Some(units.len() as u64));
        let literal = StringLiteral { units, prefix: "" };
        Expr::new(ExprKind::String(literal), ty, Span::default())
    }

    /// Mixes all scalars of a global into the checksum; whether there were any.
    fn show(&mut self, place: Expr) -> bool {
        match self.program.types.shape(place.ty).clone() {
            Shape::Record(id) => {
                let is_union = self.program.types.record(id).is_union;
                let named: Vec<u32> = (0..)
                    .zip(self.program.types.fields(id))
                    .filter(|(_, field)| field.name.is_some())
                    .map(|(index, _)| index)
                    .collect();
                let mut shown = false;
                for field in named {
                    let types = &mut self.program.types;
                    let Ok(member) = typing::member(types, place.clone(), field) else { continue };
                    shown |= self.show(member);
                    // Of a union, what can be read is what was written last.
                    if shown && is_union {
                        break;
                    }
                }
                shown
            }
            _ => {
                let mixed = self.mixed(place);
                mixed.is_some_and(|stmt| self.perform(stmt.kind))
            }
        }
    }

    /// The statement that mixes the scalars of a place in.
    fn mixed(&mut self, place: Expr) -> Option<Stmt> {
        let wide = Types::int(IntKind::ULong);
        match self.program.types.shape(place.ty).clone() {
            Shape::Array { length, .. } => self.mixed_elements(place, length?),
            Shape::Record(id) => {
                let mut stmts = Vec::new();
                let count = match self.program.types.record(id).is_union {
                    true => 1,
                    false => self.program.types.fields(id).len() as u32,
                };
                for field in 0..count {
                    if self.program.types.fields(id)[field as usize].name.is_none() {
                        continue;
                    }
                    let member =
                        typing::member(&mut self.program.types, place.clone(), field).ok()?;
                    stmts.extend(self.mixed(member));
                }
                let block = Block { locals: Vec::new(), stmts, span: Span::default() };
                Some(Stmt::new(StmtKind::Block(block), Span::default()))
            }
            Shape::Bool | Shape::Int(_) | Shape::Enum(_) => {
                let mix = *self.by_name.get("mix")?;
                let value = typing::cast(&mut self.program.types, place, wide).ok()?;
                let call = self.call_expr(mix, vec![value])?;
                Some(Stmt::new(StmtKind::Expr(call), Span::default()))
            }
            // What a pointer holds is no number, and in the end it may be nothing at all.
            _ => None,
        }
    }

    fn mixed_elements(&mut self, place: Expr, length: u64) -> Option<Stmt> {
        let local = self.new_local(Types::INT);
        let index = self.local_expr(local);
        let element = typing::index(&mut self.program.types, place, index.clone()).ok()?;
        let inner = self.mixed(element)?;
        let init = Declared::Local { local, init: Some(Init::Expr(Expr::int(0))) };
        let types = &mut self.program.types;
        let condition =
            typing::binary(types, BinOp::Less, index.clone(), Expr::int(length as i32)).ok()?;
        let step = typing::inc_dec(types, IncDec::PostIncrement, index).ok()?;
        let kind = StmtKind::For {
            locals: vec![local],
            init: Some(ForInit::Declare(vec![init])),
            condition: Some(condition),
            step: Some(step),
            body: Box::new(inner),
        };
        Some(Stmt::new(kind, Span::default()))
    }

    /// Functions that nothing calls are left out.
    pub(super) fn drop_unused(&mut self) {
        drop_unused(&mut self.program);
    }
}

/// Leaves out functions that `main` does not come to, wrappers that are not used among them.
pub fn drop_unused(program: &mut crate::syntax::Program) {
    let functions = &program.functions;
    let mut used = vec![false; functions.len()];
    let main = functions.iter().position(|function| function.name == "main");
    let mut left: Vec<usize> = main.into_iter().collect();
    while let Some(index) = left.pop() {
        if std::mem::replace(&mut used[index], true) {
            continue;
        }
        let mut called = Called(Vec::new());
        if let Some(body) = &functions[index].body {
            called.block(body);
        }
        left.extend(called.0.iter().map(|id| id.0 as usize));
    }
    let mut next = 0;
    let number = |&used: &bool| {
        next += u32::from(used);
        FunctionId(next.saturating_sub(1))
    };
    let numbers: Vec<FunctionId> = used.iter().map(number).collect();
    let mut kept = used.into_iter();
    program.functions.retain(|_| kept.next() == Some(true));
    for function in &mut program.functions {
        if let Some(body) = &mut function.body {
            Renumber(&numbers).block(body);
        }
    }
}

/// The functions that a body names.
struct Called(Vec<FunctionId>);

impl Visitor for Called {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Function(id) = expr.kind {
            self.0.push(id);
        }
        walk_expr(self, expr);
    }
}

struct Renumber<'a>(&'a [FunctionId]);

impl VisitorMut for Renumber<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Function(id) = &mut expr.kind {
            *id = self.0[id.0 as usize];
        }
        walk_expr_mut(self, expr);
    }
}
