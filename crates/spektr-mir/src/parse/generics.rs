//! The type parameters of a function.

use super::cursor::Cursor;
use super::fault::{Result, fault};
use super::items::FnItem;
use super::lex::Kind;

/// The names of the type parameters. What is asked of them besides `Copy` says nothing here:
/// nothing can be done with them that would need it.
pub(crate) fn read_params<'a>(cursor: &Cursor<'a>, item: &FnItem<'a>) -> Result<Vec<&'a str>> {
    let mut params = Vec::new();
    if !item.generic {
        return Ok(params);
    }
    let mut at = cursor.within(item.generics.clone());
    at.expect(Kind::Punct(b'<'), "`<`")?;
    while !at.done() && at.kind() != Kind::Punct(b'>') {
        let lifetime = at.eat(Kind::Lifetime);
        if !lifetime {
            if at.at_word("const") {
                let message =
                    format!("constants as parameters of `{}` are not supported", item.name);
                return fault(item.span, message);
            }
            params.push(at.ident("a type parameter")?);
        }
        if at.eat(Kind::Punct(b':')) {
            while matches!(at.kind(), Kind::Ident | Kind::Lifetime | Kind::PathSep)
                || matches!(at.kind(), Kind::Punct(b'+' | b'?'))
            {
                at.bump();
            }
        }
        if !at.eat(Kind::Punct(b',')) {
            break;
        }
    }
    at.expect(Kind::Punct(b'>'), "`,` or `>`")?;
    Ok(params)
}
