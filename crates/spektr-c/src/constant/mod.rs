//! Constant expressions (6.6): what a compiler must be able to compute. Integer and floating
//! arithmetic, and addresses that are plain numbers, as in a hand-written `offsetof`. Knows no
//! objects: whoever reads a variable is not constant.

mod float;

pub use float::{parse as parse_float, print as print_float, to_double};

use crate::syntax::{BinOp, BitCount, Builtin, Conversion, Expr, ExprKind, UnOp};
use crate::types::{IntKind, Shape, Ty, Types};

/// A constant value. Pointers that are plain numbers are `Int`s of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Bits, zero above the width of the type.
    Int(u128),
    /// In the format of the type.
    Float(u128),
}

/// Why something is no constant, in words that follow "not a constant: ".
pub type Why = &'static str;

/// The value of an integer constant expression.
pub fn integer(types: &Types, expr: &Expr) -> Result<i128, Why> {
    let kind = types.int_kind(expr.ty).ok_or("it is no integer")?;
    match value(types, expr)? {
        Value::Int(bits) => Ok(kind.value(bits)),
        Value::Float(_) => Err("it is no integer"),
    }
}

/// The value of a constant expression of scalar type.
pub fn value(types: &Types, expr: &Expr) -> Result<Value, Why> {
    match &expr.kind {
        ExprKind::Int(bits) => Ok(Value::Int(*bits)),
        ExprKind::Float(bits) => Ok(Value::Float(*bits)),
        ExprKind::Enumerator(id, index) => {
            let value = types.enumeration(*id).enumerators[*index as usize].value;
            Ok(Value::Int(truncate(types, expr.ty, value as u128)))
        }
        ExprKind::Paren(inner) => value(types, inner),
        ExprKind::Unary { op, operand } => unary(types, *op, operand),
        ExprKind::Binary { op, left, right } => binary(types, *op, left, right),
        ExprKind::Logical { and, left, right } => {
            if is_true(types, left)? != *and {
                return Ok(Value::Int(u128::from(!*and)));
            }
            Ok(Value::Int(u128::from(is_true(types, right)?)))
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            match (is_true(types, condition)?, then) {
                (true, Some(then)) => value(types, then),
                (true, None) => value(types, condition),
                (false, _) => value(types, otherwise),
            }
        }
        ExprKind::Convert { conversion, operand, .. } => {
            convert(types, *conversion, operand, expr.ty)
        }
        ExprKind::SizeOfType(ty) => size(types, *ty),
        ExprKind::SizeOfExpr(operand) => size(types, operand.ty),
        ExprKind::AlignOfType(ty) => Ok(Value::Int(u128::from(types.align_of(*ty)))),
        ExprKind::AlignOfExpr(operand) => Ok(Value::Int(u128::from(types.align_of(operand.ty)))),
        ExprKind::OffsetOf { offset, .. } => Ok(Value::Int(u128::from(*offset))),
        ExprKind::AddressOf(place) => Ok(Value::Int(u128::from(address(types, place)?))),
        ExprKind::PointerAdd { pointer, index, subtract } => {
            let Value::Int(base) = value(types, pointer)? else { return Err("it is no address") };
            let moved = step(types, pointer.ty, index)?;
            let moved = if *subtract { moved.wrapping_neg() } else { moved };
            Ok(Value::Int(u128::from((base as u64).wrapping_add(moved))))
        }
        ExprKind::PointerDiff { left, right } => {
            let (Value::Int(one), Value::Int(other)) = (value(types, left)?, value(types, right)?)
            else {
                return Err("it is no address");
            };
            let size = types.target(left.ty).and_then(|ty| types.step(ty)).filter(|&n| n > 0);
            let size = size.ok_or("elements have no size")?;
            let bytes = (one as u64).wrapping_sub(other as u64) as i64;
            Ok(Value::Int(u128::from((bytes / size as i64) as u64)))
        }
        ExprKind::Builtin { builtin, args } => of_builtin(types, *builtin, args),
        _ => Err("it depends on what runs"),
    }
}

fn is_true(types: &Types, expr: &Expr) -> Result<bool, Why> {
    Ok(match value(types, expr)? {
        Value::Int(bits) => bits != 0,
        Value::Float(bits) => !float::is_zero(types.as_float(expr.ty).ok_or("no type")?, bits),
    })
}

fn truncate(types: &Types, ty: Ty, bits: u128) -> u128 {
    types.int_kind(ty).unwrap_or(IntKind::ULong).truncate(bits)
}

