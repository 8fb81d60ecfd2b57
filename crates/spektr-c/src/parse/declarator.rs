//! Declarators (6.7.6) and type names (6.7.7): what stands around a name, and the types it makes.

use spektr_text::Span;

use super::attribute::Attributes;
use super::cursor::Parser;
use super::keyword::Keyword;
use super::lex::{Name, Punct, Tok};
use super::scope::Entity;
use super::specifier::Storage;
use super::{DEEPEST, Read, fail};
use crate::constant;
use crate::syntax::{Expr, ExprKind, Visitor, walk_expr};
use crate::types::{FunctionTy, Quals, Ty, Types};

/// One step from a name to the type it is declared with.
#[derive(Clone, Debug)]
pub enum Modifier {
    Pointer(Quals),
    /// `promised`: of a parameter, `[static length]` (6.7.6.3p7).
    Array {
        length: Length,
        quals: Quals,
        promised: bool,
        span: Span,
    },
    Function(Params),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    Unknown,
    Known(u64),
    /// Not constant: fit only for a parameter that becomes a pointer.
    Variable,
}

#[derive(Clone, Debug, Default)]
pub struct Params {
    pub list: Vec<Param>,
    pub variadic: bool,
    pub prototyped: bool,
    /// The names of a K&R definition.
    pub names: Vec<(Name, Span)>,
}

#[derive(Clone, Debug)]
pub struct Param {
    pub name: Option<(Name, Span)>,
    /// Adjusted, with its own qualifiers.
    pub ty: Ty,
    /// How many elements `[static n]` promises.
    pub least: u64,
    pub span: Span,
}

/// A declarator: its name, and the modifiers from the name outwards.
#[derive(Clone, Debug, Default)]
pub struct Declarator {
    pub name: Option<(Name, Span)>,
    /// Whether its first parameter is the object of a member function.
    pub has_object: bool,
    pub modifiers: Vec<Modifier>,
    pub attributes: Attributes,
    pub asm_name: Option<String>,
}

/// Which declarators fit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    Named,
    Abstract,
    /// Of a parameter.
    Either,
}

