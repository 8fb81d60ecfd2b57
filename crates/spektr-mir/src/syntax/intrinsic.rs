//! The library functions that a `Call` may name and whose meaning the machine knows.
//! One row per intrinsic: the variant, and the name it has in `core::intrinsics`.

use super::{BinOp, FloatTy, Ty, TyKind, Types};

macro_rules! intrinsics {
    ($($(#[$doc:meta])* $variant:ident = $name:literal),* $(,)?) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Intrinsic {
            $($(#[$doc])* $variant),*
        }

        impl Intrinsic {
            pub const ALL: &'static [Intrinsic] = &[$(Intrinsic::$variant),*];

            pub fn name(self) -> &'static str {
                match self {
                    $(Intrinsic::$variant => $name),*
                }
            }
        }
    };
}

intrinsics! {
    // Integers.
    AddWithOverflow = "add_with_overflow",
    SubWithOverflow = "sub_with_overflow",
    MulWithOverflow = "mul_with_overflow",
    WrappingAdd = "wrapping_add",
    WrappingSub = "wrapping_sub",
    WrappingMul = "wrapping_mul",
    SaturatingAdd = "saturating_add",
    SaturatingSub = "saturating_sub",
    UncheckedAdd = "unchecked_add",
    UncheckedSub = "unchecked_sub",
    UncheckedMul = "unchecked_mul",
    UncheckedDiv = "unchecked_div",
    UncheckedRem = "unchecked_rem",
    UncheckedShl = "unchecked_shl",
    UncheckedShr = "unchecked_shr",
    ExactDiv = "exact_div",
    DisjointBitor = "disjoint_bitor",
    RotateLeft = "rotate_left",
    RotateRight = "rotate_right",
    Ctpop = "ctpop",
    Ctlz = "ctlz",
    CtlzNonzero = "ctlz_nonzero",
    Cttz = "cttz",
    CttzNonzero = "cttz_nonzero",
    Bswap = "bswap",
    Bitreverse = "bitreverse",
    CarryingMulAdd = "carrying_mul_add",
    ThreeWayCompare = "three_way_compare",
    // Floats. The operand's type is the generic argument; printing picks the name that
    // the compiler knows (`sqrtf32`, …).
    Fabs = "fabs",
    Sqrt = "sqrt",
    Fma = "fma",
    Floor = "floor",
    Ceil = "ceil",
    Trunc = "trunc",
    Round = "round",
    RoundTiesEven = "round_ties_even",
    Copysign = "copysign",
    Minnum = "minnum",
    Maxnum = "maxnum",
    Minimum = "minimum",
    Maximum = "maximum",
    FloatToIntUnchecked = "float_to_int_unchecked",
    // Memory and pointers.
    ArithOffset = "arith_offset",
    Offset = "offset",
    PtrOffsetFrom = "ptr_offset_from",
    PtrOffsetFromUnsigned = "ptr_offset_from_unsigned",
    PtrMask = "ptr_mask",
    CopyNonoverlapping = "copy_nonoverlapping",
    Copy = "copy",
    WriteBytes = "write_bytes",
    CompareBytes = "compare_bytes",
    RawEq = "raw_eq",
    ReadViaCopy = "read_via_copy",
    WriteViaMove = "write_via_move",
    TypedSwapNonoverlapping = "typed_swap_nonoverlapping",
    VolatileLoad = "volatile_load",
    VolatileStore = "volatile_store",
    UnalignedVolatileLoad = "unaligned_volatile_load",
    UnalignedVolatileStore = "unaligned_volatile_store",
    // Atomic accesses, under the names that they had as functions of their own. They are
    // written as calls of `core::sync::atomic`, which every compiler has.
    AtomicLoadRelaxed = "atomic_load_relaxed",
    AtomicLoadAcquire = "atomic_load_acquire",
    AtomicLoadSeqcst = "atomic_load_seqcst",
    AtomicStoreRelaxed = "atomic_store_relaxed",
    AtomicStoreRelease = "atomic_store_release",
    AtomicStoreSeqcst = "atomic_store_seqcst",
    AtomicXchgAcqrel = "atomic_xchg_acqrel",
    AtomicXaddRelaxed = "atomic_xadd_relaxed",
    AtomicXaddSeqcst = "atomic_xadd_seqcst",
    AtomicXsubAcqrel = "atomic_xsub_acqrel",
    AtomicAndRelaxed = "atomic_and_relaxed",
    AtomicOrRelease = "atomic_or_release",
    AtomicXorAcquire = "atomic_xor_acquire",
    AtomicNandSeqcst = "atomic_nand_seqcst",
    AtomicCxchgSeqcst = "atomic_cxchg_seqcst_seqcst",
    AtomicCxchgRelaxed = "atomic_cxchg_relaxed_relaxed",
    AtomicFence = "atomic_fence_seqcst",
    // Vectors: functions on arrays of numbers, whose elements are the lanes. They are written as
    // functions that take the arrays apart as `repr(simd)` types.
    SimdAdd = "simd_add",
    SimdSub = "simd_sub",
    SimdMul = "simd_mul",
    SimdAnd = "simd_and",
    SimdOr = "simd_or",
    SimdXor = "simd_xor",
    SimdSaturatingAdd = "simd_saturating_add",
    SimdSaturatingSub = "simd_saturating_sub",
    SimdEq = "simd_eq",
    SimdLt = "simd_lt",
    SimdSelect = "simd_select",
    SimdReduceAdd = "simd_reduce_add",
    SimdReduceAnd = "simd_reduce_and",
    SimdReduceOr = "simd_reduce_or",
    SimdReduceXor = "simd_reduce_xor",
    SimdReduceMin = "simd_reduce_min",
    SimdReduceMax = "simd_reduce_max",
    // Types and values.
    SizeOf = "size_of",
    AlignOf = "align_of",
    SizeOfVal = "size_of_val",
    DiscriminantValue = "discriminant_value",
    NeedsDrop = "needs_drop",
    Transmute = "transmute",
    TransmuteUnchecked = "transmute_unchecked",
    Forget = "forget",
    // Hints.
    BlackBox = "black_box",
    Assume = "assume",
    Likely = "likely",
    Unlikely = "unlikely",
    ColdPath = "cold_path",
    SelectUnpredictable = "select_unpredictable",
    AssertInhabited = "assert_inhabited",
    Unreachable = "unreachable",
    Abort = "abort",
}

/// What an atomic access does with what it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atomic {
    Load,
    Store,
    Exchange,
    Add,
    Sub,
    And,
    Or,
    Xor,
    Nand,
    CompareExchange,
    Fence,
}

/// What a function on vectors does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simd {
    /// With the lanes of two; comparisons set all bits of a lane or none.
    Lanes(BinOp),
    SaturatingAdd,
    SaturatingSub,
    /// Lanes of one or the other, by a third.
    Select,
    /// With all lanes of one, in their order.
    Reduce(BinOp),
    ReduceMin,
    ReduceMax,
}

