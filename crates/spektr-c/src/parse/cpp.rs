//! What a C++ unit says in other words than C: the part of C++ that the printer writes. Each form
//! becomes the tree of the C program that means the same.

use spektr_text::Span;

use super::attribute::Attributes;
use super::cursor::Parser;
use super::declarator::{Declarator, Modifier, Param, Params, Wanted};
use super::keyword::Keyword;
use super::lex::{Punct, Tok};
use super::scope::{Entity, Tag};
use super::specifier::{Specifiers, Storage};
use super::{Read, fail};
use crate::constant;
use crate::syntax::{CAPTURES, Container, Expr, ExprKind, Init, LAMBDA, MEMBER, TEMPLATE, VALUE};
use crate::types::Ty;
use crate::typing;

/// Gives a function one more parameter before the others.
fn put_first(declarator: &mut Declarator, first: Param) {
    if let Some(Modifier::Function(params)) = declarator.modifiers.first_mut() {
        params.list.insert(0, first);
        params.prototyped = true;
    }
}

impl Parser<'_> {
    fn at_word(&self, word: &str) -> bool {
        matches!(self.peek(), Tok::Name(name) if self.text(name) == word)
    }

    /// A template or a lambda expression; false if there is none here.
    pub fn cpp_declaration(&mut self) -> Read<bool> {
        if self.at_word("template") {
            self.template().map(|()| true)
        } else if self.is_keyword(Keyword::Static)
            && self.peek_ahead(1) == Tok::Keyword(Keyword::Const)
            && self.peek_ahead(2) == Tok::Keyword(Keyword::Auto)
        {
            self.lambda().map(|()| true)
        } else {
            Ok(false)
        }
    }

    /// `template <typename T = int, …>` and the function: defaults say what it is an instance for.
    fn template(&mut self) -> Read<()> {
        self.next();
        self.scopes.open();
        let result = self.template_in_scope();
        self.scopes.close();
        result
    }

    fn template_in_scope(&mut self) -> Read<()> {
        self.expect(Punct::Less)?;
        if !self.at_word("typename") {
            return self.value_template();
        }
        loop {
            if !self.at_word("typename") {
                return self.unexpected("`typename`");
            }
            self.next();
            let (name, _) = self.expect_name()?;
            self.expect(Punct::Assign)?;
            let ty = self.type_name()?;
            self.scopes.declare(name, Entity::Typedef(ty));
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::Greater)?;
        self.template_definition(None, TEMPLATE)
    }

    /// `int n>` and the function, whose first parameter that becomes.
    fn value_template(&mut self) -> Read<()> {
        let ty = self.type_name()?;
        let (name, span) = self.expect_name()?;
        self.expect(Punct::Greater)?;
        self.template_definition(
            Some(Param { name: Some((name, span)), ty, least: 0, span }),
            VALUE,
        )
    }

    fn template_definition(&mut self, first: Option<Param>, mark: &str) -> Read<()> {
        let specifiers = self.specifiers(false)?;
        let mut declarator = self.declarator(Wanted::Named)?;
        if !self.at_function_body(&declarator) {
            return self.unexpected("the body of the template");
        }
        if let Some(first) = first {
            put_first(&mut declarator, first);
        }
        self.function_definition(&specifiers, &declarator)?;
        self.mark_function(&declarator, mark)
    }

    /// `static const auto f = [](T p, …) -> T { … };`
    fn lambda(&mut self) -> Read<()> {
        let from = self.next().span;
        self.next();
        self.next();
        let name = self.expect_name()?;
        self.expect(Punct::Assign)?;
        self.expect(Punct::LeftBracket)?;
        self.expect(Punct::RightBracket)?;
        let mut params = self.params()?;
        let captured = self.is(Punct::LeftBrace).then_some(params.list.len());
        if captured.is_some() {
            self.closure(&mut params)?;
        }
        self.expect(Punct::Arrow)?;
        let ty = self.type_name()?;
        let specifiers = Specifiers {
            ty,
            storage: Storage::Static,
            inline: false,
            noreturn: false,
            align: None,
            attributes: Attributes::default(),
            deduced: false,
            container: None,
            span: from,
        };
        let declarator = Declarator {
            name: Some(name),
            modifiers: vec![Modifier::Function(params)],
            ..Declarator::default()
        };
        if !self.at_function_body(&declarator) {
            return self.unexpected("the body of the lambda expression");
        }
        self.function_definition(&specifiers, &declarator)?;
        self.expect(Punct::Semicolon)?;
        let Some(captured) = captured else { return self.mark_function(&declarator, LAMBDA) };
        self.expect(Punct::RightBrace)?;
        self.expect(Punct::Semicolon)?;
        self.mark_function(&declarator, &format!("{CAPTURES}{captured}"))
    }

    /// `{ return [a, &b](T p) mutable` behind the parameters that are captured: one after the
    /// other, and each as it was passed.
    fn closure(&mut self, params: &mut Params) -> Read<()> {
        self.expect(Punct::LeftBrace)?;
        if !self.eat_keyword(Keyword::Return) {
            return self.unexpected("`return`");
        }
        self.expect(Punct::LeftBracket)?;
        for (index, param) in params.list.iter().enumerate() {
            if index > 0 {
                self.expect(Punct::Comma)?;
            }
            let by_reference = self.eat(Punct::And);
            let (name, span) = self.expect_name()?;
            let own = param.name.is_some_and(|(own, _)| own == name);
            if !own || by_reference != param.ty.is_reference() {
                return fail(span, "this is not captured as it was passed");
            }
        }
        self.expect(Punct::RightBracket)?;
        let inner = self.params()?;
        params.list.extend(inner.list);
        params.prototyped = true;
        if !self.at_word("mutable") {
            return self.unexpected("`mutable`");
        }
        self.next();
        Ok(())
    }

    /// A member function of a record that has something in it gets its object as first parameter.
    pub fn object_parameter(&mut self, declarator: &Declarator) -> Option<Declarator> {
        let (name, span) = declarator.name?;
        let class = self.text(name).rsplit_once("::")?.0.to_owned();
        let class = self.tokens.intern(&class);
        let Some(Tag::Record(id)) = self.scopes.find_tag(class) else { return None };
        if self.program.types.fields(id).is_empty() {
            return None;
        }
        let record = self.types().record_ty(id);
        let ty = self.types().pointer(record);
        let this = self.tokens.intern("this");
        let mut declarator = declarator.clone();
        declarator.has_object = true;
        put_first(&mut declarator, Param { name: Some((this, span)), ty, least: 0, span });
        Some(declarator)
    }

    /// `o.f(…)` or `p->f(…)` from its dot or arrow, if that is a call of a member function.
    pub fn method_call(&mut self, object: &Expr, arrow: bool) -> Read<Option<Expr>> {
        let types = &self.program.types;
        let record = if arrow { types.target(object.ty) } else { Some(object.ty) };
        let id = record.and_then(|ty| types.as_record(ty)).filter(|_| self.cpp);
        let (Some(id), Tok::Name(own)) = (id, self.peek_ahead(1)) else { return Ok(None) };
        if self.peek_ahead(2) != Tok::Punct(Punct::LeftParen) {
            return Ok(None);
        }
        let qualified = format!("{}::{}", types.record(id).tag, self.text(own));
        let qualified = self.tokens.intern(&qualified);
        let Some(Entity::Function(id)) = self.scopes.find(qualified) else { return Ok(None) };
        let from = object.span;
        self.next();
        let (_, span) = self.expect_name()?;
        let callee = self.named(Entity::Function(id), span)?;
        let first = match arrow {
            true => Ok(object.clone()),
            false => typing::address_of(self.types(), object.clone()),
        };
        let mut args = vec![self.typed(first, from)?];
        args.extend(self.arguments()?);
        self.bound_call(callee, args, from).map(Some)
    }

    /// What follows the name of a function: `<1>(…)` of a template, `(…)(…)` of what captures.
    pub fn split_call(&mut self, callee: &Expr) -> Read<Option<Expr>> {
        let ExprKind::Function(id) = callee.kind else { return Ok(None) };
        let function = self.program.function(id);
        let (has_value, captures) = (function.has_value(), function.captures());
        let mut args = Vec::new();
        if has_value && self.eat(Punct::Less) {
            let value = self.template_value()?;
            if constant::integer(&self.program.types, &value).is_err() {
                return fail(value.span, "an argument of a template is a constant");
            }
            args.push(value);
            self.expect(Punct::Greater)?;
        } else if captures > 0 && self.is(Punct::LeftParen) {
            args = self.arguments()?;
        } else {
            return Ok(None);
        }
        args.extend(self.arguments()?);
        self.bound_call(callee.clone(), args, callee.span).map(Some)
    }

    fn bound_call(&mut self, callee: Expr, args: Vec<Expr>, from: Span) -> Read<Expr> {
        let args = self.bound_arguments(&callee, args)?;
        let result = typing::call(self.types(), callee, args);
        let span = self.since(from);
        self.typed(result, span)
    }

    pub fn mark_function(&mut self, declarator: &Declarator, mark: &str) -> Read<()> {
        let Some((name, span)) = declarator.name else { return self.unexpected("a name") };
        match self.scopes.find_linked(name) {
            Some(Entity::Function(id)) => {
                self.program.functions[id.0 as usize].attributes.push(mark.to_owned());
                Ok(())
            }
            _ => fail(span, "this is no function"),
        }
    }

    /// Whether a member is declared here whose name is followed by parameters.
    pub fn at_member_function(&self) -> bool {
        let mut before = Tok::End;
        for ahead in 0.. {
            let tok = self.peek_ahead(ahead);
            match (before, tok) {
                (Tok::Name(_), Tok::Punct(Punct::LeftParen)) => return true,
                (_, Tok::End | Tok::Punct(Punct::Semicolon | Punct::LeftBrace)) => return false,
                _ => before = tok,
            }
        }
        false
    }

    /// A static member, or a function: it is defined outside of its class, by its qualified name.
    pub fn skip_member(&mut self) {
        while !self.eat(Punct::Semicolon) && self.peek() != Tok::End {
            self.next();
        }
    }

    /// `C().f` from its class, if that is what stands here: a function called on an object.
    pub fn member_function(&mut self) -> Read<Option<Expr>> {
        let (Tok::Name(class), Tok::Name(own)) = (self.peek(), self.peek_ahead(4)) else {
            return Ok(None);
        };
        let between = [Punct::LeftParen, Punct::RightParen, Punct::Dot];
        if (1..4).any(|ahead| self.peek_ahead(ahead) != Tok::Punct(between[ahead - 1])) {
            return Ok(None);
        }
        let qualified = format!("{}::{}", self.text(class), self.text(own));
        let qualified = self.tokens.intern(&qualified);
        let Some(Entity::Function(id)) = self.scopes.find(qualified) else { return Ok(None) };
        let from = self.next().span;
        for _ in 0..4 {
            self.next();
        }
        let function = &mut self.program.functions[id.0 as usize];
        if !function.is_member() {
            function.attributes.push(MEMBER.to_owned());
        }
        self.named(Entity::Function(id), self.since(from)).map(Some)
    }

    pub fn at_container(&self) -> Option<Container> {
        let Tok::Name(name) = self.peek() else { return None };
        if !self.cpp {
            return None;
        }
        Container::ALL.into_iter().find(|container| container.class() == self.text(name))
    }

    /// `std::array<T, n>`, `std::vector<T>`, `std::valarray<T>`: the array that it stands for.
    pub fn container_type(&mut self) -> Read<(Container, Ty)> {
        let Some(container) = self.at_container() else { return self.unexpected("a container") };
        self.next();
        self.expect(Punct::Less)?;
        let element = self.type_name()?;
        let length = if container == Container::Array {
            self.expect(Punct::Comma)?;
            let span = self.span();
            self.next();
            match self.tokens.spelling(span).parse::<u64>() {
                Ok(length) => Some(length),
                Err(_) => return fail(span, "the length of an array is a plain number here"),
            }
        } else {
            None
        };
        self.expect(Punct::Greater)?;
        Ok((container, self.types().array(element, length)))
    }

    pub fn is_container(&self, operand: &Expr) -> bool {
        match operand.kind {
            ExprKind::Global(id) => self.program.global(id).container.is_some(),
            _ => false,
        }
    }

    /// `.at(i)` and `.data()` of a container.
    pub fn container_member(&mut self, operand: Expr) -> Read<Expr> {
        let from = operand.span;
        self.next();
        let (name, span) = self.expect_name()?;
        let word = self.text(name).to_owned();
        let args = self.arguments()?;
        let span = from.to(span);
        match (word.as_str(), args.as_slice()) {
            ("at", [index]) => {
                let result = typing::index(self.types(), operand, index.clone());
                self.typed(result, span)
            }
            ("data", []) => Ok(operand.decayed(self.types())),
            _ => fail(span, format!("`{word}` of a container is not understood")),
        }
    }

    pub fn is_template(&self, operand: &Expr) -> bool {
        match operand.kind {
            ExprKind::Function(id) if self.cpp => {
                // While its own body is read it is not marked yet.
                let function = self.program.function(id);
                function.is_template() || function.body.is_none() && self.names_type_next()
            }
            _ => false,
        }
    }

    /// Whether `<` is followed by a type.
    fn names_type_next(&self) -> bool {
        matches!(self.peek_second(), Tok::Keyword(_))
    }

    /// `<int, short>` of a call: there is one instance only.
    pub fn template_arguments(&mut self) -> Read<()> {
        self.expect(Punct::Less)?;
        loop {
            self.type_name()?;
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::Greater)?;
        Ok(())
    }

    /// Arguments as they are passed: addresses of what is passed by reference.
    pub fn bound_arguments(&mut self, callee: &Expr, args: Vec<Expr>) -> Read<Vec<Expr>> {
        if !self.cpp {
            return Ok(args);
        }
        let types = self.types();
        let Some(signature) = types.as_function(callee.ty).cloned() else { return Ok(args) };
        let mut bound = Vec::with_capacity(args.len());
        for (index, arg) in args.into_iter().enumerate() {
            let by_reference = signature.params.get(index).is_some_and(|ty| ty.is_reference());
            let span = arg.span;
            bound.push(if by_reference {
                let result = typing::address_of(self.types(), arg);
                self.typed(result, span)?
            } else {
                arg
            });
        }
        Ok(bound)
    }

    /// `T &r = place;` from its `=`.
    pub fn bound_reference(&mut self, ty: Ty) -> Read<Init> {
        self.expect(Punct::Assign)?;
        let place = self.assignment_expression()?;
        let span = place.span;
        let address = typing::address_of(self.types(), place);
        let address = self.typed(address, span)?;
        let bound = typing::assignment_conversion(self.types(), address, ty.unqualified());
        self.typed_init(bound, span)
    }

    fn typed_init(&self, result: typing::Typed, span: Span) -> Read<Init> {
        result.map(Init::Expr).or_else(|why| fail(span, why))
    }

    /// `static_cast<T>(e)`.
    pub fn static_cast(&mut self) -> Read<Expr> {
        let from = self.next().span;
        self.expect(Punct::Less)?;
        let ty = self.nested(|parser| parser.type_name())?;
        self.expect(Punct::Greater)?;
        self.expect(Punct::LeftParen)?;
        let operand = self.nested(|parser| parser.expression())?;
        self.expect(Punct::RightParen)?;
        let span = self.since(from);
        self.grow(self.height(), span)?;
        let result = typing::cast(self.types(), operand, ty);
        self.typed(result, span)
    }
}
