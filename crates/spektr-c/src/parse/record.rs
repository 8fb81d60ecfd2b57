//! Structs and unions (6.7.2.1).

use spektr_text::Span;

use super::attribute::Attributes;
use super::cursor::Parser;
use super::declarator::{Declarator, Wanted};
use super::keyword::Keyword;
use super::lex::{Name, Punct};
use super::scope::Tag;
use super::specifier::{Specifiers, Storage};
use super::{Read, fail};
use crate::types::{Field, RecordId, RecordWish, Shape, Ty, Types};

impl Parser<'_> {
    /// `struct …` or `union …`.
    pub fn record_specifier(&mut self) -> Read<Ty> {
        let is_union = self.is_keyword(Keyword::Union);
        let from = self.next().span;
        let mut attributes = self.attributes()?;
        let name = self.eat_name();
        let id = if self.is(Punct::LeftBrace) {
            let id = self.record_to_define(name, is_union)?;
            let fields = self.nested(|parser| parser.fields(is_union))?;
            attributes.merge(self.attributes()?);
            self.define_record(id, fields, &attributes, self.since(from))?;
            id
        } else {
            let Some((name, span)) = name else { return self.unexpected("a name or `{`") };
            self.record_by_name(name, span, is_union)?
        };
        let ty = self.types().record_ty(id);
        Ok(if attributes.may_alias { ty.with(crate::types::Quals::MAY_ALIAS) } else { ty })
    }

    fn record_by_name(&mut self, name: Name, span: Span, is_union: bool) -> Read<RecordId> {
        // `struct s;` declares anew in an inner scope (6.7.2.3p7).
        let found = if self.is(Punct::Semicolon) {
            self.scopes.find_tag_here(name)
        } else {
            self.scopes.find_tag(name)
        };
        match found {
            Some(tag) => self.same_kind(tag, name, span, is_union),
            None => Ok(self.declare_record(Some(name), is_union)),
        }
    }

    fn same_kind(&mut self, tag: Tag, name: Name, span: Span, is_union: bool) -> Read<RecordId> {
        match tag {
            Tag::Record(id) if self.types().record(id).is_union == is_union => Ok(id),
            _ => fail(span, format!("`{}` is another kind of tag", self.text(name))),
        }
    }

    fn declare_record(&mut self, name: Option<Name>, is_union: bool) -> RecordId {
        let tag = name.map_or(String::new(), |name| self.text(name).to_string());
        let unit = self.unit;
        let id = self.types().declare_record(tag, is_union, unit);
        if let Some(name) = name {
            self.scopes.declare_tag(name, Tag::Record(id));
        }
        id
    }

    fn record_to_define(&mut self, name: Option<(Name, Span)>, is_union: bool) -> Read<RecordId> {
        let Some((name, span)) = name else { return Ok(self.declare_record(None, is_union)) };
        let Some(tag) = self.scopes.find_tag_here(name) else {
            return Ok(self.declare_record(Some(name), is_union));
        };
        let id = self.same_kind(tag, name, span, is_union)?;
        if self.types().record(id).body.is_some() {
            return fail(span, format!("`{}` is defined twice", self.text(name)));
        }
        Ok(id)
    }

    fn define_record(
        &mut self,
        id: RecordId,
        fields: Vec<Field>,
        attributes: &Attributes,
        span: Span,
    ) -> Read<()> {
        let pack = self.pack.map(u64::from);
        let wish =
            RecordWish { fields, packed: attributes.packed, align: attributes.aligned, pack };
        if let Err(why) = self.types().complete_record(id, wish) {
            return fail(span, why);
        }
        self.types().record_mut(id).transparent |= attributes.transparent_union;
        Ok(())
    }

    fn fields(&mut self, is_union: bool) -> Read<Vec<Field>> {
        self.expect(Punct::LeftBrace)?;
        let mut fields = Vec::new();
        while !self.eat(Punct::RightBrace) {
            if self.is_keyword(Keyword::StaticAssert) {
                self.static_assert()?;
                continue;
            }
            if self.eat(Punct::Semicolon) {
                continue;
            }
            if self.cpp && (self.is_keyword(Keyword::Static) || self.at_member_function()) {
                self.skip_member();
                continue;
            }
            self.field_declaration(&mut fields, is_union)?;
        }
        self.check_names(&fields)?;
        Ok(fields)
    }

    fn field_declaration(&mut self, fields: &mut Vec<Field>, is_union: bool) -> Read<()> {
        while self.eat_keyword(Keyword::Extension) {}
        let specifiers = self.specifiers(false)?;
        if specifiers.storage != Storage::None {
            return fail(specifiers.span, "a member has no storage class");
        }
        if self.eat(Punct::Semicolon) {
            return self.anonymous_member(&specifiers, fields);
        }
        loop {
            let field = self.field(&specifiers, is_union)?;
            fields.push(field);
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        // Before the closing brace the semicolon may be missing (GNU C).
        if !self.is(Punct::RightBrace) {
            self.expect(Punct::Semicolon)?;
        }
        Ok(())
    }

    /// A record without a name is a member itself (6.7.2.1p13); one with a tag declares no
    /// member.
    fn anonymous_member(&mut self, specifiers: &Specifiers, fields: &mut Vec<Field>) -> Read<()> {
        let ty = specifiers.ty;
        let types = &self.program.types;
        let unnamed = types.as_record(ty).is_some_and(|id| types.record(id).tag.is_empty());
        if unnamed {
            let align = specifiers.align.max(specifiers.attributes.aligned);
            let packed = specifiers.attributes.packed;
            fields.push(Field { name: None, ty, bits: None, packed, align });
        }
        Ok(())
    }

    fn field(&mut self, specifiers: &Specifiers, is_union: bool) -> Read<Field> {
        let from = self.span();
        let mut declarator = if self.is(Punct::Colon) {
            Declarator::default()
        } else {
            self.declarator(Wanted::Named)?
        };
        let bits = if self.eat(Punct::Colon) { Some(self.constant_integer()?) } else { None };
        declarator.attributes.merge(self.attributes()?);
        let span = self.since(from);
        let mut attributes = specifiers.attributes.clone();
        attributes.merge(declarator.attributes);
        let base = self.attributed(specifiers.ty, &attributes, span)?;
        let ty = self.derive(base, &declarator.modifiers, span)?;
        let name = declarator.name.map(|(name, _)| self.text(name).to_string());
        let align = specifiers.align.max(attributes.aligned);
        let mut field = Field { name, ty, bits: None, packed: attributes.packed, align };
        match bits {
            Some(bits) => field.bits = Some(self.bit_width(&field, bits, span)?),
            None => self.check_member(ty, is_union, span)?,
        }
        Ok(field)
    }

    fn bit_width(&mut self, field: &Field, bits: i128, span: Span) -> Read<u32> {
        let types = &self.program.types;
        let Some(kind) = types.int_kind(field.ty) else {
            return fail(span, format!("`{}` is no bit-field", types.describe(field.ty)));
        };
        let is_bool = matches!(types.shape(field.ty), Shape::Bool);
        let most = if is_bool { 1 } else { kind.bits() };
        match u32::try_from(bits) {
            Ok(0) if field.name.is_some() => fail(span, "a named bit-field of no bits"),
            Ok(bits) if bits <= most => Ok(bits),
            _ => fail(span, format!("the width of this bit-field is not within 0 and {most}")),
        }
    }

    /// Members have a size, but for an array at the end.
    fn check_member(&mut self, ty: Ty, is_union: bool, span: Span) -> Read<()> {
        let types = &self.program.types;
        let flexible = matches!(types.shape(ty), Shape::Array { length: None, .. });
        let last = self.is(Punct::Semicolon) || self.is(Punct::RightBrace);
        if types.is_complete(ty) || (flexible && (last || is_union)) {
            return Ok(());
        }
        fail(span, format!("a member of incomplete type `{}`", types.describe(ty)))
    }

    fn check_names(&mut self, fields: &[Field]) -> Read<()> {
        let mut names = Vec::new();
        collect_names(&self.program.types, fields, &mut names);
        names.sort_unstable();
        match names.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => fail(self.last_span(), format!("two members are called `{}`", pair[0])),
            None => Ok(()),
        }
    }
}

fn collect_names<'a>(types: &'a Types, fields: &'a [Field], names: &mut Vec<&'a str>) {
    for field in fields {
        match (&field.name, types.as_record(field.ty)) {
            (Some(name), _) => names.push(name),
            (None, Some(inner)) => collect_names(types, types.fields(inner), names),
            (None, None) => {}
        }
    }
}
