//! Types as the compiler writes them, and paths with generic arguments.

use super::Reader;
use super::scan::{Result, Scanner};
use crate::syntax::*;

/// `std::option::Option::<u8>::Some`: names, and the last generic arguments among them.
pub(super) struct Path<'a> {
    pub segments: Vec<&'a str>,
    pub generics: Vec<Ty>,
}

impl<'a> Path<'a> {
    pub fn last(&self) -> &'a str {
        self.segments.last().copied().unwrap_or("")
    }
}

impl Reader<'_> {
    pub fn ty(&mut self, text: &mut Scanner<'_>) -> Result<Ty> {
        if text.eat("*") {
            let mutability = self.mutability(text)?;
            let pointee = self.ty(text)?;
            return Ok(self.program.types.raw(mutability, pointee));
        }
        if text.eat("&") {
            if text.eat("'") {
                text.word();
            }
            let mutability = if text.eat_word("mut") { Mutability::Mut } else { Mutability::Not };
            let pointee = self.ty(text)?;
            return Ok(self.program.types.reference(mutability, pointee));
        }
        if text.eat("!") {
            return Ok(self.program.types.intern(TyKind::Never));
        }
        if text.eat("(") {
            let fields = self.ty_list(text, ")")?;
            return Ok(self.program.types.tuple(fields));
        }
        if text.eat("[") {
            let element = self.ty(text)?;
            if text.eat(";") {
                let length = text.number()?;
                text.expect("]")?;
                return Ok(self.program.types.array(element, length));
            }
            text.expect("]")?;
            return Ok(self.program.types.slice(element));
        }
        if text.eat_word("unsafe") || text.sees("fn(") {
            return self.function_pointer(text);
        }
        self.named_ty(text)
    }

    fn mutability(&self, text: &mut Scanner<'_>) -> Result<Mutability> {
        if text.eat_word("mut") {
            return Ok(Mutability::Mut);
        }
        if text.eat_word("const") { Ok(Mutability::Not) } else { text.fail("`mut` or `const`") }
    }

    /// Types up to a bracket, which is taken.
    fn ty_list(&mut self, text: &mut Scanner<'_>, end: &str) -> Result<Vec<Ty>> {
        let mut all = Vec::new();
        while !text.eat(end) {
            all.push(self.ty(text)?);
            if !text.eat(",") {
                text.expect(end)?;
                break;
            }
        }
        Ok(all)
    }

    fn function_pointer(&mut self, text: &mut Scanner<'_>) -> Result<Ty> {
        text.expect("fn(")?;
        let params = self.ty_list(text, ")")?;
        let ret = match text.eat("->") {
            true => self.ty(text)?,
            false => self.program.types.unit(),
        };
        Ok(self.program.types.intern(TyKind::FnPtr { params, ret }))
    }

    fn named_ty(&mut self, text: &mut Scanner<'_>) -> Result<Ty> {
        let before = *text;
        let path = self.path(text)?;
        let name = path.last();
        if let Some(kind) = primitive(name) {
            return Ok(self.program.types.intern(kind));
        }
        match self.adt(&path) {
            Some(id) => Ok(self.program.types.adt_ty(id)),
            None => before.fail("a type that the machine knows"),
        }
    }

    /// The struct, enum or union that a path names: one of the program's, or a known one of
    /// `core`.
    pub fn adt(&mut self, path: &Path<'_>) -> Option<AdtId> {
        self.adt_named(path.last(), &path.generics)
    }

    pub fn adt_named(&mut self, name: &str, generics: &[Ty]) -> Option<AdtId> {
        let types = &mut self.program.types;
        let own = types.adts().find(|(_, def)| def.origin == AdtOrigin::Local && def.name == name);
        if let Some((id, _)) = own {
            return Some(id);
        }
        let core = CoreAdt::from_short_name(name)?;
        (core.arity() == generics.len()).then(|| types.core_adt(core, generics))
    }

    /// Names with `::` between them and generic arguments with or without one before them.
    pub fn path<'a>(&mut self, text: &mut Scanner<'a>) -> Result<Path<'a>> {
        let mut path = Path { segments: Vec::new(), generics: Vec::new() };
        loop {
            if text.eat("<impl ") {
                // `core::f32::<impl f32>::abs`: what it is of is a segment.
                path.segments.push(text.until(&['>']));
                text.expect(">")?;
            } else if text.eat("<") {
                path.generics = self.ty_list(text, ">")?;
            } else {
                let name = text.word();
                if name.is_empty() {
                    return text.fail("a name");
                }
                path.segments.push(name);
                if text.rest.starts_with('<') {
                    text.take(1);
                    path.generics = self.ty_list(text, ">")?;
                }
            }
            if !text.rest.starts_with("::") {
                return Ok(path);
            }
            text.take(2);
        }
    }
}

fn primitive(name: &str) -> Option<TyKind> {
    match name {
        "bool" => Some(TyKind::Bool),
        "char" => Some(TyKind::Char),
        "str" => Some(TyKind::Str),
        _ => {
            let int = IntTy::ALL.into_iter().find(|it| it.name() == name).map(TyKind::Int);
            let float = || FloatTy::ALL.into_iter().find(|it| it.name() == name);
            int.or_else(|| float().map(TyKind::Float))
        }
    }
}
