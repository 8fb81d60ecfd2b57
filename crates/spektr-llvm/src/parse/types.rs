//! Types as text.

use spektr_text::Span;

use super::cursor::{Parsed, Parser, fault_at};
use super::lex::{Symbol, Token};
use super::symbols::{Key, Table};
use crate::syntax::{FloatKind, Name, NamedStruct, StructBody, StructId, Ty, Type};

/// `%name` as a type: structs, and other types under a second name.
#[derive(Default)]
pub struct NamedTypes<'a> {
    table: Table<Key<'a>, Ty>,
    /// For each struct: where it was first mentioned and when it was defined.
    pub structs: Vec<(Span, Option<u32>)>,
    defined: u32,
}

/// The widest integer type.
const WIDEST: u32 = 1 << 23;

impl<'a> Parser<'a> {
    /// A type that a value can have.
    pub fn ty(&mut self) -> Parsed<Ty> {
        let start = self.start;
        let ty = self.type_or_void()?;
        if self.module.types[ty] == Type::Void {
            return fault_at(self.since(start), "`void` is only what a function returns");
        }
        Ok(ty)
    }

    pub fn type_or_void(&mut self) -> Parsed<Ty> {
        self.nested(Self::type_inside)
    }

    /// Whether a type can begin with the current token.
    pub fn at_type(&self) -> bool {
        match self.token {
            Token::Word(word) => {
                simple_type(word).is_some() || matches!(word, "ptr" | "target" | "opaque")
            }
            Token::Punct(punct) => matches!(punct, b'{' | b'[' | b'<'),
            Token::Local(_) => true,
            _ => false,
        }
    }

    fn type_inside(&mut self) -> Parsed<Ty> {
        let start = self.start;
        let mut ty = match self.token {
            Token::Word("ptr") => {
                self.bump();
                let space = self.address_space()?.unwrap_or(0);
                if self.at(b'*') {
                    return self.fault("`ptr*` is no type: write `ptr`");
                }
                self.module.types.pointer(space)
            }
            Token::Word("target") => self.target_type()?,
            Token::Word(word) => match simple_type(word) {
                Some(Type::Int(width)) if !(1..=WIDEST).contains(&width) => {
                    return self.fault("integers have 1 to 8388608 bits");
                }
                Some(kind) => {
                    self.bump();
                    self.module.types.intern(kind)
                }
                None => return self.expected("a type"),
            },
            Token::Punct(b'{') => {
                self.bump();
                let fields = self.list(b'}', Self::field_type)?.into();
                self.module.types.intern(Type::Struct { packed: false, fields })
            }
            Token::Punct(b'[') => self.array_type()?,
            Token::Punct(b'<') => self.vector_or_packed()?,
            Token::Local(symbol) => {
                let ty = self.named_type(symbol, self.here());
                self.bump();
                ty
            }
            _ => return self.expected("a type"),
        };
        loop {
            match self.token {
                Token::Punct(b'*') => {
                    ty = self.typed_pointer(start, ty, 0)?;
                    self.bump();
                }
                Token::Word("addrspace") => {
                    let space = self.address_space()?.unwrap_or(0);
                    if !self.at(b'*') {
                        return self.expected("`*`");
                    }
                    ty = self.typed_pointer(start, ty, space)?;
                    self.bump();
                }
                Token::Punct(b'(') => ty = self.function_type(start, ty)?,
                _ => return Ok(ty),
            }
            if self.module.types.depth(ty) > super::DEEPEST {
                return fault_at(self.since(start), "this type is nested too deep");
            }
        }
    }

    fn typed_pointer(&mut self, start: usize, to: Ty, space: u32) -> Parsed<Ty> {
        let bad = match self.module.types[to] {
            Type::Void => Some("there are no pointers to `void`: use `i8*`"),
            Type::Label => Some("there are no pointers to labels"),
            Type::Metadata | Type::Token | Type::X86Amx => {
                Some("there are no pointers to this type")
            }
            _ => None,
        };
        let to = self.typed_pointers.then_some(to);
        match bad {
            Some(message) => fault_at(self.since(start), message),
            None => Ok(self.module.types.intern(Type::Pointer { space, to })),
        }
    }

    fn function_type(&mut self, start: usize, result: Ty) -> Parsed<Ty> {
        if matches!(self.module.types[result], Type::Function { .. } | Type::Label | Type::Metadata)
        {
            return fault_at(self.since(start), "a function cannot return this type");
        }
        self.bump();
        let mut variadic = false;
        let mut params = Vec::new();
        while !self.eat(b')') {
            if variadic || (!params.is_empty() && !self.eat(b',')) {
                return self.expected("`)`");
            }
            if self.token == Token::Ellipsis {
                self.bump();
                variadic = true;
                continue;
            }
            params.push(self.ty()?);
        }
        Ok(self.module.types.intern(Type::Function { result, params: params.into(), variadic }))
    }

    fn field_type(&mut self) -> Parsed<Ty> {
        let start = self.start;
        let ty = self.ty()?;
        if matches!(
            self.module.types[ty],
            Type::Function { .. } | Type::Label | Type::Metadata | Type::Token
        ) {
            return fault_at(self.since(start), "this cannot be part of another type");
        }
        Ok(ty)
    }

    fn array_type(&mut self) -> Parsed<Ty> {
        self.bump();
        let length = self.unsigned()?;
        self.expect_word("x")?;
        let element = self.field_type()?;
        self.expect(b']')?;
        Ok(self.module.types.intern(Type::Array { length, element }))
    }