impl Simd {
    /// How many vectors it takes.
    pub fn vectors(self) -> usize {
        match self {
            Simd::Select => 3,
            Simd::Lanes(_) | Simd::SaturatingAdd | Simd::SaturatingSub => 2,
            Simd::Reduce(_) | Simd::ReduceMin | Simd::ReduceMax => 1,
        }
    }

    /// Whether an array can be taken for one of its vectors: compilers have them in powers of two,
    /// of numbers that registers hold.
    pub fn takes(self, types: &Types, ty: Ty) -> bool {
        let &TyKind::Array(lane, count) = types.kind(ty) else { return false };
        let fits = match types.kind(lane) {
            TyKind::Int(int) => int.bits() <= 64,
            TyKind::Float(FloatTy::F32 | FloatTy::F64) => self.takes_floats(),
            _ => false,
        };
        fits && count.is_power_of_two() && (2..=16).contains(&count)
    }

    /// Whether it is for floats too.
    pub fn takes_floats(self) -> bool {
        matches!(self, Simd::Lanes(BinOp::Add | BinOp::Sub | BinOp::Mul))
    }
}

impl Intrinsic {
    /// What it does, if it is about vectors.
    pub fn simd(self) -> Option<Simd> {
        use Intrinsic as I;
        Some(match self {
            I::SimdAdd => Simd::Lanes(BinOp::Add),
            I::SimdSub => Simd::Lanes(BinOp::Sub),
            I::SimdMul => Simd::Lanes(BinOp::Mul),
            I::SimdAnd => Simd::Lanes(BinOp::BitAnd),
            I::SimdOr => Simd::Lanes(BinOp::BitOr),
            I::SimdXor => Simd::Lanes(BinOp::BitXor),
            I::SimdEq => Simd::Lanes(BinOp::Eq),
            I::SimdLt => Simd::Lanes(BinOp::Lt),
            I::SimdSaturatingAdd => Simd::SaturatingAdd,
            I::SimdSaturatingSub => Simd::SaturatingSub,
            I::SimdSelect => Simd::Select,
            I::SimdReduceAdd => Simd::Reduce(BinOp::Add),
            I::SimdReduceAnd => Simd::Reduce(BinOp::BitAnd),
            I::SimdReduceOr => Simd::Reduce(BinOp::BitOr),
            I::SimdReduceXor => Simd::Reduce(BinOp::BitXor),
            I::SimdReduceMin => Simd::ReduceMin,
            I::SimdReduceMax => Simd::ReduceMax,
            _ => return None,
        })
    }

    /// What it does, if it is an atomic access.
    pub fn atomic(self) -> Option<Atomic> {
        use Intrinsic as I;
        Some(match self {
            I::AtomicLoadRelaxed | I::AtomicLoadAcquire | I::AtomicLoadSeqcst => Atomic::Load,
            I::AtomicStoreRelaxed | I::AtomicStoreRelease | I::AtomicStoreSeqcst => Atomic::Store,
            I::AtomicXchgAcqrel => Atomic::Exchange,
            I::AtomicXaddRelaxed | I::AtomicXaddSeqcst => Atomic::Add,
            I::AtomicXsubAcqrel => Atomic::Sub,
            I::AtomicAndRelaxed => Atomic::And,
            I::AtomicOrRelease => Atomic::Or,
            I::AtomicXorAcquire => Atomic::Xor,
            I::AtomicNandSeqcst => Atomic::Nand,
            I::AtomicCxchgSeqcst | I::AtomicCxchgRelaxed => Atomic::CompareExchange,
            I::AtomicFence => Atomic::Fence,
            _ => return None,
        })
    }

    pub fn from_name(name: &str) -> Option<Intrinsic> {
        Intrinsic::ALL.iter().copied().find(|intrinsic| intrinsic.name() == name)
    }
}