fn size(types: &Types, ty: Ty) -> Result<Value, Why> {
    types.step(ty).map(|size| Value::Int(u128::from(size))).ok_or("the type has no size")
}

fn unary(types: &Types, op: UnOp, operand: &Expr) -> Result<Value, Why> {
    if op == UnOp::Not {
        return Ok(Value::Int(u128::from(!is_true(types, operand)?)));
    }
    let kind = types.int_kind(operand.ty);
    match (value(types, operand)?, kind) {
        (Value::Int(bits), Some(kind)) => match op {
            UnOp::Complement => Ok(Value::Int(kind.truncate(!bits))),
            UnOp::Negate if kind.is_signed() && bits == 1 << (kind.bits() - 1) => {
                Err("it overflows")
            }
            UnOp::Negate => Ok(Value::Int(kind.truncate(bits.wrapping_neg()))),
            UnOp::Plus | UnOp::Not => Ok(Value::Int(bits)),
        },
        (Value::Float(bits), _) => {
            let kind = types.as_float(operand.ty).ok_or("no type")?;
            Ok(Value::Float(if op == UnOp::Negate { float::negate(kind, bits) } else { bits }))
        }
        _ => Err("it is no number"),
    }
}

fn binary(types: &Types, op: BinOp, left: &Expr, right: &Expr) -> Result<Value, Why> {
    match (value(types, left)?, value(types, right)?) {
        (Value::Int(a), Value::Int(b)) => {
            let kind = types.int_kind(left.ty).unwrap_or(IntKind::ULong);
            let amount = types.int_kind(right.ty).unwrap_or(IntKind::ULong);
            int_binary(op, kind, a, amount.value(b)).map(Value::Int)
        }
        (Value::Float(a), Value::Float(b)) => {
            float::binary(types.as_float(left.ty).ok_or("no type")?, op, a, b)
        }
        _ => Err("its operands differ in type"),
    }
}

fn int_binary(op: BinOp, kind: IntKind, a: u128, right: i128) -> Result<u128, Why> {
    let b = kind.truncate(right as u128);
    if op.is_comparison() {
        let (x, y) = (kind.value(a), kind.value(b));
        let order = if kind.is_signed() { x.cmp(&y) } else { a.cmp(&b) };
        return Ok(u128::from(compares(op, order)));
    }
    if op.is_shift() {
        if right < 0 || right >= i128::from(kind.bits()) {
            return Err("it shifts too far");
        }
        let amount = right as u32;
        return Ok(kind.truncate(match (op, kind.is_signed()) {
            (BinOp::Shl, _) => a << amount,
            (_, true) => (kind.value(a) >> amount) as u128,
            (_, false) => a >> amount,
        }));
    }
    let (x, y) = (kind.value(a), kind.value(b));
    if matches!(op, BinOp::Div | BinOp::Rem) && y == 0 {
        return Err("it divides by zero");
    }
    if !kind.is_signed() {
        return Ok(kind.truncate(match op {
            BinOp::Mul => a.wrapping_mul(b),
            BinOp::Div => a / b,
            BinOp::Rem => a % b,
            BinOp::Add => a.wrapping_add(b),
            BinOp::Sub => a.wrapping_sub(b),
            BinOp::BitAnd => a & b,
            BinOp::BitXor => a ^ b,
            _ => a | b,
        }));
    }
    let exact = match op {
        BinOp::Mul => x.checked_mul(y),
        BinOp::Div => x.checked_div(y),
        BinOp::Rem => x.checked_rem(y),
        BinOp::Add => x.checked_add(y),
        BinOp::Sub => x.checked_sub(y),
        BinOp::BitAnd => Some(x & y),
        BinOp::BitXor => Some(x ^ y),
        _ => Some(x | y),
    };
    let fits = exact.filter(|&exact| kind.value(kind.truncate(exact as u128)) == exact);
    fits.map(|exact| kind.truncate(exact as u128)).ok_or("it overflows")
}

pub(crate) fn compares(op: BinOp, order: std::cmp::Ordering) -> bool {
    match op {
        BinOp::Less => order.is_lt(),
        BinOp::Greater => order.is_gt(),
        BinOp::LessEqual => order.is_le(),
        BinOp::GreaterEqual => order.is_ge(),
        BinOp::Equal => order.is_eq(),
        _ => order.is_ne(),
    }
}

