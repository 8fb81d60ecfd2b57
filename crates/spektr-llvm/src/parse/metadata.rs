//! Metadata as text: nodes, records of debug info, named metadata, attachments, debug records.

use spektr_text::Span;

use super::cursor::{Parsed, Parser, fault_at};
use super::lex::{Token, unescape};
use super::symbols::Table;
use crate::syntax::{
    Attachment, DebugRecord, Field, Metadata, Name, NamedMetadata, Node, NodeId, NodeKind, Operand,
};

/// Numbered nodes in the order in which they were first mentioned.
#[derive(Default)]
pub struct Nodes {
    table: Table<u32, NodeId>,
    pub entries: Vec<NodeEntry>,
    defined: u32,
}

pub struct NodeEntry {
    pub number: u32,
    pub mention: Span,
    pub node: Option<Node>,
    /// How many nodes were defined before this one.
    pub rank: u32,
}

impl<'a> Parser<'a> {
    /// The provisional id of `!N`.
    fn node(&mut self, number: u32, span: Span) -> NodeId {
        let next = NodeId::new(self.nodes.entries.len());
        let id = *self.nodes.table.entry(number).or_insert(next);
        if id == next {
            let entry = NodeEntry { number, mention: span, node: None, rank: 0 };
            self.nodes.entries.push(entry);
        }
        id
    }

    /// `!N = …`, from behind the `!`.
    pub fn node_definition(&mut self) -> Parsed<()> {
        let span = self.here();
        let number = self.unsigned()?;
        let id = self.node(number, span);
        self.expect(b'=')?;
        if self.nodes.entries[id.index()].node.is_some() {
            return fault_at(span, format!("`!{number}` is defined twice"));
        }
        // Files of old versions write the type.
        self.eat_word("metadata");
        let distinct = self.eat_word("distinct");
        let start = self.start;
        let node = match self.metadata()? {
            Metadata::Inline(mut node) => {
                node.distinct = distinct;
                *node
            }
            _ => return fault_at(self.since(start), "expected a node here"),
        };
        let entry = &mut self.nodes.entries[id.index()];
        entry.node = Some(node);
        entry.rank = self.nodes.defined;
        self.nodes.defined += 1;
        Ok(())
    }

    /// `!name = !{…}`, from the name on.
    pub fn named_metadata(&mut self, raw: &'a [u8]) -> Parsed<()> {
        let name = Name::new(unescape(raw));
        self.bump();
        self.expect(b'=')?;
        self.expect(b'!')?;
        self.expect(b'{')?;
        let operands = self.list(b'}', |parser| {
            let start = parser.start;
            match parser.metadata()? {
                node @ (Metadata::Node(_) | Metadata::Inline(_)) => Ok(node),
                _ => fault_at(parser.since(start), "named metadata consists of nodes"),
            }
        })?;
        self.module.named_metadata.push(NamedMetadata { name, operands });
        Ok(())
    }

    /// Metadata without the word `metadata` before it.
    pub fn metadata(&mut self) -> Parsed<Metadata> {
        self.nested(Self::metadata_inside)
    }

    fn metadata_inside(&mut self) -> Parsed<Metadata> {
        match self.token {
            Token::Word("null") => {
                self.bump();
                Ok(Metadata::Null)
            }
            Token::Punct(b'!') => {
                self.bump();
                self.after_bang()
            }
            Token::MetadataName(b"DIArgList") => {
                self.bump();
                self.expect(b'(')?;
                Ok(Metadata::ArgList(self.list(b')', Self::metadata)?.into()))
            }
            Token::MetadataName(raw) => {
                let name = self.shared_name(raw);
                self.bump();
                let kind = self.record(name)?;
                Ok(Metadata::Inline(Box::new(Node { distinct: false, kind })))
            }
            _ => self.value_metadata(),
        }
    }

    fn after_bang(&mut self) -> Parsed<Metadata> {
        match self.token {
            Token::Integer(_) => {
                let span = self.here();
                let number = self.unsigned()?;
                Ok(Metadata::Node(self.node(number, span)))
            }
            Token::Text(raw) => {
                let text = Name::new(unescape(raw));
                self.bump();
                Ok(Metadata::Text(text))
            }
            Token::Punct(b'{') => {
                self.bump();
                let operands = self.list(b'}', Self::metadata)?;
                let kind = NodeKind::Tuple(operands);
                Ok(Metadata::Inline(Box::new(Node { distinct: false, kind })))
            }
            _ => self.expected("metadata"),
        }
    }

