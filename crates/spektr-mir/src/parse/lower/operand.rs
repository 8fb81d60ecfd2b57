//! Operands: places, moved places and constants.

use super::super::ast::{Expr, ExprKind};
use super::super::fault::{Result, fault};
use super::super::names::Value;
use super::super::scalar::{Scalar, read_scalar};
use super::Lowering;
use crate::syntax::*;

impl<'a> Lowering<'a, '_> {
    /// An operand and its type. `expected` types literals and locals that have no other
    /// type; it is not checked.
    pub(super) fn operand(
        &mut self,
        expr: &Expr<'a>,
        expected: Option<Ty>,
    ) -> Result<(Operand, Ty)> {
        if let Some(scalar) = read_scalar(expr)? {
            return self.scalar(scalar, expected, expr.span);
        }
        match &expr.kind {
            ExprKind::Name(name) if !self.names.contains_key(name) => self.item(name, expr.span),
            ExprKind::Call(callee, args) => match (callee.last_segment(), &args[..]) {
                (Some("Move"), [place]) => {
                    self.expect_ty(place, expected);
                    let (place, ty) = self.place(place)?;
                    Ok((Operand::Move(place), ty))
                }
                (Some("Static"), [item]) => self.static_item(item, Mutability::Not),
                (Some("StaticMut"), [item]) => self.static_item(item, Mutability::Mut),
                (Some("Field"), _) => self.copied(expr),
                _ => fault(expr.span, "expected an operand: a place or a constant"),
            },
            ExprKind::ConstBlock(inner) => match &inner.kind {
                ExprKind::Tuple(items) if items.is_empty() => self.unit(),
                ExprKind::Name(name) if !matches!(*name, "true" | "false") => {
                    self.item(name, inner.span)
                }
                _ => match read_scalar(inner)? {
                    Some(scalar) => self.scalar(scalar, expected, expr.span),
                    None => fault(inner.span, "this constant is not supported"),
                },
            },
            ExprKind::Tuple(items) if items.is_empty() => self.unit(),
            ExprKind::Str(text) => {
                let pointee = self.around.types.intern(TyKind::Str);
                let ty = self.around.types.reference(Mutability::Not, pointee);
                Ok((Operand::Const(Const::Str(text.clone())), ty))
            }
            _ => {
                self.expect_ty(expr, expected);
                self.copied(expr)
            }
        }
    }

    /// Where an untyped local stands, the expected type is its type.
    pub(super) fn expect_ty(&mut self, expr: &Expr<'a>, expected: Option<Ty>) {
        if let (Some(local), Some(ty)) = (self.bare_untyped(expr), expected) {
            self.learn(local, ty);
        }
    }

    fn copied(&mut self, expr: &Expr<'a>) -> Result<(Operand, Ty)> {
        let (place, ty) = self.place(expr)?;
        Ok((Operand::Copy(place), ty))
    }

    fn unit(&mut self) -> Result<(Operand, Ty)> {
        let ty = self.around.types.unit();
        Ok((Operand::Const(Const::Unit), ty))
    }

    fn scalar(
        &mut self,
        scalar: Scalar<'_>,
        expected: Option<Ty>,
        span: Span,
    ) -> Result<(Operand, Ty)> {
        let fitting = match expected {
            Some(ty) => scalar.expect(self.around.types.kind(ty))?,
            None => match scalar {
                Scalar::Typed(bits, kind) => Some((bits, kind)),
                _ if self.defaulting => Some(scalar.fallback()?),
                _ => return fault(span, "the type of this literal cannot be inferred"),
            },
        };
        match (fitting, expected) {
            (Some((bits, kind)), _) => {
                let ty = self.around.types.intern(kind);
                Ok((Operand::Const(Const::Scalar { bits, ty }), ty))
            }
            (None, Some(ty)) => {
                let ty = self.around.types.display(ty);
                fault(span, format!("this literal cannot be a `{ty}`"))
            }
            (None, None) => fault(span, "the type of this literal cannot be inferred"),
        }
    }

    /// A `const` item.
    fn item(&mut self, name: &str, span: Span) -> Result<(Operand, Ty)> {
        match self.around.names.values.get(name) {
            Some(&Value::Const(id)) => {
                Ok((Operand::Const(Const::Named(id)), self.around.consts[id.index()].ty))
            }
            Some(Value::Static(_)) => {
                fault(span, format!("static `{name}` can only be used through `Static`"))
            }
            Some(Value::Unreadable(reason)) => Err(reason.clone()),
            None => match self.around.names.functions.get(name) {
                Some(&id) => self.function_pointer(name, id, span),
                None => fault(span, format!("there is no local or constant `{name}`")),
            },
        }
    }

    /// A function as a value: the program gets a constant that holds its pointer.
    fn function_pointer(&mut self, name: &str, id: FnId, span: Span) -> Result<(Operand, Ty)> {
        let value = ConstTree::Function(id);
        if let Some(at) = self.around.consts.iter().position(|item| item.value == value) {
            let ty = self.around.consts[at].ty;
            return Ok((Operand::Const(Const::Named(ConstId(at as u32))), ty));
        }
        let own = format!("pointer_to_{name}");
        if self.around.names.is_taken(&own) || self.names.contains_key(own.as_str()) {
            return fault(span, format!("spektr would name this `{own}`, but that is taken"));
        }
        let signature = &self.around.signatures[id.index()];
        let (params, ret) = (signature.params.clone(), signature.ret);
        let ret = ret.unwrap_or_else(|| self.around.types.unit());
        let ty = self.around.types.intern(TyKind::FnPtr { params, ret });
        let at = ConstId(self.around.consts.len() as u32);
        self.around.consts.push(ConstItem { name: own, ty, value });
        Ok((Operand::Const(Const::Named(at)), ty))
    }

    fn static_item(&mut self, item: &Expr<'a>, mutability: Mutability) -> Result<(Operand, Ty)> {
        let value = item.last_segment().and_then(|name| self.around.names.values.get(name));
        match value {
            Some(&Value::Static(id)) => {
                let pointee = self.around.statics[id.index()].ty;
                let ty = match mutability {
                    Mutability::Not => self.around.types.reference(mutability, pointee),
                    Mutability::Mut => self.around.types.raw(mutability, pointee),
                };
                Ok((Operand::Const(Const::Static(mutability, id)), ty))
            }
            Some(Value::Unreadable(reason)) => Err(reason.clone()),
            _ => fault(item.span, "expected the name of a static"),
        }
    }
}
