//! Attributes of functions, parameters, results and call sites.

use super::operator::words;
use super::{ConstId, GroupId, Name, Ty};

words!(
    /// Attributes that are one word.
    Flag {
        AllocAlign = "allocalign",
        AllocPtr = "allocptr",
        AlwaysInline = "alwaysinline",
        ArgMemOnly = "argmemonly",
        Builtin = "builtin",
        Cold = "cold",
        Convergent = "convergent",
        CoroElideSafe = "coro_elide_safe",
        CoroOnlyDestroyWhenComplete = "coro_only_destroy_when_complete",
        DeadOnReturn = "dead_on_return",
        DeadOnUnwind = "dead_on_unwind",
        DisableSanitizerInstrumentation = "disable_sanitizer_instrumentation",
        FnRetThunkExtern = "fn_ret_thunk_extern",
        Hot = "hot",
        HybridPatchable = "hybrid_patchable",
        ImmArg = "immarg",
        InaccessibleMemOnly = "inaccessiblememonly",
        InaccessibleMemOrArgMemOnly = "inaccessiblemem_or_argmemonly",
        InlineHint = "inlinehint",
        InReg = "inreg",
        JumpTable = "jumptable",
        MinSize = "minsize",
        MustProgress = "mustprogress",
        Naked = "naked",
        Nest = "nest",
        NoAlias = "noalias",
        NoBuiltin = "nobuiltin",
        NoCallback = "nocallback",
        NoCapture = "nocapture",
        NoCfCheck = "nocf_check",
        NoCreateUndefOrPoison = "nocreateundeforpoison",
        NoDivergenceSource = "nodivergencesource",
        NoDuplicate = "noduplicate",
        NoExt = "noext",
        NoFree = "nofree",
        NoImplicitFloat = "noimplicitfloat",
        NoInline = "noinline",
        NoMerge = "nomerge",
        NonLazyBind = "nonlazybind",
        NonNull = "nonnull",
        NoProfile = "noprofile",
        NoRecurse = "norecurse",
        NoRedZone = "noredzone",
        NoReturn = "noreturn",
        NoSanitizeBounds = "nosanitize_bounds",
        NoSanitizeCoverage = "nosanitize_coverage",
        NoSync = "nosync",
        NoUndef = "noundef",
        NoUnwind = "nounwind",
        NullPointerIsValid = "null_pointer_is_valid",
        OptDebug = "optdebug",
        OptForFuzzing = "optforfuzzing",
        OptimizeForSize = "optsize",
        OptimizeNone = "optnone",
        PresplitCoroutine = "presplitcoroutine",
        ReadNone = "readnone",
        ReadOnly = "readonly",
        Returned = "returned",
        ReturnsTwice = "returns_twice",
        SafeStack = "safestack",
        SanitizeAddress = "sanitize_address",
        SanitizeAllocToken = "sanitize_alloc_token",
        SanitizeHwAddress = "sanitize_hwaddress",
        SanitizeMemory = "sanitize_memory",
        SanitizeMemTag = "sanitize_memtag",
        SanitizeNumericalStability = "sanitize_numerical_stability",
        SanitizeRealtime = "sanitize_realtime",
        SanitizeRealtimeBlocking = "sanitize_realtime_blocking",
        SanitizeThread = "sanitize_thread",
        SanitizeType = "sanitize_type",
        ShadowCallStack = "shadowcallstack",
        SignExt = "signext",
        SkipProfile = "skipprofile",
        Speculatable = "speculatable",
        SpeculativeLoadHardening = "speculative_load_hardening",
        StackProtect = "ssp",
        StackProtectReq = "sspreq",
        StackProtectStrong = "sspstrong",
        StrictFp = "strictfp",
        SwiftAsync = "swiftasync",
        SwiftError = "swifterror",
        SwiftSelf = "swiftself",
        WillReturn = "willreturn",
        Writable = "writable",
        WriteOnly = "writeonly",
        ZeroExt = "zeroext",
    }
);

words!(
    /// Attributes that name a type.
    TypeAttribute {
        ByRef = "byref",
        ByVal = "byval",
        ElementType = "elementtype",
        InAlloca = "inalloca",
        Preallocated = "preallocated",
        StructRet = "sret",
    }
);

words!(
    /// Attributes that carry a number.
    IntAttribute {
        Align = "align",
        AlignStack = "alignstack",
        Dereferenceable = "dereferenceable",
        DereferenceableOrNull = "dereferenceable_or_null",
    }
);

words!(
    /// How a function touches a kind of memory.
    Access {
        None = "none",
        Read = "read",
        Write = "write",
        ReadWrite = "readwrite",
    }
);

