//! `impl Drop` blocks that do nothing but call one custom-MIR function with `self`.

use super::cursor::Cursor;
use super::fault::{Result, fault};
use super::items::DropItem;
use super::lex::Kind;
use super::names::Names;
use crate::syntax::*;

pub(crate) fn read_drops(
    cursor: &Cursor<'_>,
    items: &[DropItem<'_>],
    names: &Names<'_>,
    types: &mut Types,
) -> Result<()> {
    for item in items {
        let Some(&id) = names.adts.get(item.name) else { continue };
        match called(cursor.within(item.body.clone()), names) {
            Some(function) => types.adt_mut(id).drop = Some(function),
            None => {
                let message = "spektr only knows a `Drop` that calls one custom-MIR function";
                return fault(item.span, message);
            }
        }
    }
    Ok(())
}

/// The function in `fn drop(&mut self) { function(…self…) }`.
fn called(mut body: Cursor<'_>, names: &Names<'_>) -> Option<FnId> {
    while !body.done() && body.kind() != Kind::Open(b'{') {
        body.skip_tree();
    }
    let inside = body.group(b'{').ok()?;
    let mut inside = body.within(inside);
    let token = inside.bump();
    let function = names.functions.get(inside.text(token)).copied();
    let args = inside.group(b'(').ok()?;
    let mut args = inside.within(args);
    let mut mentions_self = false;
    while !args.done() {
        mentions_self |= args.at_word("self");
        args.bump();
    }
    inside.eat(Kind::Punct(b';'));
    if inside.done() && mentions_self { function } else { None }
}
