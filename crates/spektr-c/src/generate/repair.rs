//! Executing what was written, and mending the steps that the machine refuses when something
//! runs again with other values. What is put in place is defined for all values and has the same
//! value wherever the old form had one: so nothing that ran before changes its meaning.

use spektr_text::Span;

use super::Generator;
use super::operand::Operand;
use crate::machine::{Mend, Stop, Undefined};
use crate::syntax::{
    BinOp, Conversion, Expr, ExprKind, FunctionId, Stmt, StmtKind, UnOp, VisitorMut, walk_expr_mut,
    walk_stmt_mut,
};
use crate::types::{IntKind, Shape, Ty, Types};
use crate::typing;

/// A statement is mended at most so often before it is given up.
const MOST: u32 = 60;
/// A loop, or a call, may execute so many times what it is meant to.
const SLACK: u64 = 4;

impl Generator {
    /// Executes a statement that does no more than evaluate and then store: if the machine
    /// refuses, nothing has happened.
    pub(super) fn execute(&mut self, stmt: &mut Stmt) -> bool {
        if self.busy {
            return self.execute_all(stmt);
        }
        let spent = self.machine.spent();
        let done = self.machine.execute(&self.program, stmt, self.fuel).is_ok();
        self.cost += self.machine.spent() - spent;
        done
    }

    /// Executes any statement. Arithmetic that is undefined goes on with what its mended form
    /// yields, and all of that is mended at the end, in the statement and in the functions it
    /// calls; what stops the run is mended at once, and the run repeated. If that fails, nothing
    /// has happened.
    pub(super) fn execute_all(&mut self, stmt: &mut Stmt) -> bool {
        let mut stopped = Vec::new();
        let fuel = self.fuel_of_all();
        for _ in 0..MOST {
            let checkpoint = self.machine.checkpoint();
            self.machine.note_mends();
            let spent = self.machine.spent();
            let outcome = self.machine.execute(&self.program, stmt, fuel);
            let mut mends = self.machine.take_mends();
            let Err(stop) = outcome else {
                if !self.mend_all(stmt, &mends) {
                    self.machine.rollback(checkpoint);
                    return false;
                }
                self.machine.commit(checkpoint);
                self.cost += self.machine.spent() - spent;
                return true;
            };
            self.machine.rollback(checkpoint);
            let Stop::Undefined(undefined) = *stop else { return false };
            let Some((function, span)) = self.machine.stopped_at() else { return false };
            // What was mended and is still wrong cannot be mended.
            let trouble = (span.start, undefined.rule());
            if !span.is_known() || stopped.contains(&trouble) {
                return false;
            }
            stopped.push(trouble);
            mends.push(Mend { function, span, undefined });
            if !self.mend_all(stmt, &mends) {
                return false;
            }
        }
        false
    }

    /// The value of an expression that is taken back, with all mended that it needs.
    pub(super) fn evaluated_all(&mut self, expr: Expr) -> Option<Operand> {
        let checkpoint = self.machine.checkpoint();
        self.machine.note_mends();
        let (spent, fuel) = (self.machine.spent(), self.fuel_of_all());
        let value = self.machine.evaluate(&self.program, &expr, fuel);
        let mends = self.machine.take_mends();
        self.cost += self.machine.spent() - spent;
        self.machine.rollback(checkpoint);
        let mut stmt = Stmt::new(StmtKind::Expr(expr), Span::default());
        if let Ok(value) = value {
            let mended = value.is_number() && self.mend_all(&mut stmt, &mends);
            let StmtKind::Expr(expr) = stmt.kind else { return None };
            return mended.then(|| self.of_tree(expr, value));
        }
        // Something stops it that has to be mended before it goes on.
        let checkpoint = self.machine.checkpoint();
        let defined = self.execute_all(&mut stmt);
        self.machine.rollback(checkpoint);
        let StmtKind::Expr(expr) = stmt.kind else { return None };
        if defined { self.evaluated(expr) } else { None }
    }

    /// What a loop or a call may execute.
    fn fuel_of_all(&self) -> u64 {
        let fuel = u64::from(self.settings.policy.size.loop_steps) * SLACK;
        fuel.min(self.budget.saturating_sub(self.cost))
    }

    /// Mends all of these, in the statement or in functions that it calls. False if one of them
    /// is nowhere or has no other form.
    fn mend_all(&mut self, stmt: &mut Stmt, mends: &[Mend]) -> bool {
        if mends.is_empty() {
            return true;
        }
        self.made.repairs += mends.len() as u64;
        let mut mender = Mender::new(&mut self.program.types, mends);
        mender.stmt(stmt);
        let mut done = mender.done;
        let mut functions: Vec<FunctionId> = mends.iter().map(|mend| mend.function).collect();
        functions.sort_unstable();
        functions.dedup();
        for function in functions {
            let inside = mends.iter().zip(&done).any(|(mend, &done)| {
                mend.function == function && function != self.function && !done
            });
            if inside && !self.mend_function(function, mends, &mut done) {
                return false;
            }
        }
        done.into_iter().all(|done| done)
    }

