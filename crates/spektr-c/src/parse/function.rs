//! Function definitions (6.9.1), and what is known while a body is read.

use std::collections::HashMap;

use spektr_text::Span;

use super::cursor::Parser;
use super::declaration::Named;
use super::declarator::{Declarator, Modifier, Param, Params, Wanted, adjusted};
use super::lex::{Name, Punct};
use super::scope::Entity;
use super::specifier::{Specifiers, Storage};
use super::{Read, fail};
use crate::syntax::{Label, LabelId, Local, LocalId, LocalKind, METHOD};
use crate::types::{Ty, Types};

/// The function whose body is being read.
pub struct FunctionState {
    pub name: String,
    pub result: Ty,
    pub variadic: bool,
    pub locals: Vec<Local>,
    labels: Vec<(Label, bool)>,
    /// Labels by name; more than one map where `__label__` declares some for a block.
    label_scopes: Vec<HashMap<Name, LabelId>>,
    /// The objects of the enclosing blocks, innermost last.
    pub blocks: Vec<Vec<LocalId>>,
    pub switches: Vec<SwitchState>,
    pub loops: u32,
    /// Loops and switches around this place.
    pub breakables: u32,
}

/// The switch whose body is being read.
pub struct SwitchState {
    /// The promoted type of its value.
    pub ty: Ty,
    pub cases: Vec<(i128, i128)>,
    pub has_default: bool,
}

impl FunctionState {
    fn new(name: &str, result: Ty, variadic: bool) -> FunctionState {
        FunctionState {
            name: name.to_string(),
            result,
            variadic,
            locals: Vec::new(),
            labels: Vec::new(),
            label_scopes: vec![HashMap::new()],
            blocks: Vec::new(),
            switches: Vec::new(),
            loops: 0,
            breakables: 0,
        }
    }

    pub fn add_local(&mut self, local: Local) -> LocalId {
        self.locals.push(local);
        LocalId(self.locals.len() as u32 - 1)
    }

    /// Adds an object to the innermost block.
    pub fn add_to_block(&mut self, local: Local) -> LocalId {
        let id = self.add_local(local);
        self.blocks.last_mut().expect("objects are declared in blocks").push(id);
        id
    }

    pub fn open_labels(&mut self) {
        self.label_scopes.push(HashMap::new());
    }

    pub fn close_labels(&mut self) {
        self.label_scopes.pop();
    }

    /// The label of this name, declared by its first use.
    pub fn label(&mut self, name: Name, text: &str, span: Span) -> LabelId {
        let found = self.label_scopes.iter().rev().find_map(|scope| scope.get(&name).copied());
        found.unwrap_or_else(|| self.new_label(0, name, text, span))
    }

    /// `__label__ name;` for the innermost block.
    pub fn declare_label(&mut self, name: Name, text: &str, span: Span) {
        self.new_label(self.label_scopes.len() - 1, name, text, span);
    }

    fn new_label(&mut self, scope: usize, name: Name, text: &str, span: Span) -> LabelId {
        let id = LabelId(self.labels.len() as u32);
        self.labels.push((Label { name: text.to_string(), span }, false));
        self.label_scopes[scope].insert(name, id);
        id
    }

    /// Notes where a label stands; false if it already stands elsewhere.
    pub fn place_label(&mut self, id: LabelId, span: Span) -> bool {
        let (label, placed) = &mut self.labels[id.0 as usize];
        label.span = span;
        !std::mem::replace(placed, true)
    }
}

