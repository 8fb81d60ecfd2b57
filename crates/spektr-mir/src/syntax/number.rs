//! The language's number types and operators as the exact numbers of `spektr-number` know
//! them.

use spektr_number::{Compare, FloatOp, Format, Int, IntOp};

use super::{BinOp, FloatTy, IntTy};

impl IntTy {
    /// Its width and sign.
    #[inline]
    pub const fn number(self) -> Int {
        match self {
            IntTy::I8 => Int::I8,
            IntTy::I16 => Int::I16,
            IntTy::I32 => Int::I32,
            IntTy::I64 | IntTy::Isize => Int::I64,
            IntTy::I128 => Int::I128,
            IntTy::U8 => Int::U8,
            IntTy::U16 => Int::U16,
            IntTy::U32 => Int::U32,
            IntTy::U64 | IntTy::Usize => Int::U64,
            IntTy::U128 => Int::U128,
        }
    }
}

impl FloatTy {
    #[inline]
    pub const fn format(self) -> Format {
        match self {
            FloatTy::F16 => Format::F16,
            FloatTy::F32 => Format::F32,
            FloatTy::F64 => Format::F64,
            FloatTy::F128 => Format::F128,
        }
    }
}

/// What kind of operator it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinKind {
    /// Of integers, and those of them that floats have as well.
    Arithmetic(IntOp, Option<FloatOp>),
    Compare(Compare),
    Offset,
}

impl BinOp {
    #[inline]
    pub const fn kind(self) -> BinKind {
        match self {
            BinOp::Add => BinKind::Arithmetic(IntOp::Add, Some(FloatOp::Add)),
            BinOp::Sub => BinKind::Arithmetic(IntOp::Sub, Some(FloatOp::Sub)),
            BinOp::Mul => BinKind::Arithmetic(IntOp::Mul, Some(FloatOp::Mul)),
            BinOp::Div => BinKind::Arithmetic(IntOp::Div, Some(FloatOp::Div)),
            BinOp::Rem => BinKind::Arithmetic(IntOp::Rem, Some(FloatOp::Rem)),
            BinOp::BitXor => BinKind::Arithmetic(IntOp::Xor, None),
            BinOp::BitAnd => BinKind::Arithmetic(IntOp::And, None),
            BinOp::BitOr => BinKind::Arithmetic(IntOp::Or, None),
            BinOp::Shl => BinKind::Arithmetic(IntOp::Shl, None),
            BinOp::Shr => BinKind::Arithmetic(IntOp::Shr, None),
            BinOp::Eq => BinKind::Compare(Compare::Eq),
            BinOp::Ne => BinKind::Compare(Compare::Ne),
            BinOp::Lt => BinKind::Compare(Compare::Lt),
            BinOp::Le => BinKind::Compare(Compare::Le),
            BinOp::Gt => BinKind::Compare(Compare::Gt),
            BinOp::Ge => BinKind::Compare(Compare::Ge),
            BinOp::Offset => BinKind::Offset,
        }
    }
}
