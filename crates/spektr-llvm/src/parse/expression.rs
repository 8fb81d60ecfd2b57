//! Constant expressions, of all versions.

use super::cursor::{Parsed, Parser, fault_at};
use super::lex::Token;
use crate::syntax::{
    BinaryOp, CastOp, ConstExpr, ConstGep, ConstId, Constant, Flags, FloatPredicate, InRange,
    IntPredicate, Name, Ty, Type,
};

impl<'a> Parser<'a> {
    /// `op (…)`, a constant of type `ty`.
    pub fn expression(&mut self, ty: Ty, word: &'a str) -> Parsed<ConstId> {
        let start = self.start;
        let (found, expr) = self.untyped_expression(word)?;
        if found != ty {
            let message = format!(
                "this expression has type `{}`, but `{}` is expected",
                self.show(found),
                self.show(ty)
            );
            return fault_at(self.since(start), message);
        }
        Ok(self.intern(ty, Constant::Expr(Box::new(expr))))
    }

    pub fn untyped_expression(&mut self, word: &str) -> Parsed<(Ty, ConstExpr)> {
        let start = self.start;
        if let Some(op) = CastOp::from_word(word) {
            return self.cast_expression(op);
        }
        if let Some(op) = BinaryOp::from_word(word) {
            return self.binary_expression(op);
        }
        match word {
            "getelementptr" => self.gep_expression(),
            "icmp" | "fcmp" => self.comparison(word),
            "fneg" => {
                let [value] = self.operands()?;
                let ty = self.const_ty(value);
                self.check_scalar(start, ty, "a float", |kind| matches!(kind, Type::Float(_)))?;
                Ok((ty, ConstExpr::Negate(value)))
            }
            "select" => {
                let [condition, yes, no] = self.operands()?;
                let ty = self.const_ty(yes);
                if ty != self.const_ty(no) {
                    return fault_at(self.since(start), "both sides of a select have one type");
                }
                Ok((ty, ConstExpr::Select { condition, yes, no }))
            }
            "extractelement" => {
                let [vector, index] = self.operands()?;
                let ty = self.vector_element(start, self.const_ty(vector))?;
                Ok((ty, ConstExpr::ExtractElement { vector, index }))
            }
            "insertelement" => {
                let [vector, element, index] = self.operands()?;
                let ty = self.const_ty(vector);
                if self.vector_element(start, ty)? != self.const_ty(element) {
                    return self.type_fault(start, "the element", self.module.types.scalar(ty));
                }
                Ok((ty, ConstExpr::InsertElement { vector, element, index }))
            }
            "shufflevector" => {
                let [left, right, mask] = self.operands()?;
                let (from, by) = (self.const_ty(left), self.const_ty(mask));
                let ty = self.shuffle_type(start, from, self.const_ty(right), by)?;
                Ok((ty, ConstExpr::ShuffleVector { left, right, mask }))
            }
            "extractvalue" | "insertvalue" => self.aggregate_expression(word),
            _ => self.expected("a value"),
        }
    }

    /// `( T a, T b, … )`
    fn operands<const N: usize>(&mut self) -> Parsed<[ConstId; N]> {
        let start = self.start;
        self.bump();
        self.expect(b'(')?;
        let operands = self.list(b')', Self::typed_constant)?;
        let Ok(operands) = <[ConstId; N]>::try_from(operands) else {
            return fault_at(self.since(start), format!("this takes {N} operands"));
        };
        Ok(operands)
    }

    fn cast_expression(&mut self, op: CastOp) -> Parsed<(Ty, ConstExpr)> {
        let start = self.start;
        self.bump();
        let flags = self.flags(op.flags())?;
        self.expect(b'(')?;
        let value = self.typed_constant()?;
        self.expect_word("to")?;
        let to = self.ty()?;
        self.expect(b')')?;
        self.check_cast(start, op, self.const_ty(value), to)?;
        Ok((to, ConstExpr::Cast { op, flags, value }))
    }

