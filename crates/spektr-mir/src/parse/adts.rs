//! Definitions of structs, enums and unions.

use super::attributes::read_attributes;
use super::cursor::Cursor;
use super::fault::{Fault, Result, fault};
use super::items::{AdtItem, AliasItem};
use super::lex::Kind;
use super::literal::read_int;
use super::names::Names;
use super::scalar::mask;
use super::types::read_ty;
use crate::syntax::*;

/// A definition that contains one that was set aside is set aside too; chains longer
/// than this are an error.
const ROUNDS: usize = 16;

/// Reads all definitions. Those that cannot be read are set aside with the reason: it is
/// told when something names them.
pub(crate) fn read_adts<'a>(
    cursor: &Cursor<'a>,
    items: &[AdtItem<'a>],
    names: &mut Names<'a>,
) -> Result<Types> {
    let generic = items.iter().filter(|item| item.generic);
    for item in generic {
        let message = format!("generic type `{}` is not supported", item.name);
        let reason = Fault { message, span: item.span };
        names.unreadable_adts.insert(item.name, Box::new(reason));
    }
    for round in 0.. {
        let mut types = Types::default();
        names.adts.clear();
        let readable: Vec<&AdtItem<'a>> =
            items.iter().filter(|item| !names.unreadable_adts.contains_key(item.name)).collect();
        for item in &readable {
            let id = types.add_adt(empty(item));
            if names.adts.insert(item.name, id).is_some() {
                return fault(item.span, format!("type `{}` is defined twice", item.name));
            }
        }
        let mut complete = true;
        for item in &readable {
            let id = names.adts[item.name];
            match read_definition(&mut cursor.within(item.body.clone()), item, names, &mut types) {
                Ok(variants) => types.adt_mut(id).variants = variants,
                Err(reason) if round + 1 == ROUNDS => return Err(reason),
                Err(reason) => {
                    names.unreadable_adts.insert(item.name, reason);
                    complete = false;
                }
            }
        }
        if complete {
            return Ok(types);
        }
    }
    // The loop ends by itself only after more rounds than a usize can count.
    fault(Span::default(), "the types of this file cannot be read")
}

/// Other names for definitions build values as the definitions do.
pub(crate) fn name_again<'a>(
    cursor: &Cursor<'a>,
    aliases: &[AliasItem<'a>],
    names: &mut Names<'a>,
) {
    for _ in 0..ROUNDS {
        let before = names.adts.len();
        for alias in aliases {
            let mut at = cursor.within(alias.ty.clone());
            let named = at.ident("a type").ok().filter(|_| at.done());
            if let Some(&id) = named.and_then(|name| names.adts.get(name)) {
                names.adts.insert(alias.name, id);
            }
        }
        if names.adts.len() == before {
            break;
        }
    }
}

fn empty(item: &AdtItem<'_>) -> AdtDef {
    AdtDef {
        name: item.name.to_owned(),
        args: Vec::new(),
        origin: AdtOrigin::Local,
        kind: item.kind,
        repr: item.attributes.repr.clone(),
        variants: Vec::new(),
        copy: item.attributes.copy,
        drop: None,
        span: item.span,
    }
}

fn read_definition(
    cursor: &mut Cursor<'_>,
    item: &AdtItem<'_>,
    names: &Names<'_>,
    types: &mut Types,
) -> Result<Vec<Variant>> {
    if item.kind == AdtKind::Enum {
        return read_variants(cursor, item, names, types);
    }
    let (shape, fields) = read_fields(cursor, names, types)?;
    let variant = Variant { name: String::new(), shape, fields, discriminant: 0, explicit: false };
    Ok(vec![variant])
}

fn read_variants(
    cursor: &mut Cursor<'_>,
    item: &AdtItem<'_>,
    names: &Names<'_>,
    types: &mut Types,
) -> Result<Vec<Variant>> {
    let width = mask(item.attributes.repr.int.unwrap_or(IntTy::Isize).bits());
    let inside = cursor.group(b'{')?;
    let mut cursor = cursor.within(inside);
    let mut variants: Vec<Variant> = Vec::new();
    let mut next = 0u128;
    while !cursor.done() {
        read_attributes(&mut cursor)?;
        let name = cursor.ident("the name of a variant")?;
        let (shape, fields) = read_fields(&mut cursor, names, types)?;
        let explicit = cursor.eat(Kind::Punct(b'='));
        if explicit {
            next = read_discriminant(&mut cursor)?;
        }
        let name = name.to_owned();
        variants.push(Variant { name, shape, fields, discriminant: next & width, explicit });
        next = next.wrapping_add(1);
        if !cursor.eat(Kind::Punct(b',')) {
            break;
        }
    }
    if !cursor.done() {
        return cursor.unexpected("`,` or `}`");
    }
    Ok(variants)
}

fn read_discriminant(cursor: &mut Cursor<'_>) -> Result<u128> {
    let negative = cursor.eat(Kind::Punct(b'-'));
    let token = cursor.expect(Kind::Int, "the value of a discriminant")?;
    let value = read_int(cursor.text(token), token.span())?.value;
    Ok(if negative { value.wrapping_neg() } else { value })
}

fn read_fields(
    cursor: &mut Cursor<'_>,
    names: &Names<'_>,
    types: &mut Types,
) -> Result<(VariantShape, Vec<Field>)> {
    let (open, shape) = match cursor.kind() {
        Kind::Open(b'(') => (b'(', VariantShape::Tuple),
        Kind::Open(b'{') => (b'{', VariantShape::Named),
        _ => return Ok((VariantShape::Unit, Vec::new())),
    };
    let inside = cursor.group(open)?;
    let mut cursor = cursor.within(inside);
    let mut fields = Vec::new();
    while !cursor.done() {
        read_attributes(&mut cursor)?;
        if cursor.eat_word("pub") && is_restricted(&cursor) {
            cursor.skip_tree();
        }
        let name = match shape {
            VariantShape::Named => {
                let name = cursor.ident("the name of a field")?.to_owned();
                cursor.expect(Kind::Punct(b':'), "`:`")?;
                name
            }
            _ => fields.len().to_string(),
        };
        fields.push(Field { name, ty: read_ty(&mut cursor, names, types)? });
        if !cursor.eat(Kind::Punct(b',')) {
            break;
        }
    }
    if !cursor.done() {
        return cursor.unexpected("`,` or the end of the fields");
    }
    Ok((shape, fields))
}

/// Whether `pub` goes on as in `pub(crate)`; otherwise the parenthesis begins a type.
fn is_restricted(cursor: &Cursor) -> bool {
    let word = cursor.text(cursor.token(1));
    cursor.kind() == Kind::Open(b'(') && matches!(word, "crate" | "super" | "self" | "in")
}
