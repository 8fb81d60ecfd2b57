//! Expressions of ordinary functions, taken apart into what MIR allows: operands, places
//! and rvalues of one step.

use super::super::ast::{Expr, ExprKind};
use super::super::fault::{Result, fault};
use super::super::names::Value;
use super::super::scalar::read_scalar;
use super::Builder;
use super::statement::is_place;
use crate::syntax::{BinOp, Mutability, Span, TyKind};

impl<'a> Builder<'a, '_> {
    /// Computes a value for its effects.
    pub(super) fn value(&mut self, expr: Expr<'a>, target: Option<Expr<'a>>) -> Result<()> {
        if let ExprKind::Method(base, "write", args) = expr.kind {
            return self.write(*base, args, expr.span);
        }
        let target = match target {
            Some(target) => target,
            None => self.temporary(expr.span)?,
        };
        self.value_into(target, expr)
    }

    /// Computes a value into a place.
    pub(super) fn value_into(&mut self, target: Expr<'a>, expr: Expr<'a>) -> Result<()> {
        let span = expr.span;
        if let ExprKind::Call(callee, args) = expr.kind {
            if !self.is_called(&callee) {
                let args = self.operands(args)?;
                self.push(target, Expr { kind: ExprKind::Call(callee, args), span });
                return Ok(());
            }
            let callee = self.callee(*callee);
            let args = self.operands(args)?;
            return self.call_into(target, callee, args, span);
        }
        let value = self.rvalue(expr)?;
        self.push(target, value);
        Ok(())
    }

    /// Whether calling this is a call and not the making of an aggregate: types and
    /// variants are written with a capital.
    fn is_called(&self, callee: &Expr<'a>) -> bool {
        let names = self.reader.names;
        match callee.segments() {
            Some([single]) if names.is_taken(single) || self.locals.contains_key(single) => true,
            Some([.., last]) => last.starts_with(|first: char| first.is_ascii_lowercase()),
            _ => true,
        }
    }

    fn callee(&self, callee: Expr<'a>) -> Expr<'a> {
        match callee.kind {
            ExprKind::Name(name) if self.locals.contains_key(name) => {
                Expr { kind: ExprKind::Name(self.locals[name]), span: callee.span }
            }
            _ => callee,
        }
    }

    fn operands(&mut self, exprs: Vec<Expr<'a>>) -> Result<Vec<Expr<'a>>> {
        exprs.into_iter().map(|expr| self.operand(expr)).collect()
    }

    /// A place or a constant; anything else is computed into a local first.
    pub(super) fn operand(&mut self, expr: Expr<'a>) -> Result<Expr<'a>> {
        if read_scalar(&expr)?.is_some() || matches!(expr.kind, ExprKind::Str(_)) {
            return Ok(expr);
        }
        match &expr.kind {
            ExprKind::Tuple(items) if items.is_empty() => Ok(expr),
            ExprKind::Name(name) if !self.is_variable(name) => match self.is_constant(name) {
                true => Ok(expr),
                false => self.in_temporary(expr),
            },
            _ if is_place(&expr) => self.place(expr),
            _ => self.in_temporary(expr),
        }
    }

    fn is_variable(&self, name: &str) -> bool {
        self.locals.contains_key(name)
            || matches!(self.reader.names.values.get(name), Some(Value::Static(_)))
    }

    /// A `const` item or a function.
    fn is_constant(&self, name: &str) -> bool {
        let names = self.reader.names;
        names.values.contains_key(name) || names.functions.contains_key(name)
    }

    fn in_temporary(&mut self, expr: Expr<'a>) -> Result<Expr<'a>> {
        let span = expr.span;
        let local = self.temporary(span)?;
        let ExprKind::Name(name) = local.kind else { return Ok(local) };
        self.value_into(local, expr)?;
        Ok(Expr { kind: ExprKind::Name(name), span })
    }

    /// A place whose dereference, if any, stands at the root.
    pub(super) fn place(&mut self, expr: Expr<'a>) -> Result<Expr<'a>> {
        let span = expr.span;
        let kind = match expr.kind {
            ExprKind::Name(name) => match self.locals.get(name) {
                Some(&own) => ExprKind::Name(own),
                None => return self.static_place(name, span),
            },
            ExprKind::Field(base, name) => ExprKind::Field(Box::new(self.place(*base)?), name),
            ExprKind::Index(parts) => {
                let [base, index] = *parts;
                let ExprKind::Int { value, .. } = index.kind else {
                    let message = "spektr follows only literal indices in an ordinary function";
                    return fault(index.span, message);
                };
                let base = self.place(base)?;
                let literal = ExprKind::Int { value, suffix: "usize" };
                let index = self.in_temporary(Expr { kind: literal, span: index.span })?;
                ExprKind::Index(Box::new([base, index]))
            }
            ExprKind::Deref(inner) => {
                let inner = match inner.kind {
                    ExprKind::Name(name) if self.locals.contains_key(name) => {
                        let own = self.locals[name];
                        Expr { kind: ExprKind::Name(own), span: inner.span }
                    }
                    _ => self.in_temporary(*inner)?,
                };
                ExprKind::Deref(Box::new(inner))
            }
            _ => return self.in_temporary(Expr { kind: expr.kind, span }),
        };
        Ok(Expr { kind, span })
    }

    /// A static is reached through a pointer to it.
    fn static_place(&mut self, name: &'a str, span: Span) -> Result<Expr<'a>> {
        let Some(Value::Static(id)) = self.reader.names.values.get(name) else {
            return fault(span, format!("there is no local or static `{name}`"));
        };
        let word = if self.statics[id.index()].mutable { "StaticMut" } else { "Static" };
        let callee = Box::new(Expr { kind: ExprKind::Name(word), span });
        let item = Expr { kind: ExprKind::Name(name), span };
        let pointer = Expr { kind: ExprKind::Call(callee, vec![item]), span };
        let local = self.temporary(span)?;
        let ExprKind::Name(own) = local.kind else { return Ok(local) };
        self.push(local, pointer);
        let local = Expr { kind: ExprKind::Name(own), span };
        Ok(Expr { kind: ExprKind::Deref(Box::new(local)), span })
    }

    /// `pointer.write(value)`: an assignment.
    fn write(&mut self, base: Expr<'a>, args: Vec<Expr<'a>>, span: Span) -> Result<()> {
        let Ok([value]) = <[Expr<'a>; 1]>::try_from(args) else {
            return fault(span, "`write` takes one value");
        };
        let target = self.place(Expr { kind: ExprKind::Deref(Box::new(base)), span })?;
        self.value_into(target, value)
    }

    /// What can stand on the right of an assignment, calls excepted.
    fn rvalue(&mut self, expr: Expr<'a>) -> Result<Expr<'a>> {
        let span = expr.span;
        if read_scalar(&expr)?.is_some() {
            return Ok(expr);
        }
        let kind = match expr.kind {
            ExprKind::Borrow(mutability, inner) => {
                ExprKind::Borrow(mutability, Box::new(self.borrowed(*inner)?))
            }
            ExprKind::RawBorrow(mutability, inner) => {
                ExprKind::RawBorrow(mutability, Box::new(self.borrowed(*inner)?))
            }
            ExprKind::Not(inner) => ExprKind::Not(Box::new(self.operand(*inner)?)),
            ExprKind::Binary(op, sides) => {
                if !op.is_comparison()
                    && !matches!(op, BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor)
                {
                    let message = "arithmetic in an ordinary function can panic; spektr only \
                                   reads it in custom MIR";
                    return fault(span, message);
                }
                let [left, right] = *sides;
                ExprKind::Binary(op, Box::new([self.operand(left)?, self.operand(right)?]))
            }
            ExprKind::Cast(inner, ty) => match inner.kind {
                ExprKind::Borrow(_, _)
                    if matches!(self.reader.types.kind(ty), TyKind::RawPtr(..)) =>
                {
                    let TyKind::RawPtr(mutability, _) = *self.reader.types.kind(ty) else {
                        return fault(span, "expected a pointer");
                    };
                    return self.reference_as_pointer(*inner, mutability, span);
                }
                _ => ExprKind::Cast(Box::new(self.operand(*inner)?), ty),
            },
            ExprKind::Tuple(items) => ExprKind::Tuple(self.operands(items)?),
            ExprKind::Array(items) => ExprKind::Array(self.operands(items)?),
            ExprKind::Repeat(item, len) => ExprKind::Repeat(Box::new(self.operand(*item)?), len),
            ExprKind::Struct(path, fields) => {
                let fields =
                    fields.into_iter().map(|(name, value)| Ok((name, self.operand(value)?)));
                ExprKind::Struct(path, fields.collect::<Result<_>>()?)
            }
            ExprKind::Method(base, "read", args) if args.is_empty() => {
                return self.place(Expr { kind: ExprKind::Deref(base), span });
            }
            ExprKind::Method(_, name, _) => {
                let message = format!("spektr does not know the method `{name}`");
                return fault(span, message + " in an ordinary function");
            }
            ExprKind::Neg(_) => return fault(span, "a negation can panic in an ordinary function"),
            ExprKind::Name(name) if self.is_variable(name) => {
                return self.place(Expr { kind: ExprKind::Name(name), span });
            }
            ExprKind::Field(..) | ExprKind::Index(_) | ExprKind::Deref(_) => {
                return self.place(expr);
            }
            ExprKind::Assign(_) => return fault(span, "an assignment has no value"),
            kind => kind,
        };
        Ok(Expr { kind, span })
    }

    /// What a borrow is of: a place, or a value that lives as long as the function.
    fn borrowed(&mut self, inner: Expr<'a>) -> Result<Expr<'a>> {
        match is_place(&inner) {
            true => self.place(inner),
            false => self.in_temporary(inner),
        }
    }

    /// `&mut place as *mut T`
    fn reference_as_pointer(
        &mut self,
        reference: Expr<'a>,
        mutability: Mutability,
        span: Span,
    ) -> Result<Expr<'a>> {
        let reference = self.in_temporary(reference)?;
        let pointee = Expr { kind: ExprKind::Deref(Box::new(reference)), span };
        Ok(Expr { kind: ExprKind::RawBorrow(mutability, Box::new(pointee)), span })
    }
}
