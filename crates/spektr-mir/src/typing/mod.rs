//! Types of places, operands and rvalues. Fast, read-only, and without an opinion on
//! whether the program means anything: that is the machine's business.
//!
//! A type that was never interned cannot be the type of anything in the program, so
//! looking one up that is missing is an error like any other mismatch.

mod error;
mod signature;

pub use error::TypeError;
pub use signature::{
    Signature, callee_signature, intern_intrinsic_signature, intrinsic_arity, intrinsic_generics,
    intrinsic_signature,
};

use crate::syntax::*;

type Result<T> = std::result::Result<T, TypeError>;

/// The type of a place.
pub fn place_ty(types: &Types, function: &Function, place: &Place) -> Result<Ty> {
    let local = function.locals.get(place.local.index());
    let mut ty = local.ok_or(TypeError::NoSuchLocal(place.local))?.ty;
    for (i, &projection) in place.projection.iter().enumerate() {
        ty = match projection {
            Projection::Deref if i > 0 => return Err(TypeError::LateDeref),
            Projection::Index(index) => {
                let local = function.locals.get(index.index());
                let index_ty = local.ok_or(TypeError::NoSuchLocal(index))?.ty;
                if *types.kind(index_ty) != TyKind::Int(IntTy::Usize) {
                    return Err(TypeError::IndexNotUsize(index));
                }
                projected_ty(types, ty, projection)?
            }
            _ => projected_ty(types, ty, projection)?,
        };
    }
    Ok(ty)
}

/// The type after one step of a place.
pub fn projected_ty(types: &Types, ty: Ty, projection: Projection) -> Result<Ty> {
    match projection {
        Projection::Deref => types.pointee(ty).ok_or(TypeError::NotAPointer(ty)),
        Projection::Field(field) => match types.kind(ty) {
            TyKind::Tuple(fields) => fields.get(field as usize).copied(),
            TyKind::Adt(id) => {
                let def = types.adt(*id);
                let fields = match def.kind {
                    AdtKind::Enum => None,
                    AdtKind::Struct | AdtKind::Union => def.variants.first(),
                };
                fields.and_then(|variant| variant.fields.get(field as usize)).map(|f| f.ty)
            }
            _ => None,
        }
        .ok_or(TypeError::NoSuchField(ty, field)),
        Projection::VariantField { variant, field } => match types.as_adt(ty) {
            Some(def) if def.kind == AdtKind::Enum => def
                .variants
                .get(variant as usize)
                .ok_or(TypeError::NoSuchVariant(ty, variant))?
                .fields
                .get(field as usize)
                .map(|f| f.ty)
                .ok_or(TypeError::NoSuchField(ty, field)),
            _ => Err(TypeError::NotAnEnum(ty)),
        },
        Projection::Index(_) => match types.kind(ty) {
            TyKind::Array(element, _) | TyKind::Slice(element) => Ok(*element),
            _ => Err(TypeError::NotIndexable(ty)),
        },
    }
}

/// The type of an operand.
pub fn operand_ty(program: &Program, function: &Function, operand: &Operand) -> Result<Ty> {
    match operand {
        Operand::Copy(place) | Operand::Move(place) => place_ty(&program.types, function, place),
        Operand::Const(constant) => const_ty(program, constant),
    }
}

/// The type of a constant operand.
pub fn const_ty(program: &Program, constant: &Const) -> Result<Ty> {
    let types = &program.types;
    match constant {
        Const::Scalar { ty, .. } => Ok(*ty),
        Const::Unit => find(types, TyKind::Tuple(Vec::new())),
        Const::Named(id) => {
            program.consts.get(id.index()).map(|item| item.ty).ok_or(TypeError::NoSuchItem)
        }
        Const::Static(mutability, id) => {
            let item = program.statics.get(id.index()).ok_or(TypeError::NoSuchItem)?;
            find(
                types,
                match mutability {
                    Mutability::Not => TyKind::Ref(Mutability::Not, item.ty),
                    Mutability::Mut => TyKind::RawPtr(Mutability::Mut, item.ty),
                },
            )
        }
        Const::Str(_) => {
            let pointee = find(types, TyKind::Str)?;
            find(types, TyKind::Ref(Mutability::Not, pointee))
        }
    }
}

/// The type of an rvalue. Operands of operators are not compared with each other here;
/// `wellformed` does that.
pub fn rvalue_ty(program: &Program, function: &Function, rvalue: &Rvalue) -> Result<Ty> {
    let types = &program.types;
    match rvalue {
        Rvalue::Use(operand) => operand_ty(program, function, operand),
        Rvalue::Repeat(operand, len) => {
            let element = operand_ty(program, function, operand)?;
            find(types, TyKind::Array(element, *len))
        }
        Rvalue::Ref(mutability, place) => {
            find(types, TyKind::Ref(*mutability, place_ty(types, function, place)?))
        }
        Rvalue::RawRef(mutability, place) => {
            find(types, TyKind::RawPtr(*mutability, place_ty(types, function, place)?))
        }
        Rvalue::Unary(UnOp::PtrMetadata, operand) => {
            let ty = operand_ty(program, function, operand)?;
            let pointee = types.pointee(ty).ok_or(TypeError::NotAPointer(ty))?;
            find(types, metadata_kind(types, pointee))
        }
        Rvalue::Unary(_, operand) => operand_ty(program, function, operand),
        Rvalue::Binary(op, left, _) => {
            if op.is_comparison() {
                find(types, TyKind::Bool)
            } else {
                operand_ty(program, function, left)
            }
        }
        Rvalue::Checked(_, left, _) => {
            let left = operand_ty(program, function, left)?;
            find(types, TyKind::Tuple(vec![left, find(types, TyKind::Bool)?]))
        }
        Rvalue::Cast(_, _, ty) => Ok(*ty),
        Rvalue::Discriminant(place) => {
            let ty = place_ty(types, function, place)?;
            find(types, TyKind::Int(discriminant_int(types, ty)?))
        }
        Rvalue::Len(_) => find(types, TyKind::Int(IntTy::Usize)),
        Rvalue::Aggregate(kind, operands) => match kind {
            AggregateKind::Tuple => {
                let fields: Result<Vec<Ty>> =
                    operands.iter().map(|o| operand_ty(program, function, o)).collect();
                find(types, TyKind::Tuple(fields?))
            }
            AggregateKind::Array(element) => {
                find(types, TyKind::Array(*element, operands.len() as u64))
            }
            AggregateKind::Adt(id, _) | AggregateKind::Union(id, _) => {
                find(types, TyKind::Adt(*id))
            }
        },
    }
}

/// The type of an enum's discriminant, as `Discriminant` gives it. Other types have the
/// discriminant zero, of type `u8`.
pub fn discriminant_int(types: &Types, ty: Ty) -> Result<IntTy> {
    match types.as_adt(ty) {
        Some(def) if def.kind == AdtKind::Enum => Ok(def.repr.int.unwrap_or(IntTy::Isize)),
        _ => Ok(IntTy::U8),
    }
}

/// What travels with a pointer to this type: the length of a slice, or nothing.
pub fn metadata_kind(types: &Types, pointee: Ty) -> TyKind {
    if types.is_unsized(pointee) { TyKind::Int(IntTy::Usize) } else { TyKind::Tuple(Vec::new()) }
}

fn find(types: &Types, kind: TyKind) -> Result<Ty> {
    types.lookup(&kind).ok_or(TypeError::NotInProgram)
}
