//! Ordinary functions beside the custom-MIR ones. Their bodies are not read; what counts
//! is whether calling them only shows values, or only panics.

use super::cursor::Cursor;
use super::fault::{Fault, Result, fault};
use super::items::FnItem;
use super::lex::Kind;
use super::names::Names;
use super::types::read_ty;
use crate::syntax::{Ty, Types};

/// Functions of spektr's own printing. Their first argument is the number of the place
/// where they are called, which is no part of the program.
pub(crate) const OBSERVER: &str = "spektr_observe";

pub(crate) struct Helper {
    pub kind: HelperKind,
    /// Whether the first argument only numbers the call.
    pub numbered: bool,
    /// Types of the parameters, where they are plain types.
    pub params: Vec<Option<Ty>>,
}

pub(crate) enum HelperKind {
    Observe,
    Panic,
    /// It does something that a program could notice.
    Other(Box<Fault>),
}

pub(crate) fn read_helpers(
    cursor: &Cursor<'_>,
    items: &[FnItem<'_>],
    names: &Names<'_>,
    types: &mut Types,
) -> Vec<Helper> {
    items.iter().map(|item| read_helper(cursor, item, names, types)).collect()
}

fn read_helper(
    cursor: &Cursor<'_>,
    item: &FnItem<'_>,
    names: &Names<'_>,
    types: &mut Types,
) -> Helper {
    let params = read_params(&mut cursor.within(item.params.clone()), names, types);
    let numbered = item.name.starts_with(OBSERVER);
    let kind = if only_panics(cursor.within(item.body.clone())) {
        HelperKind::Panic
    } else if numbered {
        HelperKind::Observe
    } else {
        match check_observer(cursor, item, &params) {
            Ok(()) => HelperKind::Observe,
            Err(reason) => HelperKind::Other(reason),
        }
    };
    let params = params.into_iter().map(|(_, ty)| ty).collect();
    Helper { kind, numbered, params }
}

/// `name: type` pairs; a type that cannot be read (`impl Debug`, `T`) is left out.
fn read_params<'a>(
    cursor: &mut Cursor<'a>,
    names: &Names<'_>,
    types: &mut Types,
) -> Vec<(&'a str, Option<Ty>)> {
    let mut params = Vec::new();
    while !cursor.done() {
        cursor.eat_word("mut");
        let token = cursor.bump();
        let name = cursor.text(token);
        cursor.eat(Kind::Punct(b':'));
        params.push((name, read_ty(cursor, names, types).ok()));
        let mut depth = 0usize;
        while !cursor.done() {
            match cursor.kind() {
                Kind::Punct(b',') if depth == 0 => break,
                Kind::Punct(b'<') => depth += 1,
                Kind::Punct(b'>') => depth = depth.saturating_sub(1),
                _ => {}
            }
            cursor.skip_tree();
        }
        cursor.eat(Kind::Punct(b','));
    }
    params
}

/// `panic!(…)` and nothing else.
fn only_panics(mut body: Cursor<'_>) -> bool {
    let panics = body.eat_word("panic") && body.eat(Kind::Punct(b'!'));
    if !panics || body.done() {
        return false;
    }
    body.skip_tree();
    body.eat(Kind::Punct(b';'));
    body.done()
}

/// An observer returns nothing and leaves what its arguments point to alone.
fn check_observer(
    cursor: &Cursor<'_>,
    item: &FnItem<'_>,
    params: &[(&str, Option<Ty>)],
) -> Result<()> {
    let ret = cursor.within(item.ret.clone());
    let unit = ret.kind() == Kind::Open(b'(') && ret.token(1).kind == Kind::Close(b')');
    if !ret.done() && !unit {
        let message = format!("`{}` is an ordinary function that returns a value", item.name);
        return fault(item.span, message + "; spektr cannot know which");
    }
    let mut body = cursor.within(item.body.clone());
    while !body.done() {
        let (here, next, after) = (body.token(0), body.token(1), body.token(2));
        let is_param = |word: &str| params.iter().any(|&(name, _)| name == word);
        let dereferences =
            here.kind == Kind::Punct(b'*') && next.kind == Kind::Ident && is_param(body.text(next));
        let accesses = here.kind == Kind::Ident
            && is_param(body.text(here))
            && next.kind == Kind::Punct(b'.')
            && matches!(body.text(after), "read" | "write" | "as_mut" | "set" | "replace");
        if dereferences || accesses {
            let message = format!("`{}` uses memory that its arguments point to", item.name);
            return fault(item.span, message + "; only observing functions can be called");
        }
        body.bump();
    }
    Ok(())
}
