//! Which types operations take and what they yield, for reading, checking and editing alike.
//! Each rule answers with the words of a complaint; positions are the caller's.

use crate::syntax::{
    BinaryOp, Body, CastOp, ConstId, Constant, Constants, Module, Op, Ty, Type, Types,
};

type Rule<T> = Result<T, String>;

/// LangRef, Binary Operations: integers for the one half, floats for the other.
pub fn binary(types: &Types, op: BinaryOp, ty: Ty) -> Rule<()> {
    let fits = match types[types.scalar(ty)] {
        Type::Int(_) => !op.is_float(),
        Type::Float(_) => op.is_float(),
        _ => false,
    };
    if fits {
        return Ok(());
    }
    let wanted = if op.is_float() { "floats" } else { "integers" };
    Err(format!("`{}` works on {wanted}", op.word()))
}

/// LangRef, Conversion Operations.
pub fn cast(types: &Types, op: CastOp, from: Ty, to: Ty) -> Rule<()> {
    let bad = || Err(format!("`{}` does not lead from the one type to the other", op.word()));
    if op != CastOp::BitCast && shape(types, from) != shape(types, to) {
        return bad();
    }
    let (source, target) = (&types[types.scalar(from)], &types[types.scalar(to)]);
    let fits = match (op, source, target) {
        (CastOp::Trunc, Type::Int(from), Type::Int(to)) => from > to,
        (CastOp::ZExt | CastOp::SExt, Type::Int(from), Type::Int(to)) => from < to,
        (CastOp::FpTrunc, Type::Float(from), Type::Float(to)) => from.width() > to.width(),
        (CastOp::FpExt, Type::Float(from), Type::Float(to)) => from.width() < to.width(),
        (CastOp::FpToUi | CastOp::FpToSi, Type::Float(_), Type::Int(_)) => true,
        (CastOp::UiToFp | CastOp::SiToFp, Type::Int(_), Type::Float(_)) => true,
        (CastOp::PtrToInt | CastOp::PtrToAddr, Type::Pointer { .. }, Type::Int(_)) => true,
        (CastOp::IntToPtr, Type::Int(_), Type::Pointer { .. }) => true,
        (
            CastOp::AddrSpaceCast,
            Type::Pointer { space: from, .. },
            Type::Pointer { space: to, .. },
        ) => from != to,
        (CastOp::BitCast, _, _) => bitcast(types, from, to),
        _ => false,
    };
    if fits { Ok(()) } else { bad() }
}

/// Length and scalability of a vector.
fn shape(types: &Types, ty: Ty) -> Option<(bool, u32)> {
    match types[ty] {
        Type::Vector { scalable, length, .. } => Some((scalable, length)),
        _ => None,
    }
}

/// LangRef, `bitcast .. to`: equal sizes; pointers only to pointers of the same space.
fn bitcast(types: &Types, from: Ty, to: Ty) -> bool {
    if from == to {
        return true;
    }
    let space = |ty: Ty| types.pointer_space(types.scalar(ty));
    match (space(from), space(to)) {
        (Some(one), Some(other)) => {
            let count = |ty: Ty| shape(types, ty).map_or((false, 1), |(s, n)| (s, n));
            one == other && count(from) == count(to)
        }
        (None, None) => bits(types, from).is_some() && bits(types, from) == bits(types, to),
        _ => false,
    }
}

/// Bits of a value that is no pointer and no aggregate, and whether a vector scales.
fn bits(types: &Types, ty: Ty) -> Option<(bool, u64)> {
    match types[ty] {
        Type::Int(width) => Some((false, u64::from(width))),
        Type::Float(kind) => Some((false, u64::from(kind.width()))),
        Type::X86Mmx => Some((false, 64)),
        Type::X86Amx => Some((false, 8192)),
        Type::Vector { scalable, length, element } => {
            bits(types, element).map(|(_, width)| (scalable, width * u64::from(length)))
        }
        _ => None,
    }
}

