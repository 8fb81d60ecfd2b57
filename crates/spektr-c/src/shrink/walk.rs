//! One walk over all bodies and initialisers, for offering changes and for making them: both
//! meet the same nodes in the same order, so a number means the same to both.

use std::collections::HashMap;
use std::mem;

use spektr_text::Span;

use super::change::{Change, Constant, Place, Reshape};
use super::inline;
use crate::syntax::{
    Block, Declared, Definition, Expr, ExprKind, Init, Label, Local, Program, Stmt, StmtKind,
    VisitorMut, walk_expr_mut, walk_init_mut, walk_stmt_mut,
};
use crate::types::{Shape, Types};

/// What the walk is for.
pub(super) enum Mode<'a> {
    /// Sees every change that could be made, by what kind it is.
    Offer(&'a mut dyn FnMut(Change)),
    Apply(&'a HashMap<(Place, u32), Change>),
}

pub(super) struct Walk<'a> {
    /// The program before anything was changed.
    original: &'a Program,
    mode: Mode<'a>,
    statements: u32,
    values: u32,
    items: u32,
    /// What inlining adds to the function whose body is being walked.
    pub locals: Vec<Local>,
    pub labels: Vec<Label>,
    function: u32,
    /// What the statement just walked asks of the block around it.
    outcome: Outcome,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Stays,
    Goes,
    Spliced,
}

impl<'a> Walk<'a> {
    /// Walks all functions, then all globals. `program` is a clone of `original`.
    pub fn over(program: &mut Program, original: &'a Program, mode: Mode<'a>) {
        let mut walk = Walk {
            original,
            mode,
            statements: 0,
            values: 0,
            items: 0,
            locals: Vec::new(),
            labels: Vec::new(),
            function: 0,
            outcome: Outcome::Stays,
        };
        for (function, index) in program.functions.iter_mut().zip(0..) {
            let Some(body) = &mut function.body else { continue };
            walk.function = index;
            walk.locals = mem::take(&mut function.locals);
            walk.labels = mem::take(&mut function.labels);
            walk.block(body);
            function.locals = mem::take(&mut walk.locals);
            function.labels = mem::take(&mut walk.labels);
        }
        for global in &mut program.globals {
            if let Definition::Initialized(init) = &mut global.definition {
                walk.init(init);
            }
        }
    }

