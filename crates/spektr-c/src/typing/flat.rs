//! Flat expressions as trees, with the conversions that C does by itself.

use spektr_text::Span;

use super::{
    assign, binary, cast, compound_assign, conditional, deref, index, logical, member, unary,
};
use crate::syntax::{
    Builtin, Expr, ExprKind, Flat, FlatId, Flats, Global, Local, Program, VisitorMut, walk_expr_mut,
};
use crate::types::{Ty, Types};

/// What an expression is read with.
pub struct Expander<'a> {
    pub types: &'a mut Types,
    pub globals: &'a [Global],
    /// Of the function that it stands in.
    pub locals: &'a [Local],
    pub flats: &'a Flats,
    /// The number of the last place that was given away; every operator that can be refused gets
    /// one.
    pub span: Option<&'a mut u32>,
}

impl Expander<'_> {
    /// The tree of an expression. Whoever wrote it kept to the rules of typing.
    pub fn expand(&mut self, id: FlatId) -> Expr {
        let typed = match self.flats.get(id) {
            Flat::Int(kind, bits) => return plain(ExprKind::Int(bits.into()), Types::int(kind)),
            Flat::Float(kind, bits) => {
                return plain(ExprKind::Float(bits.into()), Types::float(kind));
            }
            Flat::Local(id) => {
                return plain(ExprKind::Local(id), self.locals[id.0 as usize].ty);
            }
            Flat::Global(id) => {
                return plain(ExprKind::Global(id), self.globals[id.0 as usize].ty);
            }
            Flat::Tree(index) => return self.flats.trees[index as usize].clone(),
            Flat::Paren(a) => {
                let inner = self.expand(a);
                let ty = inner.ty;
                return plain(ExprKind::Paren(Box::new(inner)), ty);
            }
            Flat::Member(a, _, field) => {
                let base = self.expand(a);
                return well_typed(member(self.types, base, field));
            }
            Flat::And(a, b) => return self.logical(true, a, b),
            Flat::Or(a, b) => return self.logical(false, a, b),
            Flat::Assign(a, b) => {
                let (target, value) = (self.expand(a), self.expand(b));
                return well_typed(assign(self.types, target, value));
            }
            Flat::Conditional(a, b, c) => {
                let (a, b, c) = (self.expand(a), self.expand(b), self.expand(c));
                return well_typed(conditional(self.types, a, Some(b), c));
            }
            Flat::Index(a, b) => {
                let (base, at) = (self.expand(a), self.expand(b));
                index(self.types, base, at)
            }
            Flat::Deref(a) => {
                let pointer = self.expand(a);
                deref(self.types, pointer)
            }
            Flat::Unary(op, a) => {
                let operand = self.expand(a);
                unary(self.types, op, operand)
            }
            Flat::Binary(op, a, b) => {
                let (left, right) = (self.expand(a), self.expand(b));
                binary(self.types, op, left, right)
            }
            Flat::Cast(a, to) => {
                let operand = self.expand(a);
                cast(self.types, operand, to)
            }
            Flat::Builtin(builtin, a) => {
                let args = vec![self.expand(a).decayed(self.types)];
                Ok(plain(ExprKind::Builtin { builtin, args }, result_of(builtin)))
            }
            Flat::CompoundAssign(op, a, b) => {
                let (target, value) = (self.expand(a), self.expand(b));
                compound_assign(self.types, op, target, value)
            }
        };
        let mut expr = well_typed(typed);
        expr.span = self.fresh();
        expr
    }

    fn logical(&mut self, and: bool, a: FlatId, b: FlatId) -> Expr {
        let (left, right) = (self.expand(a), self.expand(b));
        well_typed(logical(self.types, and, left, right))
    }

    fn fresh(&mut self) -> Span {
        match &mut self.span {
            Some(last) => {
                **last += 1;
                Span::new(**last, **last + 1)
            }
            None => Span::default(),
        }
    }
}

fn plain(kind: ExprKind, ty: Ty) -> Expr {
    Expr::new(kind, ty, Span::default())
}

fn well_typed(typed: super::Typed) -> Expr {
    typed.expect("flat expressions are well typed")
}

/// The type of a builtin of one operand.
pub fn result_of(builtin: Builtin) -> Ty {
    match builtin {
        Builtin::ByteSwap(kind) => Types::int(kind),
        _ => Types::INT,
    }
}

impl Program {
    /// The same program with trees alone.
    #[must_use]
    pub fn expanded(mut self) -> Program {
        let flats = std::mem::take(&mut self.flats);
        if flats.is_empty() {
            return self;
        }
        let (types, globals) = (&mut self.types, &self.globals);
        for function in &mut self.functions {
            let locals = &function.locals;
            if let Some(body) = &mut function.body {
                let expander = Expander { types, globals, locals, flats: &flats, span: None };
                Everywhere(expander).block(body);
            }
        }
        self
    }
}

struct Everywhere<'a>(Expander<'a>);

impl VisitorMut for Everywhere<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        match expr.kind {
            // A value that is converted as if by assignment, or no further.
            ExprKind::Flat(id) => {
                let to = expr.ty;
                let value = self.0.expand(id);
                *expr = well_typed(super::assignment_conversion(self.0.types, value, to));
            }
            _ => walk_expr_mut(self, expr),
        }
    }
}
