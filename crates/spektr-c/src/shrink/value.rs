//! Changes of values.

use std::mem;

use super::change::{Change, Constant};
use super::inline;
use super::walk::Walk;
use crate::syntax::{Expr, ExprKind, Stmt, StmtKind};
use crate::types::{IntKind, Types};

/// Constants below this are as simple as their halves.
const SMALL: i128 = 16;

impl Walk<'_> {
    pub(super) fn offer_value(&mut self, number: u32, expr: &Expr) {
        let types = self.types();
        let written = expr.unconverted();
        if types.is_scalar(expr.ty) {
            self.offer_constants(number, expr, written);
        }
        if matches!(written.kind, ExprKind::CompoundAssign { .. }) {
            self.offer(Change::Uncompound(number));
        }
        if inline::value(self.original, self.function, written).is_some() {
            self.offer(Change::InlineValue(number));
        }
        let fits = |operand: &Expr| {
            let (from, to) = (operand.ty.unqualified(), expr.ty.unqualified());
            from == to
                || (types.is_arithmetic(from) && types.is_arithmetic(to))
                || (types.is_pointer(from) && types.is_pointer(to))
        };
        let mut copy = written.clone();
        let operands = operands(&mut copy);
        let fitting: Vec<u32> =
            operands.iter().zip(0..).filter(|(operand, _)| fits(operand)).map(|(_, n)| n).collect();
        for operand in fitting {
            self.offer(Change::Operand(number, operand));
        }
    }

    fn offer_constants(&mut self, number: u32, expr: &Expr, written: &Expr) {
        let types = self.types();
        match &written.kind {
            ExprKind::Int(bits) => {
                for &constant in simpler_constants(types, written, *bits) {
                    self.offer(Change::Constant(number, constant));
                }
            }
            ExprKind::String(literal) => {
                if literal.units.len() > 1 {
                    self.offer(Change::Constant(number, Constant::One));
                }
            }
            kind => {
                self.offer(Change::Constant(number, Constant::Zero));
                if types.is_arithmetic(expr.ty) {
                    self.offer(Change::Constant(number, Constant::One));
                }
                let is_constant = matches!(kind, ExprKind::Float(_) | ExprKind::Enumerator(..));
                let known = self.facts.and_then(|facts| facts.constant(types, expr));
                if !is_constant && known.is_some() {
                    self.offer(Change::Known(number));
                }
            }
        }
    }

    pub(super) fn change_value(&mut self, change: Change, expr: &mut Expr) {
        let types = self.types();
        match change {
            Change::Constant(_, constant) => change_constant(types, constant, expr),
            Change::Operand(_, operand) => take_operand(expr, operand),
            Change::Uncompound(_) => {
                let written = unconverted_mut(expr);
                let kind = mem::replace(&mut written.kind, ExprKind::Int(0));
                written.kind = match kind {
                    ExprKind::CompoundAssign { op, target, value, .. } => {
                        ExprKind::Binary { op, left: target, right: value }
                    }
                    kind => kind,
                };
            }
            Change::InlineValue(_) => {
                let written = unconverted_mut(expr);
                if let Some(value) = inline::value(self.original, self.function, written) {
                    *written = value;
                }
            }
            // Made by the walk itself, if what it needs is still there.
            Change::Known(_) => {}
            _ => unreachable!("values have changes of values"),
        }
    }
}

/// What is simpler than an integer constant.
fn simpler_constants(types: &Types, expr: &Expr, bits: u128) -> &'static [Constant] {
    let kind = types.int_kind(expr.ty);
    let value = kind.map_or(0, |kind| kind.value(bits));
    let plain = kind == Some(IntKind::Int) || i32::try_from(value).is_err();
    match (value, plain) {
        (0, true) => &[],
        (0, false) => &[Constant::Plain],
        (1, true) => &[Constant::Zero],
        (1, false) => &[Constant::Zero, Constant::Plain],
        (value, true) if value.abs() < SMALL => &[Constant::Zero, Constant::One],
        (value, false) if value.abs() < SMALL => &[Constant::Zero, Constant::One, Constant::Plain],
        (_, true) => &[Constant::Zero, Constant::One, Constant::Half],
        (_, false) => &[Constant::Zero, Constant::One, Constant::Plain, Constant::Half],
    }
}

fn change_constant(types: &Types, constant: Constant, expr: &mut Expr) {
    let written = unconverted_mut(expr);
    if let ExprKind::String(literal) = &mut written.kind {
        literal.units = vec![0];
        return;
    }
    let span = expr.span;
    let number = |value| Expr { span, ..Expr::int(value) };
    match constant {
        Constant::Zero => *expr = number(0),
        Constant::One => *expr = number(1),
        Constant::Plain | Constant::Half => {
            let written = unconverted_mut(expr);
            let ExprKind::Int(bits) = written.kind else { return };
            let Some(kind) = types.int_kind(written.ty) else { return };
            let value = kind.value(bits);
            match (constant, i32::try_from(value)) {
                (Constant::Plain, Ok(value)) => *written = number(value),
                (Constant::Plain, Err(_)) => {}
                _ => written.kind = ExprKind::Int(kind.truncate((value / 2) as u128)),
            }
        }
    }
}

impl Expr {
    /// The expression without the conversions that C does by itself.
    pub(super) fn unconverted(&self) -> &Expr {
        let mut expr = self;
        while let ExprKind::Convert { operand, implicit: true, .. } = &expr.kind {
            expr = operand;
        }
        expr
    }
}

/// See [`Expr::unconverted`].
pub(super) fn unconverted_mut(expr: &mut Expr) -> &mut Expr {
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
pub(super) fn operands(expr: &mut Expr) -> Vec<&mut Expr> {
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
        // `*&x` and `&*p`.
        ExprKind::Deref(inner) => match &mut inner.kind {
            ExprKind::AddressOf(object) => vec![object],
            _ => Vec::new(),
        },
        ExprKind::AddressOf(inner) => match &mut inner.kind {
            ExprKind::Deref(pointer) => vec![pointer],
            _ => Vec::new(),
        },
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
pub(super) fn take_operand(expr: &mut Expr, operand: u32) {
    let written = unconverted_mut(expr);
    let mut all = operands(written);
    if let Some(taken) = all.get_mut(operand as usize) {
        let taken = mem::replace(&mut **taken, Expr::int(0));
        *written = taken;
    }
}
