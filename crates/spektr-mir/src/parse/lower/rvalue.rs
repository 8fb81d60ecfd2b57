//! Rvalues.

use super::super::ast::{Expr, ExprKind, Path};
use super::super::constructor::{Constructor, constructor, instance_of};
use super::super::fault::{Result, fault};
use super::super::scalar::read_scalar;
use super::Lowering;
use crate::syntax::*;
use crate::typing::{discriminant_int, metadata_kind};

impl<'a> Lowering<'a, '_> {
    /// An rvalue and its type, as far as it follows from the rvalue itself.
    pub(super) fn rvalue(&mut self, expr: &Expr<'a>, expected: Option<Ty>) -> Result<(Rvalue, Ty)> {
        match &expr.kind {
            ExprKind::Borrow(mutability, place) => {
                self.expect_pointee(place, expected);
                let (place, ty) = self.place(place)?;
                let ty = self.around.types.reference(*mutability, ty);
                Ok((Rvalue::Ref(*mutability, place), ty))
            }
            ExprKind::RawBorrow(mutability, place) => {
                self.expect_pointee(place, expected);
                let (place, ty) = self.place(place)?;
                let ty = self.around.types.raw(*mutability, ty);
                Ok((Rvalue::RawRef(*mutability, place), ty))
            }
            ExprKind::Not(inner) => self.unary(UnOp::Not, inner, expected),
            ExprKind::Neg(inner) if read_scalar(expr)?.is_none() => {
                self.unary(UnOp::Neg, inner, expected)
            }
            ExprKind::Binary(op, sides) => {
                let (left, right, ty) = self.binary_operands(*op, sides, expected)?;
                let ty = if op.is_comparison() { self.around.types.bool() } else { ty };
                Ok((Rvalue::Binary(*op, left, right), ty))
            }
            ExprKind::Cast(inner, ty) => {
                let hint = self.cast_hint(*ty);
                let (operand, _) =
                    self.operand(inner, hint).or_else(|_| self.operand(inner, None))?;
                Ok((Rvalue::Cast(CastKind::As, operand, *ty), *ty))
            }
            ExprKind::Tuple(items) => self.tuple(items, expected),
            ExprKind::Array(items) => self.array(items, expected, expr.span),
            ExprKind::Repeat(item, len) => {
                let element = expected.and_then(|ty| self.element(ty));
                let (operand, element) = self.operand(item, element)?;
                let ty = self.around.types.array(element, *len);
                Ok((Rvalue::Repeat(operand, *len), ty))
            }
            ExprKind::Struct(path, fields) => self.struct_expr(path, fields, expr.span),
            ExprKind::Call(callee, args) => self.call_rvalue(expr, callee, args, expected),
            ExprKind::Name(_) | ExprKind::Path(_) => self.path_rvalue(expr, expected),
            _ => self.used(expr, expected),
        }
    }

    /// What is borrowed has the type that the borrow is expected to point to.
    fn expect_pointee(&mut self, place: &Expr<'a>, expected: Option<Ty>) {
        let pointee = expected.and_then(|ty| match *self.around.types.kind(ty) {
            TyKind::Ref(_, pointee) | TyKind::RawPtr(_, pointee) => Some(pointee),
            _ => None,
        });
        self.expect_ty(place, pointee);
    }

    fn used(&mut self, expr: &Expr<'a>, expected: Option<Ty>) -> Result<(Rvalue, Ty)> {
        let (operand, ty) = self.operand(expr, expected)?;
        Ok((Rvalue::Use(operand), ty))
    }

    fn unary(&mut self, op: UnOp, inner: &Expr<'a>, expected: Option<Ty>) -> Result<(Rvalue, Ty)> {
        let (operand, ty) = self.operand(inner, expected)?;
        Ok((Rvalue::Unary(op, operand), ty))
    }

    /// Both operands and the type of the left one. A literal takes the type of the other
    /// operand; only the right one of a shift stands alone.
    fn binary_operands(
        &mut self,
        op: BinOp,
        sides: &[Expr<'a>; 2],
        expected: Option<Ty>,
    ) -> Result<(Operand, Operand, Ty)> {
        let [left, right] = sides;
        let expected = if op.is_comparison() { None } else { expected };
        if op.is_shift() {
            let (left, ty) = self.operand(left, expected)?;
            let (right, _) = self.operand(right, None)?;
            return Ok((left, right, ty));
        }
        let hint = expected.or_else(|| self.known_ty(left)).or_else(|| self.known_ty(right));
        let (left, ty) = self.operand(left, hint)?;
        let (right, _) = self.operand(right, Some(ty))?;
        Ok((left, right, ty))
    }

    /// The type of an operand without help from its surroundings.
    fn known_ty(&mut self, expr: &Expr<'a>) -> Option<Ty> {
        let defaulting = std::mem::replace(&mut self.defaulting, false);
        let ty = self.operand(expr, None).ok().map(|(_, ty)| ty);
        self.defaulting = defaulting;
        ty
    }

    /// The type that an unsuffixed literal takes when it is cast to `ty`.
    fn cast_hint(&mut self, ty: Ty) -> Option<Ty> {
        match self.around.types.kind(ty) {
            TyKind::Int(_) | TyKind::Float(_) => Some(ty),
            TyKind::Char => Some(self.around.types.int(IntTy::U8)),
            TyKind::RawPtr(..) => Some(self.around.types.int(IntTy::Usize)),
            _ => None,
        }
    }

    fn element(&self, ty: Ty) -> Option<Ty> {
        match *self.around.types.kind(ty) {
            TyKind::Array(element, _) => Some(element),
            _ => None,
        }
    }

    fn tuple(&mut self, items: &[Expr<'a>], expected: Option<Ty>) -> Result<(Rvalue, Ty)> {
        let wanted = match expected.map(|ty| self.around.types.kind(ty)) {
            Some(TyKind::Tuple(fields)) if fields.len() == items.len() => fields.clone(),
            _ => Vec::new(),
        };
        let mut operands = Vec::with_capacity(items.len());
        let mut tys = Vec::with_capacity(items.len());
        for (i, item) in items.iter().enumerate() {
            let (operand, ty) = self.operand(item, wanted.get(i).copied())?;
            operands.push(operand);
            tys.push(ty);
        }
        let ty = self.around.types.tuple(tys);
        Ok((Rvalue::Aggregate(AggregateKind::Tuple, operands), ty))
    }

    fn array(
        &mut self,
        items: &[Expr<'a>],
        expected: Option<Ty>,
        span: Span,
    ) -> Result<(Rvalue, Ty)> {
        let mut element = expected.and_then(|ty| self.element(ty));
        for item in items {
            if element.is_none() {
                element = self.known_ty(item);
            }
        }
        let mut operands = Vec::with_capacity(items.len());
        for item in items {
            let (operand, ty) = self.operand(item, element)?;
            element = element.or(Some(ty));
            operands.push(operand);
        }
        let Some(element) = element else {
            return fault(span, "the element type of this array cannot be inferred");
        };
        let ty = self.around.types.array(element, operands.len() as u64);
        Ok((Rvalue::Aggregate(AggregateKind::Array(element), operands), ty))
    }

    fn struct_expr(
        &mut self,
        path: &Path<'a>,
        fields: &[(&'a str, Expr<'a>)],
        span: Span,
    ) -> Result<(Rvalue, Ty)> {
        let found = constructor(
            &path.segments,
            &path.generics,
            path.span,
            self.around.names,
            self.around.types,
        )?;
        let Some(Constructor::Of(id, variant)) = found else {
            let name = path.segments.join("::");
            return fault(path.span, format!("`{name}` is not a known struct or variant"));
        };
        let def = self.around.types.adt(id);
        let wanted: Vec<(String, Ty)> = def.variants[variant as usize]
            .fields
            .iter()
            .map(|field| (field.name.clone(), field.ty))
            .collect();
        if def.kind == AdtKind::Union {
            return self.union(id, &wanted, fields, span);
        }
        let names_agree = wanted.len() == fields.len()
            && wanted.iter().zip(fields).all(|((wanted, _), (given, _))| wanted == given);
        if !names_agree {
            // The compiler takes the operands in the order they are written in.
            let message = "all fields must be given, in the order of the definition";
            return fault(span, message);
        }
        let values: Vec<&Expr<'a>> = fields.iter().map(|(_, value)| value).collect();
        self.adt(id, variant, &values, span)
    }

    fn union(
        &mut self,
        id: AdtId,
        wanted: &[(String, Ty)],
        fields: &[(&'a str, Expr<'a>)],
        span: Span,
    ) -> Result<(Rvalue, Ty)> {
        let [(name, value)] = fields else { return fault(span, "a union has one value") };
        let Some(index) = wanted.iter().position(|(wanted, _)| wanted == name) else {
            return fault(span, format!("there is no field `{name}`"));
        };
        let (operand, _) = self.operand(value, Some(wanted[index].1))?;
        let ty = self.around.types.adt_ty(id);
        Ok((Rvalue::Aggregate(AggregateKind::Union(id, index as u32), vec![operand]), ty))
    }

    /// A struct or variant with operands in the order of its fields.
    fn adt(
        &mut self,
        id: AdtId,
        variant: u32,
        values: &[&Expr<'a>],
        span: Span,
    ) -> Result<(Rvalue, Ty)> {
        let def = self.around.types.adt(id);
        if def.kind == AdtKind::Union {
            return fault(span, "a union is built with the name of its field");
        }
        let tys: Vec<Ty> =
            def.variants[variant as usize].fields.iter().map(|field| field.ty).collect();
        if tys.len() != values.len() {
            return fault(span, format!("{} values for {} fields", values.len(), tys.len()));
        }
        let operands = values.iter().zip(tys).map(|(value, ty)| {
            let (operand, _) = self.operand(value, Some(ty))?;
            Ok(operand)
        });
        let operands = operands.collect::<Result<_>>()?;
        let ty = self.around.types.adt_ty(id);
        Ok((Rvalue::Aggregate(AggregateKind::Adt(id, variant), operands), ty))
    }

    fn path_rvalue(&mut self, expr: &Expr<'a>, expected: Option<Ty>) -> Result<(Rvalue, Ty)> {
        if let ExprKind::Name(name) = expr.kind
            && (self.names.contains_key(name) || self.around.names.values.contains_key(name))
        {
            return self.used(expr, expected);
        }
        match self.constructed(expr, &[], expected, expr.span)? {
            Some(found) => Ok(found),
            None => self.used(expr, expected),
        }
    }

    /// The value that a constructor path builds; `None` if it is no constructor.
    fn constructed(
        &mut self,
        path: &Expr<'a>,
        args: &[Expr<'a>],
        expected: Option<Ty>,
        span: Span,
    ) -> Result<Option<(Rvalue, Ty)>> {
        let Some(segments) = path.segments() else { return Ok(None) };
        let names = self.around.names;
        let found = constructor(segments, path.generics(), path.span, names, self.around.types)?;
        let (id, variant) = match found {
            Some(Constructor::Of(id, variant)) => (id, variant),
            Some(Constructor::Generic(core, variant)) => {
                let id = match instance_of(core, expected, self.around.types) {
                    Some(id) => id,
                    None => self.instance(core, args, span)?,
                };
                (id, variant)
            }
            None => return Ok(None),
        };
        let values: Vec<&Expr<'a>> = args.iter().collect();
        self.adt(id, variant, &values, span).map(Some)
    }

    /// The instance of a generic library type that follows from its operand.
    fn instance(&mut self, core: CoreAdt, args: &[Expr<'a>], span: Span) -> Result<AdtId> {
        if core.arity() == 0 {
            return Ok(self.around.types.core_adt(core, &[]));
        }
        match args {
            [arg] => {
                let (_, ty) = self.operand(arg, None)?;
                Ok(self.around.types.core_adt(core, &[ty]))
            }
            _ => fault(span, "the type of this value cannot be inferred"),
        }
    }

    fn call_rvalue(
        &mut self,
        expr: &Expr<'a>,
        callee: &Expr<'a>,
        args: &[Expr<'a>],
        expected: Option<Ty>,
    ) -> Result<(Rvalue, Ty)> {
        let name = callee.last_segment().unwrap_or("");
        match (name, args) {
            ("Checked", [inner]) => self.checked(inner, expected),
            ("CastTransmute", [inner]) => {
                self.special_cast(CastKind::Transmute, callee, inner, expected)
            }
            ("CastPtrToPtr", [inner]) => {
                self.special_cast(CastKind::PtrToPtr, callee, inner, expected)
            }
            ("CastUnsize", [inner]) => self.special_cast(CastKind::Unsize, callee, inner, expected),
            ("Discriminant", [place]) => {
                let (place, ty) = self.place(place)?;
                match discriminant_int(self.around.types, ty) {
                    Ok(int) => Ok((Rvalue::Discriminant(place), self.around.types.int(int))),
                    Err(error) => fault(expr.span, error.describe(self.around.types)),
                }
            }
            ("Len", [place]) => {
                let (place, _) = self.place(place)?;
                Ok((Rvalue::Len(place), self.around.types.int(IntTy::Usize)))
            }
            ("PtrMetadata", [pointer]) => {
                let (operand, ty) = self.operand(pointer, None)?;
                let Some(pointee) = self.around.types.pointee(ty) else {
                    return fault(pointer.span, "expected a pointer");
                };
                let kind = metadata_kind(self.around.types, pointee);
                let ty = self.around.types.intern(kind);
                Ok((Rvalue::Unary(UnOp::PtrMetadata, operand), ty))
            }
            ("Offset", [pointer, count]) => {
                let (pointer, ty) = self.operand(pointer, expected)?;
                let isize = self.around.types.int(IntTy::Isize);
                let hint = self.known_ty(count).unwrap_or(isize);
                let (count, _) = self.operand(count, Some(hint))?;
                Ok((Rvalue::Binary(BinOp::Offset, pointer, count), ty))
            }
            ("CopyForDeref", [place]) => self.used(place, expected),
            ("Move" | "Static" | "StaticMut" | "Field" | "from_bits", _) => {
                self.used(expr, expected)
            }
            _ => match self.constructed(callee, args, expected, expr.span)? {
                Some(found) => Ok(found),
                None => fault(expr.span, format!("`{name}` is not an rvalue that spektr knows")),
            },
        }
    }

    fn checked(&mut self, inner: &Expr<'a>, expected: Option<Ty>) -> Result<(Rvalue, Ty)> {
        let ExprKind::Binary(op, sides) = &inner.kind else {
            return fault(inner.span, "expected a binary operation");
        };
        let hint = match expected.map(|ty| self.around.types.kind(ty)) {
            Some(TyKind::Tuple(fields)) => fields.first().copied(),
            _ => None,
        };
        let (left, right, ty) = self.binary_operands(*op, sides, hint)?;
        let bool = self.around.types.bool();
        let ty = self.around.types.tuple(vec![ty, bool]);
        Ok((Rvalue::Checked(*op, left, right), ty))
    }

    /// Casts whose target is the type of what they are assigned to.
    fn special_cast(
        &mut self,
        kind: CastKind,
        callee: &Expr<'a>,
        inner: &Expr<'a>,
        expected: Option<Ty>,
    ) -> Result<(Rvalue, Ty)> {
        let (from, to) = match callee.generics() {
            [from, to] => (Some(*from), Some(*to)),
            _ => (None, expected),
        };
        let Some(to) = to else {
            return fault(callee.span, "the target of this cast cannot be inferred");
        };
        let (operand, _) = self.operand(inner, from)?;
        Ok((Rvalue::Cast(kind, operand, to), to))
    }
}
