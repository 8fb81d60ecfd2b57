//! Statements (6.8).

use spektr_text::Span;

use super::cursor::Parser;
use super::function::{FunctionState, SwitchState};
use super::keyword::Keyword;
use super::lex::{Punct, Tok};
use super::{Read, fail};
use crate::constant;
use crate::syntax::{Block, Expr, ForInit, LocalId, Stmt, StmtKind};
use crate::typing;

impl Parser<'_> {
    pub fn state(&mut self) -> &mut FunctionState {
        self.function.as_mut().expect("statements are in functions")
    }

    /// The body of a function, in the scope of its parameters.
    pub fn function_body(&mut self) -> Read<Block> {
        let from = self.expect(Punct::LeftBrace)?;
        self.block_items(from)
    }

    /// `{ … }` with a scope of its own.
    pub fn block(&mut self) -> Read<Block> {
        let from = self.expect(Punct::LeftBrace)?;
        self.scopes.open();
        self.state().open_labels();
        let result = self.nested(|parser| parser.block_items(from));
        self.state().close_labels();
        self.scopes.close();
        result
    }

    /// What stands between braces, up to the closing one.
    fn block_items(&mut self, from: Span) -> Read<Block> {
        self.state().blocks.push(Vec::new());
        let mut stmts = Vec::new();
        while !self.is(Punct::RightBrace) {
            if self.peek() == Tok::End {
                return self.unexpected("`}`");
            }
            if let Some(stmt) = self.block_item()? {
                stmts.push(stmt);
            }
        }
        self.next();
        let locals = self.close_block();
        Ok(Block { locals, stmts, span: self.since(from) })
    }

    fn close_block(&mut self) -> Vec<LocalId> {
        self.state().blocks.pop().expect("opened by the caller")
    }

    fn block_item(&mut self) -> Read<Option<Stmt>> {
        let from = self.span();
        while self.is_keyword(Keyword::Extension) && self.declares_after_extension() {
            self.next();
        }
        if self.is_keyword(Keyword::Label) {
            return self.label_declaration().map(|()| None);
        }
        if self.is_keyword(Keyword::Attribute) && self.is_fallthrough() {
            self.attributes()?;
            let end = self.expect(Punct::Semicolon)?;
            return Ok(Some(Stmt::new(StmtKind::Empty, from.to(end))));
        }
        if self.at_declaration() {
            let declared = self.local_declaration()?;
            if declared.is_empty() {
                return Ok(None);
            }
            return Ok(Some(Stmt::new(StmtKind::Declare(declared), self.since(from))));
        }
        self.statement().map(Some)
    }

    fn declares_after_extension(&mut self) -> bool {
        let mark = self.mark();
        while self.eat_keyword(Keyword::Extension) {}
        let declares = self.at_declaration();
        self.back_to(mark);
        declares
    }

    /// `__attribute__((fallthrough));`, which looks like a declaration.
    fn is_fallthrough(&mut self) -> bool {
        let mark = self.mark();
        let read = self.attributes();
        let found = read.is_ok() && self.is(Punct::Semicolon);
        self.back_to(mark);
        found
    }

    fn label_declaration(&mut self) -> Read<()> {
        self.next();
        loop {
            let (name, span) = self.expect_name()?;
            let text = self.text(name).to_string();
            self.state().declare_label(name, &text, span);
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::Semicolon)?;
        Ok(())
    }

    pub fn statement(&mut self) -> Read<Stmt> {
        self.nested(|parser| parser.statement_here())
    }

    fn statement_here(&mut self) -> Read<Stmt> {
        let from = self.span();
        let kind = match self.peek() {
            Tok::Punct(Punct::LeftBrace) => StmtKind::Block(self.block()?),
            Tok::Punct(Punct::Semicolon) => {
                self.next();
                StmtKind::Empty
            }
            Tok::Name(_) if self.peek_second() == Tok::Punct(Punct::Colon) => self.label()?,
            Tok::Keyword(keyword) => match self.keyword_statement(keyword)? {
                Some(kind) => kind,
                None => self.expression_statement()?,
            },
            _ => self.expression_statement()?,
        };
        Ok(Stmt::new(kind, self.since(from)))
    }

    fn keyword_statement(&mut self, keyword: Keyword) -> Read<Option<StmtKind>> {
        Ok(Some(match keyword {
            Keyword::If => self.scoped(Self::if_statement)?,
            Keyword::While => self.scoped(Self::while_statement)?,
            Keyword::Do => self.scoped(Self::do_statement)?,
            Keyword::For => self.for_statement()?,
            Keyword::Switch => self.scoped(Self::switch_statement)?,
            Keyword::Case => self.case_label()?,
            Keyword::Default => self.default_label()?,
            Keyword::Goto => self.goto_statement()?,
            Keyword::Return => self.return_statement()?,
            Keyword::Asm => self.asm_statement()?,
            Keyword::Break | Keyword::Continue => {
                let span = self.next().span;
                let inside = match keyword {
                    Keyword::Break => self.state().breakables,
                    _ => self.state().loops,
                };
                if inside == 0 {
                    return fail(
                        span,
                        format!("`{}` outside of what it leaves", keyword.spelling()),
                    );
                }
                self.expect(Punct::Semicolon)?;
                if keyword == Keyword::Break { StmtKind::Break } else { StmtKind::Continue }
            }
            Keyword::Attribute => {
                self.attributes()?;
                self.expect(Punct::Semicolon)?;
                StmtKind::Empty
            }
            _ => return Ok(None),
        }))
    }

    fn expression_statement(&mut self) -> Read<StmtKind> {
        let expr = self.full_expression()?;
        self.expect(Punct::Semicolon)?;
        Ok(StmtKind::Expr(expr))
    }

    /// An expression whose value, if it has one, is read.
    fn full_expression(&mut self) -> Read<Expr> {
        let expr = self.expression()?;
        // `*p;` of an incomplete type or `void` reads nothing.
        if !self.types().is_array(expr.ty)
            && !self.types().is_function(expr.ty)
            && !self.types().is_complete(expr.ty)
        {
            return Ok(expr);
        }
        Ok(expr.decayed(self.types()))
    }

    fn condition(&mut self) -> Read<Expr> {
        self.expect(Punct::LeftParen)?;
        let expr = self.scalar_condition()?;
        self.expect(Punct::RightParen)?;
        Ok(expr)
    }

    fn scalar_condition(&mut self) -> Read<Expr> {
        let expr = self.full_expression()?;
        if !self.types().is_scalar(expr.ty) {
            let words = format!("`{}` is neither true nor false", self.types().describe(expr.ty));
            return fail(expr.span, words);
        }
        Ok(expr)
    }

    /// 6.8.4p3, 6.8.5p5: such a statement is a block, also for what its expression declares.
    fn scoped(&mut self, read: fn(&mut Self) -> Read<StmtKind>) -> Read<StmtKind> {
        self.scopes.open();
        let result = read(self);
        self.scopes.close();
        result
    }

    fn if_statement(&mut self) -> Read<StmtKind> {
        self.next();
        let condition = self.condition()?;
        let then = Box::new(self.statement()?);
        let otherwise =
            if self.eat_keyword(Keyword::Else) { Some(Box::new(self.statement()?)) } else { None };
        Ok(StmtKind::If { condition, then, otherwise })
    }

    fn loop_body(&mut self) -> Read<Box<Stmt>> {
        self.state().loops += 1;
        self.state().breakables += 1;
        let body = self.statement()?;
        self.state().loops -= 1;
        self.state().breakables -= 1;
        Ok(Box::new(body))
    }

    fn while_statement(&mut self) -> Read<StmtKind> {
        self.next();
        let condition = self.condition()?;
        Ok(StmtKind::While { condition, body: self.loop_body()? })
    }

    fn do_statement(&mut self) -> Read<StmtKind> {
        self.next();
        let body = self.loop_body()?;
        if !self.eat_keyword(Keyword::While) {
            return self.unexpected("`while`");
        }
        let condition = self.condition()?;
        self.expect(Punct::Semicolon)?;
        Ok(StmtKind::DoWhile { body, condition })
    }

    fn for_statement(&mut self) -> Read<StmtKind> {
        self.next();
        self.expect(Punct::LeftParen)?;
        self.scopes.open();
        self.state().blocks.push(Vec::new());
        let result = self.for_parts();
        let locals = self.close_block();
        self.scopes.close();
        let (init, condition, step, body) = result?;
        Ok(StmtKind::For { locals, init, condition, step, body })
    }

    #[expect(clippy::type_complexity, reason = "the four parts of a `for`, named by the caller")]
    fn for_parts(&mut self) -> Read<(Option<ForInit>, Option<Expr>, Option<Expr>, Box<Stmt>)> {
        let init = if self.eat(Punct::Semicolon) {
            None
        } else if self.at_declaration()
            || self.is_keyword(Keyword::Extension) && self.declares_after_extension()
        {
            while self.eat_keyword(Keyword::Extension) {}
            Some(ForInit::Declare(self.local_declaration()?))
        } else {
            let expr = self.full_expression()?;
            self.expect(Punct::Semicolon)?;
            Some(ForInit::Expr(expr))
        };
        let condition =
            if self.is(Punct::Semicolon) { None } else { Some(self.scalar_condition()?) };
        self.expect(Punct::Semicolon)?;
        let step = if self.is(Punct::RightParen) { None } else { Some(self.full_expression()?) };
        self.expect(Punct::RightParen)?;
        let body = self.loop_body()?;
        Ok((init, condition, step, body))
    }

    fn switch_statement(&mut self) -> Read<StmtKind> {
        self.next();
        self.expect(Punct::LeftParen)?;
        let value = self.expression()?;
        self.expect(Punct::RightParen)?;
        let value = typing::promote(self.types(), value);
        if !self.types().is_integer(value.ty) {
            return fail(value.span, "a switch needs an integer");
        }
        let ty = value.ty;
        self.state().switches.push(SwitchState { ty, cases: Vec::new(), has_default: false });
        self.state().breakables += 1;
        let body = Box::new(self.statement()?);
        self.state().breakables -= 1;
        self.state().switches.pop();
        Ok(StmtKind::Switch { value, body })
    }

    fn case_label(&mut self) -> Read<StmtKind> {
        let from = self.next().span;
        let Some(ty) = self.state().switches.last().map(|switch| switch.ty) else {
            return fail(from, "`case` outside of a switch");
        };
        let (first_expr, first) = self.case_value(ty)?;
        let (last_expr, last) = if self.eat(Punct::Ellipsis) {
            let (expr, value) = self.case_value(ty)?;
            (Some(Box::new(expr)), value)
        } else {
            (None, first)
        };
        let span = self.since(from);
        self.expect(Punct::Colon)?;
        let switch = self.state().switches.last_mut().expect("just seen");
        if switch.cases.iter().any(|&(low, high)| low <= last && first <= high && first <= last) {
            return fail(span, "this case is there already");
        }
        switch.cases.push((first, last));
        let body = Box::new(self.labelled()?);
        Ok(StmtKind::Case { first, last, first_expr: Box::new(first_expr), last_expr, body })
    }

    fn case_value(&mut self, ty: crate::types::Ty) -> Read<(Expr, i128)> {
        let expr = self.conditional_expression()?;
        let span = expr.span;
        let expr = expr.decayed(self.types());
        if !self.types().is_integer(expr.ty) {
            return fail(span, "a case needs an integer");
        }
        let converted = typing::convert(&self.program.types, expr, ty, true);
        let converted = converted.expect("integer types convert");
        match constant::integer(&self.program.types, &converted) {
            Ok(value) => Ok((converted, value)),
            Err(why) => fail(span, format!("a case needs a constant: {why}")),
        }
    }

    fn default_label(&mut self) -> Read<StmtKind> {
        let span = self.next().span;
        self.expect(Punct::Colon)?;
        match self.state().switches.last_mut() {
            None => return fail(span, "`default` outside of a switch"),
            Some(switch) if switch.has_default => return fail(span, "a second `default`"),
            Some(switch) => switch.has_default = true,
        }
        Ok(StmtKind::Default(Box::new(self.labelled()?)))
    }

    fn label(&mut self) -> Read<StmtKind> {
        let (name, span) = self.expect_name()?;
        self.expect(Punct::Colon)?;
        self.attributes()?;
        let text = self.text(name).to_string();
        let label = self.state().label(name, &text, span);
        if !self.state().place_label(label, span) {
            return fail(span, format!("the label `{text}` is there already"));
        }
        Ok(StmtKind::Label { label, body: Box::new(self.labelled()?) })
    }

    /// The statement behind a label. At the end of a block, and before a declaration, it may be
    /// missing, as C23 and gcc have it.
    fn labelled(&mut self) -> Read<Stmt> {
        let here = self.last_span();
        if self.is(Punct::RightBrace)
            || self.at_declaration() && !self.is_keyword(Keyword::Attribute)
        {
            return Ok(Stmt::new(StmtKind::Empty, here));
        }
        self.statement()
    }

    fn goto_statement(&mut self) -> Read<StmtKind> {
        self.next();
        if self.eat(Punct::Star) {
            let target = self.full_expression()?;
            self.expect(Punct::Semicolon)?;
            if !self.types().is_pointer(target.ty) {
                return fail(target.span, "a computed goto needs a pointer");
            }
            return Ok(StmtKind::ComputedGoto(target));
        }
        let (name, span) = self.expect_name()?;
        self.expect(Punct::Semicolon)?;
        let text = self.text(name).to_string();
        Ok(StmtKind::Goto(self.state().label(name, &text, span)))
    }

    fn return_statement(&mut self) -> Read<StmtKind> {
        self.next();
        if self.eat(Punct::Semicolon) {
            return Ok(StmtKind::Return(None));
        }
        let value = self.expression()?;
        self.expect(Punct::Semicolon)?;
        let (span, result) = (value.span, self.state().result);
        let types = self.types();
        let converted = if types.is_void(result) {
            let value = value.decayed(types);
            Ok(typing::convert(types, value, result, true).expect("everything becomes void"))
        } else {
            typing::assignment_conversion(types, value, result)
        };
        Ok(StmtKind::Return(Some(self.typed(converted, span)?)))
    }
}
