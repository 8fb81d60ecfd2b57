//! Variables, aliases and ifuncs, and what their headers share with those of functions.

use spektr_text::Span;

use super::cursor::{Parsed, Parser, fault_at};
use super::lex::{Symbol, Token};
use super::symbols::Key;
use crate::syntax::{
    ConstId, DllStorage, FunctionAttributes, Global, GlobalId, GlobalKind, Linkage, Name,
    Preemption, SanitizerWord, ThreadLocal, Ty, Type, UnnamedAddr, Variable, Visibility,
};

/// What stands between `=` (or `define`) and the kind of a global.
pub struct Header {
    pub linkage: Option<Linkage>,
    pub preemption: Option<Preemption>,
    pub visibility: Visibility,
    pub dll: Option<DllStorage>,
}

impl<'a> Parser<'a> {
    pub fn header(&mut self) -> Header {
        let linkage = self.eat_one_of(Linkage::from_word);
        let preemption = self.eat_one_of(Preemption::from_word);
        let visibility = self.eat_one_of(Visibility::from_word).unwrap_or(Visibility::Default);
        let dll = self.eat_one_of(DllStorage::from_word);
        Header { linkage, preemption, visibility, dll }
    }

    pub fn unnamed_addr(&mut self) -> Option<UnnamedAddr> {
        self.eat_one_of(UnnamedAddr::from_word)
    }

    fn thread_local(&mut self) -> Parsed<Option<ThreadLocal>> {
        if !self.eat_word("thread_local") {
            return Ok(None);
        }
        if !self.eat(b'(') {
            return Ok(Some(ThreadLocal::General));
        }
        let Some(model) = self.eat_one_of(ThreadLocal::from_word) else {
            return self.expected("a thread-local model");
        };
        self.expect(b')')?;
        Ok(Some(model))
    }

    /// `@name = …`, from the name on.
    pub fn global(&mut self, symbol: Symbol<'a>) -> Parsed<()> {
        let span = self.here();
        self.bump();
        self.expect(b'=')?;
        let header = self.header();
        let thread_local = self.thread_local()?;
        let unnamed_addr = self.unnamed_addr();
        if self.at_word("alias") || self.at_word("ifunc") {
            let is_alias = self.at_word("alias");
            self.bump();
            let mut global = self.indirection(header, is_alias, span)?;
            (global.thread_local, global.unnamed_addr) = (thread_local, unnamed_addr);
            return self.define(Key::from(symbol), global);
        }
        let mut global = self.variable(header, span)?;
        (global.thread_local, global.unnamed_addr) = (thread_local, unnamed_addr);
        self.define(Key::from(symbol), global)
    }

    fn variable(&mut self, header: Header, span: Span) -> Parsed<Global> {
        let space = self.address_space()?.unwrap_or(0);
        let externally_initialized = self.eat_word("externally_initialized");
        let constant = match self.token {
            Token::Word("global") => false,
            Token::Word("constant") => true,
            _ => return self.expected("`global` or `constant`"),
        };
        self.bump();
        let start = self.start;
        let ty = self.ty()?;
        if matches!(self.module.types[ty], Type::Function { .. } | Type::Label | Type::Metadata) {
            return fault_at(self.since(start), "a variable cannot have this type");
        }
        // Only what is declared elsewhere says `external` or `extern_weak`.
        let declared = matches!(header.linkage, Some(Linkage::External | Linkage::ExternWeak));
        let initializer = if declared { None } else { Some(self.constant(ty)?) };
        let mut variable = Variable {
            constant,
            externally_initialized,
            initializer,
            section: None,
            comdat: None,
            align: None,
            code_model: None,
            sanitizer: Vec::new(),
            attributes: FunctionAttributes::default(),
            metadata: Vec::new(),
        };
        let partition = self.variable_properties(&mut variable, span)?;
        variable.attributes = self.function_attributes()?;
        let kind = GlobalKind::Variable(Box::new(variable));
        Ok(self.new_global_value(header, ty, space, partition, kind, span))
    }

    fn variable_properties(&mut self, variable: &mut Variable, span: Span) -> Parsed<Option<Name>> {
        let mut partition = None;
        while self.eat(b',') {
            match self.token {
                Token::MetadataName(_) => variable.metadata.extend(self.attachment()?),
                Token::Word(word) => {
                    if let Some(word) = SanitizerWord::from_word(word) {
                        variable.sanitizer.push(word);
                        self.bump();
                        continue;
                    }
                    match word {
                        "section" => {
                            self.bump();
                            variable.section = Some(self.text()?);
                        }
                        "partition" => {
                            self.bump();
                            partition = Some(self.text()?);
                        }
                        "align" => variable.align = self.alignment()?,
                        "comdat" => variable.comdat = self.comdat_of(span)?,
                        "code_model" => {
                            self.bump();
                            variable.code_model = Some(self.text()?);
                        }
                        _ => return self.expected("a property of the variable"),
                    }
                }
                _ => return self.expected("a property of the variable"),
            }
        }
        Ok(partition)
    }

