//! Attributes before an item: the few that change what the item means, and nothing of
//! the others.

use super::cursor::Cursor;
use super::fault::{Result, fault};
use super::lex::Kind;
use crate::syntax::{Inline, IntTy, Repr};

#[derive(Clone, Debug, Default)]
pub(crate) struct Attributes {
    pub custom_mir: bool,
    /// `#[derive(Copy)]`
    pub copy: bool,
    pub repr: Repr,
    pub inline: Inline,
    pub cold: bool,
}

/// Reads all attributes that stand here; inner ones (`#![…]`) say nothing to us.
pub(crate) fn read_attributes(cursor: &mut Cursor<'_>) -> Result<Attributes> {
    let mut attributes = Attributes::default();
    while cursor.kind() == Kind::Punct(b'#') {
        cursor.bump();
        let inner = cursor.eat(Kind::Punct(b'!'));
        let inside = cursor.group(b'[')?;
        if !inner {
            read_attribute(&mut cursor.within(inside), &mut attributes)?;
        }
    }
    Ok(attributes)
}

fn read_attribute(cursor: &mut Cursor<'_>, attributes: &mut Attributes) -> Result<()> {
    let token = cursor.bump();
    match cursor.text(token) {
        "custom_mir" => {
            attributes.custom_mir = true;
            read_dialect(cursor)
        }
        "derive" => {
            for word in words(cursor)? {
                attributes.copy |= word == "Copy";
            }
            Ok(())
        }
        "cold" => {
            attributes.cold = true;
            Ok(())
        }
        "inline" => {
            if cursor.done() {
                return Ok(());
            }
            for word in words(cursor)? {
                attributes.inline = match word {
                    "never" => Inline::Never,
                    "always" => Inline::Always,
                    _ => Inline::Default,
                };
            }
            Ok(())
        }
        "repr" => {
            let inside = cursor.group(b'(')?;
            read_repr(&mut cursor.within(inside), &mut attributes.repr)
        }
        _ => Ok(()),
    }
}

fn words<'a>(cursor: &mut Cursor<'a>) -> Result<Vec<&'a str>> {
    let inside = cursor.group(b'(')?;
    let mut cursor = cursor.within(inside);
    let mut words = Vec::new();
    while !cursor.done() {
        let token = cursor.bump();
        if token.kind == Kind::Ident {
            words.push(cursor.text(token));
        }
    }
    Ok(words)
}

/// Every dialect is read alike: what they differ in (borrow checking, drop elaboration)
/// is not part of what a body does.
fn read_dialect(cursor: &mut Cursor<'_>) -> Result<()> {
    if cursor.done() {
        return Ok(());
    }
    let inside = cursor.group(b'(')?;
    let mut cursor = cursor.within(inside);
    while !cursor.done() {
        let key = cursor.bump();
        cursor.eat(Kind::Punct(b'='));
        let value = cursor.bump();
        let known = match cursor.text(key) {
            "dialect" => ["\"built\"", "\"analysis\"", "\"runtime\""].contains(&cursor.text(value)),
            "phase" => {
                ["\"initial\"", "\"post-cleanup\"", "\"optimized\""].contains(&cursor.text(value))
            }
            _ => false,
        };
        if !known {
            return fault(value.span(), "unknown dialect or phase");
        }
        cursor.eat(Kind::Punct(b','));
    }
    Ok(())
}

fn read_repr(cursor: &mut Cursor<'_>, repr: &mut Repr) -> Result<()> {
    while !cursor.done() {
        let token = cursor.expect(Kind::Ident, "a representation")?;
        let word = cursor.text(token);
        let number = if cursor.kind() == Kind::Open(b'(') {
            let inside = cursor.group(b'(')?;
            let number = cursor.within(inside).bump();
            match cursor.text(number).parse::<u32>() {
                Ok(number) => Some(number),
                Err(_) => return fault(number.span(), "expected a number of bytes"),
            }
        } else {
            None
        };
        match (word, number) {
            ("C", None) => repr.c = true,
            ("Rust", None) => {}
            ("transparent", None) => repr.transparent = true,
            ("packed", n) => repr.packed = Some(n.unwrap_or(1)),
            ("align", Some(n)) => repr.align = Some(n),
            (name, None) => match IntTy::ALL.into_iter().find(|int| int.name() == name) {
                Some(int) => repr.int = Some(int),
                None => return fault(token.span(), format!("unsupported representation `{name}`")),
            },
            (name, Some(_)) => {
                return fault(token.span(), format!("unsupported representation `{name}`"));
            }
        }
        cursor.eat(Kind::Punct(b','));
    }
    Ok(())
}
