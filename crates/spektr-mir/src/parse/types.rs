//! Types as they are written.

use super::cursor::Cursor;
use super::fault::{Result, fault};
use super::length::read_length;
use super::lex::Kind;
use super::names::Names;
use crate::syntax::*;

/// Reads one type.
pub(crate) fn read_ty(cursor: &mut Cursor<'_>, names: &Names<'_>, types: &mut Types) -> Result<Ty> {
    cursor.nested(|cursor| read_ty_here(cursor, names, types))
}

fn read_ty_here(cursor: &mut Cursor<'_>, names: &Names<'_>, types: &mut Types) -> Result<Ty> {
    match cursor.kind() {
        Kind::Punct(b'&') => {
            cursor.bump();
            read_reference(cursor, names, types)
        }
        Kind::AndAnd => {
            cursor.bump();
            let inner = read_reference(cursor, names, types)?;
            Ok(types.reference(Mutability::Not, inner))
        }
        Kind::Punct(b'*') => {
            cursor.bump();
            let mutability = if cursor.eat_word("mut") {
                Mutability::Mut
            } else if cursor.eat_word("const") {
                Mutability::Not
            } else {
                return cursor.unexpected("`const` or `mut`");
            };
            let to = read_ty(cursor, names, types)?;
            Ok(types.raw(mutability, to))
        }
        Kind::Punct(b'!') => {
            cursor.bump();
            Ok(types.intern(TyKind::Never))
        }
        Kind::Open(b'(') => read_tuple(cursor, names, types),
        Kind::Open(b'[') => read_array(cursor, names, types),
        Kind::Ident | Kind::PathSep => read_named(cursor, names, types),
        _ => cursor.unexpected("a type"),
    }
}

fn read_reference(cursor: &mut Cursor<'_>, names: &Names<'_>, types: &mut Types) -> Result<Ty> {
    cursor.eat(Kind::Lifetime);
    let mutability = if cursor.eat_word("mut") { Mutability::Mut } else { Mutability::Not };
    let to = read_ty(cursor, names, types)?;
    Ok(types.reference(mutability, to))
}

fn read_tuple(cursor: &mut Cursor<'_>, names: &Names<'_>, types: &mut Types) -> Result<Ty> {
    let inside = cursor.group(b'(')?;
    let after = cursor.pos();
    cursor.seek(inside.start);
    let mut fields = Vec::new();
    let mut trailing = true;
    while cursor.pos() < inside.end {
        fields.push(read_ty(cursor, names, types)?);
        trailing = cursor.eat(Kind::Punct(b','));
        if !trailing {
            break;
        }
    }
    if cursor.pos() != inside.end {
        return cursor.unexpected("`,` or `)`");
    }
    cursor.seek(after);
    match fields[..] {
        [only] if !trailing => Ok(only),
        _ => Ok(types.tuple(fields)),
    }
}

fn read_array(cursor: &mut Cursor<'_>, names: &Names<'_>, types: &mut Types) -> Result<Ty> {
    let inside = cursor.group(b'[')?;
    let after = cursor.pos();
    cursor.seek(inside.start);
    let element = read_ty(cursor, names, types)?;
    let ty = if cursor.eat(Kind::Punct(b';')) {
        let len = read_length(cursor, names)?;
        types.array(element, len)
    } else {
        types.slice(element)
    };
    if cursor.pos() != inside.end {
        return cursor.unexpected("`]`");
    }
    cursor.seek(after);
    Ok(ty)
}