    /// `i32 7` or `ptr %x`
    fn value_metadata(&mut self) -> Parsed<Metadata> {
        if !self.at_type() {
            return self.expected("metadata");
        }
        let ty = self.ty()?;
        Ok(match self.value(ty)? {
            Operand::Local(value) => Metadata::Local(value),
            Operand::Const(constant) => Metadata::Constant(constant),
        })
    }

    /// `(key: value, …)`
    fn record(&mut self, name: Name) -> Parsed<NodeKind> {
        self.expect(b'(')?;
        let fields = self.list(b')', |parser| {
            let key = match parser.token {
                Token::Label(raw) => {
                    let key = parser.shared_name(raw);
                    parser.bump();
                    Some(key)
                }
                _ => None,
            };
            Ok((key, parser.field()?))
        })?;
        Ok(NodeKind::Record { name, fields })
    }

    fn field(&mut self) -> Parsed<Field> {
        match self.token {
            Token::Text(raw) => {
                let text = Name::new(unescape(raw));
                self.bump();
                Ok(Field::Text(text))
            }
            Token::Integer(text) => {
                self.bump();
                self.joined(text)
            }
            Token::Float(text) => {
                self.bump();
                Ok(Field::Word(Name::new(text)))
            }
            Token::Word("null") => self.metadata().map(Field::Metadata),
            Token::Word(word) if !self.at_type() => {
                self.bump();
                self.joined(word)
            }
            Token::Punct(b'{') => {
                self.bump();
                Ok(Field::List(self.list(b'}', Self::metadata)?))
            }
            _ => self.metadata().map(Field::Metadata),
        }
    }

    /// Words joined by `|`.
    fn joined(&mut self, first: &'a str) -> Parsed<Field> {
        if !self.at(b'|') {
            return Ok(Field::Word(self.shared_name(first.as_bytes())));
        }
        let mut words = first.to_string();
        while self.eat(b'|') {
            let (Token::Word(word) | Token::Integer(word)) = self.token else {
                return self.expected("a flag");
            };
            words.push_str(" | ");
            words.push_str(word);
            self.bump();
        }
        Ok(Field::Word(Name::new(words)))
    }

    /// `!kind !7`, if one stands here.
    pub fn attachment(&mut self) -> Parsed<Option<Attachment>> {
        let Token::MetadataName(raw) = self.token else { return Ok(None) };
        let kind = self.shared_name(raw);
        self.bump();
        let start = self.start;
        match self.metadata()? {
            node @ (Metadata::Node(_) | Metadata::Inline(_)) => Ok(Some(Attachment { kind, node })),
            _ => fault_at(self.since(start), "what is attached is a node"),
        }
    }

    /// Attachments without commas, as functions have them.
    pub fn attachments(&mut self) -> Parsed<Vec<Attachment>> {
        let mut all = Vec::new();
        while let Some(attachment) = self.attachment()? {
            all.push(attachment);
        }
        Ok(all)
    }

    /// Attachments behind an instruction, each after a comma.
    pub fn trailing_attachments(&mut self) -> Parsed<Vec<Attachment>> {
        let mut all = Vec::new();
        while std::mem::take(&mut self.attachment_next) || self.eat(b',') {
            match self.attachment()? {
                Some(attachment) => all.push(attachment),
                None => return self.expected("metadata to attach"),
            }
        }
        Ok(all)
    }

    /// `#dbg_value(…)`, from behind the `#`.
    pub fn debug_record(&mut self) -> Parsed<DebugRecord> {
        let Token::Word(word) = self.token else { return self.expected("a debug record") };
        let Some(kind) = word.strip_prefix("dbg_") else {
            return self.expected("a debug record");
        };
        let kind = self.shared_name(kind.as_bytes());
        self.bump();
        self.expect(b'(')?;
        let operands = self.list(b')', Self::metadata)?;
        Ok(DebugRecord { kind, operands })
    }
}
