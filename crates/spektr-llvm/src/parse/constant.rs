//! Constants as text; expressions over them are in `expression`.

use spektr_text::Span;

use super::cursor::{Parsed, Parser, fault_at};
use super::lex::{Symbol, Token, unescape};
use super::symbols::{GlobalEntry, Key};
use crate::number;
use crate::syntax::{BlockId, ConstId, Constant, GlobalId, Name, Ty, Type};

impl<'a> Parser<'a> {
    /// `T constant`
    pub fn typed_constant(&mut self) -> Parsed<ConstId> {
        let ty = self.ty()?;
        self.constant(ty)
    }

    /// A constant of a known type.
    pub fn constant(&mut self, ty: Ty) -> Parsed<ConstId> {
        self.nested(|parser| parser.constant_inside(ty))
    }

    pub fn intern(&mut self, ty: Ty, constant: Constant) -> ConstId {
        self.module.constants.intern(ty, constant)
    }

    fn constant_inside(&mut self, ty: Ty) -> Parsed<ConstId> {
        let start = self.start;
        match self.token {
            Token::Integer(text) => self.integer(ty, text),
            Token::Float(text) => self.float(ty, text),
            Token::Global(symbol) => {
                let id = self.global_mention(symbol);
                self.bump();
                if !matches!(self.module.types[ty], Type::Pointer { .. }) {
                    let message =
                        format!("the address of a global is a pointer, not `{}`", self.show(ty));
                    return fault_at(self.since(start), message);
                }
                Ok(self.intern(ty, Constant::Global(id)))
            }
            Token::Word(word) => self.word_constant(ty, word),
            Token::Punct(b'{') => {
                self.bump();
                let elements = self.list(b'}', Self::typed_constant)?;
                self.structure(ty, false, elements, start)
            }
            Token::Punct(b'[') => self.array(ty),
            Token::Punct(b'<') => {
                self.bump();
                if self.eat(b'{') {
                    let elements = self.list(b'}', Self::typed_constant)?;
                    self.expect(b'>')?;
                    return self.structure(ty, true, elements, start);
                }
                let elements = self.list(b'>', Self::typed_constant)?;
                self.vector(ty, elements, start)
            }
            Token::Local(_) => self.expected("a constant"),
            _ => self.expected("a value"),
        }
    }

    fn integer(&mut self, ty: Ty, text: &str) -> Parsed<ConstId> {
        let Type::Int(width) = self.module.types[ty] else {
            return self.fault(format!("an integer cannot have type `{}`", self.show(ty)));
        };
        match number::integer(text, width) {
            Some(constant) => {
                self.bump();
                Ok(self.intern(ty, constant))
            }
            None => self.fault(format!("`{text}` is not a number")),
        }
    }

    fn float(&mut self, ty: Ty, text: &str) -> Parsed<ConstId> {
        let Type::Float(kind) = self.module.types[ty] else {
            return self
                .fault(format!("a floating-point number cannot have type `{}`", self.show(ty)));
        };
        match number::float(text, kind) {
            Some(bits) => {
                self.bump();
                Ok(self.intern(ty, Constant::Float(bits)))
            }
            None => self.fault(format!("`{}` cannot hold exactly this number", kind.word())),
        }
    }

    fn word_constant(&mut self, ty: Ty, word: &'a str) -> Parsed<ConstId> {
        let start = self.start;
        let simple = match word {
            "true" => Constant::Int(1),
            "false" => Constant::Int(0),
            "null" => Constant::Null,
            "none" => Constant::None,
            "undef" => Constant::Undef,
            "poison" => Constant::Poison,
            "zeroinitializer" => Constant::Zero,
            "c" => return self.byte_string(ty),
            "splat" => return self.splat(ty),
            "blockaddress" => return self.block_address(ty),
            "dso_local_equivalent" => return self.of_global(ty, Constant::DsoLocalEquivalent),
            "no_cfi" => return self.of_global(ty, Constant::NoCfi),
            "ptrauth" => return self.pointer_authentication(ty),
            _ => return self.expression(ty, word),
        };
        self.bump();
        let kind = &self.module.types[ty];
        let fits = match simple {
            Constant::Int(_) => *kind == Type::Int(1),
            Constant::Null => matches!(kind, Type::Pointer { .. }),
            Constant::None => *kind == Type::Token,
            Constant::Zero => !matches!(
                kind,
                Type::Void | Type::Label | Type::Metadata | Type::Function { .. } | Type::Token
            ),
            _ => !matches!(kind, Type::Void | Type::Label | Type::Metadata | Type::Function { .. }),
        };
        if !fits {
            let message = format!("`{word}` cannot have type `{}`", self.show(ty));
            return fault_at(self.since(start), message);
        }
        let constant = match (simple, kind) {
            (Constant::Zero, Type::Int(width)) if *width > 128 => {
                Constant::Wide(vec![0; (*width as usize).div_ceil(64)].into())
            }
            (Constant::Zero, Type::Int(_)) => Constant::Int(0),
            (Constant::Zero, Type::Float(_)) => Constant::Float(0),
            (Constant::Zero, Type::Pointer { .. }) => Constant::Null,
            (constant, _) => constant,
        };
        Ok(self.intern(ty, constant))
    }

