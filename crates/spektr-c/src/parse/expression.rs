//! Expressions (6.5) from the comma down to casts and unary operators.

use spektr_text::Span;

use super::cursor::Parser;
use super::initializer::Written;
use super::keyword::Keyword;
use super::lex::{Punct, Tok};
use super::scope::Entity;
use super::{Read, fail};
use crate::constant;
use crate::syntax::{
    BinOp, Definition, Expr, ExprKind, Global, GlobalId, IncDec, Linkage, Local, LocalKind, UnOp,
};
use crate::types::{Ty, Types};
use crate::typing;

/// Binary operators with their precedence, higher binds tighter (6.5.5 to 6.5.14).
#[derive(Clone, Copy)]
enum Infix {
    Op(BinOp),
    And,
    Or,
}

fn infix(tok: Tok) -> Option<(u8, Infix)> {
    let Tok::Punct(punct) = tok else { return None };
    Some(match punct {
        Punct::OrOr => (1, Infix::Or),
        Punct::AndAnd => (2, Infix::And),
        Punct::Or => (3, Infix::Op(BinOp::BitOr)),
        Punct::Xor => (4, Infix::Op(BinOp::BitXor)),
        Punct::And => (5, Infix::Op(BinOp::BitAnd)),
        Punct::EqualEqual => (6, Infix::Op(BinOp::Equal)),
        Punct::NotEqual => (6, Infix::Op(BinOp::NotEqual)),
        Punct::Less => (7, Infix::Op(BinOp::Less)),
        Punct::Greater => (7, Infix::Op(BinOp::Greater)),
        Punct::LessEqual => (7, Infix::Op(BinOp::LessEqual)),
        Punct::GreaterEqual => (7, Infix::Op(BinOp::GreaterEqual)),
        Punct::Shl => (8, Infix::Op(BinOp::Shl)),
        Punct::Shr => (8, Infix::Op(BinOp::Shr)),
        Punct::Plus => (9, Infix::Op(BinOp::Add)),
        Punct::Minus => (9, Infix::Op(BinOp::Sub)),
        Punct::Star => (10, Infix::Op(BinOp::Mul)),
        Punct::Slash => (10, Infix::Op(BinOp::Div)),
        Punct::Percent => (10, Infix::Op(BinOp::Rem)),
        _ => return None,
    })
}

fn assignment(tok: Tok) -> Option<Option<BinOp>> {
    let Tok::Punct(punct) = tok else { return None };
    Some(match punct {
        Punct::Assign => None,
        Punct::MulAssign => Some(BinOp::Mul),
        Punct::DivAssign => Some(BinOp::Div),
        Punct::RemAssign => Some(BinOp::Rem),
        Punct::AddAssign => Some(BinOp::Add),
        Punct::SubAssign => Some(BinOp::Sub),
        Punct::ShlAssign => Some(BinOp::Shl),
        Punct::ShrAssign => Some(BinOp::Shr),
        Punct::AndAssign => Some(BinOp::BitAnd),
        Punct::XorAssign => Some(BinOp::BitXor),
        Punct::OrAssign => Some(BinOp::BitOr),
        _ => return None,
    })
}