    fn vector_or_packed(&mut self) -> Parsed<Ty> {
        self.bump();
        if self.eat(b'{') {
            let fields = self.list(b'}', Self::field_type)?.into();
            self.expect(b'>')?;
            return Ok(self.module.types.intern(Type::Struct { packed: true, fields }));
        }
        let scalable = self.eat_word("vscale");
        if scalable {
            self.expect_word("x")?;
        }
        let start = self.start;
        let length = self.unsigned()?;
        if length == 0 {
            return fault_at(self.since(start), "a vector has at least one element");
        }
        self.expect_word("x")?;
        let start = self.start;
        let element = self.ty()?;
        if !matches!(
            self.module.types[element],
            Type::Int(_) | Type::Float(_) | Type::Pointer { .. } | Type::Target { .. }
        ) {
            return fault_at(self.since(start), "vectors consist of integers, floats or pointers");
        }
        self.expect(b'>')?;
        Ok(self.module.types.intern(Type::Vector { scalable, length, element }))
    }

    fn target_type(&mut self) -> Parsed<Ty> {
        self.bump();
        self.expect(b'(')?;
        let name = self.text()?;
        let (mut types, mut integers) = (Vec::new(), Vec::new());
        while self.eat(b',') {
            if let Token::Integer(_) = self.token {
                integers.push(self.unsigned()?);
            } else if integers.is_empty() {
                types.push(self.type_or_void()?);
            } else {
                return self.expected("a number");
            }
        }
        self.expect(b')')?;
        let (types, integers) = (types.into(), integers.into());
        Ok(self.module.types.intern(Type::Target { name, types, integers }))
    }

    fn named_type(&mut self, symbol: Symbol<'a>, mention: Span) -> Ty {
        let key = Key::from(symbol);
        if let Some(&ty) = self.named_types.table.get(&key) {
            return ty;
        }
        let (_, ty) = self.module.types.add_struct(NamedStruct { name: key.name(), body: None });
        self.named_types.structs.push((mention, None));
        self.named_types.table.insert(key, ty);
        ty
    }

    /// `%name = type …`, from the name on.
    pub fn type_definition(&mut self, symbol: Symbol<'a>) -> Parsed<()> {
        let span = self.here();
        let key = Key::from(symbol);
        let known = self.named_types.table.get(&key).copied();
        self.bump();
        self.expect(b'=')?;
        self.expect_word("type")?;
        let packed = self.at(b'<') && self.text[self.start..].starts_with(b"<{");
        if !(self.at_word("opaque") || self.at(b'{') || packed || self.is_packed_ahead()) {
            return self.type_alias(span, key, known);
        }
        let ty = known.unwrap_or_else(|| self.named_type(symbol, span));
        let Some(id) = self.is_named(ty) else {
            return fault_at(span, format!("`%{key}` is defined twice"));
        };
        if self.named_types.structs[id.index()].1.is_some() {
            return fault_at(span, format!("`%{key}` is defined twice"));
        }
        self.named_types.structs[id.index()].1 = Some(self.named_types.defined);
        self.named_types.defined += 1;
        let body = self.struct_body()?;
        self.module.types.named_mut(id).body = body;
        Ok(())
    }

    /// `< {` with a blank between.
    fn is_packed_ahead(&self) -> bool {
        let rest = self.text[self.start..].iter();
        let mut marks = rest.filter(|byte| !byte.is_ascii_whitespace());
        marks.next() == Some(&b'<') && marks.next() == Some(&b'{')
    }

    fn struct_body(&mut self) -> Parsed<Option<StructBody>> {
        if self.eat_word("opaque") {
            return Ok(None);
        }
        let packed = self.eat(b'<');
        self.expect(b'{')?;
        let fields = self.list(b'}', Self::field_type)?.into();
        if packed {
            self.expect(b'>')?;
        }
        Ok(Some(StructBody { packed, fields }))
    }

    fn type_alias(&mut self, span: Span, key: Key<'a>, known: Option<Ty>) -> Parsed<()> {
        if known.is_some() {
            let message = format!("`%{key}` is no struct and must be defined once, before its use");
            return fault_at(span, message);
        }
        let ty = self.type_or_void()?;
        self.named_types.table.insert(key, ty);
        Ok(())
    }

    /// Every struct must be defined, and none may contain itself or be nested too deep.
    pub fn check_structs(&self) -> Parsed<()> {
        for (at, (span, defined)) in self.named_types.structs.iter().enumerate() {
            if defined.is_none() {
                let declared = self.module.types.named(StructId::new(at));
                let name = declared.name.as_ref().map_or("of that number".into(), Name::to_string);
                return fault_at(*span, format!("the type `%{name}` is used but not defined"));
            }
        }
        match self.module.types.struct_fault(super::DEEPEST) {
            Some((id, message)) => fault_at(self.named_types.structs[id.index()].0, message),
            None => Ok(()),
        }
    }
}

/// Types of one word.
fn simple_type(word: &str) -> Option<Type> {
    if let Some(digits) = word.strip_prefix('i')
        && !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
    {
        return Some(Type::Int(digits.parse().unwrap_or(u32::MAX)));
    }
    Some(match word {
        "void" => Type::Void,
        "label" => Type::Label,
        "token" => Type::Token,
        "metadata" => Type::Metadata,
        "x86_mmx" => Type::X86Mmx,
        "x86_amx" => Type::X86Amx,
        _ => Type::Float(FloatKind::ALL.into_iter().find(|kind| kind.word() == word)?),
    })
}