    fn byte_string(&mut self, ty: Ty) -> Parsed<ConstId> {
        let start = self.start;
        self.bump();
        let Token::Text(raw) = self.token else { return self.expected("a string in quotes") };
        let bytes = unescape(raw);
        self.bump();
        let byte = self.module.types.int(8);
        let fits =
            self.module.types[ty] == Type::Array { length: bytes.len() as u64, element: byte };
        if !fits {
            let message =
                format!("this string has type `[{} x i8]`, not `{}`", bytes.len(), self.show(ty));
            return fault_at(self.since(start), message);
        }
        Ok(self.intern(ty, Constant::Text(Name::new(bytes))))
    }

    fn splat(&mut self, ty: Ty) -> Parsed<ConstId> {
        let start = self.start;
        self.bump();
        self.expect(b'(')?;
        let element = self.typed_constant()?;
        self.expect(b')')?;
        match self.module.types[ty] {
            Type::Vector { element: want, .. } if want == self.const_ty(element) => {
                Ok(self.intern(ty, Constant::Splat(element)))
            }
            _ => self.type_fault(start, "this splat", ty),
        }
    }

    fn structure(
        &mut self,
        ty: Ty,
        packed: bool,
        elements: Vec<ConstId>,
        start: usize,
    ) -> Parsed<ConstId> {
        let fits = self.module.types.fields(ty).is_some_and(|(fields, is_packed)| {
            let types = elements.iter().map(|&element| self.const_ty(element));
            packed == is_packed && types.eq(fields.iter().copied())
        });
        if !fits {
            return self.type_fault(start, "this struct", ty);
        }
        Ok(self.intern(ty, Constant::Aggregate(elements.into())))
    }

    fn array(&mut self, ty: Ty) -> Parsed<ConstId> {
        let start = self.start;
        self.bump();
        let elements = self.list(b']', Self::typed_constant)?;
        let fits = match self.module.types[ty] {
            Type::Array { length, element } => {
                length == elements.len() as u64
                    && elements.iter().all(|&it| self.const_ty(it) == element)
            }
            _ => false,
        };
        if !fits {
            return self.type_fault(start, "this array", ty);
        }
        Ok(self.intern(ty, Constant::Aggregate(elements.into())))
    }

    fn vector(&mut self, ty: Ty, elements: Vec<ConstId>, start: usize) -> Parsed<ConstId> {
        let fits = match self.module.types[ty] {
            Type::Vector { scalable: false, length, element } => {
                length as usize == elements.len()
                    && elements.iter().all(|&it| self.const_ty(it) == element)
            }
            _ => false,
        };
        if !fits {
            return self.type_fault(start, "this vector", ty);
        }
        Ok(self.intern(ty, Constant::Aggregate(elements.into())))
    }

    pub fn type_fault<T>(&self, start: usize, what: &str, ty: Ty) -> Parsed<T> {
        fault_at(self.since(start), format!("{what} does not have type `{}`", self.show(ty)))
    }

    /// `blockaddress(@f, %block)`: the block is looked up when all functions are known.
    fn block_address(&mut self, ty: Ty) -> Parsed<ConstId> {
        let start = self.start;
        self.bump();
        self.expect(b'(')?;
        let Token::Global(symbol) = self.token else { return self.expected("a function") };
        let function = self.global_mention(symbol);
        self.bump();
        self.expect(b',')?;
        let Token::Local(symbol) = self.token else { return self.expected("a block") };
        let (key, span) = (Key::from(symbol), self.here());
        self.bump();
        self.expect(b')')?;
        if !matches!(self.module.types[ty], Type::Pointer { .. }) {
            return self.type_fault(start, "the address of a block", ty);
        }
        let next = self.addresses.len() as u32;
        let at = *self.address_table.entry((function.0, key.clone())).or_insert(next);
        if at == next {
            self.addresses.push((function, key, span));
        }
        Ok(self.intern(ty, Constant::BlockAddress { function, block: BlockId(at) }))
    }

    fn of_global(&mut self, ty: Ty, make: fn(GlobalId) -> Constant) -> Parsed<ConstId> {
        let start = self.start;
        self.bump();
        let Token::Global(symbol) = self.token else { return self.expected("a function") };
        let id = self.global_mention(symbol);
        self.bump();
        if !matches!(self.module.types[ty], Type::Pointer { .. }) {
            return self.type_fault(start, "the address of a function", ty);
        }
        Ok(self.intern(ty, make(id)))
    }

    fn pointer_authentication(&mut self, ty: Ty) -> Parsed<ConstId> {
        let start = self.start;
        self.bump();
        self.expect(b'(')?;
        let operands = self.list(b')', Self::typed_constant)?;
        if !(2..=5).contains(&operands.len()) || self.const_ty(operands[0]) != ty {
            return self.type_fault(start, "this signed pointer", ty);
        }
        Ok(self.intern(ty, Constant::PtrAuth(operands.into())))
    }

    /// The provisional id of a global, whether it is defined already or not.
    pub fn global_mention(&mut self, symbol: Symbol<'a>) -> GlobalId {
        let span = self.here();
        self.global_mention_at(symbol, span)
    }

    pub fn global_mention_at(&mut self, symbol: Symbol<'a>, span: Span) -> GlobalId {
        let key = Key::from(symbol);
        if let Some(&at) = self.globals.table.get(&key) {
            return GlobalId(at);
        }
        self.new_global(key, span)
    }

    pub fn new_global(&mut self, key: Key<'a>, mention: Span) -> GlobalId {
        let id = GlobalId::new(self.globals.entries.len());
        let words = format!("@{key}");
        let entry = GlobalEntry { mention, words, global: None, called: None, rank: 0 };
        self.globals.entries.push(entry);
        self.globals.table.insert(key, id.0);
        id
    }
}
