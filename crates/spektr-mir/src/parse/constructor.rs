//! Paths that build a value of a struct or enum: `S`, `E::A`, `Some`, `Ordering::Less`.

use super::fault::{Result, fault};
use super::names::Names;
use crate::syntax::*;

/// What a path builds.
pub(crate) enum Constructor {
    /// A type whose definition is settled, and the variant.
    Of(AdtId, u32),
    /// A generic library type, whose arguments are to be found out, and the variant.
    Generic(CoreAdt, u32),
}

/// The constructor that a path names; `None` if it names something else.
pub(crate) fn constructor(
    segments: &[&str],
    generics: &[Ty],
    span: Span,
    names: &Names<'_>,
    types: &mut Types,
) -> Result<Option<Constructor>> {
    if let [name] = segments {
        match *name {
            "Some" => return Ok(Some(library(CoreAdt::Option, generics, 1, types))),
            "None" => return Ok(Some(library(CoreAdt::Option, generics, 0, types))),
            _ => {}
        }
        if let Some(&id) = names.adts.get(name) {
            let is_enum = types.adt(id).kind == AdtKind::Enum;
            return Ok((!is_enum).then_some(Constructor::Of(id, 0)));
        }
        if let Some(core @ CoreAdt::Wrapping) = names.core_adt(segments) {
            return Ok(Some(library(core, generics, 0, types)));
        }
        return Ok(None);
    }
    let Some((variant, path)) = segments.split_last() else { return Ok(None) };
    let found = match path {
        [name] => names.adts.get(name).copied(),
        _ => None,
    };
    if let Some(id) = found {
        let index = types.adt(id).variants.iter().position(|v| v.name == *variant);
        return match index {
            Some(index) => Ok(Some(Constructor::Of(id, index as u32))),
            None => fault(span, format!("`{}` has no variant `{variant}`", path.join("::"))),
        };
    }
    if let Some(core @ CoreAdt::Wrapping) = names.core_adt(segments) {
        return Ok(Some(library(core, generics, 0, types)));
    }
    match (names.core_adt(path), *variant) {
        (Some(core @ CoreAdt::Option), "None") => Ok(Some(library(core, generics, 0, types))),
        (Some(core @ CoreAdt::Option), "Some") => Ok(Some(library(core, generics, 1, types))),
        (Some(core @ CoreAdt::Ordering), "Less") => Ok(Some(library(core, generics, 0, types))),
        (Some(core @ CoreAdt::Ordering), "Equal") => Ok(Some(library(core, generics, 1, types))),
        (Some(core @ CoreAdt::Ordering), "Greater") => Ok(Some(library(core, generics, 2, types))),
        _ => Ok(None),
    }
}

fn library(core: CoreAdt, generics: &[Ty], variant: u32, types: &mut Types) -> Constructor {
    if generics.len() == core.arity() {
        let id = types.core_adt(core, generics);
        types.adt_ty(id);
        Constructor::Of(id, variant)
    } else {
        Constructor::Generic(core, variant)
    }
}

/// The instance of a library type that an expected type is.
pub(crate) fn instance_of(core: CoreAdt, expected: Option<Ty>, types: &Types) -> Option<AdtId> {
    match types.kind(expected?) {
        TyKind::Adt(id) if types.adt(*id).origin == AdtOrigin::Core(core) => Some(*id),
        _ => None,
    }
}
