//! What callees take and give. Intrinsics are rows of one table: how many generic
//! arguments, the parameters, the result.

use super::{TypeError, discriminant_int, operand_ty};
use crate::syntax::*;

/// Parameter types and result type of something that can be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    pub params: Vec<Ty>,
    /// `None`: never returns, so any destination will do.
    pub ret: Option<Ty>,
}

/// The signature of a callee; `None` where any arguments are taken (observations).
pub fn callee_signature(
    program: &Program,
    function: &Function,
    callee: &Callee,
) -> Result<Option<Signature>, TypeError> {
    match callee {
        Callee::Function(id) => {
            let callee = program.functions.get(id.index()).ok_or(TypeError::NoSuchItem)?;
            let params = callee.locals.iter().skip(1).take(callee.params as usize);
            let params = params.map(|local| local.ty).collect();
            let ret = callee.locals.first().map(|local| local.ty);
            Ok(Some(Signature { params, ret: Some(ret.ok_or(TypeError::NoSuchItem)?) }))
        }
        Callee::Generic(id, args) => generic_signature(program, *id, args).map(Some),
        Callee::Pointer(operand) => {
            let ty = operand_ty(program, function, operand)?;
            match program.types.kind(ty) {
                TyKind::FnPtr { params, ret } => {
                    Ok(Some(Signature { params: params.clone(), ret: Some(*ret) }))
                }
                _ => Err(TypeError::NotCallable(ty)),
            }
        }
        Callee::Intrinsic(intrinsic, generics) => {
            intrinsic_signature(&program.types, *intrinsic, generics).map(Some)
        }
        Callee::Observe | Callee::Panic => Ok(None),
    }
}

/// The signature of a generic function with its parameters filled in.
fn generic_signature(program: &Program, id: FnId, args: &[Ty]) -> Result<Signature, TypeError> {
    let callee = program.functions.get(id.index()).ok_or(TypeError::NoSuchItem)?;
    if callee.generics as usize != args.len() {
        return Err(TypeError::Generics);
    }
    let filled =
        |local: &LocalDecl| program.types.filled(local.ty, args).ok_or(TypeError::NotInProgram);
    let params = callee.locals.iter().skip(1).take(callee.params as usize);
    let params = params.map(filled).collect::<Result<_, _>>()?;
    let ret = callee.locals.first().ok_or(TypeError::NoSuchItem)?;
    Ok(Signature { params, ret: Some(filled(ret)?) })
}

/// The signature of an intrinsic with these generic arguments.
pub fn intrinsic_signature(
    types: &Types,
    intrinsic: Intrinsic,
    generics: &[Ty],
) -> Result<Signature, TypeError> {
    let row = row(intrinsic);
    if row.generics != generics.len() {
        return Err(TypeError::Generics);
    }
    let resolve = |slot: Slot| match slot {
        Slot::Ordering => types
            .adts()
            .find(|(_, def)| def.origin == AdtOrigin::Core(CoreAdt::Ordering))
            .and_then(|(id, _)| types.lookup(&TyKind::Adt(id)))
            .ok_or(TypeError::NotInProgram),
        _ => match slot.shape(types, generics)? {
            Shape::Known(ty) => Ok(ty),
            Shape::Kind(kind) => types.lookup(&kind).ok_or(TypeError::NotInProgram),
            Shape::WithBool(ty) => types
                .lookup(&TyKind::Bool)
                .and_then(|bool| types.lookup(&TyKind::Tuple(vec![ty, bool])))
                .ok_or(TypeError::NotInProgram),
            Shape::Bytes => types
                .lookup(&TyKind::Int(IntTy::U8))
                .and_then(|byte| types.lookup(&TyKind::RawPtr(Mutability::Not, byte)))
                .ok_or(TypeError::NotInProgram),
        },
    };
    let params = row.params.iter().map(|&slot| resolve(slot)).collect::<Result<_, _>>()?;
    let ret = if row.ret == Slot::Never { None } else { Some(resolve(row.ret)?) };
    Ok(Signature { params, ret })
}

