//! The items of a file, found by their first words. Bodies are only located here, not
//! read; items that a custom-MIR program does not need are set aside.

use std::ops::Range;

use super::attributes::{Attributes, read_attributes};
use super::cursor::Cursor;
use super::fault::{Result, fault};
use super::imports::Imports;
use super::lex::Kind;
use crate::syntax::{Abi, AdtKind, Span};

#[derive(Default)]
pub(crate) struct Items<'a> {
    pub adts: Vec<AdtItem<'a>>,
    /// Functions with `#[custom_mir]`.
    pub functions: Vec<FnItem<'a>>,
    /// All other functions.
    pub ordinary: Vec<FnItem<'a>>,
    pub values: Vec<ValueItem<'a>>,
    pub drops: Vec<DropItem<'a>>,
    pub aliases: Vec<AliasItem<'a>>,
    pub imports: Imports<'a>,
}

/// `type NAME = TYPE;`
pub(crate) struct AliasItem<'a> {
    pub name: &'a str,
    pub generic: bool,
    pub span: Span,
    pub ty: Range<usize>,
}

pub(crate) struct AdtItem<'a> {
    pub name: &'a str,
    pub kind: AdtKind,
    pub attributes: Attributes,
    pub generic: bool,
    pub span: Span,
    /// What follows the name: fields or variants.
    pub body: Range<usize>,
}

pub(crate) struct FnItem<'a> {
    pub name: &'a str,
    pub attributes: Attributes,
    pub generic: bool,
    pub abi: Abi,
    /// The type parameters, with what is asked of them.
    pub generics: Range<usize>,
    /// From `fn` to the end of the signature.
    pub span: Span,
    pub params: Range<usize>,
    /// Empty if the function returns `()`.
    pub ret: Range<usize>,
    pub body: Range<usize>,
}

/// `static`, `static mut` or `const`.
pub(crate) struct ValueItem<'a> {
    pub name: &'a str,
    pub kind: ValueKind,
    pub span: Span,
    pub ty: Range<usize>,
    pub value: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueKind {
    Const,
    Static,
    StaticMut,
}

/// `impl Drop for NAME { … }`
pub(crate) struct DropItem<'a> {
    pub name: &'a str,
    pub span: Span,
    pub body: Range<usize>,
}

pub(crate) fn read_items<'a>(cursor: &mut Cursor<'a>) -> Result<Items<'a>> {
    let mut items = Items::default();
    while !cursor.done() {
        let attributes = read_attributes(cursor)?;
        if cursor.done() {
            break;
        }
        skip_visibility(cursor);
        read_item(cursor, attributes, &mut items)?;
    }
    Ok(items)
}

fn skip_visibility(cursor: &mut Cursor<'_>) {
    if cursor.eat_word("pub") && cursor.kind() == Kind::Open(b'(') {
        cursor.skip_tree();
    }
}

fn read_item<'a>(
    cursor: &mut Cursor<'a>,
    attributes: Attributes,
    items: &mut Items<'a>,
) -> Result<()> {
    let token = cursor.token(0);
    if token.kind != Kind::Ident {
        return cursor.unexpected("an item");
    }
    match cursor.text(token) {
        "use" => {
            cursor.bump();
            items.imports.read(cursor)
        }
        "struct" => read_adt(cursor, AdtKind::Struct, attributes, items),
        "enum" => read_adt(cursor, AdtKind::Enum, attributes, items),
        "union" => read_adt(cursor, AdtKind::Union, attributes, items),
        "static" => read_value(cursor, items),
        "const" if !function_follows(cursor) => read_value(cursor, items),
        "impl" => read_impl(cursor, items),
        "fn" | "const" | "unsafe" | "async" | "extern" if function_follows(cursor) => {
            read_fn(cursor, attributes, items)
        }
        "type" => read_alias(cursor, items),
        "mod" | "trait" | "extern" | "macro_rules" | "macro" | "unsafe" => skip_item(cursor),
        _ if matches!(cursor.token(1).kind, Kind::Punct(b'!') | Kind::PathSep) => skip_item(cursor),
        _ => cursor.unexpected("an item"),
    }
}

/// Whether only qualifiers stand before the next `fn`.
fn function_follows(cursor: &Cursor<'_>) -> bool {
    for ahead in 0..6 {
        let token = cursor.token(ahead);
        match (token.kind, cursor.text(token)) {
            (Kind::Ident, "fn") => return true,
            (Kind::Ident, "const" | "unsafe" | "async" | "extern" | "safe") | (Kind::Str, _) => {}
            _ => return false,
        }
    }
    false
}

/// Steps over an item that ends with `;` or with a closing brace.
fn skip_item(cursor: &mut Cursor<'_>) -> Result<()> {
    while !cursor.done() {
        match cursor.kind() {
            Kind::Punct(b';') => {
                cursor.bump();
                return Ok(());
            }
            Kind::Open(b'{') => {
                cursor.skip_tree();
                return Ok(());
            }
            _ => cursor.skip_tree(),
        }
    }
    Ok(())
}

/// Steps over `<…>` if it stands here; whether there is more in it than lifetimes.
fn skip_generics(cursor: &mut Cursor<'_>) -> bool {
    if cursor.kind() != Kind::Punct(b'<') {
        return false;
    }
    let mut depth = 0usize;
    let mut generic = false;
    while !cursor.done() {
        match cursor.kind() {
            Kind::Punct(b'<') => depth += 1,
            Kind::Shl => depth += 2,
            Kind::Punct(b'>') => depth -= 1,
            Kind::Lifetime | Kind::Punct(b',' | b':' | b'+') => {}
            _ => generic = true,
        }
        cursor.skip_tree();
        if depth == 0 {
            break;
        }
    }
    generic
}

