//! Places.

use super::super::ast::{Expr, ExprKind};
use super::super::fault::{Result, fault};
use super::{Lowering, not_mir};
use crate::syntax::*;
use crate::typing::projected_ty;

impl<'a> Lowering<'a, '_> {
    pub(super) fn place(&mut self, expr: &Expr<'a>) -> Result<(Place, Ty)> {
        match &expr.kind {
            ExprKind::Name(_) => {
                let local = self.local(expr)?;
                Ok((Place::local(local), self.local_ty(local, expr.span)?))
            }
            ExprKind::Deref(inner) => self.dereferenced(inner, expr.span),
            ExprKind::Field(base, name) => {
                let (place, ty) = self.place(base)?;
                let field = self.field_index(ty, name, expr.span)?;
                self.project(place, ty, Projection::Field(field), expr.span)
            }
            ExprKind::Index(parts) => {
                let [base, index] = &**parts;
                let (place, ty) = self.place(base)?;
                let index = match index.kind {
                    ExprKind::Name(_) => self.local(index)?,
                    _ => return fault(index.span, "only a local can be an index in MIR"),
                };
                let usize = self.around.types.int(IntTy::Usize);
                self.learn(index, usize);
                self.project(place, ty, Projection::Index(index), expr.span)
            }
            ExprKind::Call(callee, args) => match (callee.last_segment(), &args[..]) {
                (Some("Field"), [variant, field]) => self.variant_field(variant, field, expr.span),
                _ => fault(expr.span, "expected a place"),
            },
            ExprKind::Method(_, name, _) => not_mir(name, expr.span),
            _ => fault(expr.span, "expected a place"),
        }
    }

    fn dereferenced(&mut self, inner: &Expr<'a>, span: Span) -> Result<(Place, Ty)> {
        if let ExprKind::Call(callee, args) = &inner.kind
            && let (Some("__internal_make_place"), [arg]) = (callee.last_segment(), &args[..])
        {
            return self.place(arg);
        }
        let (place, ty) = self.place(inner)?;
        if !place.projection.is_empty() {
            return fault(span, "a dereference may only stand at the root of a place");
        }
        self.project(place, ty, Projection::Deref, span)
    }

    /// `Field(Variant(place, variant), field)`
    fn variant_field(
        &mut self,
        variant: &Expr<'a>,
        field: &Expr<'a>,
        span: Span,
    ) -> Result<(Place, Ty)> {
        let field = self.number(field)?;
        let ExprKind::Call(callee, args) = &variant.kind else {
            return fault(variant.span, "expected `Variant(place, index)`");
        };
        let (Some("Variant"), [base, index]) = (callee.last_segment(), &args[..]) else {
            return fault(variant.span, "expected `Variant(place, index)`");
        };
        let variant = self.number(index)?;
        let (place, ty) = self.place(base)?;
        self.project(place, ty, Projection::VariantField { variant, field }, span)
    }

    fn project(
        &mut self,
        place: Place,
        ty: Ty,
        projection: Projection,
        span: Span,
    ) -> Result<(Place, Ty)> {
        match projected_ty(self.around.types, ty, projection) {
            Ok(ty) => Ok((place.then(projection), ty)),
            Err(error) => fault(span, error.describe(self.around.types)),
        }
    }

    fn field_index(&self, ty: Ty, name: &str, span: Span) -> Result<u32> {
        let types = &*self.around.types;
        let by_name = |def: &AdtDef| {
            let fields = &def.variants.first()?.fields;
            fields.iter().position(|field| field.name == name)
        };
        let index = match types.kind(ty) {
            TyKind::Tuple(_) => name.parse::<u32>().ok(),
            TyKind::Adt(id) if types.adt(*id).kind != AdtKind::Enum => {
                by_name(types.adt(*id)).map(|index| index as u32)
            }
            _ => None,
        };
        match index {
            Some(index) => Ok(index),
            None => fault(span, format!("`{}` has no field `{name}`", types.display(ty))),
        }
    }
}