fn convert(types: &Types, conversion: Conversion, operand: &Expr, to: Ty) -> Result<Value, Why> {
    let from_int = types.int_kind(operand.ty).unwrap_or(IntKind::ULong);
    let from_float = || types.as_float(operand.ty).ok_or("no type");
    let to_float = || types.as_float(to).ok_or("no type");
    match conversion {
        Conversion::ArrayDecay => Ok(Value::Int(u128::from(address(types, operand)?))),
        Conversion::ToBool => Ok(Value::Int(u128::from(is_true(types, operand)?))),
        Conversion::IntToInt
        | Conversion::PointerToPointer
        | Conversion::PointerToInt
        | Conversion::IntToPointer
        | Conversion::NullPointer => match value(types, operand)? {
            Value::Int(bits) => Ok(Value::Int(truncate(types, to, from_int.value(bits) as u128))),
            Value::Float(_) => Err("it is no integer"),
        },
        Conversion::IntToFloat => match value(types, operand)? {
            Value::Int(bits) => Ok(Value::Float(float::from_int(to_float()?, from_int, bits))),
            Value::Float(_) => Err("it is no integer"),
        },
        Conversion::FloatToInt => match value(types, operand)? {
            Value::Float(bits) => {
                let kind = types.int_kind(to).ok_or("no type")?;
                float::to_int(from_float()?, bits, kind).map(Value::Int)
            }
            Value::Int(_) => Err("it is no floating number"),
        },
        Conversion::FloatToFloat => match value(types, operand)? {
            Value::Float(bits) => {
                Ok(Value::Float(float::convert(from_float()?, to_float()?, bits)))
            }
            Value::Int(_) => Err("it is no floating number"),
        },
        Conversion::Load
        | Conversion::FunctionDecay
        | Conversion::ToVoid
        | Conversion::Bits
        | Conversion::Splat
        | Conversion::SameRecord
        | Conversion::ToUnion(_) => Err("it depends on what runs"),
    }
}

/// The address of an lvalue that is a plain number.
pub fn address(types: &Types, place: &Expr) -> Result<u64, Why> {
    match &place.kind {
        ExprKind::Paren(inner) => address(types, inner),
        ExprKind::Deref(pointer) => match value(types, pointer)? {
            Value::Int(bits) => Ok(bits as u64),
            Value::Float(_) => Err("it is no address"),
        },
        ExprKind::Index { pointer, index } => match value(types, pointer)? {
            Value::Int(base) => Ok((base as u64).wrapping_add(step(types, pointer.ty, index)?)),
            Value::Float(_) => Err("it is no address"),
        },
        ExprKind::Member { base, field } => {
            let id = types.as_record(base.ty).ok_or("no record")?;
            let layout = types.layout(id).ok_or("the type has no size")?;
            Ok(address(types, base)?.wrapping_add(layout.places[*field as usize].byte()))
        }
        _ => Err("addresses are chosen when it runs"),
    }
}

/// By how many bytes an index moves a pointer.
fn step(types: &Types, pointer: Ty, index: &Expr) -> Result<u64, Why> {
    let size = types.target(pointer).and_then(|target| types.step(target));
    Ok((integer(types, index)? as u64).wrapping_mul(size.ok_or("the type has no size")?))
}

fn of_builtin(types: &Types, builtin: Builtin, args: &[Expr]) -> Result<Value, Why> {
    let first = || args.first().ok_or("an argument is missing");
    Ok(match builtin {
        Builtin::ConstantP => Value::Int(u128::from(value(types, first()?).is_ok())),
        Builtin::Expect | Builtin::ExpectWithProbability => value(types, first()?)?,
        Builtin::Infinity(kind) | Builtin::HugeVal(kind) => Value::Float(float::infinity(kind)),
        Builtin::Bits(count, kind) => {
            let bits = kind.truncate(integer(types, first()?)? as u128);
            Value::Int(u128::from(bit_count(count, kind, bits).ok_or("it counts in zero")?))
        }
        Builtin::ByteSwap(kind) => {
            let bits = kind.truncate(integer(types, first()?)? as u128);
            Value::Int(bits.swap_bytes() >> (128 - kind.bits()))
        }
        _ => return Err("it depends on what runs"),
    })
}