    fn types(&self) -> &'a Types {
        &self.original.types
    }

    fn offer(&mut self, change: Change) {
        if let Mode::Offer(see) = &mut self.mode {
            see(change);
        }
    }

    fn planned(&self, place: Place, number: u32) -> Option<Change> {
        match &self.mode {
            Mode::Offer(_) => None,
            Mode::Apply(plan) => plan.get(&(place, number)).copied(),
        }
    }

    fn is_offering(&self) -> bool {
        matches!(self.mode, Mode::Offer(_))
    }

    fn offer_statement(&mut self, number: u32, stmt: &Stmt) {
        if !matches!(stmt.kind, StmtKind::Empty) {
            self.offer(Change::DropStatement(number));
        }
        let reshapes: &[Reshape] = match &stmt.kind {
            StmtKind::If { otherwise: None, .. } => &[Reshape::Body, Reshape::Condition],
            StmtKind::If { .. } => {
                &[Reshape::Body, Reshape::Else, Reshape::WithoutElse, Reshape::Condition]
            }
            StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::Switch { .. } => {
                &[Reshape::Body, Reshape::Condition]
            }
            StmtKind::For { .. }
            | StmtKind::Case { .. }
            | StmtKind::Default(_)
            | StmtKind::Label { .. } => &[Reshape::Body],
            StmtKind::Block(_) => &[Reshape::Splice],
            StmtKind::Declare(declared) => {
                let has_init =
                    declared.iter().any(|one| matches!(one, Declared::Local { init: Some(_), .. }));
                match (has_init, declared.len() > 1) {
                    (true, true) => &[Reshape::WithoutInit, Reshape::Split],
                    (true, false) => &[Reshape::WithoutInit],
                    (false, true) => &[Reshape::Split],
                    (false, false) => &[],
                }
            }
            _ => &[],
        };
        for &reshape in reshapes {
            self.offer(Change::Reshape(number, reshape));
        }
        if inline::called(self.original, self.function, stmt).is_some() {
            self.offer(Change::Inline(number));
        }
        self.offer_returns(number, stmt);
    }

    /// What a statement computes can be shown by returning it.
    fn offer_returns(&mut self, number: u32, stmt: &Stmt) {
        let types = self.types();
        let function = &self.original.functions[self.function as usize];
        if !types.is_arithmetic(function.signature(types).result) {
            return;
        }
        let StmtKind::Expr(expr) = &stmt.kind else { return };
        let mut copy = expr.unconverted().clone();
        let fitting: Vec<u32> = operands(&mut copy)
            .iter()
            .zip(0..)
            .filter(|(operand, _)| types.is_arithmetic(operand.ty))
            .map(|(_, n)| n)
            .collect();
        for operand in fitting {
            self.offer(Change::Return(number, operand));
        }
    }

    fn change_statement(&mut self, change: Change, stmt: &mut Stmt) {
        match change {
            Change::DropStatement(_) => {
                stmt.kind = StmtKind::Empty;
                self.outcome = Outcome::Goes;
            }
            Change::Reshape(_, Reshape::Splice) => self.outcome = Outcome::Spliced,
            Change::Reshape(_, Reshape::Split) => {
                split(stmt);
                self.outcome = Outcome::Spliced;
            }
            Change::Reshape(_, reshape) => reshape_stmt(stmt, reshape),
            Change::Return(_, operand) => {
                if let StmtKind::Expr(expr) = &mut stmt.kind {
                    take_operand(expr, operand);
                    let value = mem::replace(expr, Expr::int(0));
                    stmt.kind = StmtKind::Return(Some(value));
                }
            }
            Change::Inline(_) => {
                if let Some(call) = inline::called(self.original, self.function, stmt) {
                    let body = inline::inlined(self, self.original, call, stmt);
                    stmt.kind = StmtKind::Block(body);
                }
            }
            _ => unreachable!("statements have changes of statements"),
        }
    }

    fn offer_value(&mut self, number: u32, expr: &Expr) {
        let types = self.types();
        let written = expr.unconverted();
        let scalar = types.is_scalar(expr.ty);
        if scalar {
            match &written.kind {
                ExprKind::Int(0) => {}
                ExprKind::Int(1) => self.offer(Change::Constant(number, Constant::Zero)),
                ExprKind::String(literal) if literal.units.len() > 1 => {
                    self.offer(Change::Constant(number, Constant::One));
                }
                _ => {
                    self.offer(Change::Constant(number, Constant::Zero));
                    if types.is_arithmetic(expr.ty) {
                        self.offer(Change::Constant(number, Constant::One));
                    }
                }
            }
        }
        let fits = |operand: &Expr| {
            let (from, to) = (operand.ty.unqualified(), expr.ty.unqualified());
            from == to || (types.is_arithmetic(from) && types.is_arithmetic(to))
        };
        let mut copy = written.clone();
        let operands = operands(&mut copy);
        let fitting: Vec<u32> =
            operands.iter().zip(0..).filter(|(operand, _)| fits(operand)).map(|(_, n)| n).collect();
        for operand in fitting {
            self.offer(Change::Operand(number, operand));
        }
    }

    fn change_value(&mut self, change: Change, expr: &mut Expr) {
        match change {
            Change::Constant(_, constant) => {
                if let ExprKind::String(literal) = &mut unconverted_mut(expr).kind {
                    literal.units = vec![0];
                    return;
                }
                let span = expr.span;
                let value = if constant == Constant::Zero { 0 } else { 1 };
                *expr = Expr { span, ..Expr::int(value) };
            }
            Change::Operand(_, operand) => take_operand(expr, operand),
            _ => unreachable!("values have changes of values"),
        }
    }

    /// Walks what designates an object: the place itself stays, what it is computed from may
    /// change.
    fn place(&mut self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Member { base, .. } => self.place(base),
            ExprKind::Paren(inner) => self.place(inner),
            ExprKind::Convert { implicit: true, operand, .. } => self.place(operand),
            _ => walk_expr_mut(self, expr),
        }
    }
}

