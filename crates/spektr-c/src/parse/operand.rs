//! Primary and postfix expressions (6.5.1, 6.5.2).

use spektr_text::Span;

use super::cursor::Parser;
use super::keyword::Keyword;
use super::lex::{Punct, Tok};
use super::literal::{self, Number};
use super::{Read, fail};
use crate::constant;
use crate::syntax::{Conversion, Expr, ExprKind, IncDec, Stmt, StmtKind, StringLiteral};
use crate::types::{Quals, Ty, Types};
use crate::typing;

impl Parser<'_> {
    pub fn postfix_expression(&mut self) -> Read<Expr> {
        let primary = self.primary()?;
        self.postfix(primary)
    }

    /// What may follow an operand: subscripts, calls, members, `++`, `--`.
    pub fn postfix(&mut self, operand: Expr) -> Read<Expr> {
        let mut operand = operand;
        loop {
            let from = operand.span;
            let below = self.height();
            let Tok::Punct(punct) = self.peek() else { return Ok(operand) };
            let call = match punct {
                Punct::LeftParen | Punct::Less => self.split_call(&operand)?,
                Punct::Dot | Punct::Arrow => self.method_call(&operand, punct == Punct::Arrow)?,
                _ => None,
            };
            if let Some(call) = call {
                operand = call;
                self.grow(below.max(self.height()), operand.span)?;
                continue;
            }
            let result = match punct {
                Punct::LeftBracket => {
                    self.next();
                    let index = self.nested(|parser| parser.expression())?;
                    self.expect(Punct::RightBracket)?;
                    typing::index(self.types(), operand, index)
                }
                Punct::LeftParen => {
                    let args = self.arguments()?;
                    let args = self.bound_arguments(&operand, args)?;
                    typing::call(self.types(), operand, args)
                }
                Punct::Less if self.is_template(&operand) => {
                    self.template_arguments()?;
                    continue;
                }
                Punct::Dot if self.is_container(&operand) => {
                    operand = self.container_member(operand)?;
                    self.grow(below.max(self.height()), operand.span)?;
                    continue;
                }
                Punct::Dot | Punct::Arrow => {
                    self.next();
                    operand = self.member_access(operand, punct == Punct::Arrow)?;
                    self.grow(below + 1, operand.span)?;
                    continue;
                }
                Punct::Increment => {
                    self.next();
                    typing::inc_dec(self.types(), IncDec::PostIncrement, operand)
                }
                Punct::Decrement => {
                    self.next();
                    typing::inc_dec(self.types(), IncDec::PostDecrement, operand)
                }
                _ => return Ok(operand),
            };
            let span = self.since(from);
            self.grow(below.max(self.height()), span)?;
            operand = self.typed(result, span)?;
        }
    }

    /// `(a, b, …)`; their height is that of the tallest.
    pub fn arguments(&mut self) -> Read<Vec<Expr>> {
        self.expect(Punct::LeftParen)?;
        let mut args = Vec::new();
        let mut tallest = 0;
        while !self.is(Punct::RightParen) {
            args.push(self.assignment_expression()?);
            tallest = tallest.max(self.height());
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        let end = self.expect(Punct::RightParen)?;
        self.grow(tallest, end)?;
        Ok(args)
    }

    fn member_access(&mut self, base: Expr, arrow: bool) -> Read<Expr> {
        let from = base.span;
        let base = if arrow {
            let result = typing::deref(self.types(), base);
            self.typed(result, from)?
        } else {
            base
        };
        let (name, span) = self.expect_name()?;
        let text = self.text(name).to_string();
        self.member_by_name(base, &text, from.to(span))
    }

    pub fn member_by_name(&mut self, base: Expr, name: &str, span: Span) -> Read<Expr> {
        let types = &self.program.types;
        let Some(id) = types.as_record(base.ty) else {
            return fail(span, format!("`{}` has no members", types.describe(base.ty)));
        };
        let Some(steps) = typing::find_member(types, id, name) else {
            return fail(span, format!("`{}` has no member `{name}`", types.describe(base.ty)));
        };
        let mut place = base;
        for field in steps {
            let result = typing::member(self.types(), place, field);
            place = self.typed(result, span)?;
        }
        Ok(place)
    }

    fn primary(&mut self) -> Read<Expr> {
        let span = self.span();
        let (kind, ty) = match self.peek() {
            Tok::Name(name) if self.cpp && self.text(name) == "static_cast" => {
                return self.static_cast();
            }
            Tok::Name(name) => {
                if self.cpp
                    && let Some(function) = self.member_function()?
                {
                    return Ok(function);
                }
                self.next();
                return match self.scopes.find(name) {
                    Some(entity) => self.named(entity, span),
                    None => self.undeclared(name, span),
                };
            }
            Tok::Number => {
                self.next();
                match literal::number(self.tokens.spelling(span)) {
                    Ok(Number::Int(bits, kind)) => (ExprKind::Int(bits), Types::int(kind)),
                    Ok(Number::Float(bits, kind)) => (ExprKind::Float(bits), Types::float(kind)),
                    Err(why) => return fail(span, why),
                }
            }
            Tok::Char => {
                self.next();
                match literal::character(self.tokens.spelling(span)) {
                    Ok((bits, ty)) => (ExprKind::Int(bits), ty),
                    Err(why) => return fail(span, why),
                }
            }
            Tok::String => return self.string(),
            Tok::Punct(Punct::LeftParen) => return self.parenthesized(),
            Tok::Keyword(keyword) => return self.keyword_operand(keyword, span),
            _ => return self.unexpected("an expression"),
        };
        self.grow(0, span)?;
        Ok(Expr::new(kind, ty, span))
    }

    fn parenthesized(&mut self) -> Read<Expr> {
        let from = self.next().span;
        if self.is(Punct::LeftBrace) {
            return self.statement_expression(from);
        }
        let inner = self.nested(|parser| parser.expression())?;
        self.expect(Punct::RightParen)?;
        let span = self.since(from);
        self.grow(self.height(), span)?;
        let ty = inner.ty;
        Ok(Expr::new(ExprKind::Paren(Box::new(inner)), ty, span))
    }

    /// GNU's `({ … })`.
    fn statement_expression(&mut self, from: Span) -> Read<Expr> {
        if self.function.is_none() {
            return fail(from, "statements outside of a function");
        }
        let block = self.block()?;
        self.expect(Punct::RightParen)?;
        let span = self.since(from);
        self.grow(0, span)?;
        let ty = match block.stmts.last() {
            Some(Stmt { kind: StmtKind::Expr(expr), .. }) => expr.ty,
            _ => Types::VOID,
        };
        Ok(Expr::new(ExprKind::Statements(Box::new(block)), ty, span))
    }

    /// Adjacent literals are one (5.1.1.2, phase 6).
    fn string(&mut self) -> Read<Expr> {
        let from = self.span();
        let mut units = Vec::new();
        let mut prefix = "";
        while self.peek() == Tok::String {
            let span = self.next().span;
            match literal::units_of(self.tokens.spelling(span)) {
                Ok((own, more)) => {
                    if !own.is_empty() && !prefix.is_empty() && own != prefix {
                        return fail(span, "string literals of different kinds side by side");
                    }
                    let widened = prefix.is_empty() && !own.is_empty() && own != "u8";
                    if widened {
                        units = widen(units, own);
                    }
                    prefix = if own.is_empty() { prefix } else { own };
                    let narrow = own.is_empty() && !matches!(prefix, "" | "u8");
                    units.extend(if narrow { widen(more, prefix) } else { more });
                }
                Err(why) => return fail(span, why),
            }
        }
        units.push(0);
        let span = self.since(from);
        let element = literal::element(prefix);
        let ty = self.types().array(element, Some(units.len() as u64));
        self.grow(0, span)?;
        Ok(Expr::new(ExprKind::String(StringLiteral { units, prefix }), ty, span))
    }

    /// A string literal as text, for names and messages.
    pub fn string_text(&mut self) -> Read<(String, Span)> {
        if self.peek() != Tok::String {
            return self.unexpected("a string");
        }
        let expr = self.string()?;
        let ExprKind::String(literal) = expr.kind else { unreachable!("a string is one") };
        let bytes: Vec<u8> = literal.units.iter().map(|&unit| unit as u8).collect();
        let text = String::from_utf8_lossy(&bytes[..bytes.len() - 1]).into_owned();
        Ok((text, expr.span))
    }

    fn keyword_operand(&mut self, keyword: Keyword, span: Span) -> Read<Expr> {
        match keyword {
            Keyword::Function => self.function_name(),
            Keyword::Generic => self.generic(),
            Keyword::BuiltinChooseExpr => self.choose_expr(),
            Keyword::BuiltinTypesCompatible => self.types_compatible(),
            Keyword::BuiltinOffsetof => self.offset_of(),
            Keyword::BuiltinVaArg => self.va_arg(),
            Keyword::BuiltinConvertVector => self.convert_vector(),
            Keyword::BuiltinHasAttribute => {
                fail(span, "`__builtin_has_attribute` is not understood")
            }
            _ => self.unexpected("an expression"),
        }
    }

    /// `__func__` (6.4.2.2).
    fn function_name(&mut self) -> Read<Expr> {
        let span = self.next().span;
        let name = self.function.as_ref().map_or("", |function| &function.name);
        let units: Vec<u32> = name.bytes().chain([0]).map(u32::from).collect();
        let element = Types::CHAR.with(Quals::CONST);
        let ty = self.types().array(element, Some(units.len() as u64));
        self.grow(0, span)?;
        Ok(Expr::new(ExprKind::String(StringLiteral { units, prefix: "" }), ty, span))
    }

    /// `_Generic(e, T: a, default: b)` (6.5.1.1): what was chosen.
    fn generic(&mut self) -> Read<Expr> {
        let from = self.next().span;
        self.expect(Punct::LeftParen)?;
        let control = self.assignment_expression()?;
        let control = control.decayed(self.types());
        let wanted = control.ty;
        let mut chosen = None;
        let mut default = None;
        while self.eat(Punct::Comma) {
            let ty =
                if self.eat_keyword(Keyword::Default) { None } else { Some(self.type_name()?) };
            self.expect(Punct::Colon)?;
            let expr = self.assignment_expression()?;
            match ty {
                None => default = Some(expr),
                Some(ty) if chosen.is_none() && self.types().compatible(ty, wanted) => {
                    chosen = Some(expr);
                }
                Some(_) => {}
            }
        }
        self.expect(Punct::RightParen)?;
        let span = self.since(from);
        match chosen.or(default) {
            Some(expr) => Ok(Expr { span, ..expr }),
            None => {
                let words = self.types().describe(wanted).to_string();
                fail(span, format!("nothing is chosen for `{words}`"))
            }
        }
    }

    fn choose_expr(&mut self) -> Read<Expr> {
        let from = self.next().span;
        self.expect(Punct::LeftParen)?;
        let condition = self.constant_integer()?;
        self.expect(Punct::Comma)?;
        let then = self.assignment_expression()?;
        self.expect(Punct::Comma)?;
        let otherwise = self.assignment_expression()?;
        self.expect(Punct::RightParen)?;
        let span = self.since(from);
        Ok(Expr { span, ..if condition != 0 { then } else { otherwise } })
    }

    fn types_compatible(&mut self) -> Read<Expr> {
        let from = self.next().span;
        self.expect(Punct::LeftParen)?;
        let one = self.type_name()?;
        self.expect(Punct::Comma)?;
        let other = self.type_name()?;
        self.expect(Punct::RightParen)?;
        let same = self.types().compatible_unqualified(one, other);
        self.grow(0, from)?;
        Ok(Expr { span: self.since(from), ..Expr::int(i32::from(same)) })
    }

    /// `__builtin_offsetof(T, a.b[2])`.
    fn offset_of(&mut self) -> Read<Expr> {
        let from = self.next().span;
        self.expect(Punct::LeftParen)?;
        let ty = self.type_name()?;
        self.expect(Punct::Comma)?;
        let mut place = self.null_place(ty, from);
        let (name, span) = self.expect_name()?;
        let text = self.text(name).to_string();
        place = self.member_by_name(place, &text, span)?;
        let mut height = 0;
        loop {
            height += 1;
            self.grow(height, span)?;
            if self.eat(Punct::Dot) {
                let (name, span) = self.expect_name()?;
                let text = self.text(name).to_string();
                place = self.member_by_name(place, &text, span)?;
            } else if self.eat(Punct::LeftBracket) {
                let index = self.nested(|parser| parser.expression())?;
                self.expect(Punct::RightBracket)?;
                let result = typing::index(self.types(), place, index);
                place = self.typed(result, self.since(from))?;
            } else {
                break;
            }
        }
        self.expect(Punct::RightParen)?;
        let span = self.since(from);
        let address = typing::address_of(self.types(), place.clone());
        let address = self.typed(address, span)?;
        match constant::value(&self.program.types, &address) {
            Ok(constant::Value::Int(offset)) => {
                let kind = ExprKind::OffsetOf { place: Box::new(place), offset: offset as u64 };
                Ok(Expr::new(kind, Types::SIZE, span))
            }
            _ => fail(span, "this offset is not constant"),
        }
    }

    /// `*(T *)0`, never to be evaluated.
    fn null_place(&mut self, ty: Ty, span: Span) -> Expr {
        let pointer = self.types().pointer(ty);
        let zero = Expr { span, ..Expr::int(0) };
        let kind = ExprKind::Convert {
            conversion: Conversion::NullPointer,
            operand: Box::new(zero),
            implicit: false,
        };
        let null = Expr::new(kind, pointer, span);
        Expr::new(ExprKind::Deref(Box::new(null)), ty, span)
    }

    fn va_arg(&mut self) -> Read<Expr> {
        let from = self.next().span;
        self.expect(Punct::LeftParen)?;
        let list = self.assignment_expression()?;
        self.expect(Punct::Comma)?;
        let ty = self.type_name()?;
        self.expect(Punct::RightParen)?;
        let span = self.since(from);
        self.grow(self.height(), span)?;
        let list = self.va_list_operand(list)?;
        if !self.types().is_complete(ty) {
            return fail(span, "no argument has an incomplete type");
        }
        if self.types().is_array(ty) || self.types().is_function(ty) {
            return fail(span, "no argument is an array or a function");
        }
        Ok(Expr::new(ExprKind::VaArg { list: Box::new(list) }, ty.unqualified(), span))
    }

    /// An operand that is a `va_list`: the array itself, or what is left of it as a parameter.
    pub fn va_list_operand(&mut self, list: Expr) -> Read<Expr> {
        let span = list.span;
        let types = self.types();
        let array = types.va_list();
        if list.is_lvalue() && types.compatible_unqualified(list.ty, array) {
            return Ok(list);
        }
        let list = list.decayed(types);
        let record = types.va_list_record();
        let is_list = types.target(list.ty).and_then(|target| types.as_record(target));
        if is_list == Some(record) {
            return Ok(list);
        }
        fail(span, "this is no `va_list`")
    }

    fn convert_vector(&mut self) -> Read<Expr> {
        let from = self.next().span;
        self.expect(Punct::LeftParen)?;
        let vector = self.assignment_expression()?;
        let vector = vector.decayed(self.types());
        self.expect(Punct::Comma)?;
        let ty = self.type_name()?;
        self.expect(Punct::RightParen)?;
        let span = self.since(from);
        self.grow(self.height(), span)?;
        if !self.types().is_vector(vector.ty) || !self.types().is_vector(ty) {
            return fail(span, "only vectors are converted lane by lane");
        }
        let builtin = crate::syntax::Builtin::ConvertVector;
        Ok(Expr::new(ExprKind::Builtin { builtin, args: vec![vector] }, ty.unqualified(), span))
    }
}

/// A narrow literal next to a wide one: its bytes are UTF-8 of what the wide one would hold.
fn widen(units: Vec<u32>, prefix: &str) -> Vec<u32> {
    let bytes: Vec<u8> = units.iter().map(|&unit| unit as u8).collect();
    match std::str::from_utf8(&bytes) {
        Ok(text) if prefix == "u" => text.encode_utf16().map(u32::from).collect(),
        Ok(text) => text.chars().map(u32::from).collect(),
        Err(_) => units,
    }
}