    fn binary_expression(&mut self, op: BinaryOp) -> Parsed<(Ty, ConstExpr)> {
        let start = self.start;
        self.bump();
        let flags = self.flags(op.flags())?;
        self.expect(b'(')?;
        let left = self.typed_constant()?;
        self.expect(b',')?;
        let right = self.typed_constant()?;
        self.expect(b')')?;
        let ty = self.const_ty(left);
        if ty != self.const_ty(right) {
            return fault_at(self.since(start), "both operands have one type");
        }
        self.check_binary(start, op, ty)?;
        Ok((ty, ConstExpr::Binary { op, flags, left, right }))
    }

    fn comparison(&mut self, word: &str) -> Parsed<(Ty, ConstExpr)> {
        let start = self.start;
        self.bump();
        let Token::Word(predicate) = self.token else { return self.expected("a predicate") };
        let predicate_start = self.start;
        self.bump();
        self.expect(b'(')?;
        let left = self.typed_constant()?;
        self.expect(b',')?;
        let right = self.typed_constant()?;
        self.expect(b')')?;
        let ty = self.const_ty(left);
        if ty != self.const_ty(right) {
            return fault_at(self.since(start), "both operands have one type");
        }
        let bit = self.module.types.int(1);
        let result = self.module.types.with_shape_of(ty, bit);
        let expr = if word == "icmp" {
            IntPredicate::from_word(predicate).map(|predicate| ConstExpr::IntCompare {
                predicate,
                left,
                right,
            })
        } else {
            FloatPredicate::from_word(predicate).map(|predicate| ConstExpr::FloatCompare {
                predicate,
                left,
                right,
            })
        };
        match expr {
            Some(expr) => Ok((result, expr)),
            None => fault_at(
                self.since(predicate_start),
                format!("`{predicate}` is no predicate of `{word}`"),
            ),
        }
    }

    /// `getelementptr inbounds (T, P base, I index, …)`
    fn gep_expression(&mut self) -> Parsed<(Ty, ConstExpr)> {
        let start = self.start;
        self.bump();
        let mut flags = self.flags(Flags::INBOUNDS.with(Flags::NUSW).with(Flags::NUW))?;
        let mut in_range = None;
        if self.eat_word("inrange") {
            self.expect(b'(')?;
            let low = self.integer_text()?;
            self.expect(b',')?;
            let high = self.integer_text()?;
            self.expect(b')')?;
            in_range = Some(InRange::Offsets(low, high));
            flags = flags.with(self.flags(Flags::INBOUNDS.with(Flags::NUSW).with(Flags::NUW))?);
        }
        self.expect(b'(')?;
        let source = self.ty()?;
        self.expect(b',')?;
        let base = self.typed_constant()?;
        let mut indices = Vec::new();
        while self.eat(b',') {
            if self.eat_word("inrange") {
                in_range = Some(InRange::Index(indices.len() as u32));
            }
            indices.push(self.typed_constant()?);
        }
        self.expect(b')')?;
        let types: Vec<_> =
            indices.iter().map(|&index| (self.const_ty(index), Some(index))).collect();
        let result = self.gep_type(start, source, self.const_ty(base), &types)?;
        let indices = indices.into();
        Ok((result, ConstExpr::Gep(ConstGep { flags, source, base, indices, in_range })))
    }

    pub fn integer_text(&mut self) -> Parsed<Name> {
        let Token::Integer(text) = self.token else { return self.expected("a number") };
        self.bump();
        Ok(Name::new(text))
    }

    fn aggregate_expression(&mut self, word: &str) -> Parsed<(Ty, ConstExpr)> {
        let start = self.start;
        self.bump();
        self.expect(b'(')?;
        let aggregate = self.typed_constant()?;
        let ty = self.const_ty(aggregate);
        self.expect(b',')?;
        if word == "extractvalue" {
            let indices = self.list(b')', Self::unsigned::<u32>)?;
            let found = self.indexed_type(start, ty, &indices)?;
            return Ok((found, ConstExpr::ExtractValue { aggregate, indices: indices.into() }));
        }
        let element = self.typed_constant()?;
        self.expect(b',')?;
        let indices = self.list(b')', Self::unsigned::<u32>)?;
        let found = self.indexed_type(start, ty, &indices)?;
        if found != self.const_ty(element) {
            return self.type_fault(start, "the element", found);
        }
        Ok((ty, ConstExpr::InsertValue { aggregate, element, indices: indices.into() }))
    }
}