impl VisitorMut for Walk<'_> {
    fn block(&mut self, block: &mut Block) {
        let mut kept = Vec::with_capacity(block.stmts.len());
        for mut stmt in mem::take(&mut block.stmts) {
            self.outcome = Outcome::Stays;
            self.stmt(&mut stmt);
            match (mem::replace(&mut self.outcome, Outcome::Stays), stmt.kind) {
                (Outcome::Goes, _) => {}
                (Outcome::Spliced, StmtKind::Block(inner)) => kept.extend(inner.stmts),
                (_, kind) => kept.push(Stmt { kind, span: stmt.span }),
            }
        }
        block.stmts = kept;
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        let number = self.statements;
        self.statements += 1;
        if self.is_offering() {
            self.offer_statement(number, stmt);
        }
        walk_stmt_mut(self, stmt);
        self.outcome = Outcome::Stays;
        if let Some(change) = self.planned(Place::Statement, number) {
            self.change_statement(change, stmt);
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        let number = self.values;
        self.values += 1;
        if self.is_offering() {
            self.offer_value(number, expr);
        }
        let written = unconverted_mut(expr);
        match &mut written.kind {
            ExprKind::Assign { target, value } | ExprKind::CompoundAssign { target, value, .. } => {
                self.place(target);
                self.expr(value);
            }
            ExprKind::AddressOf(operand) | ExprKind::IncDec { operand, .. } => self.place(operand),
            ExprKind::Member { base, .. } if base.is_lvalue() => self.place(base),
            ExprKind::VaArg { list } => self.place(list),
            ExprKind::Call { callee, args } => {
                // What is called is no value to play with.
                self.place(callee);
                for arg in args {
                    self.expr(arg);
                }
            }
            ExprKind::SizeOfExpr(_) | ExprKind::AlignOfExpr(_) | ExprKind::OffsetOf { .. } => {}
            _ => walk_expr_mut(self, written),
        }
        if let Some(change) = self.planned(Place::Value, number) {
            self.change_value(change, expr);
        }
    }

    fn init(&mut self, init: &mut Init) {
        let first = self.items;
        let count = match init {
            Init::Expr(_) => 0,
            Init::Array(items) => items.len() as u32,
            Init::Record(items) => items.len() as u32,
        };
        self.items += count;
        for number in first..first + count {
            self.offer(Change::DropItem(number));
        }
        walk_init_mut(self, init);
        let mut numbers = first..;
        let mut stays = || {
            let number = numbers.next().expect("numbers do not end");
            self.planned(Place::Item, number).is_none()
        };
        match init {
            Init::Expr(_) => {}
            Init::Array(items) => items.retain(|_| stays()),
            Init::Record(items) => items.retain(|_| stays()),
        }
    }
}

fn reshape_stmt(stmt: &mut Stmt, reshape: Reshape) {
    let kind = mem::replace(&mut stmt.kind, StmtKind::Empty);
    stmt.kind = match (kind, reshape) {
        (
            StmtKind::If { then: body, .. }
            | StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::Switch { body, .. }
            | StmtKind::Case { body, .. }
            | StmtKind::Default(body)
            | StmtKind::Label { body, .. },
            Reshape::Body,
        ) => body.kind,
        (StmtKind::For { init, body, .. }, Reshape::Body) => once(init, *body, stmt.span),
        (StmtKind::If { otherwise: Some(body), .. }, Reshape::Else) => body.kind,
        (StmtKind::If { condition, then, .. }, Reshape::WithoutElse) => {
            StmtKind::If { condition, then, otherwise: None }
        }
        (
            StmtKind::If { condition, .. }
            | StmtKind::While { condition, .. }
            | StmtKind::DoWhile { condition, .. }
            | StmtKind::Switch { value: condition, .. },
            Reshape::Condition,
        ) => StmtKind::Expr(condition),
        (StmtKind::Declare(mut declared), Reshape::WithoutInit) => {
            for one in &mut declared {
                if let Declared::Local { init, .. } = one {
                    *init = None;
                }
            }
            StmtKind::Declare(declared)
        }
        (kind, _) => kind,
    };
}