    fn mend_function(&mut self, function: FunctionId, mends: &[Mend], done: &mut [bool]) -> bool {
        let body = &mut self.program.functions[function.0 as usize].body;
        let Some(mut body) = body.take() else { return false };
        let mut mender = Mender::new(&mut self.program.types, mends);
        mender.block(&mut body);
        done.iter_mut().zip(mender.done).for_each(|(done, now)| *done |= now);
        self.program.functions[function.0 as usize].body = Some(body);
        self.machine.define(&self.program, function);
        true
    }
}

struct Mender<'a> {
    types: &'a mut Types,
    mends: &'a [Mend],
    /// Which of them were carried out.
    done: Vec<bool>,
    /// The one that is being carried out.
    span: Span,
    undefined: &'a Undefined,
}

impl<'a> Mender<'a> {
    /// There is at least one mend.
    fn new(types: &'a mut Types, mends: &'a [Mend]) -> Mender<'a> {
        let first = &mends[0];
        let done = vec![false; mends.len()];
        Mender { types, mends, done, span: first.span, undefined: &first.undefined }
    }

    /// Whether there is something to mend at a place of the text.
    fn wants(&self, span: Span) -> bool {
        span.is_known() && self.mends.iter().any(|mend| mend.span.start == span.start)
    }
}

impl VisitorMut for Mender<'_> {
    fn stmt(&mut self, stmt: &mut Stmt) {
        if let StmtKind::Expr(expr) = &mut stmt.kind
            && let ExprKind::IncDec { op, .. } = &expr.kind
            && self.wants(expr.span)
        {
            // Nobody sees its value, so it may as well be an assignment.
            let op = if op.is_increment() { BinOp::Add } else { BinOp::Sub };
            let ExprKind::IncDec { operand, .. } = &expr.kind else { return };
            if let Ok(mut assign) =
                typing::compound_assign(self.types, op, (**operand).clone(), Expr::int(1))
            {
                assign.span = expr.span;
                *expr = assign;
            }
        }
        walk_stmt_mut(self, stmt);
    }

    fn expr(&mut self, expr: &mut Expr) {
        walk_expr_mut(self, expr);
        self.mend_here(expr);
    }
}