    /// `align N`, if it stands here.
    pub fn alignment(&mut self) -> Parsed<Option<u64>> {
        if !self.eat_word("align") {
            return Ok(None);
        }
        let start = self.start;
        let align = if self.at(b'(') { self.in_parens()? } else { self.unsigned()? };
        self.check_alignment(start, align)?;
        Ok(Some(align))
    }

    /// `comdat` or `comdat($name)`; alone it means the one named like the global at `span`.
    pub fn comdat_of(&mut self, span: Span) -> Parsed<Option<crate::syntax::ComdatId>> {
        self.bump();
        if self.eat(b'(') {
            let Token::Comdat(raw) = self.token else { return self.expected("a comdat") };
            let id = self.comdat(raw);
            self.bump();
            self.expect(b')')?;
            return Ok(Some(id));
        }
        // The span is that of `@name` or `@"name"`.
        let written = &self.text[span.start as usize + 1..span.end as usize];
        let raw = written.strip_prefix(b"\"").and_then(|it| it.strip_suffix(b"\""));
        let raw = raw.unwrap_or(written);
        if raw.first().is_some_and(u8::is_ascii_digit) && raw.len() == written.len() {
            return fault_at(span, "a comdat of its own needs a name");
        }
        Ok(Some(self.comdat(raw)))
    }

    fn indirection(&mut self, header: Header, is_alias: bool, span: Span) -> Parsed<Global> {
        let ty = self.ty()?;
        self.expect(b',')?;
        let start = self.start;
        let target = self.aliasee()?;
        let Some(space) = self.module.types.pointer_space(self.const_ty(target)) else {
            return fault_at(self.since(start), "an alias or ifunc stands for an address");
        };
        let mut partition = None;
        while self.eat(b',') {
            self.expect_word("partition")?;
            partition = Some(self.text()?);
        }
        let kind = if is_alias { GlobalKind::Alias(target) } else { GlobalKind::IFunc(target) };
        Ok(self.new_global_value(header, ty, space, partition, kind, span))
    }

    /// What an alias stands for: with its type, or an expression that has one anyway.
    fn aliasee(&mut self) -> Parsed<ConstId> {
        if let Token::Word(word) = self.token
            && !self.at_type()
        {
            let (ty, expr) = self.untyped_expression(word)?;
            let expr = crate::syntax::Constant::Expr(Box::new(expr));
            return Ok(self.intern(ty, expr));
        }
        self.typed_constant()
    }

    pub fn new_global_value(
        &mut self,
        header: Header,
        ty: Ty,
        space: u32,
        partition: Option<Name>,
        kind: GlobalKind,
        span: Span,
    ) -> Global {
        let to = self.typed_pointers.then_some(ty);
        let pointer = self.module.types.intern(Type::Pointer { space, to });
        Global {
            name: None,
            linkage: header.linkage.unwrap_or(Linkage::External),
            preemption: header.preemption,
            visibility: header.visibility,
            dll: header.dll,
            thread_local: None,
            unnamed_addr: None,
            space,
            ty,
            pointer,
            partition,
            kind,
            span,
        }
    }

    /// Enters a global under its name.
    pub fn define(&mut self, key: Key<'a>, global: Global) -> Parsed<()> {
        let (id, key) = self.reserve(key, global.span)?;
        self.fill(id, key, global);
        Ok(())
    }

    /// The id that the definition of a name gets; a name is defined once. An empty name is
    /// none.
    pub fn reserve(&mut self, key: Key<'a>, span: Span) -> Parsed<(GlobalId, Key<'a>)> {
        let key = key.or_number(self.globals.next_number);
        if let Key::Number(number) = key {
            if number < self.globals.next_number {
                let next = self.globals.next_number;
                let message = format!("globals are numbered upwards: `@{next}` or more goes here");
                return fault_at(span, message);
            }
            self.globals.next_number = number + 1;
        }
        let id = match self.globals.table.get(&key) {
            Some(&at) => GlobalId(at),
            None => self.new_global(key.clone(), span),
        };
        if self.globals.entries[id.index()].global.is_some() {
            return fault_at(span, format!("`@{key}` is defined twice"));
        }
        Ok((id, key))
    }

    pub fn fill(&mut self, id: GlobalId, key: Key<'a>, mut global: Global) {
        global.name = key.name();
        let entry = &mut self.globals.entries[id.index()];
        entry.global = Some(global);
        entry.rank = self.globals.defined;
        self.globals.defined += 1;
    }
}
