//! Attributes as text: on parameters and results, on functions and call sites, in groups.

use super::cursor::{Parsed, Parser, fault_at};
use super::lex::{Token, unescape};
use crate::syntax::{
    Access, Attribute, AttributeGroup, CaptureParts, Captures, Flag, FpClasses, FunctionAttributes,
    GroupId, IntAttribute, MemoryEffects, MemoryLocation, Name, TypeAttribute, UnwindTable,
};

impl<'a> Parser<'a> {
    /// Attributes of a parameter, argument or result; none if there are none.
    pub fn attributes(&mut self) -> Parsed<Vec<Attribute>> {
        let mut all = Vec::new();
        while let Some(attribute) = self.attribute()? {
            all.push(attribute);
        }
        Ok(all)
    }

    /// Attributes of a call site, with groups.
    pub fn function_attributes(&mut self) -> Parsed<FunctionAttributes> {
        self.function_attributes_until("")
    }

    /// Attributes with groups, up to a word that is something else's here.
    pub fn function_attributes_until(&mut self, end: &str) -> Parsed<FunctionAttributes> {
        let mut attributes = FunctionAttributes::default();
        loop {
            if self.at_word(end) {
                return Ok(attributes);
            }
            if let Token::Group(number) = self.token {
                attributes.groups.push(self.group(number));
                self.bump();
            } else if let Some(attribute) = self.attribute()? {
                attributes.own.push(attribute);
            } else {
                return Ok(attributes);
            }
        }
    }

    /// The id of a group, whether it is defined already or not.
    pub fn group(&mut self, number: u32) -> GroupId {
        let next = GroupId::new(self.module.attribute_groups.len());
        let id = *self.groups.entry(number).or_insert(next);
        if id == next {
            let group = AttributeGroup { number, attributes: Vec::new() };
            self.module.attribute_groups.push(group);
            self.defined_groups.push(false);
        }
        id
    }

    /// `attributes #N = { … }`, from the number on.
    pub fn group_definition(&mut self) -> Parsed<()> {
        let Token::Group(number) = self.token else { return self.expected("`#` and a number") };
        let id = self.group(number);
        self.bump();
        self.expect(b'=')?;
        self.expect(b'{')?;
        let attributes = self.attributes()?;
        self.expect(b'}')?;
        self.defined_groups[id.index()] = true;
        // A number that is defined twice collects both.
        self.module.attribute_groups[id.index()].attributes.extend(attributes);
        Ok(())
    }

    fn attribute(&mut self) -> Parsed<Option<Attribute>> {
        match self.token {
            Token::Word(word) => self.word_attribute(word),
            Token::Text(raw) => {
                let key = self.shared_name(raw);
                self.bump();
                let value = if self.eat(b'=') { Some(self.attribute_text()?) } else { None };
                Ok(Some(Attribute::Text(key, value)))
            }
            _ => Ok(None),
        }
    }

    fn attribute_text(&mut self) -> Parsed<Name> {
        let Token::Text(raw) = self.token else { return self.expected("a string in quotes") };
        let name = self.shared_name(raw);
        self.bump();
        Ok(name)
    }

    fn word_attribute(&mut self, word: &'a str) -> Parsed<Option<Attribute>> {
        if let Some(flag) = Flag::from_word(word) {
            self.bump();
            return Ok(Some(Attribute::Flag(flag)));
        }
        if let Some(kind) = IntAttribute::from_word(word) {
            return self.int_attribute(kind).map(Some);
        }
        if let Some(kind) = TypeAttribute::from_word(word) {
            self.bump();
            if !self.eat(b'(') {
                return self.expected("`(` and a type");
            }
            let ty = self.ty()?;
            self.expect(b')')?;
            return Ok(Some(Attribute::Type(kind, ty)));
        }
        let attribute = match word {
            "range" => self.range_attribute()?,
            "initializes" => self.initializes()?,
            "memory" => self.memory_attribute()?,
            "nofpclass" => self.no_fp_class()?,
            "captures" => self.captures()?,
            "allocsize" => {
                self.bump();
                let (element, count) = self.one_or_two()?;
                Attribute::AllocSize(element, count)
            }
            "allockind" => {
                self.bump();
                self.expect(b'(')?;
                let kind = self.text()?;
                self.expect(b')')?;
                Attribute::AllocKind(kind)
            }
            "vscale_range" => {
                self.bump();
                let (least, most) = self.one_or_two()?;
                Attribute::VScaleRange(least, most.unwrap_or(least))
            }
            "uwtable" => self.unwind_table()?,
            _ => return Ok(None),
        };
        Ok(Some(attribute))
    }

    fn unwind_table(&mut self) -> Parsed<Attribute> {
        self.bump();
        if !self.eat(b'(') {
            return Ok(Attribute::UwTable(UnwindTable::Async));
        }
        let Some(kind) = self.eat_one_of(UnwindTable::from_word) else {
            return self.expected("`sync` or `async`");
        };
        self.expect(b')')?;
        Ok(Attribute::UwTable(kind))
    }