fn read_alias<'a>(cursor: &mut Cursor<'a>, items: &mut Items<'a>) -> Result<()> {
    let start = cursor.span();
    cursor.bump();
    let name = cursor.ident("the name of a type")?;
    let span = cursor.since(start);
    let generic = skip_generics(cursor);
    cursor.expect(Kind::Punct(b'='), "`=`")?;
    let begin = cursor.pos();
    while !cursor.done() && cursor.kind() != Kind::Punct(b';') {
        cursor.skip_tree();
    }
    let ty = begin..cursor.pos();
    cursor.expect(Kind::Punct(b';'), "`;`")?;
    items.aliases.push(AliasItem { name, generic, span, ty });
    Ok(())
}

fn read_adt<'a>(
    cursor: &mut Cursor<'a>,
    kind: AdtKind,
    attributes: Attributes,
    items: &mut Items<'a>,
) -> Result<()> {
    let start = cursor.span();
    cursor.bump();
    let name = cursor.ident("the name of a type")?;
    let span = cursor.since(start);
    let generic = skip_generics(cursor);
    let begin = cursor.pos();
    skip_item(cursor)?;
    let body = begin..cursor.pos();
    items.adts.push(AdtItem { name, kind, attributes, generic, span, body });
    Ok(())
}

fn read_value<'a>(cursor: &mut Cursor<'a>, items: &mut Items<'a>) -> Result<()> {
    let start = cursor.span();
    let constant = cursor.eat_word("const");
    let kind = match constant {
        true => ValueKind::Const,
        false => {
            cursor.bump();
            if cursor.eat_word("mut") { ValueKind::StaticMut } else { ValueKind::Static }
        }
    };
    let name = cursor.ident("the name of a constant or static")?;
    let span = cursor.since(start);
    if !cursor.eat(Kind::Punct(b':')) {
        return cursor.unexpected("`:` and a type");
    }
    let ty_start = cursor.pos();
    while !cursor.done() && !matches!(cursor.kind(), Kind::Punct(b'=') | Kind::Punct(b';')) {
        cursor.skip_tree();
    }
    let ty = ty_start..cursor.pos();
    cursor.eat(Kind::Punct(b'='));
    let value_start = cursor.pos();
    while !cursor.done() && cursor.kind() != Kind::Punct(b';') {
        cursor.skip_tree();
    }
    let value = value_start..cursor.pos();
    cursor.expect(Kind::Punct(b';'), "`;`")?;
    items.values.push(ValueItem { name, kind, span, ty, value });
    Ok(())
}

fn read_impl<'a>(cursor: &mut Cursor<'a>, items: &mut Items<'a>) -> Result<()> {
    let start = cursor.span();
    cursor.bump();
    skip_generics(cursor);
    let is_drop = cursor.at_word("Drop");
    if !is_drop {
        return skip_item(cursor);
    }
    cursor.bump();
    if !cursor.eat_word("for") {
        return skip_item(cursor);
    }
    let name = cursor.ident("the name of a type")?;
    let span = cursor.since(start);
    skip_generics(cursor);
    if cursor.kind() != Kind::Open(b'{') {
        return skip_item(cursor);
    }
    let body = cursor.group(b'{')?;
    items.drops.push(DropItem { name, span, body });
    Ok(())
}

fn read_fn<'a>(
    cursor: &mut Cursor<'a>,
    attributes: Attributes,
    items: &mut Items<'a>,
) -> Result<()> {
    let start = cursor.span();
    let mut abi = Abi::Rust;
    while !cursor.eat_word("fn") {
        let token = cursor.bump();
        match (token.kind, cursor.text(token)) {
            (_, "extern") | (Kind::Str, "\"C\"") => abi = Abi::C,
            (Kind::Str, "\"Rust\"") => abi = Abi::Rust,
            (Kind::Str, other) if attributes.custom_mir => {
                return fault(token.span(), format!("functions with the ABI {other}"));
            }
            _ => {}
        }
    }
    let name = cursor.ident("the name of a function")?;
    let before = cursor.pos();
    let generic = skip_generics(cursor);
    let generics = before..cursor.pos();
    let params = cursor.group(b'(')?;
    let ret_start = cursor.pos() + usize::from(cursor.kind() == Kind::Arrow);
    while !cursor.done()
        && !matches!(cursor.kind(), Kind::Open(b'{') | Kind::Punct(b';'))
        && !cursor.at_word("where")
    {
        cursor.skip_tree();
    }
    let ret = ret_start..cursor.pos();
    let span = cursor.since(start);
    while !cursor.done() && cursor.kind() != Kind::Open(b'{') {
        if cursor.kind() == Kind::Punct(b';') {
            return fault(span, format!("function `{name}` has no body"));
        }
        cursor.skip_tree();
    }
    let body = cursor.group(b'{')?;
    let custom = attributes.custom_mir;
    let item = FnItem { name, attributes, generic, abi, generics, span, params, ret, body };
    if custom {
        items.functions.push(item)
    } else {
        items.ordinary.push(item)
    }
    Ok(())
}
