//! The library functions that a `Call` may name and whose meaning the machine knows.
//! One row per intrinsic: the variant, and the name it has in `core::intrinsics`.

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

impl Intrinsic {
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