    /// `align 8`, `align(8)`, `align=8`, `dereferenceable(8)`
    fn int_attribute(&mut self, kind: IntAttribute) -> Parsed<Attribute> {
        self.bump();
        let start = self.start;
        let number = if self.eat(b'=') || matches!(self.token, Token::Integer(_)) {
            self.unsigned()?
        } else {
            self.in_parens()?
        };
        if matches!(kind, IntAttribute::Align | IntAttribute::AlignStack) {
            self.check_alignment(start, number)?;
        }
        Ok(Attribute::Int(kind, number))
    }

    /// Complains of a number (read from `start` on) that is no alignment.
    pub fn check_alignment(&self, start: usize, number: u64) -> Parsed<()> {
        if !number.is_power_of_two() {
            return fault_at(self.since(start), "an alignment is a power of two");
        }
        if number > 1 << 32 {
            return fault_at(self.since(start), "alignments go up to 4294967296");
        }
        Ok(())
    }

    fn one_or_two(&mut self) -> Parsed<(u32, Option<u32>)> {
        self.expect(b'(')?;
        let first = self.unsigned()?;
        let second = if self.eat(b',') { Some(self.unsigned()?) } else { None };
        self.expect(b')')?;
        Ok((first, second))
    }

    fn range_attribute(&mut self) -> Parsed<Attribute> {
        self.bump();
        self.expect(b'(')?;
        let ty = self.ty()?;
        let low = self.constant(ty)?;
        self.expect(b',')?;
        let high = self.constant(ty)?;
        self.expect(b')')?;
        Ok(Attribute::Range(low, high))
    }

    fn initializes(&mut self) -> Parsed<Attribute> {
        self.bump();
        self.expect(b'(')?;
        let ranges = self.list(b')', |parser| {
            parser.expect(b'(')?;
            let low = parser.unsigned()?;
            parser.expect(b',')?;
            let high = parser.unsigned()?;
            parser.expect(b')')?;
            Ok((low, high))
        })?;
        Ok(Attribute::Initializes(ranges.into()))
    }

    /// `memory(read, argmem: write)`: the access without a word is everything else's.
    fn memory_attribute(&mut self) -> Parsed<Attribute> {
        self.bump();
        self.expect(b'(')?;
        let mut effects = MemoryEffects::all(Access::None);
        let mut specific = false;
        loop {
            let location = match self.token {
                Token::Label(raw) => {
                    let word = std::str::from_utf8(raw).unwrap_or("");
                    let found = MemoryLocation::from_word(word);
                    let Some(found) = found.filter(|it| *it != MemoryLocation::Other) else {
                        return self.expected("a kind of memory");
                    };
                    self.bump();
                    Some(found)
                }
                _ => None,
            };
            let Some(access) = self.eat_one_of(Access::from_word) else {
                return self.expected("`none`, `read`, `write` or `readwrite`");
            };
            match location {
                Some(location) => {
                    specific = true;
                    effects.set(location, access);
                }
                None if specific => {
                    return self.fault("the default access stands first in `memory(…)`");
                }
                None => effects = MemoryEffects::all(access),
            }
            if !self.eat(b',') {
                self.expect(b')')?;
                return Ok(Attribute::Memory(effects));
            }
        }
    }

    fn no_fp_class(&mut self) -> Parsed<Attribute> {
        self.bump();
        self.expect(b'(')?;
        let mut classes = 0;
        if let Token::Integer(_) = self.token {
            classes = self.unsigned()?;
        }
        while let Token::Word(word) = self.token {
            let Some((class, _)) = FpClasses::WORDS.iter().find(|(_, it)| *it == word) else {
                return self.expected("a class of floating-point values");
            };
            classes |= class;
            self.bump();
        }
        if classes == 0 || classes > 0x3ff {
            return self.fault("`nofpclass` names at least one of ten classes");
        }
        self.expect(b')')?;
        Ok(Attribute::NoFpClass(FpClasses(classes)))
    }

    /// `captures(address, ret: provenance)`
    fn captures(&mut self) -> Parsed<Attribute> {
        self.bump();
        self.expect(b'(')?;
        let (mut other, mut result) = (None, None);
        let mut in_result = false;
        loop {
            if self.token == Token::Label(b"ret") {
                self.bump();
                in_result = true;
            }
            let Token::Word(word) = self.token else { return self.expected("what is captured") };
            let Some(parts) = capture_parts(word) else {
                return self.expected("what is captured");
            };
            self.bump();
            let place = if in_result { &mut result } else { &mut other };
            let before = place.unwrap_or(CaptureParts::NONE);
            *place = Some(CaptureParts(before.0 | parts.0));
            if !self.eat(b',') {
                self.expect(b')')?;
                let other = other.unwrap_or(CaptureParts::NONE);
                let result = result.unwrap_or(other);
                return Ok(Attribute::Captures(Captures { other, result }));
            }
        }
    }

    /// The key of a string attribute, or of a comdat: quoted or not.
    pub fn raw_name(raw: &[u8]) -> Name {
        Name::new(unescape(raw))
    }
}

fn capture_parts(word: &str) -> Option<CaptureParts> {
    Some(match word {
        "none" => CaptureParts::NONE,
        "address_is_null" => CaptureParts::ADDRESS_IS_NULL,
        "address" => CaptureParts::ADDRESS,
        "read_provenance" => CaptureParts::READ_PROVENANCE,
        "provenance" => CaptureParts::PROVENANCE,
        _ => return None,
    })
}
