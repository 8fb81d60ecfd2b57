//! What `main` does. Mostly it calls one custom-MIR function with constants, and whatever
//! else stands in it (finishing a hash) is no part of the program; a `main` that calls more than
//! one, or with what it computed, or that uses a result, is a function of the program, and
//! what it shows is observed.

use super::ast::{Body, Expr, ExprKind};
use super::cursor::Cursor;
use super::expr::Reader;
use super::fault::{Result, fault};
use super::items::{FnItem, Items};
use super::lex::Kind;
use super::lower::Head;
use super::names::Names;
use super::plain;
use super::values::Trees;
use crate::syntax::*;
use crate::typing::Signature;

/// The name that a custom-MIR `main` gets, so that an ordinary `main` can call it.
pub(crate) const MAIN: &str = "mir_main";

/// An ordinary `main` as a function of the program.
pub(crate) fn read_main<'a>(
    cursor: &Cursor<'a>,
    items: &Items<'a>,
    names: &Names<'a>,
    program: &mut Program,
) -> Result<(Head<'a>, Body<'a>)> {
    let main = find_main(items)?;
    let body = plain::read_ordinary(cursor, main, names, &mut program.types, &program.statics)?;
    let (name, ret, span) = (MAIN.to_owned(), program.types.unit(), main.span);
    Ok((
        Head {
            name,
            params: Vec::new(),
            ret,
            generics: 0,
            inline: Inline::Default,
            abi: Abi::Rust,
            cold: false,
            reached: Reached::Directly,
            span,
        },
        body,
    ))
}

fn find_main<'a, 'i>(items: &'i Items<'a>) -> Result<&'i FnItem<'a>> {
    match items.ordinary.iter().find(|item| item.name == "main") {
        Some(main) => Ok(main),
        None => fault(Span::default(), "there is no `main` that calls a custom-MIR function"),
    }
}

/// The one call of a custom-MIR function in `main`.
pub(crate) struct MainCall {
    pub entry: Entry,
    /// Whether `main` does something with what it gives back.
    pub is_used: bool,
}

pub(crate) fn read_call<'a>(
    cursor: &Cursor<'a>,
    items: &Items<'a>,
    names: &Names<'a>,
    types: &mut Types,
    signatures: &[Signature],
) -> Result<MainCall> {
    if let Some(index) = items.functions.iter().position(|item| item.name == "main") {
        let entry = Entry { function: FnId(index as u32), args: Vec::new() };
        return Ok(MainCall { entry, is_used: false });
    }
    let main = find_main(items)?;
    let at = cursor.within(main.body.clone());
    let customs = signatures.len();
    let next = |from| next_call(&at, from, main.body.end, names, customs);
    let Some((position, function)) = next(main.body.start) else {
        return fault(main.span, "`main` calls no custom-MIR function");
    };
    check_plain(&at, main.body.start, position)?;
    let mut reader = Reader { cursor: at.clone(), names, types, struct_allowed: true };
    reader.cursor.seek(position);
    let call = reader.postfix()?;
    let after = reader.cursor.pos();
    if let Some((second, _)) = next(after) {
        reader.cursor.seek(second);
        let span = reader.cursor.span();
        return fault(span, "`main` calls a second custom-MIR function; spektr runs only one");
    }
    let signature = &signatures[function.index()];
    let args = read_args(&call, signature, names, types)?;
    let is_used = signature.ret != Some(types.unit()) && !is_alone(&at, position, after);
    Ok(MainCall { entry: Entry { function, args }, is_used })
}

/// Whether what stands between two tokens of a body is a statement by itself, or the only thing
/// in a block that is one.
fn is_alone(body: &Cursor<'_>, start: usize, end: usize) -> bool {
    let (mut start, mut end) = (start, end);
    let kind = |at: usize| {
        let mut cursor = body.clone();
        cursor.seek(at);
        (!cursor.done()).then(|| cursor.kind())
    };
    loop {
        let before = start.checked_sub(1).filter(|&it| it >= body.pos());
        let (before, after) = (before.and_then(kind), kind(end));
        let begins =
            matches!(before, None | Some(Kind::Punct(b';') | Kind::Open(b'{') | Kind::Close(b'}')));
        match after {
            None | Some(Kind::Punct(b';')) => return begins,
            Some(Kind::Close(b'}')) if matches!(before, Some(Kind::Open(b'{'))) => {
                (start, end) = (start - 1, end + 1);
                let mut cursor = body.clone();
                cursor.seek(start.saturating_sub(1).max(body.pos()));
                if start > body.pos() && cursor.at_word("unsafe") {
                    start -= 1;
                }
            }
            _ => return false,
        }
    }
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
    customs: usize,
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
            && id.index() < customs
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
