//! Calls, and the pads where exceptions arrive.

use super::cursor::{Parsed, Parser, fault_at};
use super::lex::Token;
use crate::syntax::{
    Argument, Bundle, Call, Callee, Clause, Constant, Flags, GlobalId, InlineAsm, Op, Operand,
    TailKind, Ty, Type,
};

impl<'a> Parser<'a> {
    pub fn call_instruction(&mut self) -> Parsed<(Op, Option<Ty>)> {
        let tail = self.eat_one_of(TailKind::from_word);
        self.expect_word("call")?;
        let flags = self.flags(Flags::FAST)?;
        let (mut call, ty) = self.call()?;
        call.tail = tail;
        call.flags = flags;
        Ok((Op::Call(Box::new(call)), ty))
    }

    pub fn invoke(&mut self) -> Parsed<(Op, Option<Ty>)> {
        self.bump();
        let (call, ty) = self.call()?;
        self.expect_word("to")?;
        let normal = self.label()?;
        self.expect_word("unwind")?;
        let unwind = self.label()?;
        Ok((Op::Invoke { call: Box::new(call), normal, unwind }, ty))
    }

    pub fn call_branch(&mut self) -> Parsed<(Op, Option<Ty>)> {
        self.bump();
        let (call, ty) = self.call()?;
        self.expect_word("to")?;
        let fallthrough = self.label()?;
        self.expect(b'[')?;
        let indirect = self.list(b']', Self::label)?;
        Ok((Op::CallBr { call: Box::new(call), fallthrough, indirect }, ty))
    }

    /// From the calling convention to the bundles; and the type of the result, if any.
    fn call(&mut self) -> Parsed<(Call, Option<Ty>)> {
        let convention = self.calling_convention()?;
        let result_attributes = self.attributes()?;
        let space = self.address_space()?;
        let start = self.start;
        let written = self.type_or_void()?;
        // What is called may stand before its arguments tell its type.
        let callee_token = self.token;
        let callee_type = self.module.signature(written).is_some().then_some(written);
        let early = match (callee_token, callee_type) {
            (_, Some(ty)) => Some(self.callee(ty, space)?),
            (Token::Word("asm"), None) => Some(self.inline_asm()?),
            (Token::Global(_) | Token::Local(_), None) => None,
            // An expression says its own type in the end.
            (_, None) => Some(self.callee_expression()?),
        };
        let early_token = early.is_none().then(|| {
            let span = self.here();
            self.bump();
            span
        });
        self.expect(b'(')?;
        let (args, types) = self.arguments()?;
        let ty = match callee_type {
            Some(ty) => ty,
            None => {
                let params = types.iter().copied().collect();
                self.module.types.intern(Type::Function {
                    result: written,
                    params,
                    variadic: false,
                })
            }
        };
        let callee = match (early, early_token) {
            (Some(callee), _) => callee,
            (None, span) => {
                let span = span.unwrap_or_default();
                self.named_callee(callee_token, ty, space, span)?
            }
        };
        self.check_arguments(start, ty, &types)?;
        self.note_callee(&callee, ty);
        let attributes = self.function_attributes()?;
        let bundles = self.bundles()?;
        let result = self.module.signature(ty).map(|signature| signature.0);
        let result = result.filter(|&result| self.module.types[result] != Type::Void);
        let (tail, flags) = (None, Flags::NONE);
        let call = Call {
            tail,
            flags,
            convention,
            result_attributes,
            space,
            ty,
            callee,
            args,
            attributes,
            bundles,
        };
        Ok((call, result))
    }

    fn callee_pointer(&mut self, ty: Ty, space: Option<u32>) -> Ty {
        let space = space.unwrap_or(self.program_space);
        let to = self.typed_pointers.then_some(ty);
        self.module.types.intern(Type::Pointer { space, to })
    }

    fn callee(&mut self, ty: Ty, space: Option<u32>) -> Parsed<Callee> {
        if self.at_word("asm") {
            return self.inline_asm();
        }
        let pointer = self.callee_pointer(ty, space);
        self.value(pointer).map(Callee::Value)
    }

    /// `@f` or `%f`, whose token was passed already.
    fn named_callee(
        &mut self,
        token: Token<'a>,
        ty: Ty,
        space: Option<u32>,
        span: spektr_text::Span,
    ) -> Parsed<Callee> {
        let pointer = self.callee_pointer(ty, space);
        let operand = match token {
            Token::Global(symbol) => {
                let id = self.global_mention_at(symbol, span);
                Operand::Const(self.intern(pointer, Constant::Global(id)))
            }
            Token::Local(symbol) => self.local_at(symbol, pointer, span)?,
            _ => return fault_at(span, "expected what is called"),
        };
        Ok(Callee::Value(operand))
    }