impl Parser<'_> {
    /// A declarator with the `asm` name and attributes behind it.
    pub fn declarator(&mut self, wanted: Wanted) -> Read<Declarator> {
        let mut found = Declarator::default();
        self.declarator_into(wanted, &mut found)?;
        if self.eat_keyword(Keyword::Asm) {
            self.expect(Punct::LeftParen)?;
            let (name, _) = self.string_text()?;
            self.expect(Punct::RightParen)?;
            found.asm_name = Some(name);
        }
        let attributes = self.attributes()?;
        found.attributes.merge(attributes);
        Ok(found)
    }

    fn declarator_into(&mut self, wanted: Wanted, found: &mut Declarator) -> Read<()> {
        let mut pointers = Vec::new();
        while self.eat(Punct::Star) {
            let mut quals = Quals::NONE;
            loop {
                if let Some(one) = self.eat_qualifier() {
                    quals = quals.and(one);
                } else if self.is_keyword(Keyword::Attribute) {
                    let attributes = self.attributes()?;
                    found.attributes.merge(attributes);
                } else {
                    break;
                }
            }
            pointers.push(Modifier::Pointer(quals));
            if pointers.len() > DEEPEST {
                return fail(self.span(), format!("more than {DEEPEST} pointers in a row"));
            }
        }
        if self.cpp && self.eat(Punct::And) {
            pointers.push(Modifier::Pointer(Quals::REFERENCE));
        }
        let attributes = self.attributes()?;
        found.attributes.merge(attributes);
        if wanted != Wanted::Abstract && matches!(self.peek(), Tok::Name(_)) {
            found.name = self.eat_name();
        } else if self.is(Punct::LeftParen) && self.at_nested_declarator(wanted) {
            self.next();
            self.nested(|parser| parser.declarator_into(wanted, found))?;
            self.expect(Punct::RightParen)?;
        } else if wanted == Wanted::Named {
            return self.unexpected("a name");
        }
        self.declarator_suffixes(found)?;
        found.modifiers.extend(pointers.into_iter().rev());
        Ok(())
    }

    /// Whether `(` opens a declarator rather than a list of parameters.
    fn at_nested_declarator(&self, wanted: Wanted) -> bool {
        match self.peek_second() {
            Tok::Punct(Punct::Star | Punct::LeftParen | Punct::LeftBracket) => true,
            Tok::Keyword(Keyword::Attribute) => true,
            Tok::Name(name) => match wanted {
                Wanted::Named => true,
                Wanted::Abstract => false,
                Wanted::Either => !matches!(self.scopes.find(name), Some(Entity::Typedef(_))),
            },
            _ => false,
        }
    }

    fn declarator_suffixes(&mut self, found: &mut Declarator) -> Read<()> {
        let first = found.modifiers.len();
        loop {
            if found.modifiers.len() - first > DEEPEST {
                return fail(self.span(), format!("more than {DEEPEST} dimensions"));
            }
            if self.is(Punct::LeftBracket) {
                let modifier = self.array_suffix()?;
                found.modifiers.push(modifier);
            } else if self.is(Punct::LeftParen) {
                let params = self.nested(|parser| parser.params())?;
                found.modifiers.push(Modifier::Function(params));
            } else {
                return Ok(());
            }
        }
    }

    fn array_suffix(&mut self) -> Read<Modifier> {
        let from = self.next().span;
        let (mut quals, mut promised) = (Quals::NONE, false);
        // `static` promises a least length (6.7.6.3p7); qualifiers go to the pointer.
        loop {
            if let Some(one) = self.eat_qualifier() {
                quals = quals.and(one);
            } else if self.eat_keyword(Keyword::Static) {
                promised = true;
            } else {
                break;
            }
        }
        let length = if self.is(Punct::RightBracket) {
            Length::Unknown
        } else if self.is(Punct::Star) && self.peek_second() == Tok::Punct(Punct::RightBracket) {
            self.next();
            Length::Variable
        } else {
            self.array_length()?
        };
        self.expect(Punct::RightBracket)?;
        Ok(Modifier::Array { length, quals, promised, span: self.since(from) })
    }

    fn array_length(&mut self) -> Read<Length> {
        let expr = self.nested(|parser| parser.assignment_expression())?;
        let expr = expr.decayed(self.types());
        if !self.types().is_integer(expr.ty) {
            return fail(expr.span, "the length of an array is an integer");
        }
        match constant::integer(&self.program.types, &expr) {
            // The function would evaluate it when it is entered (6.9.1p10).
            Err(_) if has_effects(&expr) => {
                fail(expr.span, "the length of an array with side effects is not understood")
            }
            Err(_) => Ok(Length::Variable),
            Ok(length) => match u64::try_from(length) {
                Ok(length) => Ok(Length::Known(length)),
                Err(_) => fail(expr.span, "the length of an array is not negative"),
            },
        }
    }

    pub fn params(&mut self) -> Read<Params> {
        self.expect(Punct::LeftParen)?;
        if self.eat(Punct::RightParen) {
            return Ok(Params::default());
        }
        let is_name = matches!(self.peek(), Tok::Name(_)) && !self.at_type();
        if is_name {
            return self.old_style_params();
        }
        self.scopes.open();
        let result = self.prototype();
        self.scopes.close();
        result
    }

    /// The names of a K&R definition.
    fn old_style_params(&mut self) -> Read<Params> {
        let mut params = Params::default();
        loop {
            params.names.push(self.expect_name()?);
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::RightParen)?;
        Ok(params)
    }

    fn prototype(&mut self) -> Read<Params> {
        let mut params = Params { prototyped: true, ..Params::default() };
        loop {
            if self.eat(Punct::Ellipsis) {
                params.variadic = true;
                break;
            }
            let param = self.param()?;
            let is_void = self.types().is_void(param.ty) && param.name.is_none();
            if is_void && params.list.is_empty() && self.is(Punct::RightParen) {
                break;
            }
            if self.types().is_void(param.ty) {
                return fail(param.span, "a parameter of type `void`");
            }
            if let Some((name, _)) = param.name {
                self.scopes.declare(name, Entity::Parameter(param.ty));
            }
            params.list.push(param);
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::RightParen)?;
        Ok(params)
    }

    fn param(&mut self) -> Read<Param> {
        let from = self.span();
        let specifiers = self.specifiers(false)?;
        if !matches!(specifiers.storage, Storage::None | Storage::Register) {
            return fail(specifiers.span, "a parameter has no such storage class");
        }
        let declarator = self.declarator(Wanted::Either)?;
        let span = self.since(from);
        let mut attributes = specifiers.attributes.clone();
        attributes.merge(declarator.attributes);
        let base = self.attributed(specifiers.ty, &attributes, span)?;
        let ty = self.param_type(base, &declarator.modifiers, span)?;
        let least = match declarator.modifiers.first() {
            Some(&Modifier::Array { length: Length::Known(least), promised: true, .. }) => least,
            _ => 0,
        };
        Ok(Param { name: declarator.name, ty, least, span })
    }

    /// The adjusted type of a parameter (6.7.6.3p7f).
    pub fn param_type(&mut self, base: Ty, modifiers: &[Modifier], span: Span) -> Read<Ty> {
        if let Some((Modifier::Array { quals, .. }, outer)) = modifiers.split_first() {
            let element = self.derive(base, outer, span)?;
            self.check_element(element, span)?;
            return Ok(self.types().pointer(element).with(*quals));
        }
        let ty = self.derive(base, modifiers, span)?;
        Ok(adjusted(self.types(), ty))
    }

    /// The type that modifiers make of a base type.
    pub fn derive(&mut self, base: Ty, modifiers: &[Modifier], span: Span) -> Read<Ty> {
        let mut ty = base;
        for modifier in modifiers.iter().rev() {
            ty = match modifier {
                Modifier::Pointer(quals) => self.types().pointer(ty).with(*quals),
                Modifier::Array { length, span, .. } => self.array_of(ty, *length, *span)?,
                Modifier::Function(params) => self.function_of(ty, params, span)?,
            };
            if self.types().depth(ty) as usize > DEEPEST {
                return fail(span, format!("a type nested more than {DEEPEST} levels deep"));
            }
        }
        Ok(ty)
    }

    fn array_of(&mut self, element: Ty, length: Length, span: Span) -> Read<Ty> {
        self.check_element(element, span)?;
        let length = match length {
            Length::Unknown => None,
            Length::Known(length) => Some(length),
            Length::Variable => return fail(span, "variable length arrays are not understood"),
        };
        let ty = self.types().array(element, length);
        if length.is_some() && !self.types().is_complete(ty) {
            return fail(span, "the array is too large");
        }
        Ok(ty)
    }

    fn check_element(&mut self, element: Ty, span: Span) -> Read<()> {
        if self.types().is_complete(element) {
            return Ok(());
        }
        let words = format!("an array has no elements of `{}`", self.types().describe(element));
        fail(span, words)
    }

    fn function_of(&mut self, result: Ty, params: &Params, span: Span) -> Read<Ty> {
        if self.types().is_function(result) || self.types().is_array(result) {
            let words = format!("no function returns `{}`", self.types().describe(result));
            return fail(span, words);
        }
        let params_of = |params: &Params| params.list.iter().map(|p| bare(p.ty)).collect();
        Ok(self.program.types.function(FunctionTy {
            result: result.unqualified(),
            params: params_of(params),
            variadic: params.variadic,
            prototyped: params.prototyped,
        }))
    }

    /// A type name (6.7.7).
    pub fn type_name(&mut self) -> Read<Ty> {
        let from = self.span();
        let specifiers = self.specifiers(false)?;
        if specifiers.storage != Storage::None {
            return fail(specifiers.span, "a type name has no storage class");
        }
        let declarator = self.declarator(Wanted::Abstract)?;
        let span = self.since(from);
        let mut attributes = specifiers.attributes.clone();
        attributes.merge(declarator.attributes);
        let mut base = self.attributed(specifiers.ty, &attributes, span)?;
        if let Some(align) = attributes.aligned {
            base = base.aligned(align);
        }
        self.derive(base, &declarator.modifiers, span)
    }
}

/// Whether evaluating an expression may do more than give a value.
fn has_effects(expr: &Expr) -> bool {
    struct Effects(bool);
    impl Visitor for Effects {
        fn expr(&mut self, expr: &Expr) {
            self.0 |= matches!(
                expr.kind,
                ExprKind::Assign { .. }
                    | ExprKind::CompoundAssign { .. }
                    | ExprKind::IncDec { .. }
                    | ExprKind::Call { .. }
                    | ExprKind::VaArg { .. }
                    | ExprKind::Statements(_)
            );
            walk_expr(self, expr);
        }
    }
    let mut effects = Effects(false);
    effects.expr(expr);
    effects.0
}

/// Arrays and functions as parameters are pointers (6.7.6.3p7f).
pub fn adjusted(types: &mut Types, ty: Ty) -> Ty {
    if let Some(element) = types.element(ty).filter(|_| types.is_array(ty)) {
        types.pointer(element)
    } else if types.is_function(ty) {
        types.pointer(ty)
    } else {
        ty
    }
}

/// The type of a parameter as the type of its function has it (6.7.6.3p15).
fn bare(ty: Ty) -> Ty {
    let plain = ty.unqualified();
    if ty.is_reference() { plain.with(Quals::REFERENCE) } else { plain }
}
