//! Tables of a module built anew.

use crate::syntax::{Module, NamedStruct, StructBody, StructId, Ty, Type, Types};

/// Builds the table of types anew, parts first, and returns what each type has become. The
/// mentions of types outside of the table are the caller's.
pub fn rebuild_types(module: &mut Module, mut make: impl FnMut(&mut Types, Type) -> Ty) -> Vec<Ty> {
    let old = std::mem::take(&mut module.types);
    let mut new = Types::default();
    for declared in old.structs() {
        new.add_struct(NamedStruct { name: declared.name.clone(), body: None });
    }
    let mut ids: Vec<Ty> = Vec::with_capacity(old.len());
    for (_, kind) in old.iter() {
        let kind = with_parts(kind.clone(), &ids);
        ids.push(make(&mut new, kind));
    }
    for (at, declared) in old.structs().iter().enumerate() {
        let body = declared.body.as_ref().map(|body| StructBody {
            packed: body.packed,
            fields: body.fields.iter().map(|field| ids[field.index()]).collect(),
        });
        new.named_mut(StructId::new(at)).body = body;
    }
    module.types = new;
    ids
}

/// The type with its parts renamed.
fn with_parts(kind: Type, ids: &[Ty]) -> Type {
    let id = |ty: Ty| ids[ty.index()];
    let all = |types: Box<[Ty]>| types.iter().map(|&ty| id(ty)).collect();
    match kind {
        Type::Pointer { space, to } => Type::Pointer { space, to: to.map(id) },
        Type::Vector { scalable, length, element } => {
            Type::Vector { scalable, length, element: id(element) }
        }
        Type::Array { length, element } => Type::Array { length, element: id(element) },
        Type::Struct { packed, fields } => Type::Struct { packed, fields: all(fields) },
        Type::Function { result, params, variadic } => {
            Type::Function { result: id(result), params: all(params), variadic }
        }
        Type::Target { name, types, integers } => {
            Type::Target { name, types: all(types), integers }
        }
        other => other,
    }
}