fn read_named(cursor: &mut Cursor<'_>, names: &Names<'_>, types: &mut Types) -> Result<Ty> {
    let start = cursor.span();
    if cursor.at_word("fn") || cursor.at_word("unsafe") {
        return read_fn_pointer(cursor, names, types);
    }
    let mut segments: Vec<&str> = Vec::new();
    cursor.eat(Kind::PathSep);
    loop {
        segments.push(cursor.ident("a type")?);
        if cursor.kind() != Kind::PathSep || cursor.token(1).kind == Kind::Punct(b'<') {
            cursor.eat(Kind::PathSep);
            break;
        }
        cursor.bump();
    }
    let span = cursor.since(start);
    let args = read_generic_args(cursor, names, types)?;
    if let [name] = segments[..] {
        let ty = match names.aliases.get(name) {
            Some(range) => Some(match names.expand(range) {
                Some(range) => read_ty(&mut cursor.elsewhere(range), names, types),
                None => fault(span, "the names for types in this file stand for too much"),
            }),
            None => named_ty(name, names, types),
        };
        match ty {
            Some(ty) if args.is_empty() || ty.is_err() => return ty,
            Some(_) => return fault(span, format!("`{name}` is not generic")),
            None => {}
        }
    }
    match names.core_adt(&segments) {
        Some(core) if core.arity() == args.len() => {
            let id = types.core_adt(core, &args);
            Ok(types.adt_ty(id))
        }
        Some(_) => fault(span, "wrong number of generic arguments"),
        None => fault(span, format!("type `{}` is not supported", segments.join("::"))),
    }
}

/// Primitive types and the types of the file.
fn named_ty(name: &str, names: &Names<'_>, types: &mut Types) -> Option<Result<Ty>> {
    if let Some(index) = names.params.borrow().iter().position(|param| *param == name) {
        return Some(Ok(types.intern(TyKind::Param(index as u32))));
    }
    if let Some(&id) = names.adts.get(name) {
        return Some(Ok(types.adt_ty(id)));
    }
    if let Some(reason) = names.unreadable_adts.get(name) {
        return Some(Err(reason.clone()));
    }
    primitive(name).map(|kind| Ok(types.intern(kind)))
}

/// The primitive type of this name.
pub(crate) fn primitive(name: &str) -> Option<TyKind> {
    match name {
        "bool" => return Some(TyKind::Bool),
        "char" => return Some(TyKind::Char),
        "str" => return Some(TyKind::Str),
        _ => {}
    }
    if let Some(int) = IntTy::ALL.into_iter().find(|int| int.name() == name) {
        return Some(TyKind::Int(int));
    }
    FloatTy::ALL.into_iter().find(|float| float.name() == name).map(TyKind::Float)
}

fn read_fn_pointer(cursor: &mut Cursor<'_>, names: &Names<'_>, types: &mut Types) -> Result<Ty> {
    cursor.eat_word("unsafe");
    if !cursor.eat_word("fn") {
        return cursor.unexpected("`fn`");
    }
    let inside = cursor.group(b'(')?;
    let after = cursor.pos();
    cursor.seek(inside.start);
    let mut params = Vec::new();
    while cursor.pos() < inside.end {
        if cursor.kind() == Kind::Ident && cursor.token(1).kind == Kind::Punct(b':') {
            cursor.bump();
            cursor.bump();
        }
        params.push(read_ty(cursor, names, types)?);
        if !cursor.eat(Kind::Punct(b',')) {
            break;
        }
    }
    if cursor.pos() != inside.end {
        return cursor.unexpected("`,` or `)`");
    }
    cursor.seek(after);
    let ret = match cursor.eat(Kind::Arrow) {
        true => read_ty(cursor, names, types)?,
        false => types.unit(),
    };
    Ok(types.intern(TyKind::FnPtr { params, ret }))
}

/// `<A, B>` if it stands here. Lifetimes among them say nothing to us.
pub(crate) fn read_generic_args(
    cursor: &mut Cursor<'_>,
    names: &Names<'_>,
    types: &mut Types,
) -> Result<Vec<Ty>> {
    let mut args = Vec::new();
    if !cursor.eat(Kind::Punct(b'<')) {
        return Ok(args);
    }
    while cursor.kind() != Kind::Punct(b'>') {
        if !cursor.eat(Kind::Lifetime) {
            args.push(read_ty(cursor, names, types)?);
        }
        if !cursor.eat(Kind::Punct(b',')) {
            break;
        }
    }
    cursor.expect(Kind::Punct(b'>'), "`>`")?;
    Ok(args)
}