/// A declaration of several objects as several declarations.
fn split(stmt: &mut Stmt) {
    let span = stmt.span;
    if let StmtKind::Declare(declared) = &mut stmt.kind {
        let stmts = mem::take(declared)
            .into_iter()
            .map(|one| Stmt::new(StmtKind::Declare(vec![one]), span))
            .collect();
        stmt.kind = StmtKind::Block(Block { locals: Vec::new(), stmts, span });
    }
}

/// A loop that runs once: its start and its body.
fn once(init: Option<crate::syntax::ForInit>, body: Stmt, span: Span) -> StmtKind {
    use crate::syntax::ForInit;
    let start = init.map(|init| match init {
        ForInit::Expr(expr) => StmtKind::Expr(expr),
        ForInit::Declare(declared) => StmtKind::Declare(declared),
    });
    let mut stmts: Vec<Stmt> = start.into_iter().map(|kind| Stmt::new(kind, span)).collect();
    stmts.push(body);
    StmtKind::Block(Block { locals: Vec::new(), stmts, span })
}

impl Expr {
    /// The expression without the conversions that C does by itself.
    fn unconverted(&self) -> &Expr {
        let mut expr = self;
        while let ExprKind::Convert { operand, implicit: true, .. } = &expr.kind {
            expr = operand;
        }
        expr
    }
}

/// See [`Expr::unconverted`].
fn unconverted_mut(expr: &mut Expr) -> &mut Expr {
    let mut written = expr;
    while let ExprKind::Convert { implicit: true, .. } = &written.kind {
        let ExprKind::Convert { operand, .. } = &mut written.kind else {
            unreachable!("just matched")
        };
        written = operand;
    }
    written
}

/// The operands of an expression that are values of their own.
fn operands(expr: &mut Expr) -> Vec<&mut Expr> {
    match &mut expr.kind {
        ExprKind::Paren(inner)
        | ExprKind::Unary { operand: inner, .. }
        | ExprKind::Convert { operand: inner, implicit: false, .. }
        | ExprKind::IncDec { operand: inner, .. } => vec![inner],
        ExprKind::Binary { left, right, .. }
        | ExprKind::PointerAdd { pointer: left, index: right, .. }
        | ExprKind::PointerDiff { left, right }
        | ExprKind::Logical { left, right, .. }
        | ExprKind::Comma { left, right }
        | ExprKind::Assign { target: left, value: right }
        | ExprKind::CompoundAssign { target: left, value: right, .. } => vec![left, right],
        ExprKind::Index { index, .. } => vec![index],
        ExprKind::Conditional { condition, then, otherwise } => {
            let mut all: Vec<&mut Expr> = vec![condition];
            all.extend(then.iter_mut().map(|then| &mut **then));
            all.push(otherwise);
            all
        }
        ExprKind::Call { args, .. } | ExprKind::Builtin { args, .. } => args.iter_mut().collect(),
        ExprKind::Statements(block) => match block.stmts.last_mut() {
            Some(Stmt { kind: StmtKind::Expr(expr), .. }) => vec![expr],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The expression becomes one of its operands.
fn take_operand(expr: &mut Expr, operand: u32) {
    let written = unconverted_mut(expr);
    let mut all = operands(written);
    if let Some(taken) = all.get_mut(operand as usize) {
        let taken = mem::replace(&mut **taken, Expr::int(0));
        *written = taken;
    }
}

/// Whether a type is one that a function can return a constant of.
pub(super) fn has_zero(types: &Types, ty: crate::types::Ty) -> bool {
    matches!(types.shape(ty), Shape::Void) || types.is_scalar(ty)
}