/// LangRef, `getelementptr`: the type of the address that is computed.
pub fn gep(
    types: &mut Types,
    constants: &Constants,
    source: Ty,
    base: Ty,
    indices: &[(Ty, Option<ConstId>)],
) -> Rule<Ty> {
    let Type::Pointer { space, to } = types[types.scalar(base)] else {
        return Err("the base of `getelementptr` is a pointer or a vector of pointers".into());
    };
    if to.is_some_and(|to| to != source) {
        return Err("`getelementptr` walks through another type than its base points to".into());
    }
    let mut lanes = shape(types, base);
    let mut inner = source;
    for (at, &(ty, constant)) in indices.iter().enumerate() {
        if types.int_width(types.scalar(ty)).is_none() {
            return Err("indices are integers or vectors of them".into());
        }
        match (lanes, shape(types, ty)) {
            (Some(one), Some(other)) if one != other => {
                return Err("the vectors of a `getelementptr` have one length".into());
            }
            (None, Some(other)) => lanes = Some(other),
            _ => {}
        }
        if at > 0 {
            inner = step(types, constants, inner, constant)?;
        }
    }
    let pointer = match to {
        Some(_) => types.intern(Type::Pointer { space, to: Some(inner) }),
        None => types.pointer(space),
    };
    Ok(match lanes {
        Some((scalable, length)) => {
            types.intern(Type::Vector { scalable, length, element: pointer })
        }
        None => pointer,
    })
}

/// The type that the indices of a `getelementptr` lead to; the first only steps over whole ones.
pub fn walked(
    types: &Types,
    constants: &Constants,
    source: Ty,
    indices: impl Iterator<Item = Option<ConstId>>,
) -> Rule<Ty> {
    indices.skip(1).try_fold(source, |inner, index| step(types, constants, inner, index))
}

/// The type of a part of `inner`; parts of a struct must be chosen by a constant.
fn step(types: &Types, constants: &Constants, inner: Ty, index: Option<ConstId>) -> Rule<Ty> {
    match types[inner] {
        Type::Array { element, .. } | Type::Vector { element, .. } => Ok(element),
        Type::Struct { .. } | Type::Named(_) => {
            let field = index.and_then(|index| lane_value(constants, index));
            let field = field.ok_or("the field of a struct is chosen by a constant")?;
            types.element(inner, field).ok_or_else(|| "the struct has no such field".into())
        }
        _ => Err("there is nothing to index in this type".into()),
    }
}

/// The integer that a constant is, in every lane.
fn lane_value(constants: &Constants, id: ConstId) -> Option<u64> {
    match &constants[id] {
        Constant::Int(value) => u64::try_from(*value).ok(),
        Constant::Zero => Some(0),
        Constant::Splat(element) => lane_value(constants, *element),
        Constant::Aggregate(elements) => {
            let first = *elements.first()?;
            elements.iter().all(|&it| it == first).then(|| lane_value(constants, first))?
        }
        _ => None,
    }
}

/// LangRef, `extractvalue`: the type that indices lead to.
pub fn indexed(types: &Types, ty: Ty, indices: &[u32]) -> Rule<Ty> {
    if indices.is_empty() {
        return Err("at least one index is needed".into());
    }
    indices.iter().try_fold(ty, |ty, &index| {
        if matches!(types[ty], Type::Vector { .. }) {
            return Err("elements of vectors are taken with `extractelement`".into());
        }
        types.element(ty, u64::from(index)).ok_or_else(|| "the type has no such part".into())
    })
}

/// LangRef, `shufflevector`: elements of the operands, as many as the mask has.
pub fn shuffle(types: &mut Types, left: Ty, right: Ty, mask: Ty) -> Rule<Ty> {
    let (
        Type::Vector { element, scalable: source, .. },
        Type::Vector { scalable, length, element: by },
    ) = (&types[left], &types[mask])
    else {
        return Err("`shufflevector` takes two vectors and a mask".into());
    };
    if left != right || types[*by] != Type::Int(32) || source != scalable {
        return Err("`shufflevector` takes two vectors of one type and a mask of `i32`".into());
    }
    let (element, scalable, length) = (*element, *scalable, *length);
    Ok(types.intern(Type::Vector { scalable, length, element }))
}

/// `i1`, or a vector of them with the lanes of the operands.
pub fn comparison(types: &mut Types, operands: Ty) -> Ty {
    let bit = types.int(1);
    types.with_shape_of(operands, bit)
}

