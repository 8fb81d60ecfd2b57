//! `asm` statements: only those with an empty template, which tests use to hide values from the
//! optimiser. Such a statement leaves every operand as it is.

use super::cursor::Parser;
use super::keyword::Keyword;
use super::lex::{Punct, Tok};
use super::{Read, fail};
use crate::syntax::{Asm, Expr, StmtKind};

impl Parser<'_> {
    pub fn asm_statement(&mut self) -> Read<StmtKind> {
        let from = self.next().span;
        let mut volatile = false;
        loop {
            match self.peek() {
                Tok::Keyword(Keyword::Volatile) => volatile = true,
                Tok::Keyword(Keyword::Inline) => {}
                Tok::Keyword(Keyword::Goto) => return fail(from, "`asm goto` is not understood"),
                _ => break,
            }
            self.next();
        }
        self.expect(Punct::LeftParen)?;
        let (template, _) = self.string_text()?;
        if !is_empty(&template) {
            return fail(from, "assembly is not understood, unless it is empty");
        }
        let mut asm =
            Asm { volatile, outputs: Vec::new(), inputs: Vec::new(), clobbers: Vec::new() };
        if self.eat(Punct::Colon) {
            asm.outputs = self.asm_operands()?;
        }
        if self.eat(Punct::Colon) {
            asm.inputs = self.asm_operands()?;
        }
        if self.eat(Punct::Colon) {
            while self.peek() == Tok::String {
                asm.clobbers.push(self.string_text()?.0);
                self.eat(Punct::Comma);
            }
        }
        self.expect(Punct::RightParen)?;
        self.expect(Punct::Semicolon)?;
        self.check_asm(&mut asm)?;
        Ok(StmtKind::Asm(asm))
    }

    fn asm_operands(&mut self) -> Read<Vec<(String, Expr)>> {
        let mut operands = Vec::new();
        while self.peek() == Tok::String || self.is(Punct::LeftBracket) {
            if self.eat(Punct::LeftBracket) {
                self.expect_name()?;
                self.expect(Punct::RightBracket)?;
            }
            let (constraint, _) = self.string_text()?;
            self.expect(Punct::LeftParen)?;
            let expr = self.nested(|parser| parser.expression())?;
            self.expect(Punct::RightParen)?;
            operands.push((constraint, expr));
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        Ok(operands)
    }

    /// Outputs must keep their value: they are read and written, or tied to an input that is the
    /// same object.
    fn check_asm(&mut self, asm: &mut Asm) -> Read<()> {
        for (index, (constraint, expr)) in asm.outputs.iter().enumerate() {
            if !expr.is_lvalue() {
                return fail(expr.span, "an output of `asm` is an object");
            }
            let tied = asm.inputs.iter().any(|(other, input)| {
                *other == index.to_string() && input.written() == expr.written()
            });
            if !constraint.starts_with('+') && !tied {
                return fail(expr.span, "assembly that computes a value is not understood");
            }
        }
        for (constraint, expr) in &mut asm.inputs {
            if !constraint.contains('m') || constraint.contains(['r', 'g', 'X']) {
                let operand = std::mem::replace(expr, Expr::int(0));
                *expr = operand.decayed(&mut self.program.types);
            }
        }
        Ok(())
    }
}

/// A template of comments and blanks only.
fn is_empty(template: &str) -> bool {
    template.lines().all(|line| {
        let line = line.trim();
        line.is_empty() || line.starts_with('#') || line.starts_with("/*") && line.ends_with("*/")
    })
}
