//! The inside of a custom-MIR function, in either form: inside `mir!`, or as the macro
//! leaves it behind.

use std::ops::Range;

use super::ast::{BlockAst, Body, Expr, ExprKind, Let, TerminatorAst};
use super::expr::Reader;
use super::fault::{Result, fault};
use super::lex::Kind;
use super::types::read_ty;
use crate::syntax::{Span, Ty};

const START: &str = "bb0";

/// Reads what stands between the braces of a function.
pub(crate) fn read_body<'a>(reader: &mut Reader<'a, '_>, inside: Range<usize>) -> Result<Body<'a>> {
    reader.cursor = reader.cursor.within(inside);
    let mut body = Body { locals: Vec::new(), blocks: Vec::new() };
    if reader.cursor.kind() == Kind::Open(b'{') {
        let inside = reader.cursor.group(b'{')?;
        finish(reader)?;
        reader.cursor = reader.cursor.within(inside);
        read_expanded(reader, &mut body)?;
    } else {
        let path = reader.path()?;
        if path.segments.last() != Some(&"mir") || !reader.cursor.eat(Kind::Punct(b'!')) {
            return fault(path.span, "expected `mir!` in a custom-MIR function");
        }
        let Kind::Open(open) = reader.cursor.kind() else {
            return reader.cursor.unexpected("the body of `mir!`");
        };
        let inside = reader.cursor.group(open)?;
        reader.cursor.eat(Kind::Punct(b';'));
        finish(reader)?;
        reader.cursor = reader.cursor.within(inside);
        read_macro(reader, &mut body)?;
    }
    Ok(body)
}

fn finish(reader: &Reader<'_, '_>) -> Result<()> {
    match reader.cursor.done() {
        true => Ok(()),
        false => reader.cursor.unexpected("the end of the function"),
    }
}

fn read_macro<'a>(reader: &mut Reader<'a, '_>, body: &mut Body<'a>) -> Result<()> {
    if reader.cursor.eat_word("type") {
        reader.cursor.ident("`RET`")?;
        reader.cursor.expect(Kind::Punct(b'='), "`=`")?;
        read_ty(&mut reader.cursor, reader.names, reader.types)?;
        reader.cursor.expect(Kind::Punct(b';'), "`;`")?;
    }
    while reader.cursor.at_word("let") {
        let local = read_let(reader)?;
        reader.cursor.expect(Kind::Punct(b';'), "`;`")?;
        body.locals.push(local);
    }
    while reader.cursor.at_word("debug") {
        while !reader.cursor.done() && !reader.cursor.eat(Kind::Punct(b';')) {
            reader.cursor.skip_tree();
        }
    }
    let inside = reader.cursor.group(b'{')?;
    read_block(reader, START, false, inside, body)?;
    while !reader.cursor.done() {
        let name = reader.cursor.ident("a block")?;
        let cleanup = reader.cursor.kind() == Kind::Open(b'(');
        if cleanup {
            let inside = reader.cursor.group(b'(')?;
            if !reader.cursor.within(inside).at_word("cleanup") {
                return reader.cursor.unexpected("`cleanup`");
            }
        }
        reader.cursor.expect(Kind::Punct(b'='), "`=` and a block")?;
        let inside = reader.cursor.group(b'{')?;
        read_block(reader, name, cleanup, inside, body)?;
    }
    Ok(())
}

/// Block names first, then locals, then the blocks in the same order.
fn read_expanded<'a>(reader: &mut Reader<'a, '_>, body: &mut Body<'a>) -> Result<()> {
    let mut names = vec![(START, false)];
    while reader.cursor.eat_word("let") {
        let name = reader.cursor.ident("the name of a block")?;
        reader.cursor.expect(Kind::Punct(b'='), "`=`")?;
        let path = reader.path()?;
        let cleanup = match path.segments.last() {
            Some(&"Normal") => false,
            Some(&"Cleanup") => true,
            _ => return fault(path.span, "expected `BasicBlock::Normal` or `::Cleanup`"),
        };
        reader.cursor.expect(Kind::Punct(b';'), "`;`")?;
        names.push((name, cleanup));
    }
    enter(reader)?;
    while reader.cursor.at_word("let") {
        let local = read_let(reader)?;
        reader.cursor.expect(Kind::Punct(b';'), "`;`")?;
        if local.name != "RET" {
            body.locals.push(local);
        }
    }
    enter(reader)?;
    while reader.cursor.kind() != Kind::Open(b'{') && !reader.cursor.done() {
        // Debug information, which changes nothing.
        reader.statement()?;
        reader.cursor.expect(Kind::Punct(b';'), "`;`")?;
    }
    enter(reader)?;
    for (name, cleanup) in names {
        let inside = reader.cursor.group(b'{')?;
        reader.cursor.expect(Kind::Punct(b';'), "`;`")?;
        read_block(reader, name, cleanup, inside, body)?;
    }
    if !reader.cursor.eat_word("RET") {
        return reader.cursor.unexpected("`RET` after the last block");
    }
    finish(reader)
}