    /// `null`, `undef` or a cast as what is called, with the function type not written out.
    fn callee_expression(&mut self) -> Parsed<Callee> {
        let Token::Word(word) = self.token else { return self.expected("what is called") };
        let pointer = self.module.types.pointer(self.program_space);
        let simple = ["null", "undef", "poison", "dso_local_equivalent", "no_cfi", "ptrauth"];
        if simple.contains(&word) {
            return self.constant(pointer).map(|id| Callee::Value(Operand::Const(id)));
        }
        let (ty, expr) = self.untyped_expression(word)?;
        let id = self.intern(ty, Constant::Expr(Box::new(expr)));
        Ok(Callee::Value(Operand::Const(id)))
    }

    fn inline_asm(&mut self) -> Parsed<Callee> {
        self.bump();
        let side_effect = self.eat_word("sideeffect");
        let align_stack = self.eat_word("alignstack");
        let intel_dialect = self.eat_word("inteldialect");
        let unwind = self.eat_word("unwind");
        let template = self.text()?;
        self.expect(b',')?;
        let constraints = self.text()?;
        let asm =
            InlineAsm { side_effect, align_stack, intel_dialect, unwind, template, constraints };
        Ok(Callee::Asm(Box::new(asm)))
    }

    /// From behind `(` to behind `)`.
    fn arguments(&mut self) -> Parsed<(Vec<Argument>, Vec<Ty>)> {
        let (mut args, mut types) = (Vec::new(), Vec::new());
        while !self.eat(b')') {
            if !args.is_empty() && !self.eat(b',') {
                return self.expected("`)`");
            }
            if self.token == Token::Ellipsis {
                // What a `musttail` call passes on; it is written again where it must be.
                self.bump();
                self.expect(b')')?;
                break;
            }
            let (ty, argument) = self.argument()?;
            types.push(ty);
            args.push(argument);
        }
        Ok((args, types))
    }

    fn argument(&mut self) -> Parsed<(Ty, Argument)> {
        let ty = self.ty()?;
        if self.module.types[ty] == Type::Metadata {
            return Ok((ty, Argument::Metadata(self.metadata()?)));
        }
        let attributes = self.attributes()?;
        let value = self.value(ty)?;
        Ok((ty, Argument::Value { value, attributes }))
    }

    fn check_arguments(&self, start: usize, ty: Ty, found: &[Ty]) -> Parsed<()> {
        let Some((_, params, variadic)) = self.module.signature(ty) else { return Ok(()) };
        if found.len() < params.len() || (!variadic && found.len() > params.len()) {
            let message =
                format!("{} arguments are passed where {} are taken", found.len(), params.len());
            return fault_at(self.since(start), message);
        }
        match params.iter().zip(found).find(|(param, found)| param != found) {
            None => Ok(()),
            Some((&param, &found)) => {
                let (param, found) = (self.show(param), self.show(found));
                let message = format!("`{found}` is passed where `{param}` is taken");
                fault_at(self.since(start), message)
            }
        }
    }

    /// Remembers with which type a function that is not defined yet is called.
    fn note_callee(&mut self, callee: &Callee, ty: Ty) {
        let Callee::Value(operand) = callee else { return };
        if let Some(GlobalId(at)) = self.module.global_of(*operand) {
            self.globals.entries[at as usize].called.get_or_insert(ty);
        }
    }

    /// `[ "tag"(…), … ]`
    fn bundles(&mut self) -> Parsed<Vec<Bundle>> {
        if !self.eat(b'[') {
            return Ok(Vec::new());
        }
        self.list(b']', |parser| {
            let tag = parser.text()?;
            parser.expect(b'(')?;
            let inputs = parser.list(b')', |parser| parser.argument().map(|(_, input)| input))?;
            Ok(Bundle { tag, inputs })
        })
    }

    pub fn landing_pad(&mut self) -> Parsed<(Op, Option<Ty>)> {
        self.bump();
        let ty = self.ty()?;
        let cleanup = self.eat_word("cleanup");
        let mut clauses = Vec::new();
        loop {
            if self.eat_word("catch") {
                clauses.push(Clause::Catch(self.typed_value()?.1));
            } else if self.eat_word("filter") {
                clauses.push(Clause::Filter(self.typed_value()?.1));
            } else {
                return Ok((Op::LandingPad { ty, cleanup, clauses }, Some(ty)));
            }
        }
    }

    /// `catchpad within %switch [ … ]` and `cleanuppad`
    pub fn pad(&mut self, word: &str) -> Parsed<(Op, Option<Ty>)> {
        self.bump();
        self.expect_word("within")?;
        let within = self.parent_pad()?;
        self.expect(b'[')?;
        let args = self.list(b']', |parser| parser.argument().map(|(_, argument)| argument))?;
        let token = self.module.types.intern(Type::Token);
        let op = match word {
            "catchpad" => Op::CatchPad { within, args },
            _ => Op::CleanupPad { within, args },
        };
        Ok((op, Some(token)))
    }
}
