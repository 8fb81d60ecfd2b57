//! The reader's state, one token of lookahead, and complaints.

use spektr_text::Span;

use super::DEEPEST;
use super::lex::{Lexer, Token, unescape};
use super::metadata::Nodes;
use super::symbols::{Globals, Key, Locals, Table};
use super::types::NamedTypes;
use crate::syntax::{BlockId, ConstId, GlobalId, GroupId, Module, Name, StructId, Ty, Type};

/// Where and why reading ended.
#[derive(Debug)]
pub struct Fault {
    pub span: Span,
    pub message: String,
}

pub type Parsed<T> = Result<T, Box<Fault>>;

pub struct Parser<'a> {
    lexer: Lexer<'a>,
    pub token: Token<'a>,
    /// Where the token begins.
    pub start: usize,
    /// Where the token before it ended.
    pub before: usize,
    pub text: &'a [u8],
    depth: u32,

    pub module: Module,
    /// Whether `T*` is how the file writes pointers.
    pub typed_pointers: bool,
    /// Address spaces of functions, allocas and variables by the data layout.
    pub program_space: u32,
    pub alloca_space: u32,
    pub globals_space: u32,
    pub globals: Globals<'a>,
    pub named_types: NamedTypes<'a>,
    pub nodes: Nodes,
    pub groups: Table<u32, GroupId>,
    pub defined_groups: Vec<bool>,
    pub comdats: Table<Key<'a>, u32>,
    pub comdat_mentions: Vec<(Span, bool)>,
    /// Blocks whose addresses were taken, by function and name.
    pub addresses: Vec<(GlobalId, Key<'a>, Span)>,
    pub address_table: Table<(u32, Key<'a>), u32>,
    /// Numbers of blocks without name, for each function that was read.
    pub block_numbers: Table<u32, Vec<(u32, BlockId)>>,
    pub locals: Locals<'a>,
    /// Whether the body of a function is being read.
    pub inside: bool,
    pub words: Table<&'a [u8], Name>,
    /// A comma was passed and an attachment follows.
    pub attachment_next: bool,
}

impl<'a> Parser<'a> {
    pub fn new(text: &'a [u8]) -> Self {
        let mut parser = Parser {
            lexer: Lexer::new(text),
            token: Token::End,
            start: 0,
            before: 0,
            text,
            depth: 0,
            module: Module::default(),
            typed_pointers: writes_typed_pointers(text),
            program_space: 0,
            alloca_space: 0,
            globals_space: 0,
            globals: Globals::default(),
            named_types: NamedTypes::default(),
            nodes: Nodes::default(),
            groups: Table::default(),
            defined_groups: Vec::new(),
            comdats: Table::default(),
            comdat_mentions: Vec::new(),
            addresses: Vec::new(),
            address_table: Table::default(),
            block_numbers: Table::default(),
            locals: Locals::default(),
            inside: false,
            words: Table::default(),
            attachment_next: false,
        };
        parser.bump();
        parser
    }

    #[inline]
    pub fn bump(&mut self) {
        self.before = self.lexer.at;
        self.lexer.skip_blank();
        self.start = self.lexer.at;
        self.token = self.lexer.next();
    }

    /// The current token in the text.
    pub fn here(&self) -> Span {
        Span::new(self.start as u32, self.lexer.at as u32)
    }

    /// From an earlier start to the end of what was read last.
    pub fn since(&self, start: usize) -> Span {
        Span::new(start as u32, self.before.max(start) as u32)
    }

    pub fn fault<T>(&self, message: impl Into<String>) -> Parsed<T> {
        if let Token::Bad(reason) = self.token {
            return fault_at(self.here(), reason);
        }
        fault_at(self.here(), message)
    }

    /// Complains that something else should stand here.
    pub fn expected<T>(&self, what: &str) -> Parsed<T> {
        let found = match self.token {
            Token::End => "the text ends".to_string(),
            _ => format!("found `{}`", self.token_text()),
        };
        self.fault(format!("expected {what}, but {found}"))
    }

    /// The token as it is written, not too much of it.
    fn token_text(&self) -> String {
        let text = String::from_utf8_lossy(&self.text[self.start..self.lexer.at]);
        match text.char_indices().nth(40) {
            Some((at, _)) => format!("{}…", &text[..at]),
            None => text.into_owned(),
        }
    }

    #[inline]
    pub fn at(&self, punct: u8) -> bool {
        self.token == Token::Punct(punct)
    }

    #[inline]
    pub fn eat(&mut self, punct: u8) -> bool {
        let found = self.at(punct);
        if found {
            self.bump();
        }
        found
    }

    #[inline]
    pub fn expect(&mut self, punct: u8) -> Parsed<()> {
        if self.eat(punct) {
            return Ok(());
        }
        self.expected(&format!("`{}`", char::from(punct)))
    }

    #[inline]
    pub fn at_word(&self, word: &str) -> bool {
        self.token == Token::Word(word)
    }

    #[inline]
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.bump();
        }
        found
    }

    pub fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) {
            return Ok(());
        }
        self.expected(&format!("`{word}`"))
    }

    /// The current word, if it is one of an enum of words.
    pub fn eat_one_of<T>(&mut self, from_word: fn(&str) -> Option<T>) -> Option<T> {
        let Token::Word(word) = self.token else { return None };
        let found = from_word(word)?;
        self.bump();
        Some(found)
    }

    /// Passes a comma, unless an attachment follows it.
    pub fn comma(&mut self) -> bool {
        if self.attachment_next || !self.eat(b',') {
            return false;
        }
        self.attachment_next = matches!(self.token, Token::MetadataName(_));
        !self.attachment_next
    }

    pub fn text(&mut self) -> Parsed<Name> {
        let Token::Text(raw) = self.token else { return self.expected("a string in quotes") };
        let name = Name::new(unescape(raw));
        self.bump();
        Ok(name)
    }

    /// The name for a word that many things have; made only once.
    pub fn shared_name(&mut self, raw: &'a [u8]) -> Name {
        self.words.entry(raw).or_insert_with(|| Name::new(unescape(raw))).clone()
    }

    pub fn unsigned<T: std::str::FromStr>(&mut self) -> Parsed<T> {
        let Token::Integer(text) = self.token else { return self.expected("a number") };
        let decimal = text.strip_prefix("u0x").and_then(|hex| u128::from_str_radix(hex, 16).ok());
        let read = match decimal {
            Some(value) => value.to_string().parse(),
            None => text.parse(),
        };
        let Ok(number) = read else {
            return self.fault(format!("`{text}` is not a number that fits here"));
        };
        self.bump();
        Ok(number)
    }

    /// `( N )`
    pub fn in_parens<T: std::str::FromStr>(&mut self) -> Parsed<T> {
        self.expect(b'(')?;
        let number = self.unsigned()?;
        self.expect(b')')?;
        Ok(number)
    }

    /// `addrspace(N)`, or with a letter for a space that the data layout names.
    pub fn address_space(&mut self) -> Parsed<Option<u32>> {
        if !self.eat_word("addrspace") {
            return Ok(None);
        }
        if self.at(b'(') {
            let start = self.start;
            self.bump();
            let space = match self.token {
                Token::Text(b"A") => self.alloca_space,
                Token::Text(b"G") => self.globals_space,
                Token::Text(b"P") => self.program_space,
                _ => self.unsigned_below_limit(start)?,
            };
            if matches!(self.token, Token::Text(_)) {
                self.bump();
            }
            self.expect(b')')?;
            return Ok(Some(space));
        }
        self.expected("`(`")
    }

    fn unsigned_below_limit(&mut self, start: usize) -> Parsed<u32> {
        let space: u32 = self.unsigned()?;
        if space >= 1 << 24 {
            return fault_at(self.since(start), "address spaces have numbers of at most 24 bits");
        }
        Ok(space)
    }

    /// Items separated by commas up to a closing mark, which is passed too.
    pub fn list<T>(
        &mut self,
        close: u8,
        mut item: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        if self.eat(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if !self.eat(b',') {
                self.expect(close)?;
                return Ok(items);
            }
        }
    }

    /// Reads something that is nested in what is being read.
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == DEEPEST {
            return self.fault(format!("this is nested more than {DEEPEST} deep"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// How a type is written.
    pub fn show(&self, ty: Ty) -> String {
        crate::print::type_text(&self.module, ty)
    }

    pub fn is_named(&self, ty: Ty) -> Option<StructId> {
        match self.module.types[ty] {
            Type::Named(id) => Some(id),
            _ => None,
        }
    }

    pub fn const_ty(&self, id: ConstId) -> Ty {
        self.module.constants.ty(id)
    }
}

pub fn fault_at<T>(span: Span, message: impl Into<String>) -> Parsed<T> {
    Err(Box::new(Fault { span, message: message.into() }))
}

/// Whether pointer types are written `T*`, all of them: beside a `ptr`, they are only another
/// way to write it.
fn writes_typed_pointers(text: &[u8]) -> bool {
    let mut lexer = Lexer::new(text);
    let mut typed = false;
    loop {
        lexer.skip_blank();
        match lexer.next() {
            Token::Word("ptr") => return false,
            Token::End | Token::Bad(_) => return typed,
            Token::Punct(b'*') => typed = true,
            _ => {}
        }
    }
}