impl Mender<'_> {
    /// Mends a node in every way that was asked for its place. An expression that is repeated is
    /// mended wherever it stands.
    fn mend_here(&mut self, expr: &mut Expr) {
        let span = expr.span;
        if !span.is_known() {
            return;
        }
        for (index, mend) in self.mends.iter().enumerate() {
            if mend.span.start != span.start {
                continue;
            }
            let Some(site) = site(expr, span) else { return };
            (self.span, self.undefined) = (mend.span, &mend.undefined);
            if let Some(mended) = self.mended(site) {
                *site = mended;
                self.done[index] = true;
            }
        }
    }

    /// The node in a form that is defined; `None` if there is none, or it has it already.
    fn mended(&mut self, expr: &Expr) -> Option<Expr> {
        match &expr.kind {
            ExprKind::Binary { op, left, right } => self.binary(expr.ty, *op, left, right),
            ExprKind::Unary { op: UnOp::Negate, operand } => {
                let unsigned = self.unsigned(expr.ty)?;
                let operand = self.cast((**operand).clone(), unsigned)?;
                let negated = typing::unary(self.types, UnOp::Negate, operand).ok()?;
                self.cast(nowhere(negated), expr.ty)
            }
            ExprKind::CompoundAssign { op, target, value, .. } => {
                let (left, right) = ((**target).clone(), (**value).clone());
                let mut computed = typing::binary(self.types, *op, left, right).ok()?;
                computed.span = self.span;
                let mended = self.mended(&computed).unwrap_or(computed);
                Some(nowhere(typing::assign(self.types, (**target).clone(), mended).ok()?))
            }
            ExprKind::Index { pointer, index } => self.index(pointer, index),
            ExprKind::Builtin { builtin, args } if *self.undefined == Undefined::CountOfZero => {
                let [arg] = args.as_slice() else { return None };
                let arg = self.or_one(arg.clone())?;
                let kind = ExprKind::Builtin { builtin: *builtin, args: vec![arg] };
                Some(Expr::new(kind, expr.ty, Span::default()))
            }
            _ => None,
        }
    }

    fn unsigned(&self, ty: Ty) -> Option<Ty> {
        let kind = self.types.int_kind(ty)?;
        kind.is_signed().then(|| Types::int(kind.to_unsigned()))
    }

    fn cast(&mut self, expr: Expr, to: Ty) -> Option<Expr> {
        typing::cast(self.types, expr, to).ok().map(nowhere)
    }

    /// `e ?: 1`.
    fn or_one(&mut self, expr: Expr) -> Option<Expr> {
        if matches!(expr.written().kind, ExprKind::Conditional { then: None, .. }) {
            return None;
        }
        // C++ would not promote a bit-field here.
        let field = expr.written().bit_field_width(self.types).is_some();
        let expr = match field {
            true => nowhere(typing::unary(self.types, UnOp::Plus, expr).ok()?),
            false => expr,
        };
        let one = Expr::new(ExprKind::Int(1), expr.ty.unqualified(), Span::default());
        typing::conditional(self.types, expr, None, one).ok().map(nowhere)
    }

    /// The operation, which may yet be undefined for another reason.
    fn operation(&mut self, op: BinOp, left: Expr, right: Expr) -> Option<Expr> {
        let mut result = typing::binary(self.types, op, left, right).ok()?;
        result.span = self.span;
        Some(result)
    }

    fn binary(&mut self, ty: Ty, op: BinOp, left: &Expr, right: &Expr) -> Option<Expr> {
        let (left, right) = (left.clone(), right.clone());
        match self.undefined {
            Undefined::SignedOverflow { .. } => {
                let unsigned = self.unsigned(ty)?;
                let (left, right) = (self.cast(left, unsigned)?, self.cast(right, unsigned)?);
                let result = typing::binary(self.types, op, left, right).ok()?;
                self.cast(nowhere(result), ty)
            }
            Undefined::DivisionByZero => {
                let right = self.or_one(right)?;
                self.operation(op, left, right)
            }
            Undefined::DivisionOverflow { bits } => {
                let wide = if *bits == 32 { IntKind::Long } else { IntKind::Int128 };
                let left = self.cast(left, Types::int(wide))?;
                let result = self.operation(op, left, right)?;
                self.cast(result, ty)
            }
            Undefined::ShiftCount { bits, .. } => {
                if matches!(right.written().kind, ExprKind::Binary { op: BinOp::BitAnd, .. }) {
                    // Masked by something that is too large: masked again, once.
                    let least = Expr::int(i32::from(*bits) - 1);
                    if right_operand(&right).is_some_and(|mask| mask.kind == least.kind) {
                        return None;
                    }
                }
                let most = Expr::int(i32::from(*bits) - 1);
                let right = typing::binary(self.types, BinOp::BitAnd, right, most).ok()?;
                self.operation(op, left, nowhere(right))
            }
            Undefined::ShiftOfNegative | Undefined::ShiftOverflow { .. } => {
                let unsigned = self.unsigned(ty)?;
                let left = self.cast(left, unsigned)?;
                let result = self.operation(op, left, right)?;
                self.cast(result, ty)
            }
            _ => None,
        }
    }

    /// `a[i]` as `a[(unsigned long)i % length]`.
    fn index(&mut self, pointer: &Expr, index: &Expr) -> Option<Expr> {
        let ExprKind::Convert { conversion: Conversion::ArrayDecay, operand: array, .. } =
            &pointer.kind
        else {
            return None;
        };
        let Shape::Array { length: Some(length), .. } = *self.types.shape(array.ty) else {
            return None;
        };
        if matches!(&index.written().kind, ExprKind::Binary { op: BinOp::Rem, .. }) {
            return None;
        }
        let index = self.cast(index.clone(), Types::SIZE)?;
        let length = Expr::new(ExprKind::Int(u128::from(length)), Types::SIZE, Span::default());
        let index = typing::binary(self.types, BinOp::Rem, index, length).ok()?;
        let mended = typing::index(self.types, (**array).clone(), nowhere(index)).ok()?;
        Some(nowhere(mended))
    }
}

/// The node of this place, which mending may have put into others.
fn site(expr: &mut Expr, span: Span) -> Option<&mut Expr> {
    if expr.span.start == span.start {
        return Some(expr);
    }
    match &mut expr.kind {
        ExprKind::Convert { operand: inner, .. }
        | ExprKind::Assign { value: inner, .. }
        | ExprKind::Paren(inner) => site(inner, span),
        _ => None,
    }
}

fn right_operand(expr: &Expr) -> Option<&Expr> {
    match &expr.written().kind {
        ExprKind::Binary { right, .. } => Some(right.written()),
        _ => None,
    }
}

/// The node is no place to stop at: what was wrong with it is mended.
fn nowhere(mut expr: Expr) -> Expr {
    expr.span = Span::default();
    expr
}
