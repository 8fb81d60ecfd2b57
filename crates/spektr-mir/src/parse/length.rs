//! Lengths of arrays: numbers, constants of the file, and simple arithmetic on them.

use super::cursor::Cursor;
use super::fault::{Result, fault};
use super::items::{ValueItem, ValueKind};
use super::lex::Kind;
use super::literal::read_int;
use super::names::Names;
use crate::syntax::Span;

/// Constants may be made of constants that come later; longer chains are not followed.
const ROUNDS: usize = 16;

/// Finds the constants that can be lengths.
pub(crate) fn name_lengths<'a>(
    cursor: &Cursor<'a>,
    items: &[ValueItem<'a>],
    names: &mut Names<'a>,
) {
    let mut open: Vec<&ValueItem<'a>> = items
        .iter()
        .filter(|item| item.kind == ValueKind::Const)
        .filter(|item| cursor.within(item.ty.clone()).at_word("usize"))
        .collect();
    for _ in 0..ROUNDS {
        let before = open.len();
        open.retain(|item| match whole(&mut cursor.within(item.value.clone()), names) {
            Ok(length) => names.lengths.insert(item.name, length).is_some(),
            Err(_) => true,
        });
        if open.len() == before {
            break;
        }
    }
}

/// Reads a length, which ends where something else begins.
pub(crate) fn read_length(cursor: &mut Cursor<'_>, names: &Names<'_>) -> Result<u64> {
    let start = cursor.span();
    let mut sum = product(cursor, names)?;
    loop {
        let add = match cursor.kind() {
            Kind::Punct(b'+') => true,
            Kind::Punct(b'-') => false,
            _ => return Ok(sum),
        };
        cursor.bump();
        let next = product(cursor, names)?;
        let result = if add { sum.checked_add(next) } else { sum.checked_sub(next) };
        sum = in_range(result, cursor.since(start))?;
    }
}

fn product(cursor: &mut Cursor<'_>, names: &Names<'_>) -> Result<u64> {
    let start = cursor.span();
    let mut product = number(cursor, names)?;
    while cursor.eat(Kind::Punct(b'*')) {
        let next = number(cursor, names)?;
        product = in_range(product.checked_mul(next), cursor.since(start))?;
    }
    Ok(product)
}

fn in_range(length: Option<u64>, span: Span) -> Result<u64> {
    match length {
        Some(length) => Ok(length),
        None => fault(span, "this is no length of an array"),
    }
}

fn number(cursor: &mut Cursor<'_>, names: &Names<'_>) -> Result<u64> {
    let token = cursor.token(0);
    match token.kind {
        Kind::Int => {
            cursor.bump();
            let value = read_int(cursor.text(token), token.span())?.value;
            match u64::try_from(value) {
                Ok(length) => Ok(length),
                Err(_) => fault(token.span(), "this array is too long"),
            }
        }
        Kind::Open(open @ (b'(' | b'{')) => {
            let inside = cursor.group(open)?;
            whole(&mut cursor.elsewhere(inside), names)
        }
        Kind::Ident => match names.lengths.get(cursor.text(token)) {
            Some(length) => {
                cursor.bump();
                Ok(*length)
            }
            None => cursor.unexpected("the length of the array"),
        },
        _ => cursor.unexpected("the length of the array"),
    }
}

/// A length that stands alone.
fn whole(cursor: &mut Cursor<'_>, names: &Names<'_>) -> Result<u64> {
    let length = cursor.nested(|cursor| read_length(cursor, names))?;
    if cursor.done() { Ok(length) } else { cursor.unexpected("the end of the length") }
}
