//! Declarations (6.7, 6.9): what they declare in which scope, with which linkage.

use spektr_text::Span;

use super::cursor::Parser;
use super::declarator::{Declarator, Wanted};
use super::keyword::Keyword;
use super::lex::{Name, Punct, Tok};
use super::scope::Entity;
use super::specifier::{Specifiers, Storage};
use super::{Read, fail};
use crate::constant;
use crate::syntax::{
    Container, Declared, Definition, Function, FunctionId, Global, GlobalId, InlineKind, Linkage,
    Local, LocalKind,
};
use crate::types::{Shape, Ty};

/// A name that is being declared.
#[derive(Clone, Copy)]
pub struct Named {
    pub name: Name,
    pub span: Span,
    pub ty: Ty,
}

impl Parser<'_> {
    /// The whole unit.
    pub fn unit(mut self) -> Read<()> {
        while self.peek() != Tok::End {
            self.external_declaration()?;
        }
        self.finish_tentative()
    }

    fn external_declaration(&mut self) -> Read<()> {
        while self.eat_keyword(Keyword::Extension) {}
        match self.peek() {
            Tok::Punct(Punct::Semicolon) => {
                self.next();
                return Ok(());
            }
            Tok::Keyword(Keyword::StaticAssert) => return self.static_assert(),
            Tok::Keyword(Keyword::Asm) => {
                return fail(self.span(), "assembly outside of functions is not understood");
            }
            Tok::Name(_) | Tok::Keyword(_) | Tok::Punct(Punct::Star | Punct::LeftParen) => {}
            _ => return self.unexpected("a declaration"),
        }
        if self.cpp && self.cpp_declaration()? {
            return Ok(());
        }
        let from = self.mark();
        let specifiers = self.specifiers(true)?;
        if self.eat(Punct::Semicolon) {
            return Ok(());
        }
        if from == self.mark() && !matches!(self.peek(), Tok::Name(_) | Tok::Punct(_)) {
            return self.unexpected("a declaration");
        }
        let declarator = self.declarator(Wanted::Named)?;
        if self.at_function_body(&declarator) {
            return self.function_definition(&specifiers, &declarator);
        }
        let declared = self.declarators(&specifiers, declarator)?;
        debug_assert!(declared.is_empty(), "nothing of file scope is automatic");
        Ok(())
    }

    /// A declaration in a block or `for`: what it declares there.
    pub fn local_declaration(&mut self) -> Read<Vec<Declared>> {
        if self.is_keyword(Keyword::StaticAssert) {
            self.static_assert()?;
            return Ok(Vec::new());
        }
        let specifiers = self.specifiers(true)?;
        if self.eat(Punct::Semicolon) {
            return Ok(Vec::new());
        }
        let declarator = self.declarator(Wanted::Named)?;
        if self.at_function_body(&declarator) {
            return fail(self.span(), "nested functions are not understood");
        }
        self.declarators(&specifiers, declarator)
    }

    /// The first declarator and those behind commas, up to the semicolon.
    fn declarators(&mut self, specifiers: &Specifiers, first: Declarator) -> Read<Vec<Declared>> {
        let mut declared = Vec::new();
        let mut declarator = first;
        loop {
            declared.extend(self.declare(specifiers, &declarator)?);
            if !self.eat(Punct::Comma) {
                break;
            }
            let attributes = self.attributes()?;
            declarator = self.declarator(Wanted::Named)?;
            declarator.attributes.merge(attributes);
        }
        self.expect(Punct::Semicolon)?;
        Ok(declared)
    }

    /// The type that specifiers and a declarator make.
    pub fn declared_type(&mut self, specifiers: &Specifiers, declarator: &Declarator) -> Read<Ty> {
        let span = declarator.name.map_or(specifiers.span, |(_, span)| span);
        let mut attributes = specifiers.attributes.clone();
        attributes.merge(declarator.attributes.clone());
        let base = self.attributed(specifiers.ty, &attributes, span)?;
        self.derive(base, &declarator.modifiers, span)
    }

    fn declare(
        &mut self,
        specifiers: &Specifiers,
        declarator: &Declarator,
    ) -> Read<Option<Declared>> {
        let Some((name, span)) = declarator.name else { return self.unexpected("a name") };
        if specifiers.deduced {
            return self.declare_deduced(specifiers, declarator, name, span);
        }
        let ty = self.declared_type(specifiers, declarator)?;
        let named = Named { name, span, ty };
        if specifiers.storage == Storage::Typedef {
            return self.declare_typedef(specifiers, declarator, named).map(|()| None);
        }
        if self.types().is_function(ty) {
            if self.is(Punct::Assign) {
                return fail(self.span(), "a function is not initialised");
            }
            return self.declare_function(specifiers, declarator, named).map(|_| None);
        }
        if self.scopes.is_file() || specifiers.storage == Storage::Extern {
            return self.declare_global(specifiers, declarator, named).map(|()| None);
        }
        let here = self.scopes.find_here(name);
        if here.is_some() {
            return fail(span, format!("`{}` is declared twice", self.text(name)));
        }
        if specifiers.storage == Storage::Static {
            let id = self.declare_static(specifiers, declarator, named)?;
            return Ok(Some(Declared::Static(id)));
        }
        self.declare_local(specifiers, declarator, named).map(Some)
    }

    fn declare_typedef(
        &mut self,
        specifiers: &Specifiers,
        declarator: &Declarator,
        named: Named,
    ) -> Read<()> {
        let Named { name, span, mut ty } = named;
        let mut attributes = specifiers.attributes.clone();
        attributes.merge(declarator.attributes.clone());
        if let Some(align) = attributes.aligned {
            ty = ty.aligned(align);
        }
        if let Shape::Record(id) = *self.types().shape(ty) {
            let text = self.text(name).to_string();
            let record = self.types().record_mut(id);
            if record.tag.is_empty() {
                record.tag = text;
            }
            record.transparent |= attributes.transparent_union;
        }
        if let Shape::Enum(id) = *self.types().shape(ty)
            && self.types().enumeration(id).tag.is_empty()
        {
            let text = self.text(name).to_string();
            self.types().enum_mut(id).tag = text;
        }
        match self.scopes.find_here(name) {
            None => {}
            Some(Entity::Typedef(old)) if self.types().compatible(old, ty) => return Ok(()),
            Some(_) => {
                return fail(span, format!("`{}` is declared as something else", self.text(name)));
            }
        }
        self.scopes.declare(name, Entity::Typedef(ty));
        Ok(())
    }

    /// Declares a function, whatever the scope (6.2.2p5).
    pub fn declare_function(
        &mut self,
        specifiers: &Specifiers,
        declarator: &Declarator,
        named: Named,
    ) -> Read<FunctionId> {
        let Named { name, span, ty } = named;
        if matches!(specifiers.storage, Storage::Auto | Storage::Register) {
            return fail(span, "a function has no such storage class");
        }
        let fresh = self.scopes.find_linked(name).is_none();
        let id = match self.scopes.find_linked(name) {
            Some(Entity::Function(id)) => {
                self.merge_function_type(id, named)?;
                id
            }
            Some(_) => {
                return fail(span, format!("`{}` is declared as something else", self.text(name)));
            }
            None => self.new_function(name, ty, span),
        };
        self.scopes.declare_linked(name, Entity::Function(id));
        if !self.scopes.is_file() && self.function.is_none() {
            // The scope of the parameters is open already; the function belongs to the file.
            self.scopes.declare_in_file(name, Entity::Function(id));
        } else {
            self.scopes.declare(name, Entity::Function(id));
        }
        self.function_flags(id, fresh, specifiers, declarator);
        Ok(id)
    }

    fn merge_function_type(&mut self, id: FunctionId, named: Named) -> Read<()> {
        let Named { name, span, ty } = named;
        let old = self.program.function(id).ty;
        let implicit = self.program.function(id).implicit;
        if !implicit && !self.types().compatible(old, ty) {
            let types = &self.program.types;
            let words = format!(
                "`{}` is declared as `{}` and as `{}`",
                self.text(name),
                types.describe(old),
                types.describe(ty)
            );
            return fail(span, words);
        }
        let merged = if implicit { ty } else { self.types().composite(old, ty) };
        let function = &mut self.program.functions[id.0 as usize];
        function.ty = merged;
        function.implicit = false;
        Ok(())
    }

    pub fn new_function(&mut self, name: Name, ty: Ty, span: Span) -> FunctionId {
        let function = Function {
            name: self.text(name).to_string(),
            ty,
            unit: self.unit,
            linkage: Linkage::External,
            inline: InlineKind::None,
            noinline: false,
            noreturn: false,
            weak: false,
            implicit: false,
            attributes: Vec::new(),
            asm_name: None,
            params: Vec::new(),
            locals: Vec::new(),
            labels: Vec::new(),
            body: None,
            span,
        };
        self.program.functions.push(function);
        FunctionId(self.program.functions.len() as u32 - 1)
    }

    fn function_flags(
        &mut self,
        id: FunctionId,
        fresh: bool,
        specifiers: &Specifiers,
        declarator: &Declarator,
    ) {
        let mut attributes = specifiers.attributes.clone();
        attributes.merge(declarator.attributes.clone());
        let function = &mut self.program.functions[id.0 as usize];
        if specifiers.storage == Storage::Static {
            function.linkage = Linkage::Internal;
        }
        let external = specifiers.storage == Storage::Extern;
        // `gnu_inline` turns the meaning of `extern` round.
        let only_inline = specifiers.inline && external == attributes.gnu_inline;
        function.inline = match function.inline {
            InlineKind::Always => InlineKind::Always,
            _ if attributes.always_inline => InlineKind::Always,
            InlineKind::None if !specifiers.inline => InlineKind::None,
            InlineKind::None | InlineKind::Inline if function.linkage == Linkage::Internal => {
                InlineKind::Inline
            }
            InlineKind::None if only_inline && fresh => InlineKind::Inline,
            InlineKind::Inline if only_inline => InlineKind::Inline,
            _ => InlineKind::Extern,
        };
        function.noinline |= attributes.noinline;
        function.noreturn |= attributes.noreturn || specifiers.noreturn;
        function.weak |= attributes.weak;
        for kept in attributes.kept {
            if !function.attributes.contains(&kept) {
                function.attributes.push(kept);
            }
        }
        if let Some(name) = &declarator.asm_name {
            function.asm_name = Some(name.clone());
        }
    }

    fn declare_global(
        &mut self,
        specifiers: &Specifiers,
        declarator: &Declarator,
        named: Named,
    ) -> Read<()> {
        let Named { name, span, ty } = named;
        if matches!(specifiers.storage, Storage::Auto | Storage::Register) {
            return fail(span, "an object of file scope has no such storage class");
        }
        if declarator.asm_name.is_some() {
            return fail(span, "objects with names of the assembler are not understood");
        }
        let id = match self.scopes.find_linked(name) {
            Some(Entity::Global(id)) => self.merge_global(id, named)?,
            Some(_) => {
                return fail(span, format!("`{}` is declared as something else", self.text(name)));
            }
            None => {
                let linkage = if specifiers.storage == Storage::Static {
                    Linkage::Internal
                } else {
                    Linkage::External
                };
                self.new_global(named, linkage)
            }
        };
        match self.scopes.find_here(name) {
            None | Some(Entity::Global(_)) => {}
            Some(_) => {
                return fail(span, format!("`{}` is declared as something else", self.text(name)));
            }
        }
        self.scopes.declare_linked(name, Entity::Global(id));
        self.scopes.declare(name, Entity::Global(id));
        self.global_flags(id, specifiers, declarator);
        if self.eat(Punct::Assign) {
            if !self.scopes.is_file() {
                return fail(span, "an `extern` object of a block is not initialised");
            }
            return self.initialize_global(id, ty, span);
        }
        let global = &mut self.program.globals[id.0 as usize];
        if specifiers.storage != Storage::Extern && !global.is_defined() {
            global.definition = Definition::Tentative;
            global.span = span;
        }
        Ok(())
    }

    fn merge_global(&mut self, id: GlobalId, named: Named) -> Read<GlobalId> {
        let Named { name, span, ty } = named;
        let old = self.program.global(id).ty;
        if !self.types().compatible(old, ty) {
            let types = &self.program.types;
            let (one, other) = (types.describe(old), types.describe(ty));
            return fail(
                span,
                format!("`{}` is declared as `{one}` and as `{other}`", self.text(name)),
            );
        }
        self.program.globals[id.0 as usize].ty = self.program.types.composite(old, ty);
        Ok(id)
    }

    pub fn new_global(&mut self, named: Named, linkage: Linkage) -> GlobalId {
        let global = Global {
            name: self.text(named.name).to_string(),
            ty: named.ty,
            unit: self.unit,
            linkage,
            definition: Definition::Declared,
            align: None,
            weak: false,
            container: None,
            span: named.span,
        };
        self.program.globals.push(global);
        GlobalId(self.program.globals.len() as u32 - 1)
    }

    fn global_flags(&mut self, id: GlobalId, specifiers: &Specifiers, declarator: &Declarator) {
        let aligned = specifiers.attributes.aligned.max(declarator.attributes.aligned);
        let align = specifiers.align.max(aligned);
        let weak = specifiers.attributes.weak || declarator.attributes.weak;
        let global = &mut self.program.globals[id.0 as usize];
        global.align = global.align.max(align);
        global.weak |= weak;
        global.container = specifiers.container;
    }

    fn initialize_global(&mut self, id: GlobalId, ty: Ty, span: Span) -> Read<()> {
        if matches!(self.program.global(id).definition, Definition::Initialized(_)) {
            return fail(span, format!("`{}` is defined twice", self.program.global(id).name));
        }
        // The array is the only member of the class.
        let wrapped = self.program.global(id).container == Some(Container::Array);
        if wrapped {
            self.expect(Punct::LeftBrace)?;
        }
        let (init, ty) = self.initializer(ty)?;
        if wrapped {
            self.expect(Punct::RightBrace)?;
        }
        self.check_static(&init)?;
        if !self.types().is_complete(ty) {
            return fail(span, "the type of this object is incomplete");
        }
        let merged = self.program.types.composite(self.program.globals[id.0 as usize].ty, ty);
        let global = &mut self.program.globals[id.0 as usize];
        global.ty = merged;
        global.definition = Definition::Initialized(init);
        global.span = span;
        Ok(())
    }

    /// What objects with static storage start with is constant (6.7.9p4).
    pub fn check_static(&mut self, init: &crate::syntax::Init) -> Read<()> {
        for expr in init.exprs() {
            let types = &self.program.types;
            let is_string = matches!(expr.kind, crate::syntax::ExprKind::String(_));
            if !is_string && !constant::may_initialize(types, expr) {
                return fail(expr.span, "this is not constant, but initialises a static object");
            }
        }
        Ok(())
    }

    fn declare_static(
        &mut self,
        specifiers: &Specifiers,
        declarator: &Declarator,
        named: Named,
    ) -> Read<GlobalId> {
        let id = self.new_global(named, Linkage::None);
        self.scopes.declare(named.name, Entity::Global(id));
        self.global_flags(id, specifiers, declarator);
        if self.eat(Punct::Assign) {
            self.initialize_global(id, named.ty, named.span)?;
        } else {
            self.program.globals[id.0 as usize].definition = Definition::Tentative;
        }
        let ty = self.program.global(id).ty;
        self.check_complete(ty, named.span)?;
        Ok(id)
    }

    fn check_complete(&mut self, ty: Ty, span: Span) -> Read<()> {
        if self.types().is_complete(ty) {
            return Ok(());
        }
        fail(span, format!("an object of incomplete type `{}`", self.types().describe(ty)))
    }

    fn declare_local(
        &mut self,
        specifiers: &Specifiers,
        declarator: &Declarator,
        named: Named,
    ) -> Read<Declared> {
        let Named { name, span, ty } = named;
        if declarator.asm_name.is_some() {
            return fail(span, "objects in chosen registers are not understood");
        }
        let kind = match specifiers.storage {
            Storage::Register => LocalKind::Register,
            _ => LocalKind::Auto,
        };
        let aligned = specifiers.attributes.aligned.max(declarator.attributes.aligned);
        let align = specifiers.align.max(aligned);
        let text = self.text(name).to_string();
        let Some(function) = &mut self.function else {
            return fail(span, "an automatic object outside of a function");
        };
        let local = function.add_to_block(Local { name: text, ty, kind, align, span });
        self.scopes.declare(name, Entity::Local(local));
        let init = if ty.is_reference() {
            Some(self.bound_reference(ty)?)
        } else if self.eat(Punct::Assign) {
            let (init, ty) = self.initializer(ty)?;
            self.local_mut(local).ty = ty;
            Some(init)
        } else {
            None
        };
        let ty = self.local_mut(local).ty;
        self.check_complete(ty, span)?;
        Ok(Declared::Local { local, init })
    }

    pub fn local_mut(&mut self, id: crate::syntax::LocalId) -> &mut Local {
        let function = self.function.as_mut().expect("locals belong to functions");
        &mut function.locals[id.0 as usize]
    }

    /// `__auto_type x = e;`
    fn declare_deduced(
        &mut self,
        specifiers: &Specifiers,
        declarator: &Declarator,
        name: Name,
        span: Span,
    ) -> Read<Option<Declared>> {
        if !declarator.modifiers.is_empty() || self.function.is_none() {
            return fail(span, "`__auto_type` declares plain objects of functions");
        }
        self.expect(Punct::Assign)?;
        let value = self.assignment_expression()?;
        let value = value.decayed(self.types());
        let kind = LocalKind::Auto;
        let ty = self.program.types.qualified(value.ty, specifiers.ty.quals);
        self.check_complete(ty, span)?;
        let text = self.text(name).to_string();
        let function = self.function.as_mut().expect("just checked");
        let local =
            function.add_to_block(Local { name: text, ty, kind, align: specifiers.align, span });
        self.scopes.declare(name, Entity::Local(local));
        Ok(Some(Declared::Local { local, init: Some(crate::syntax::Init::Expr(value)) }))
    }

    /// Tentative definitions at the end of the unit: an array of unknown length has one element
    /// (6.9.2p5).
    fn finish_tentative(&mut self) -> Read<()> {
        for index in 0..self.program.globals.len() {
            let global = &self.program.globals[index];
            let (ty, span) = (global.ty, global.span);
            if global.unit != self.unit || !global.is_defined() {
                continue;
            }
            if let Shape::Array { element, length: None } = *self.types().shape(ty) {
                let one = self.types().array(element, Some(1));
                self.program.globals[index].ty = one;
            }
            let ty = self.program.globals[index].ty;
            self.check_complete(ty, span)?;
        }
        Ok(())
    }

    pub fn static_assert(&mut self) -> Read<()> {
        let from = self.next().span;
        self.expect(Punct::LeftParen)?;
        let value = self.constant_integer()?;
        let message = if self.eat(Punct::Comma) { self.string_text()?.0 } else { String::new() };
        self.expect(Punct::RightParen)?;
        self.expect(Punct::Semicolon)?;
        if value == 0 {
            return fail(self.since(from), format!("this assertion does not hold: {message}"));
        }
        Ok(())
    }
}