/// The same, adding the types to the program where they are missing.
pub fn intern_intrinsic_signature(
    types: &mut Types,
    intrinsic: Intrinsic,
    generics: &[Ty],
) -> Result<Signature, TypeError> {
    let row = row(intrinsic);
    for &slot in row.params.iter().chain([&row.ret]) {
        if slot == Slot::Ordering {
            let id = types.core_adt(CoreAdt::Ordering, &[]);
            types.adt_ty(id);
        } else if slot != Slot::Never {
            match slot.shape(types, generics)? {
                Shape::Known(_) => {}
                Shape::Kind(kind) => {
                    types.intern(kind);
                }
                Shape::WithBool(ty) => {
                    let bool = types.bool();
                    types.tuple(vec![ty, bool]);
                }
                Shape::Bytes => {
                    let byte = types.int(IntTy::U8);
                    types.raw(Mutability::Not, byte);
                }
            }
        }
    }
    intrinsic_signature(types, intrinsic, generics)
}

/// How many generic and ordinary arguments an intrinsic takes.
pub fn intrinsic_arity(intrinsic: Intrinsic) -> (usize, usize) {
    let row = row(intrinsic);
    (row.generics, row.params.len())
}

/// The generic arguments that follow from the types of the arguments and of the
/// destination, where they are known; `None` for those that do not follow.
pub fn intrinsic_generics(
    types: &Types,
    intrinsic: Intrinsic,
    args: &[Option<Ty>],
    destination: Option<Ty>,
) -> Vec<Option<Ty>> {
    let row = row(intrinsic);
    let mut generics = vec![None; row.generics];
    let given = row.params.iter().copied().zip(args.iter().copied());
    for (slot, ty) in given.chain([(row.ret, destination)]) {
        let Some(ty) = ty else { continue };
        let (index, found) = match slot {
            Slot::T => (0, Some(ty)),
            Slot::U => (1, Some(ty)),
            Slot::ConstPtr | Slot::MutPtr | Slot::Ref => (0, types.pointee(ty)),
            Slot::WithBool => match types.kind(ty) {
                TyKind::Tuple(fields) => (0, fields.first().copied()),
                _ => (0, None),
            },
            Slot::Pair => match types.kind(ty) {
                TyKind::Tuple(fields) => (1, fields.first().copied()),
                _ => (1, None),
            },
            _ => continue,
        };
        if let Some(generic) = generics.get_mut(index)
            && generic.is_none()
        {
            *generic = found;
        }
    }
    generics
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    /// The first and second generic argument.
    T,
    U,
    /// What the array `T` is made of.
    Lane,
    /// `(T, bool)`
    WithBool,
    /// `(U, T)`
    Pair,
    ConstPtr,
    MutPtr,
    Ref,
    /// `*const u8`
    Bytes,
    Bool,
    Int(IntTy),
    Unit,
    Ordering,
    /// The type of `T`'s discriminant.
    Discriminant,
    Never,
}

enum Shape {
    Known(Ty),
    Kind(TyKind),
    WithBool(Ty),
    Bytes,
}

impl Slot {
    fn shape(self, types: &Types, generics: &[Ty]) -> Result<Shape, TypeError> {
        let generic = |i: usize| generics.get(i).copied().ok_or(TypeError::Generics);
        Ok(match self {
            Slot::T => Shape::Known(generic(0)?),
            Slot::U => Shape::Known(generic(1)?),
            Slot::Lane => match types.kind(generic(0)?) {
                TyKind::Array(lane, _) => Shape::Known(*lane),
                _ => return Err(TypeError::Generics),
            },
            Slot::WithBool => Shape::WithBool(generic(0)?),
            Slot::Pair => Shape::Kind(TyKind::Tuple(vec![generic(1)?, generic(0)?])),
            Slot::ConstPtr => Shape::Kind(TyKind::RawPtr(Mutability::Not, generic(0)?)),
            Slot::MutPtr => Shape::Kind(TyKind::RawPtr(Mutability::Mut, generic(0)?)),
            Slot::Ref => Shape::Kind(TyKind::Ref(Mutability::Not, generic(0)?)),
            Slot::Bytes => Shape::Bytes,
            Slot::Bool => Shape::Kind(TyKind::Bool),
            Slot::Int(int) => Shape::Kind(TyKind::Int(int)),
            Slot::Discriminant => Shape::Kind(TyKind::Int(discriminant_int(types, generic(0)?)?)),
            // `Ordering` and `!` are resolved by their users.
            Slot::Unit | Slot::Ordering | Slot::Never => Shape::Kind(TyKind::Tuple(Vec::new())),
        })
    }
}

struct Row {
    generics: usize,
    params: &'static [Slot],
    ret: Slot,
}

const fn of(generics: usize, params: &'static [Slot], ret: Slot) -> Row {
    Row { generics, params, ret }
}

const U32: Slot = Slot::Int(IntTy::U32);
const USIZE: Slot = Slot::Int(IntTy::Usize);
const ISIZE: Slot = Slot::Int(IntTy::Isize);

