//! Builtins with rules of their own. A builtin that stands for a library function
//! (`__builtin_memcpy`) is none of these: it is a [`Function`](super::Function) without a body.

use crate::types::{FloatKind, IntKind};

/// What looks like a call and is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Builtin {
    /// `(a, b, &result)`: exact arithmetic, then conversion to the result's type; the value (a
    /// `_Bool`) tells whether that changed it. The operands keep their integer types.
    AddOverflow,
    SubOverflow,
    MulOverflow,
    /// The same with a value of the result's type, which is not stored to.
    AddOverflowP,
    SubOverflowP,
    MulOverflowP,
    /// Of an operand of the given type; the value is an `int`.
    Bits(BitCount, IntKind),
    /// Bytes in reverse, of an unsigned type.
    ByteSwap(IntKind),
    /// `(value, expected)`, both `long`.
    Expect,
    /// `(value, expected, probability)`.
    ExpectWithProbability,
    Unreachable,
    Trap,
    /// The operand is not evaluated. The answer is the compiler's choice unless it is a literal.
    ConstantP,
    /// `(pointer, alignment[, offset])`, of type `void *`.
    AssumeAligned,
    /// `(address, …)`: no effect but those of its operands.
    Prefetch,
    /// `(pointer, kind)`: the compiler's choice.
    ObjectSize,
    /// `(list)`: the last parameter that was named has been checked and dropped.
    VaStart,
    VaEnd,
    /// `(destination, source)`.
    VaCopy,
    /// `(size)`: bytes that live until the function returns.
    Alloca,
    FrameAddress,
    ReturnAddress,
    /// `(vector, mask)` or `(one, other, mask)`: lanes picked modulo their number.
    Shuffle,
    /// Clang's: `(one, other, index…)` with constant indices; -1 is any value.
    ShuffleVector,
    /// `(vector)`: each lane converted to the element of the expression's type.
    ConvertVector,
    /// `()`.
    Infinity(FloatKind),
    /// `()` as gcc's `__builtin_huge_val`: infinity here.
    HugeVal(FloatKind),
    /// `("payload")`; `quiet` unless it is `__builtin_nans`.
    Nan {
        kind: FloatKind,
        quiet: bool,
    },
    /// Of one or two operands of the same real type; the value is an `int`.
    Test(FloatTest),
    /// `(nan, infinite, normal, subnormal, zero, value)`.
    FloatClassify,
    /// The operand is not evaluated; the constant by which old `<tgmath.h>` told types apart.
    ClassifyType,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BitCount {
    /// Undefined for 0.
    LeadingZeros,
    /// Undefined for 0.
    TrailingZeros,
    Population,
    Parity,
    /// One plus the index of the lowest bit set; 0 if there is none.
    FindFirst,
    /// How many bits below the sign bit repeat it.
    RedundantSign,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatTest {
    IsNan,
    IsInfinite,
    /// 1, -1 or 0.
    IsInfiniteSign,
    IsFinite,
    IsNormal,
    SignBit,
    IsGreater,
    IsGreaterEqual,
    IsLess,
    IsLessEqual,
    IsLessGreater,
    IsUnordered,
}
