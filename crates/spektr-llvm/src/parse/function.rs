//! Headers of functions.

use spektr_text::Span;

use super::cursor::{Parsed, Parser, fault_at};
use super::global::Header;
use super::lex::{Symbol, Token};
use super::symbols::Key;
use crate::syntax::{
    Attachment, Attribute, CallingConvention, Function, FunctionAttributes, GlobalId, GlobalKind,
    Linkage, Name, Ty, Type, UnnamedAddr,
};

/// A parameter with what its body calls it.
struct Param<'a> {
    ty: Ty,
    attributes: Vec<Attribute>,
    name: Option<(Symbol<'a>, Span)>,
}

impl<'a> Parser<'a> {
    /// `declare …`
    pub fn declaration(&mut self) -> Parsed<()> {
        self.bump();
        let metadata = self.attachments()?;
        let (id, key, mut global, _) = self.function_header(false)?;
        if let Some(function) = global.function_mut() {
            function.metadata = metadata;
        }
        self.fill(id, key, global);
        Ok(())
    }

    /// `define … { … }`
    pub fn definition(&mut self) -> Parsed<()> {
        self.bump();
        let (id, key, mut global, params) = self.function_header(true)?;
        let metadata: Vec<Attachment> = self.attachments()?;
        self.enter_params(params)?;
        let body = self.body(id)?;
        if let Some(function) = global.function_mut() {
            function.metadata = metadata;
            function.body = Some(body);
        }
        self.fill(id, key, global);
        Ok(())
    }

    fn enter_params(&mut self, params: Vec<Param<'a>>) -> Parsed<()> {
        self.locals = Default::default();
        for param in params {
            let (symbol, span) = match param.name {
                Some((symbol, span)) => (Some(symbol), span),
                None => (None, self.here()),
            };
            self.define_local(symbol, param.ty, span)?;
        }
        Ok(())
    }

    fn function_header(
        &mut self,
        defined: bool,
    ) -> Parsed<(GlobalId, Key<'a>, crate::syntax::Global, Vec<Param<'a>>)> {
        let header = self.header();
        self.check_linkage(&header, defined)?;
        let convention = self.calling_convention()?;
        let result_attributes = self.attributes()?;
        let start = self.start;
        let result = self.type_or_void()?;
        let Token::Global(symbol) = self.token else { return self.expected("a function's name") };
        if matches!(self.module.types[result], Type::Function { .. } | Type::Label | Type::Metadata)
        {
            return fault_at(self.since(start), "a function cannot return this type");
        }
        let (key, span) = (Key::from(symbol), self.here());
        self.bump();
        let (id, key) = self.reserve(key, span)?;
        let (params, variadic) = self.params()?;
        let types = params.iter().map(|param| param.ty).collect();
        let ty = self.module.types.intern(Type::Function { result, params: types, variadic });

        let mut function = Function {
            convention,
            result_attributes,
            param_attributes: params.iter().map(|param| param.attributes.clone()).collect(),
            attributes: FunctionAttributes::default(),
            section: None,
            comdat: None,
            align: None,
            gc: None,
            prefix: None,
            prologue: None,
            personality: None,
            metadata: Vec::new(),
            body: None,
        };
        let mut unnamed_addr = self.unnamed_addr();
        let space = self.address_space()?.unwrap_or(self.program_space);
        let partition = self.function_properties(&mut function, &mut unnamed_addr, span)?;
        let kind = GlobalKind::Function(Box::new(function));
        let mut global = self.new_global_value(header, ty, space, partition, kind, span);
        global.unnamed_addr = unnamed_addr;
        Ok((id, key, global, params))
    }

    fn check_linkage(&self, header: &Header, defined: bool) -> Parsed<()> {
        let fits = match header.linkage {
            None | Some(Linkage::External) => true,
            Some(Linkage::Appending | Linkage::Common) => false,
            Some(Linkage::ExternWeak) => !defined,
            Some(_) => defined,
        };
        if fits {
            return Ok(());
        }
        fault_at(self.since(self.before), "a function cannot have this linkage here")
    }

    /// `fastcc`, `cc 10`, …
    pub fn calling_convention(&mut self) -> Parsed<CallingConvention> {
        if self.eat_word("cc") {
            let number: u32 = self.unsigned()?;
            if number > 1023 {
                return fault_at(self.since(self.before), "calling conventions go up to 1023");
            }
            return Ok(CallingConvention(number));
        }
        Ok(self.eat_one_of(CallingConvention::from_word).unwrap_or_default())
    }

    fn params(&mut self) -> Parsed<(Vec<Param<'a>>, bool)> {
        self.expect(b'(')?;
        let (mut params, mut variadic) = (Vec::new(), false);
        while !self.eat(b')') {
            if variadic || (!params.is_empty() && !self.eat(b',')) {
                return self.expected("`)`");
            }
            if self.token == Token::Ellipsis {
                self.bump();
                variadic = true;
                continue;
            }
            let start = self.start;
            let ty = self.ty()?;
            if matches!(self.module.types[ty], Type::Function { .. } | Type::Label) {
                return fault_at(self.since(start), "a parameter cannot have this type");
            }
            let attributes = self.attributes()?;
            let name = match self.token {
                Token::Local(symbol) => Some((symbol, self.here())),
                _ => None,
            };
            if name.is_some() {
                self.bump();
            }
            params.push(Param { ty, attributes, name });
        }
        Ok((params, variadic))
    }

    /// What stands behind the parameters, up to attachments and body.
    fn function_properties(
        &mut self,
        function: &mut Function,
        unnamed_addr: &mut Option<UnnamedAddr>,
        span: Span,
    ) -> Parsed<Option<Name>> {
        let mut partition = None;
        loop {
            match self.token {
                Token::Word("comdat") => function.comdat = self.comdat_of(span)?,
                Token::Word("align") => function.align = self.alignment()?,
                Token::Word("unnamed_addr" | "local_unnamed_addr") => {
                    *unnamed_addr = self.unnamed_addr();
                }
                Token::Word(word @ ("section" | "partition" | "gc")) => {
                    self.bump();
                    let text = Some(self.text()?);
                    match word {
                        "section" => function.section = text,
                        "gc" => function.gc = text,
                        _ => partition = text,
                    }
                }
                Token::Word(word @ ("prefix" | "prologue" | "personality")) => {
                    self.bump();
                    let constant = Some(self.typed_constant()?);
                    match word {
                        "prefix" => function.prefix = constant,
                        "prologue" => function.prologue = constant,
                        _ => function.personality = constant,
                    }
                }
                _ => {
                    // A bare `align` is the function's own, not an attribute.
                    let more = self.function_attributes_until("align")?;
                    if more.own.is_empty() && more.groups.is_empty() {
                        return Ok(partition);
                    }
                    function.attributes.own.extend(more.own);
                    function.attributes.groups.extend(more.groups);
                }
            }
        }
    }
}