impl Access {
    pub fn reads(self) -> bool {
        matches!(self, Access::Read | Access::ReadWrite)
    }

    pub fn writes(self) -> bool {
        matches!(self, Access::Write | Access::ReadWrite)
    }
}

words!(
    /// The kinds of memory that `memory(…)` tells apart.
    MemoryLocation {
        Argument = "argmem",
        Inaccessible = "inaccessiblemem",
        Errno = "errnomem",
        Target0 = "target_mem0",
        Target1 = "target_mem1",
        /// What no other word speaks of: the access without a word.
        Other = "",
    }
);

words!(
    /// Which frames have unwind tables.
    UnwindTable {
        Sync = "sync",
        Async = "async",
    }
);

/// One attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Attribute {
    Flag(Flag),
    Int(IntAttribute, u64),
    Type(TypeAttribute, Ty),
    /// `"key"="value"`
    Text(Name, Option<Name>),
    /// `range(T LOW, HIGH)`: from the first up to before the second, wrapping.
    Range(ConstId, ConstId),
    /// `initializes((LOW, HIGH), …)`: bytes.
    Initializes(Box<[(i64, i64)]>),
    /// `memory(…)`
    Memory(MemoryEffects),
    NoFpClass(FpClasses),
    Captures(Captures),
    /// Which arguments tell the size of what is allocated.
    AllocSize(u32, Option<u32>),
    /// `allockind("alloc,zeroed")`
    AllocKind(Name),
    /// `vscale_range(MIN, MAX)`; a maximum of 0 is none.
    VScaleRange(u32, u32),
    UwTable(UnwindTable),
}

impl Attribute {
    pub fn is(&self, flag: Flag) -> bool {
        *self == Attribute::Flag(flag)
    }
}

/// What a function does to each kind of memory, by [`MemoryLocation::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemoryEffects(pub [Access; 6]);

impl MemoryEffects {
    pub fn all(access: Access) -> MemoryEffects {
        MemoryEffects([access; 6])
    }

    pub fn of(&self, location: MemoryLocation) -> Access {
        self.0[location as usize]
    }

    pub fn set(&mut self, location: MemoryLocation, access: Access) {
        self.0[location as usize] = access;
    }
}

/// Classes of floating-point values, as LLVM numbers their bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FpClasses(pub u16);

impl FpClasses {
    pub const SIGNALING_NAN: u16 = 1;
    pub const QUIET_NAN: u16 = 1 << 1;
    pub const NEGATIVE_INFINITY: u16 = 1 << 2;
    pub const NEGATIVE_NORMAL: u16 = 1 << 3;
    pub const NEGATIVE_SUBNORMAL: u16 = 1 << 4;
    pub const NEGATIVE_ZERO: u16 = 1 << 5;
    pub const POSITIVE_ZERO: u16 = 1 << 6;
    pub const POSITIVE_SUBNORMAL: u16 = 1 << 7;
    pub const POSITIVE_NORMAL: u16 = 1 << 8;
    pub const POSITIVE_INFINITY: u16 = 1 << 9;

    /// The words, wider classes before what they consist of.
    pub const WORDS: [(u16, &'static str); 16] = [
        (0x3ff, "all"),
        (0x3, "nan"),
        (0x1, "snan"),
        (0x2, "qnan"),
        (0x204, "inf"),
        (0x4, "ninf"),
        (0x200, "pinf"),
        (0x60, "zero"),
        (0x20, "nzero"),
        (0x40, "pzero"),
        (0x90, "sub"),
        (0x10, "nsub"),
        (0x80, "psub"),
        (0x108, "norm"),
        (0x8, "nnorm"),
        (0x100, "pnorm"),
    ];
}

/// `captures(…)`: what of a pointer a callee may keep, through its result and otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Captures {
    pub other: CaptureParts,
    pub result: CaptureParts,
}

/// Parts of a pointer, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CaptureParts(pub u8);

impl CaptureParts {
    pub const NONE: CaptureParts = CaptureParts(0);
    pub const ADDRESS_IS_NULL: CaptureParts = CaptureParts(1);
    /// The address, and with it whether it is null.
    pub const ADDRESS: CaptureParts = CaptureParts(0b11);
    pub const READ_PROVENANCE: CaptureParts = CaptureParts(0b100);
    pub const PROVENANCE: CaptureParts = CaptureParts(0b1100);
    pub const ALL: CaptureParts = CaptureParts(0b1111);

    pub fn has(self, other: CaptureParts) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Attributes of a function or call site: written in place, and by group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionAttributes {
    pub own: Vec<Attribute>,
    pub groups: Vec<GroupId>,
}

/// `attributes #N = { … }`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeGroup {
    pub number: u32,
    pub attributes: Vec<Attribute>,
}
