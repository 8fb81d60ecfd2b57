//! Enumerations (6.7.2.2).

use spektr_text::Span;

use super::cursor::Parser;
use super::lex::{Name, Punct};
use super::scope::{Entity, Tag};
use super::{Read, fail};
use crate::types::{EnumId, Enumerator, IntKind, Ty};

impl Parser<'_> {
    pub fn enum_specifier(&mut self) -> Read<Ty> {
        let from = self.next().span;
        let mut attributes = self.attributes()?;
        let name = self.eat_name();
        // The type that C++ is told is the one that C chooses.
        if self.cpp && self.eat(Punct::Colon) {
            self.type_name()?;
        }
        let id = if self.is(Punct::LeftBrace) {
            let id = self.enum_to_define(name)?;
            self.nested(|parser| parser.enumerators(id))?;
            attributes.merge(self.attributes()?);
            self.choose_underlying(id, attributes.packed, self.since(from))?;
            id
        } else {
            let Some((name, span)) = name else { return self.unexpected("a name or `{`") };
            match self.scopes.find_tag(name) {
                Some(Tag::Enum(id)) => id,
                Some(Tag::Record(_)) => {
                    return fail(span, format!("`{}` is no enumeration", self.text(name)));
                }
                None => self.declare_enum(Some(name)),
            }
        };
        Ok(self.types().enum_ty(id))
    }

    fn declare_enum(&mut self, name: Option<Name>) -> EnumId {
        let tag = name.map_or(String::new(), |name| self.text(name).to_string());
        let unit = self.unit;
        let id = self.types().declare_enum(tag, unit);
        if let Some(name) = name {
            self.scopes.declare_tag(name, Tag::Enum(id));
        }
        id
    }

    fn enum_to_define(&mut self, name: Option<(Name, Span)>) -> Read<EnumId> {
        let Some((name, span)) = name else { return Ok(self.declare_enum(None)) };
        match self.scopes.find_tag_here(name) {
            Some(Tag::Enum(id)) if !self.types().enumeration(id).complete => Ok(id),
            Some(_) => fail(span, format!("`{}` is defined twice", self.text(name))),
            None => Ok(self.declare_enum(Some(name))),
        }
    }

    fn enumerators(&mut self, id: EnumId) -> Read<()> {
        self.expect(Punct::LeftBrace)?;
        let mut next = 0;
        while !self.eat(Punct::RightBrace) {
            let (name, span) = self.expect_name()?;
            self.attributes()?;
            let value = if self.eat(Punct::Assign) { self.constant_integer()? } else { next };
            if !(i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(&value) {
                return fail(span, "no integer type holds this value");
            }
            self.check_free(name, span)?;
            let text = self.text(name).to_string();
            let enumerators = &mut self.types().enum_mut(id).enumerators;
            enumerators.push(Enumerator { name: text, value });
            let index = enumerators.len() as u32 - 1;
            self.scopes.declare(name, Entity::Enumerator(id, index));
            next = value + 1;
            if !self.eat(Punct::Comma) {
                self.expect(Punct::RightBrace)?;
                break;
            }
        }
        Ok(())
    }

    fn check_free(&mut self, name: Name, span: Span) -> Read<()> {
        match self.scopes.find_here(name) {
            None => Ok(()),
            Some(_) => fail(span, format!("`{}` is declared twice", self.text(name))),
        }
    }

    /// The type that gcc and clang choose: `unsigned int` if nothing is negative, wider if
    /// something does not fit; the smallest that fits if packed.
    fn choose_underlying(&mut self, id: EnumId, packed: bool, span: Span) -> Read<()> {
        use IntKind::{Int, Long, SChar, Short, UChar, UInt, ULong, UShort};
        let declared = self.types().enum_mut(id);
        if declared.enumerators.is_empty() {
            return fail(span, "an enumeration without constants");
        }
        let values = || declared.enumerators.iter().map(|one| one.value);
        let (least, most) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
        let fits = |kind: &IntKind| {
            let top = kind.to_unsigned().truncate(u128::MAX) as i128;
            let (low, high) = if kind.is_signed() { (-(top / 2) - 1, top / 2) } else { (0, top) };
            low <= least && most <= high
        };
        let order: &[IntKind] = match (least < 0, packed) {
            (true, true) => &[SChar, Short, Int, Long],
            (true, false) => &[Int, Long],
            (false, true) => &[UChar, UShort, UInt, ULong],
            (false, false) => &[UInt, ULong],
        };
        let Some(&kind) = order.iter().find(|kind| fits(kind)) else {
            return fail(span, "no integer type holds all of these values");
        };
        declared.underlying = kind;
        declared.packed = packed;
        declared.complete = true;
        Ok(())
    }
}
