//! What `main` does: it calls one custom-MIR function with constants. Whatever else
//! stands in it (printing a result, finishing a hash) is no part of the program.

use super::ast::{Expr, ExprKind};
use super::cursor::Cursor;
use super::expr::Reader;
use super::fault::{Result, fault};
use super::items::Items;
use super::lex::Kind;
use super::names::Names;
use super::values::Trees;
use crate::syntax::*;
use crate::typing::Signature;

/// The name that a custom-MIR `main` gets, so that an ordinary `main` can call it.
pub(crate) const MAIN: &str = "mir_main";

pub(crate) fn read_entry<'a>(
    cursor: &Cursor<'a>,
    items: &Items<'a>,
    names: &Names<'a>,
    types: &mut Types,
    signatures: &[Signature],
) -> Result<Entry> {
    if let Some(index) = items.functions.iter().position(|item| item.name == "main") {
        return Ok(Entry { function: FnId(index as u32), args: Vec::new() });
    }
    let Some(main) = items.ordinary.iter().find(|item| item.name == "main") else {
        return fault(Span::default(), "there is no `main` that calls a custom-MIR function");
    };
    let at = cursor.within(main.body.clone());
    let Some((position, function)) = next_call(&at, main.body.start, main.body.end, names) else {
        return fault(main.span, "`main` calls no custom-MIR function");
    };
    check_plain(&at, main.body.start, position)?;
    let mut reader = Reader { cursor: at.clone(), names, types, struct_allowed: true };
    reader.cursor.seek(position);
    let call = reader.postfix()?;
    let after = reader.cursor.pos();
    if let Some((second, _)) = next_call(&at, after, main.body.end, names) {
        reader.cursor.seek(second);
        let span = reader.cursor.span();
        return fault(span, "`main` calls a second custom-MIR function; spektr runs only one");
    }
    let args = read_args(&call, &signatures[function.index()], names, types)?;
    Ok(Entry { function, args })
}

/// A call inside braces may happen never or often; only those of `unsafe` blocks and of
/// closures that catch a panic say nothing about it.
fn check_plain(at: &Cursor<'_>, start: usize, call: usize) -> Result<()> {
    let mut cursor = at.clone();
    cursor.seek(start);
    let mut before = Kind::End;
    let mut after_unsafe = false;
    while cursor.pos() < call {
        let token = cursor.token(0);
        let encloses = token.kind == Kind::Open(b'{') && token.mate as usize > call;
        if encloses && !after_unsafe && !matches!(before, Kind::OrOr | Kind::Punct(b'|')) {
            return fault(token.span(), "`main` must call the function once and always");
        }
        before = token.kind;
        after_unsafe = cursor.at_word("unsafe");
        match token.kind {
            Kind::Open(_) if (token.mate as usize) < call => cursor.skip_tree(),
            _ => {
                cursor.bump();
            }
        }
    }
    Ok(())
}

/// The first call of a custom-MIR function between two tokens.
fn next_call(
    at: &Cursor<'_>,
    start: usize,
    end: usize,
    names: &Names<'_>,
) -> Option<(usize, FnId)> {
    let mut cursor = at.clone();
    cursor.seek(start);
    let mut before = Kind::End;
    while cursor.pos() < end {
        let token = cursor.token(0);
        // `module::name` and `value.name` are other functions of the same name.
        let alone = !matches!(before, Kind::PathSep | Kind::Punct(b'.'));
        if alone
            && token.kind == Kind::Ident
            && cursor.token(1).kind == Kind::Open(b'(')
            && let Some(&id) = names.functions.get(cursor.text(token))
        {
            return Some((cursor.pos(), id));
        }
        before = token.kind;
        cursor.bump();
    }
    None
}

fn read_args(
    call: &Expr<'_>,
    signature: &Signature,
    names: &Names<'_>,
    types: &mut Types,
) -> Result<Vec<ConstTree>> {
    let ExprKind::Call(_, args) = &call.kind else {
        return fault(call.span, "expected a call of a custom-MIR function");
    };
    if args.len() != signature.params.len() {
        let wanted = signature.params.len();
        return fault(call.span, format!("{} arguments for {wanted} parameters", args.len()));
    }
    let mut trees = Trees { names, types };
    args.iter().zip(&signature.params).map(|(arg, &ty)| trees.tree(arg, ty)).collect()
}