fn row(intrinsic: Intrinsic) -> Row {
    use Intrinsic as I;
    use Slot::*;
    if let Some(atomic) = intrinsic.atomic() {
        return match atomic {
            Atomic::Load => of(1, &[ConstPtr], T),
            Atomic::Store => of(1, &[MutPtr, T], Unit),
            Atomic::CompareExchange => of(1, &[MutPtr, T, T], WithBool),
            Atomic::Fence => of(0, &[], Unit),
            _ => of(1, &[MutPtr, T], T),
        };
    }
    if let Some(simd) = intrinsic.simd() {
        return match simd.vectors() {
            1 => of(1, &[T], Lane),
            2 => of(1, &[T, T], T),
            _ => of(1, &[T, T, T], T),
        };
    }
    match intrinsic {
        I::AddWithOverflow | I::SubWithOverflow | I::MulWithOverflow => of(1, &[T, T], WithBool),
        I::WrappingAdd | I::WrappingSub | I::WrappingMul => of(1, &[T, T], T),
        I::SaturatingAdd | I::SaturatingSub => of(1, &[T, T], T),
        I::UncheckedAdd | I::UncheckedSub | I::UncheckedMul => of(1, &[T, T], T),
        I::UncheckedDiv | I::UncheckedRem | I::ExactDiv | I::DisjointBitor => of(1, &[T, T], T),
        I::UncheckedShl | I::UncheckedShr => of(2, &[T, U], T),
        I::RotateLeft | I::RotateRight => of(1, &[T, U32], T),
        I::Ctpop | I::Ctlz | I::CtlzNonzero | I::Cttz | I::CttzNonzero => of(1, &[T], U32),
        I::Bswap | I::Bitreverse => of(1, &[T], T),
        I::CarryingMulAdd => of(2, &[T, T, T, T], Pair),
        I::ThreeWayCompare => of(1, &[T, T], Ordering),
        I::Fabs | I::Sqrt | I::Floor | I::Ceil | I::Trunc => of(1, &[T], T),
        I::Round | I::RoundTiesEven => of(1, &[T], T),
        I::Fma => of(1, &[T, T, T], T),
        I::Copysign | I::Minnum | I::Maxnum | I::Minimum | I::Maximum => of(1, &[T, T], T),
        I::FloatToIntUnchecked => of(2, &[T], U),
        I::ArithOffset => of(1, &[ConstPtr, ISIZE], ConstPtr),
        I::Offset => of(2, &[T, U], T),
        I::PtrOffsetFrom => of(1, &[ConstPtr, ConstPtr], ISIZE),
        I::PtrOffsetFromUnsigned => of(1, &[ConstPtr, ConstPtr], USIZE),
        I::PtrMask => of(1, &[ConstPtr, USIZE], ConstPtr),
        I::CopyNonoverlapping | I::Copy => of(1, &[ConstPtr, MutPtr, USIZE], Unit),
        I::WriteBytes => of(1, &[MutPtr, Int(IntTy::U8), USIZE], Unit),
        I::CompareBytes => of(0, &[Bytes, Bytes, USIZE], Int(IntTy::I32)),
        I::RawEq => of(1, &[Ref, Ref], Bool),
        I::ReadViaCopy | I::VolatileLoad | I::UnalignedVolatileLoad => of(1, &[ConstPtr], T),
        I::WriteViaMove | I::VolatileStore | I::UnalignedVolatileStore => of(1, &[MutPtr, T], Unit),
        I::TypedSwapNonoverlapping => of(1, &[MutPtr, MutPtr], Unit),
        I::SizeOf | I::AlignOf => of(1, &[], USIZE),
        I::SizeOfVal => of(1, &[ConstPtr], USIZE),
        I::DiscriminantValue => of(1, &[Ref], Discriminant),
        I::NeedsDrop => of(1, &[], Bool),
        I::Transmute | I::TransmuteUnchecked => of(2, &[T], U),
        I::Forget => of(1, &[T], Unit),
        I::BlackBox => of(1, &[T], T),
        I::Assume => of(0, &[Bool], Unit),
        I::Likely | I::Unlikely => of(0, &[Bool], Bool),
        I::ColdPath => of(0, &[], Unit),
        I::SelectUnpredictable => of(1, &[Bool, T, T], T),
        I::AssertInhabited => of(1, &[], Unit),
        I::Unreachable | I::Abort => of(0, &[], Never),
        _ => unreachable!("atomic accesses and vectors have their rows above"),
    }
}