/// What an operation yields, with operands of the right types; `None` if nothing. All types of
/// a module that holds together exist already.
pub fn result(module: &Module, body: &Body, op: &Op) -> Rule<Option<Ty>> {
    let of = |operand| module.operand_ty(body, operand);
    let types = &module.types;
    let find = |kind: Type| types.find(&kind).ok_or("the module does not have the type of this");
    let lanes_of = |like: Ty, scalar: Ty| match types[like] {
        Type::Vector { scalable, length, .. } => {
            find(Type::Vector { scalable, length, element: scalar })
        }
        _ => Ok(scalar),
    };
    Ok(Some(match op {
        Op::FNeg { value, .. } | Op::Freeze(value) => of(*value),
        Op::Binary { left, .. } => of(*left),
        Op::ICmp { left, .. } | Op::FCmp { left, .. } => lanes_of(of(*left), find(Type::Int(1))?)?,
        Op::Cast { to, .. } => *to,
        Op::Select { yes, .. } => of(*yes),
        Op::Phi { ty, .. } | Op::Load { ty, .. } | Op::VaArg { ty, .. } => *ty,
        Op::LandingPad { ty, .. } => *ty,
        Op::Alloca(alloca) => alloca.pointer,
        Op::Gep(gep) => gep.result,
        Op::CmpXchg(exchange) => {
            let fields = [of(exchange.new), find(Type::Int(1))?].into();
            find(Type::Struct { packed: false, fields })?
        }
        Op::AtomicRmw(update) => of(update.value),
        Op::ExtractElement { vector, .. } => types.scalar(of(*vector)),
        Op::InsertElement { vector, .. } => of(*vector),
        Op::ShuffleVector { left, mask, .. } => {
            lanes_of(module.constants.ty(*mask), types.scalar(of(*left)))?
        }
        Op::ExtractValue { aggregate, indices } => indexed(types, of(*aggregate), indices)?,
        Op::InsertValue { aggregate, .. } => of(*aggregate),
        Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. } => {
            let signature = module.signature(call.ty).ok_or("a call has a function type")?;
            return Ok(Some(signature.0).filter(|&ty| types[ty] != Type::Void));
        }
        Op::CatchSwitch { .. } | Op::CatchPad { .. } | Op::CleanupPad { .. } => find(Type::Token)?,
        Op::Ret(_)
        | Op::Br(_)
        | Op::CondBr { .. }
        | Op::Switch { .. }
        | Op::IndirectBr { .. }
        | Op::Resume(_)
        | Op::Unreachable
        | Op::CatchRet { .. }
        | Op::CleanupRet { .. }
        | Op::Store { .. }
        | Op::Fence { .. } => return Ok(None),
    }))
}

/// Whether two types of two modules are the same, named structs by their bodies.
pub fn same_type(a: &Module, left: Ty, b: &Module, right: Ty) -> bool {
    same_type_at(a, left, b, right, 0)
}

fn same_type_at(a: &Module, left: Ty, b: &Module, right: Ty, depth: u32) -> bool {
    let all = |left: &[Ty], right: &[Ty]| {
        left.len() == right.len()
            && left.iter().zip(right).all(|(&l, &r)| same_type_at(a, l, b, r, depth + 1))
    };
    if depth > 64 {
        return true;
    }
    match (&a.types[left], &b.types[right]) {
        (Type::Pointer { space, .. }, Type::Pointer { space: other, .. }) => space == other,
        (
            Type::Vector { scalable, length, element },
            Type::Vector { scalable: other_scalable, length: other_length, element: other },
        ) => {
            scalable == other_scalable
                && length == other_length
                && same_type_at(a, *element, b, *other, depth + 1)
        }
        (Type::Array { length, element }, Type::Array { length: other_length, element: other }) => {
            length == other_length && same_type_at(a, *element, b, *other, depth + 1)
        }
        (
            Type::Function { result, params, variadic },
            Type::Function { result: other, params: other_params, variadic: other_variadic },
        ) => {
            variadic == other_variadic
                && same_type_at(a, *result, b, *other, depth + 1)
                && all(params, other_params)
        }
        (Type::Struct { .. } | Type::Named(_), Type::Struct { .. } | Type::Named(_)) => {
            match (a.types.fields(left), b.types.fields(right)) {
                (Some((left, packed)), Some((right, other))) => packed == other && all(left, right),
                (None, None) => true,
                _ => false,
            }
        }
        (Type::Target { .. }, _) | (_, Type::Target { .. }) => false,
        (left, right) => left == right,
    }
}