impl Parser<'_> {
    /// Whether a body follows the declarator of a function.
    pub fn at_function_body(&self, declarator: &Declarator) -> bool {
        let Some(Modifier::Function(params)) = declarator.modifiers.first() else { return false };
        self.is(Punct::LeftBrace) || (!params.names.is_empty() && self.at_declaration())
    }

    /// A function definition, from behind its declarator.
    pub fn function_definition(
        &mut self,
        specifiers: &Specifiers,
        declarator: &Declarator,
    ) -> Read<()> {
        if self.cpp
            && self.function.is_none()
            && !declarator.has_object
            && let Some(declarator) = self.object_parameter(declarator)
        {
            self.function_definition(specifiers, &declarator)?;
            return self.mark_function(&declarator, METHOD);
        }
        let Some(Modifier::Function(params)) = declarator.modifiers.first() else {
            return fail(self.span(), "only a function has a body");
        };
        let Some((name, span)) = declarator.name else { return self.unexpected("a name") };
        let old_style = !params.prototyped;
        self.scopes.open();
        let result =
            self.definition_in_scope(specifiers, declarator, params, old_style, name, span);
        self.scopes.close();
        self.function = None;
        result
    }

    fn definition_in_scope(
        &mut self,
        specifiers: &Specifiers,
        declarator: &Declarator,
        params: &Params,
        old_style: bool,
        name: Name,
        span: Span,
    ) -> Read<()> {
        let list = if old_style { self.old_style_list(params)? } else { params.list.clone() };
        let ty = self.declared_type(specifiers, declarator)?;
        let named = Named { name, span, ty };
        let id = self.declare_function(specifiers, declarator, named)?;
        if self.program.function(id).body.is_some() {
            return fail(span, format!("`{}` is defined twice", self.text(name)));
        }
        let signature = self.program.types.as_function(ty).expect("a function type").clone();
        if !self.types().is_void(signature.result) && !self.types().is_complete(signature.result) {
            return fail(span, "the function returns an incomplete type");
        }
        // A definition with `()` takes no arguments, but declares no prototype (6.7.6.3p14).
        let text = self.text(name).to_string();
        let mut state = FunctionState::new(&text, signature.result, signature.variadic);
        for param in &list {
            self.define_param(param, old_style, &mut state)?;
        }
        let params = (0..state.locals.len() as u32).map(LocalId).collect();
        self.function = Some(state);
        let body = self.nested(|parser| parser.function_body())?;
        let state = self.function.take().expect("set above");
        if let Some((label, _)) = state.labels.iter().find(|(_, placed)| !placed) {
            return fail(label.span, format!("the label `{}` is nowhere", label.name));
        }
        let function = &mut self.program.functions[id.0 as usize];
        function.params = params;
        function.locals = state.locals;
        function.labels = state.labels.into_iter().map(|(label, _)| label).collect();
        function.body = Some(body);
        function.span = span;
        Ok(())
    }

    fn define_param(
        &mut self,
        param: &Param,
        promoted: bool,
        state: &mut FunctionState,
    ) -> Read<()> {
        let Some((name, span)) = param.name else {
            if param.span.is_known() && self.types().is_complete(param.ty) {
                // C2x and GNU C allow a parameter that nobody uses to have no name.
                let kind = param_kind(param, promoted);
                let local = Local {
                    name: String::new(),
                    ty: param.ty,
                    kind,
                    align: None,
                    span: param.span,
                };
                state.add_local(local);
                return Ok(());
            }
            return fail(param.span, "a parameter without a name");
        };
        if !self.types().is_complete(param.ty) {
            return fail(span, format!("the type of `{}` is incomplete", self.text(name)));
        }
        if self.scopes.find_here(name).is_some() {
            return fail(span, format!("two parameters are called `{}`", self.text(name)));
        }
        let kind = param_kind(param, promoted);
        let text = self.text(name).to_string();
        let id = state.add_local(Local { name: text, ty: param.ty, kind, align: None, span });
        self.scopes.declare(name, Entity::Local(id));
        Ok(())
    }

    /// The parameters of a K&R definition: their declarations follow; the others are `int`.
    fn old_style_list(&mut self, params: &Params) -> Read<Vec<Param>> {
        let mut list: Vec<Param> = params
            .names
            .iter()
            .map(|&(name, span)| Param { name: Some((name, span)), ty: Types::INT, least: 0, span })
            .collect();
        while !self.is(Punct::LeftBrace) {
            let specifiers = self.specifiers(true)?;
            if !matches!(specifiers.storage, Storage::None | Storage::Register) {
                return fail(specifiers.span, "a parameter has no such storage class");
            }
            while !self.is(Punct::Semicolon) {
                let declarator = self.declarator(Wanted::Named)?;
                let Some((name, span)) = declarator.name else { return self.unexpected("a name") };
                let mut attributes = specifiers.attributes.clone();
                attributes.merge(declarator.attributes);
                let base = self.attributed(specifiers.ty, &attributes, span)?;
                let ty = self.param_type(base, &declarator.modifiers, span)?;
                let ty = adjusted(self.types(), ty);
                match list.iter_mut().find(|param| param.name.is_some_and(|(own, _)| own == name)) {
                    Some(param) => param.ty = ty,
                    None => return fail(span, format!("`{}` is no parameter", self.text(name))),
                }
                if !self.eat(Punct::Comma) {
                    break;
                }
            }
            self.expect(Punct::Semicolon)?;
        }
        Ok(list)
    }
}

fn param_kind(param: &Param, promoted: bool) -> LocalKind {
    match param.least {
        0 => LocalKind::Param { promoted },
        least => LocalKind::ArrayParam { least },
    }
}