impl Parser<'_> {
    /// `a, b, …`
    pub fn expression(&mut self) -> Read<Expr> {
        let mut left = self.assignment_expression()?;
        while self.is(Punct::Comma) {
            let below = self.height();
            self.next();
            let right = self.assignment_expression()?;
            self.grow(below.max(self.height()), right.span)?;
            left = typing::comma(self.types(), left, right);
        }
        Ok(left)
    }

    pub fn assignment_expression(&mut self) -> Read<Expr> {
        self.nested(|parser| parser.assignment_here())
    }

    fn assignment_here(&mut self) -> Read<Expr> {
        let target = self.conditional_expression()?;
        let Some(op) = assignment(self.peek()) else { return Ok(target) };
        let below = self.height();
        self.next();
        let value = self.assignment_expression()?;
        let span = target.span.to(value.span);
        self.grow(below.max(self.height()), span)?;
        let types = self.types();
        let result = match op {
            None => typing::assign(types, target, value),
            Some(op) => typing::compound_assign(types, op, target, value),
        };
        self.typed(result, span)
    }

    pub fn conditional_expression(&mut self) -> Read<Expr> {
        let condition = self.binary_expression(0)?;
        if !self.is(Punct::Question) {
            return Ok(condition);
        }
        let below = self.height();
        self.next();
        let then = if self.is(Punct::Colon) {
            None
        } else {
            Some(self.nested(|parser| parser.expression())?)
        };
        let below = below.max(self.height());
        self.expect(Punct::Colon)?;
        let otherwise = self.nested(|parser| parser.conditional_expression())?;
        let span = condition.span.to(otherwise.span);
        self.grow(below.max(self.height()), span)?;
        let result = typing::conditional(self.types(), condition, then, otherwise);
        self.typed(result, span)
    }

    /// What may stand before the `>` of a template's arguments.
    pub fn template_value(&mut self) -> Read<Expr> {
        let (sum, _) = infix(Tok::Punct(Punct::Plus)).unwrap_or((u8::MAX, Infix::And));
        self.binary_expression(sum)
    }

    /// Operators that bind at least as tightly as `least`.
    fn binary_expression(&mut self, least: u8) -> Read<Expr> {
        let mut left = self.cast_expression()?;
        while let Some((precedence, op)) = infix(self.peek()) {
            if precedence < least {
                break;
            }
            let below = self.height();
            self.next();
            let right = self.binary_expression(precedence + 1)?;
            let span = left.span.to(right.span);
            self.grow(below.max(self.height()), span)?;
            let types = self.types();
            let result = match op {
                Infix::Op(op) => typing::binary(types, op, left, right),
                Infix::And => typing::logical(types, true, left, right),
                Infix::Or => typing::logical(types, false, left, right),
            };
            left = self.typed(result, span)?;
        }
        Ok(left)
    }

    /// Whether `(` opens a type name.
    pub fn at_parenthesized_type(&mut self) -> bool {
        if !self.is(Punct::LeftParen) {
            return false;
        }
        let mark = self.mark();
        self.next();
        while self.eat_keyword(Keyword::Extension) {}
        let found = self.at_type();
        self.back_to(mark);
        found
    }

    fn cast_expression(&mut self) -> Read<Expr> {
        if !self.at_parenthesized_type() {
            return self.unary_expression();
        }
        let from = self.next().span;
        let ty = self.nested(|parser| parser.type_name())?;
        self.expect(Punct::RightParen)?;
        if self.is(Punct::LeftBrace) {
            let literal = self.compound_literal(ty, from)?;
            return self.postfix(literal);
        }
        let operand = self.nested(|parser| parser.cast_expression())?;
        let span = from.to(operand.span);
        self.grow(self.height(), span)?;
        let result = typing::cast(self.types(), operand, ty);
        self.typed(result, span)
    }

    pub fn unary_expression(&mut self) -> Read<Expr> {
        let from = self.span();
        match self.peek() {
            Tok::Punct(punct) => self.unary_operator(punct, from),
            Tok::Keyword(Keyword::Sizeof) => self.size_of(from),
            Tok::Keyword(Keyword::Alignof) => self.align_of(from),
            Tok::Keyword(Keyword::Extension) => {
                self.next();
                self.nested(|parser| parser.cast_expression())
            }
            Tok::Keyword(Keyword::Real | Keyword::Imag) => {
                fail(from, "complex numbers are not understood")
            }
            _ => self.postfix_expression(),
        }
    }

    fn unary_operator(&mut self, punct: Punct, from: Span) -> Read<Expr> {
        let op = match punct {
            Punct::Plus => UnOp::Plus,
            Punct::Minus => UnOp::Negate,
            Punct::Tilde => UnOp::Complement,
            Punct::Not => UnOp::Not,
            Punct::Star | Punct::And | Punct::Increment | Punct::Decrement => {
                return self.place_operator(punct, from);
            }
            Punct::AndAnd => return self.label_address(from),
            _ => return self.postfix_expression(),
        };
        self.next();
        let operand = self.nested(|parser| parser.cast_expression())?;
        let span = from.to(operand.span);
        self.grow(self.height(), span)?;
        let result = typing::unary(self.types(), op, operand);
        self.typed(result, span)
    }

    fn place_operator(&mut self, punct: Punct, from: Span) -> Read<Expr> {
        self.next();
        let operand = self.nested(|parser| match punct {
            Punct::Star | Punct::And => parser.cast_expression(),
            _ => parser.unary_expression(),
        })?;
        let span = from.to(operand.span);
        self.grow(self.height(), span)?;
        if punct == Punct::And {
            self.check_register(&operand)?;
        }
        let types = self.types();
        let result = match punct {
            Punct::Star => typing::deref(types, operand),
            Punct::And => typing::address_of(types, operand),
            Punct::Increment => typing::inc_dec(types, IncDec::PreIncrement, operand),
            _ => typing::inc_dec(types, IncDec::PreDecrement, operand),
        };
        self.typed(result, span)
    }

    /// A register object has no address (6.5.3.2p1).
    fn check_register(&mut self, operand: &Expr) -> Read<()> {
        let mut place = operand.peeled();
        while let ExprKind::Member { base, .. } = &place.kind {
            place = base.peeled();
        }
        if let (ExprKind::Local(id), Some(function)) = (&place.kind, &self.function)
            && function.locals.get(id.0 as usize).is_some_and(|l| l.kind == LocalKind::Register)
        {
            return fail(operand.span, "an object declared `register` has no address");
        }
        Ok(())
    }

    fn label_address(&mut self, from: Span) -> Read<Expr> {
        self.next();
        let (name, span) = self.expect_name()?;
        if self.function.is_none() {
            return fail(span, "a label outside of a function");
        }
        let text = self.text(name).to_string();
        let label = self.state().label(name, &text, span);
        self.grow(0, span)?;
        Ok(Expr::new(ExprKind::LabelAddress(label), Types::VOID_POINTER, from.to(span)))
    }

    fn size_of(&mut self, from: Span) -> Read<Expr> {
        self.next();
        if self.at_parenthesized_type() {
            self.next();
            let ty = self.nested(|parser| parser.type_name())?;
            let end = self.expect(Punct::RightParen)?;
            if !self.is(Punct::LeftBrace) {
                self.check_has_size(ty, from.to(end))?;
                self.grow(0, end)?;
                return Ok(Expr::new(ExprKind::SizeOfType(ty), Types::SIZE, from.to(end)));
            }
            let literal = self.compound_literal(ty, end)?;
            let operand = self.postfix(literal)?;
            return self.size_of_operand(operand, from);
        }
        let operand = self.nested(|parser| parser.unary_expression())?;
        self.size_of_operand(operand, from)
    }

    fn size_of_operand(&mut self, operand: Expr, from: Span) -> Read<Expr> {
        let span = from.to(operand.span);
        self.grow(self.height(), span)?;
        if operand.bit_field_width(&self.program.types).is_some() {
            return fail(span, "a bit-field has no size in bytes");
        }
        self.check_has_size(operand.ty, span)?;
        Ok(Expr::new(ExprKind::SizeOfExpr(Box::new(operand)), Types::SIZE, span))
    }

    fn check_has_size(&mut self, ty: Ty, span: Span) -> Read<()> {
        if self.types().step(ty).is_some() {
            return Ok(());
        }
        fail(span, format!("`{}` has no size", self.types().describe(ty)))
    }

    fn align_of(&mut self, from: Span) -> Read<Expr> {
        self.next();
        if self.at_parenthesized_type() {
            self.next();
            let ty = self.nested(|parser| parser.type_name())?;
            let end = self.expect(Punct::RightParen)?;
            self.grow(0, end)?;
            return Ok(Expr::new(ExprKind::AlignOfType(ty), Types::SIZE, from.to(end)));
        }
        let operand = self.nested(|parser| parser.unary_expression())?;
        let span = from.to(operand.span);
        self.grow(self.height(), span)?;
        if self.types().is_function(operand.ty) {
            return fail(span, "the alignment of a function is not understood");
        }
        let kind = match self.given_alignment(&operand) {
            Some(align) => ExprKind::Int(u128::from(align)),
            None => ExprKind::AlignOfExpr(Box::new(operand)),
        };
        Ok(Expr::new(kind, Types::SIZE, span))
    }

    /// The alignment that a declaration gave the object itself.
    fn given_alignment(&self, operand: &Expr) -> Option<u64> {
        match &operand.peeled().kind {
            ExprKind::Local(id) => self.function.as_ref()?.locals.get(id.0 as usize)?.align,
            ExprKind::Global(id) => self.program.global(*id).align,
            ExprKind::Member { base, field } => {
                let id = self.program.types.as_record(base.ty)?;
                let body = self.program.types.record(id).body.as_ref()?;
                let own = &body.fields[*field as usize];
                let packed = (body.packed || own.packed).then_some(1);
                own.align.or(packed)
            }
            _ => None,
        }
    }

    /// `(T){…}` from its brace (6.5.2.5).
    fn compound_literal(&mut self, ty: Ty, from: Span) -> Read<Expr> {
        let written: Written = self.nested(|parser| parser.braced())?;
        let (init, ty) = self.lay_out(written, ty)?;
        let span = self.since(from);
        self.grow(self.height(), span)?;
        if self.types().is_function(ty) || !self.types().is_complete(ty) {
            return fail(span, "a compound literal of incomplete type");
        }
        let Some(function) = &mut self.function else {
            self.check_static(&init)?;
            return Ok(Expr::new(ExprKind::Global(self.unnamed_global(ty, init, span)), ty, span));
        };
        let kind = LocalKind::CompoundLiteral;
        let local = Local { name: String::new(), ty, kind, align: None, span };
        let local = function.add_to_block(local);
        Ok(Expr::new(ExprKind::CompoundLiteral { local, init: Box::new(init) }, ty, span))
    }

    fn unnamed_global(&mut self, ty: Ty, init: crate::syntax::Init, span: Span) -> GlobalId {
        self.program.globals.push(Global {
            name: String::new(),
            ty,
            unit: self.unit,
            linkage: Linkage::None,
            definition: Definition::Initialized(init),
            align: None,
            weak: false,
            container: None,
            span,
        });
        GlobalId(self.program.globals.len() as u32 - 1)
    }

    /// An integer constant expression.
    pub fn constant_integer(&mut self) -> Read<i128> {
        let expr = self.nested(|parser| parser.conditional_expression())?;
        let span = expr.span;
        let expr = expr.decayed(self.types());
        match constant::integer(&self.program.types, &expr) {
            Ok(value) => Ok(value),
            Err(why) => fail(span, format!("this must be an integer constant: {why}")),
        }
    }

    /// What a name means as an expression.
    pub fn named(&mut self, entity: Entity, span: Span) -> Read<Expr> {
        let (kind, ty) = match entity {
            Entity::Typedef(_) => return fail(span, "a type is no value"),
            Entity::Local(id) => (ExprKind::Local(id), self.local_mut(id).ty),
            Entity::Parameter(ty) => (ExprKind::Local(crate::syntax::LocalId(0)), ty),
            Entity::Global(id) => (ExprKind::Global(id), self.program.global(id).ty),
            Entity::Function(id) => (ExprKind::Function(id), self.program.function(id).ty),
            Entity::Enumerator(id, index) => {
                let declared = self.types().enumeration(id);
                let value = declared.enumerators[index as usize].value;
                // 6.7.2.2p3; larger ones have the type of the enumeration in GNU C, or one that
                // fits while that is not known yet.
                let ty = if i32::try_from(value).is_ok() {
                    Types::INT
                } else if declared.complete {
                    Types::int(declared.underlying)
                } else if u32::try_from(value).is_ok() {
                    Types::UINT
                } else if i64::try_from(value).is_ok() {
                    Types::LONG
                } else {
                    Types::SIZE
                };
                (ExprKind::Enumerator(id, index), ty)
            }
        };
        self.grow(0, span)?;
        let expr = Expr::new(kind, ty, span);
        if ty.is_reference() {
            let result = typing::deref(self.types(), expr);
            return self.typed(result, span);
        }
        Ok(expr)
    }
}