/// Steps into the braces that are all that is left here.
fn enter(reader: &mut Reader<'_, '_>) -> Result<()> {
    let inside = reader.cursor.group(b'{')?;
    finish(reader)?;
    reader.cursor = reader.cursor.within(inside);
    Ok(())
}

fn read_let<'a>(reader: &mut Reader<'a, '_>) -> Result<Let<'a>> {
    let start = reader.cursor.span();
    reader.cursor.bump();
    reader.cursor.eat_word("mut");
    let name = reader.cursor.ident("the name of a local")?;
    let ty = read_annotation(reader)?;
    Ok(Let { name, ty, span: reader.cursor.since(start) })
}

fn read_annotation(reader: &mut Reader<'_, '_>) -> Result<Option<Ty>> {
    if !reader.cursor.eat(Kind::Punct(b':')) || reader.cursor.eat_word("_") {
        return Ok(None);
    }
    read_ty(&mut reader.cursor, reader.names, reader.types).map(Some)
}

fn read_block<'a>(
    reader: &mut Reader<'a, '_>,
    name: &'a str,
    cleanup: bool,
    inside: Range<usize>,
    body: &mut Body<'a>,
) -> Result<()> {
    let outer = reader.cursor.clone();
    reader.cursor = outer.within(inside);
    let mut statements = Vec::new();
    let terminator = loop {
        if reader.cursor.at_word("let") {
            let start = reader.cursor.span();
            let local = read_let(reader)?;
            reader.cursor.expect(Kind::Punct(b'='), "`=`")?;
            let value = reader.expr()?;
            let target = Expr { kind: ExprKind::Name(local.name), span: local.span };
            let span = reader.cursor.since(start);
            statements.push(Expr { kind: ExprKind::Assign(Box::new([target, value])), span });
            body.locals.push(local);
            reader.cursor.expect(Kind::Punct(b';'), "`;`")?;
            continue;
        }
        if reader.cursor.at_word("match") {
            break read_match(reader)?;
        }
        let statement = reader.statement()?;
        if reader.cursor.done() {
            break TerminatorAst::Expr(statement);
        }
        reader.cursor.expect(Kind::Punct(b';'), "`;`")?;
        if reader.cursor.done() {
            break TerminatorAst::Expr(statement);
        }
        statements.push(statement);
    };
    if !reader.cursor.done() {
        return reader.cursor.unexpected("the end of the block");
    }
    reader.cursor = outer;
    body.blocks.push(BlockAst { name, cleanup, statements, terminator });
    Ok(())
}

fn read_match<'a>(reader: &mut Reader<'a, '_>) -> Result<TerminatorAst<'a>> {
    let start = reader.cursor.span();
    reader.cursor.bump();
    let subject = reader.match_subject()?;
    let span = reader.cursor.since(start);
    let inside = reader.cursor.group(b'{')?;
    let outer = reader.cursor.clone();
    reader.cursor = outer.within(inside);
    let mut arms = Vec::new();
    let mut otherwise: Option<(&'a str, Span)> = None;
    while !reader.cursor.done() {
        if otherwise.is_some() {
            return reader.cursor.unexpected("the end: `_` is the last arm");
        }
        let wildcard = reader.cursor.eat_word("_");
        let pattern = if wildcard { None } else { Some(reader.expr()?) };
        reader.cursor.expect(Kind::FatArrow, "`=>`")?;
        let at = reader.cursor.span();
        let block = reader.cursor.ident("the name of a block")?;
        match pattern {
            Some(pattern) => arms.push((pattern, block, at)),
            None => otherwise = Some((block, at)),
        }
        if !reader.cursor.eat(Kind::Punct(b',')) {
            break;
        }
    }
    if !reader.cursor.done() {
        return reader.cursor.unexpected("`,`");
    }
    reader.cursor = outer;
    let Some(otherwise) = otherwise else {
        return fault(span, "the last arm must be `_ => block`");
    };
    Ok(TerminatorAst::Match { subject, arms, otherwise, span })
}