/// What a bit-counting builtin answers; `None` where it is undefined.
pub fn bit_count(count: BitCount, kind: IntKind, bits: u128) -> Option<u32> {
    let width = kind.bits();
    Some(match count {
        BitCount::LeadingZeros | BitCount::TrailingZeros if bits == 0 => return None,
        BitCount::LeadingZeros => bits.leading_zeros() - (128 - width),
        BitCount::TrailingZeros => bits.trailing_zeros(),
        BitCount::Population => bits.count_ones(),
        BitCount::Parity => bits.count_ones() % 2,
        BitCount::FindFirst if bits == 0 => 0,
        BitCount::FindFirst => bits.trailing_zeros() + 1,
        BitCount::RedundantSign => {
            let negative = bits >> (width - 1) == 1;
            let same = if negative { !(bits << (128 - width)) } else { bits << (128 - width) };
            same.leading_zeros().min(width) - 1
        }
    })
}

/// Whether the expression may initialise an object with static storage (6.6p7): constants,
/// addresses of such objects and functions plus or minus constants.
pub fn may_initialize(types: &Types, expr: &Expr) -> bool {
    if value(types, expr).is_ok() {
        return true;
    }
    match &expr.kind {
        ExprKind::Paren(inner) => may_initialize(types, inner),
        ExprKind::AddressOf(place) => is_static_place(types, place),
        ExprKind::LabelAddress(_) => true,
        ExprKind::Convert { conversion: Conversion::Load, operand, .. } => {
            // gcc and clang read constants of constant objects.
            operand.ty.is_const() && is_static_place(types, operand)
                || matches!(operand.peeled().kind, ExprKind::CompoundLiteral { .. })
                || is_global_literal(operand)
        }
        ExprKind::Convert { operand, .. } => {
            is_static_place(types, operand) || may_initialize(types, operand)
        }
        ExprKind::PointerAdd { pointer, index, .. } => {
            may_initialize(types, pointer) && integer(types, index).is_ok()
        }
        ExprKind::Unary { operand, .. } => may_initialize(types, operand),
        ExprKind::Binary { left, right, .. }
        | ExprKind::Logical { left, right, .. }
        | ExprKind::PointerDiff { left, right } => {
            may_initialize(types, left) && may_initialize(types, right)
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            may_initialize(types, condition)
                && then.iter().all(|then| may_initialize(types, then))
                && may_initialize(types, otherwise)
        }
        ExprKind::Builtin { args, .. } => args.iter().all(|arg| {
            may_initialize(types, arg) || matches!(types.shape(arg.ty), Shape::Pointer(_))
        }),
        _ => false,
    }
}

fn is_global_literal(place: &Expr) -> bool {
    matches!(place.peeled().kind, ExprKind::Global(_))
}

/// An lvalue with static storage, or a function.
fn is_static_place(types: &Types, place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Paren(inner) => is_static_place(types, inner),
        ExprKind::Global(_) | ExprKind::Function(_) | ExprKind::String(_) => true,
        ExprKind::Member { base, .. } => is_static_place(types, base),
        ExprKind::Index { pointer, index } => {
            may_initialize(types, pointer) && integer(types, index).is_ok()
        }
        ExprKind::Deref(pointer) => may_initialize(types, pointer),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_counted_as_gcc_does() {
        let count = |count, bits: u32| bit_count(count, IntKind::Int, u128::from(bits));
        assert_eq!(count(BitCount::LeadingZeros, 1), Some(31));
        assert_eq!(count(BitCount::LeadingZeros, 0), None);
        assert_eq!(count(BitCount::FindFirst, 0), Some(0));
        assert_eq!(count(BitCount::FindFirst, 8), Some(4));
        assert_eq!(count(BitCount::RedundantSign, 0), Some(31));
        assert_eq!(count(BitCount::RedundantSign, u32::MAX), Some(31));
        assert_eq!(count(BitCount::RedundantSign, 1), Some(30));
        assert_eq!(count(BitCount::Parity, 7), Some(1));
    }

    #[test]
    fn overflow_is_no_constant() {
        let kind = IntKind::Int;
        assert!(int_binary(BinOp::Add, kind, 0x7fff_ffff, 1).is_err());
        assert!(int_binary(BinOp::Div, kind, 0x8000_0000, -1).is_err());
        assert_eq!(int_binary(BinOp::Add, IntKind::UInt, 0xffff_ffff, 1), Ok(0));
        assert_eq!(int_binary(BinOp::Less, kind, 0xffff_ffff, 0), Ok(1));
        assert_eq!(int_binary(BinOp::Less, IntKind::UInt, 0xffff_ffff, 0), Ok(0));
        assert!(int_binary(BinOp::Shl, kind, 1, 32).is_err());
    }
}
