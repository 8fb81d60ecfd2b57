//! Places and operands.

use std::fmt::Write as _;

use super::{Form, Printer};
use crate::syntax::*;
use crate::typing::projected_ty;

impl Printer<'_> {
    /// A place as a value: what a function call or an operator takes.
    pub fn value_place(&mut self, function: &Function, place: &Place) {
        self.place(function, place, false);
    }

    /// A place that is assigned to or borrowed. A variant's field is written as a call,
    /// which only counts as a place when it is wrapped.
    pub fn target_place(&mut self, function: &Function, place: &Place) {
        self.place(function, place, true);
    }

    fn place(&mut self, function: &Function, place: &Place, target: bool) {
        let mut tys = Vec::with_capacity(place.projection.len() + 1);
        tys.push(function.locals[place.local.index()].ty);
        for &projection in &place.projection {
            let last = tys[tys.len() - 1];
            // A place of a well-formed program has a type; of another, any will do.
            tys.push(projected_ty(self.types, last, projection).unwrap_or(last));
        }
        let wrapped = place
            .projection
            .iter()
            .rposition(|projection| matches!(projection, Projection::VariantField { .. }))
            .filter(|_| target);
        self.prefix(function, place, &tys, place.projection.len(), wrapped);
    }

    /// The first `length` steps of a place.
    fn prefix(
        &mut self,
        function: &Function,
        place: &Place,
        tys: &[Ty],
        length: usize,
        wrapped: Option<usize>,
    ) {
        let Some(last) = length.checked_sub(1) else {
            return self.out.push_str(&function.locals[place.local.index()].name);
        };
        match place.projection[last] {
            Projection::Deref => {
                self.out.push_str("(*");
                self.prefix(function, place, tys, last, wrapped);
                self.out.push(')');
            }
            Projection::Field(field) => {
                self.prefix(function, place, tys, last, wrapped);
                self.out.push('.');
                self.field_name(tys[last], field);
            }
            Projection::Index(index) => {
                self.prefix(function, place, tys, last, wrapped);
                let _ = write!(self.out, "[{}]", function.locals[index.index()].name);
            }
            Projection::VariantField { variant, field } => {
                let wrap = wrapped == Some(last);
                if wrap {
                    self.out.push_str(match self.form {
                        Form::Pretty => "place!(",
                        Form::Judge | Form::Witness => "(*__internal_make_place(",
                    });
                }
                self.out.push_str("Field::<");
                self.ty(tys[length]);
                self.out.push_str(">(Variant(");
                // Inside, it is a value again.
                self.prefix(function, place, tys, last, None);
                let _ = write!(self.out, ", {variant}), {field})");
                if wrap {
                    self.out.push_str(match self.form {
                        Form::Pretty => ")",
                        Form::Judge | Form::Witness => "))",
                    });
                }
            }
        }
    }

    pub(super) fn field_name(&mut self, ty: Ty, field: u32) {
        let named = self
            .types
            .as_adt(ty)
            .and_then(|def| def.variants.first())
            .and_then(|variant| variant.fields.get(field as usize));
        match named {
            Some(field) => self.out.push_str(&field.name),
            None => {
                let _ = write!(self.out, "{field}");
            }
        }
    }

    pub fn operand(&mut self, function: &Function, operand: &Operand) {
        match operand {
            Operand::Copy(place) => self.value_place(function, place),
            Operand::Move(place) => {
                self.out.push_str("Move(");
                self.value_place(function, place);
                self.out.push(')');
            }
            Operand::Const(constant) => self.constant(constant),
        }
    }

    pub fn operands(&mut self, function: &Function, operands: &[Operand]) {
        for (i, operand) in operands.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.operand(function, operand);
        }
    }
}
