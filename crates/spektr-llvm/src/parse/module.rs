//! The top of a module: what may stand there, and the lines that are only carried.

use super::cursor::{Parsed, Parser, fault_at};
use super::lex::{Token, unescape};
use super::symbols::Key;
use crate::syntax::{
    Comdat, ComdatId, ComdatKind, ModuleUseListOrder, Name, UseListOrder, UseListOwner,
};

impl<'a> Parser<'a> {
    /// All of the text.
    pub fn module(&mut self) -> Parsed<()> {
        loop {
            match self.token {
                Token::End => return Ok(()),
                Token::Word(word) => self.top_word(word)?,
                Token::Local(symbol) => self.type_definition(symbol)?,
                Token::Global(symbol) => self.global(symbol)?,
                Token::Comdat(raw) => self.comdat_definition(raw)?,
                Token::Punct(b'!') => {
                    self.bump();
                    self.node_definition()?;
                }
                Token::MetadataName(raw) => self.named_metadata(raw)?,
                Token::Summary(_) => self.summary()?,
                _ => return self.expected("something at the top of a module"),
            }
        }
    }

    fn top_word(&mut self, word: &str) -> Parsed<()> {
        match word {
            "declare" => self.declaration(),
            "define" => self.definition(),
            "target" => self.target(),
            "source_filename" => {
                self.bump();
                self.expect(b'=')?;
                self.module.source_filename = Some(self.text()?);
                Ok(())
            }
            "module" => {
                self.bump();
                self.expect_word("asm")?;
                let line = self.text()?;
                self.module.asm.push(line);
                Ok(())
            }
            "attributes" => {
                self.bump();
                self.group_definition()
            }
            "uselistorder" => {
                let order = self.use_list_order()?;
                self.module.use_list_orders.push(ModuleUseListOrder { function: None, order });
                Ok(())
            }
            "uselistorder_bb" => self.block_use_list_order(),
            "deplibs" => {
                // Long ignored by LLVM; there is nothing to carry.
                self.bump();
                self.expect(b'=')?;
                self.expect(b'[')?;
                self.list(b']', Self::text).map(drop)
            }
            _ => self.expected("something at the top of a module"),
        }
    }

    fn target(&mut self) -> Parsed<()> {
        self.bump();
        let layout = match self.token {
            Token::Word("triple") => false,
            Token::Word("datalayout") => true,
            _ => return self.expected("`triple` or `datalayout`"),
        };
        self.bump();
        self.expect(b'=')?;
        let text = self.text()?;
        if !layout {
            self.module.target_triple = Some(text);
            return Ok(());
        }
        for part in text.text().split('-') {
            let number = |prefix: char| part.strip_prefix(prefix).and_then(|it| it.parse().ok());
            self.program_space = number('P').unwrap_or(self.program_space);
            self.alloca_space = number('A').unwrap_or(self.alloca_space);
            self.globals_space = number('G').unwrap_or(self.globals_space);
        }
        self.module.data_layout = Some(text);
        Ok(())
    }

    /// `$name = comdat any`
    fn comdat_definition(&mut self, raw: &'a [u8]) -> Parsed<()> {
        let span = self.here();
        let id = self.comdat(raw);
        self.bump();
        self.expect(b'=')?;
        self.expect_word("comdat")?;
        let word = match self.token {
            Token::Word("noduplicates") => Some(ComdatKind::NoDeduplicate),
            Token::Word(word) => ComdatKind::from_word(word),
            _ => None,
        };
        let Some(kind) = word else { return self.expected("a kind of comdat") };
        self.bump();
        if std::mem::replace(&mut self.comdat_mentions[id.index()].1, true) {
            return fault_at(span, "this comdat is defined twice");
        }
        self.module.comdats[id.index()].kind = kind;
        Ok(())
    }

    /// The id of a comdat, whether it is defined already or not.
    pub fn comdat(&mut self, raw: &'a [u8]) -> ComdatId {
        let next = self.module.comdats.len() as u32;
        let key = Key::Named(unescape(raw));
        let at = *self.comdats.entry(key).or_insert(next);
        if at == next {
            self.comdat_mentions.push((self.here(), false));
            self.module.comdats.push(Comdat { name: Self::raw_name(raw), kind: ComdatKind::Any });
        }
        ComdatId(at)
    }

    /// `^N = kind: (…)`, kept as it is.
    fn summary(&mut self) -> Parsed<()> {
        let start = self.start;
        self.bump();
        self.expect(b'=')?;
        let mut depth = 0u32;
        loop {
            match self.token {
                Token::End => return self.expected("`)`"),
                Token::Bad(_) => return self.expected("a module summary"),
                Token::Punct(b'(') => depth += 1,
                Token::Punct(b')') => depth = depth.saturating_sub(1),
                _ => {}
            }
            // `flags: 8` has no parentheses.
            let ends = depth == 0 && matches!(self.token, Token::Punct(b')') | Token::Integer(_));
            self.bump();
            if ends {
                let entry = Name::new(&self.text[start..self.before]);
                self.module.summaries.push(entry);
                return Ok(());
            }
        }
    }

    /// `uselistorder T value, { … }`
    pub fn use_list_order(&mut self) -> Parsed<UseListOrder> {
        self.bump();
        let of = if self.eat_word("label") {
            UseListOwner::Block(self.block()?)
        } else {
            let ty = self.ty()?;
            UseListOwner::Value(self.value(ty)?)
        };
        self.expect(b',')?;
        Ok(UseListOrder { of, indexes: self.use_list_indexes()? })
    }

    fn use_list_indexes(&mut self) -> Parsed<Vec<u32>> {
        self.expect(b'{')?;
        self.list(b'}', Self::unsigned)
    }

    /// `uselistorder_bb @f, %block, { … }`: the block is found like the operand of a
    /// `blockaddress`.
    fn block_use_list_order(&mut self) -> Parsed<()> {
        self.bump();
        let Token::Global(symbol) = self.token else { return self.expected("a function") };
        let function = self.global_mention(symbol);
        self.bump();
        self.expect(b',')?;
        let Token::Local(symbol) = self.token else { return self.expected("a block") };
        let (key, span) = (Key::from(symbol), self.here());
        self.bump();
        self.expect(b',')?;
        let indexes = self.use_list_indexes()?;
        let block = self.block_of(function, &key, span)?;
        let order = UseListOrder { of: UseListOwner::Block(block), indexes };
        self.module.use_list_orders.push(ModuleUseListOrder { function: Some(function), order });
        Ok(())
    }
}
