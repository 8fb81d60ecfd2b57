//! The words of the language that have no operands of their own: operators, predicates,
//! flags, orderings, calling conventions, linkage. Each knows how it is written.

/// An enum whose variants are words of the language.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant,)* }

        impl $name {
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            /// How it is written.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }

            pub fn from_word(word: &str) -> Option<$name> {
                match word { $($word => Some($name::$variant),)* _ => None }
            }
        }
    };
}
pub(super) use words;

words!(BinaryOp {
    Add = "add",
    Sub = "sub",
    Mul = "mul",
    UDiv = "udiv",
    SDiv = "sdiv",
    URem = "urem",
    SRem = "srem",
    Shl = "shl",
    LShr = "lshr",
    AShr = "ashr",
    And = "and",
    Or = "or",
    Xor = "xor",
    FAdd = "fadd",
    FSub = "fsub",
    FMul = "fmul",
    FDiv = "fdiv",
    FRem = "frem",
});

impl BinaryOp {
    pub fn is_float(self) -> bool {
        matches!(
            self,
            BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem
        )
    }

    /// The flags that may stand behind the operator.
    pub fn flags(self) -> Flags {
        match self {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl => {
                Flags::NUW.with(Flags::NSW)
            }
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::LShr | BinaryOp::AShr => Flags::EXACT,
            BinaryOp::Or => Flags::DISJOINT,
            BinaryOp::URem | BinaryOp::SRem | BinaryOp::And | BinaryOp::Xor => Flags::NONE,
            _ => Flags::FAST,
        }
    }
}

words!(CastOp {
    Trunc = "trunc",
    ZExt = "zext",
    SExt = "sext",
    FpTrunc = "fptrunc",
    FpExt = "fpext",
    FpToUi = "fptoui",
    FpToSi = "fptosi",
    UiToFp = "uitofp",
    SiToFp = "sitofp",
    PtrToInt = "ptrtoint",
    /// Since 22: the address alone.
    PtrToAddr = "ptrtoaddr",
    IntToPtr = "inttoptr",
    BitCast = "bitcast",
    AddrSpaceCast = "addrspacecast",
});

impl CastOp {
    /// The flags that may stand behind the operator.
    pub fn flags(self) -> Flags {
        match self {
            CastOp::Trunc => Flags::NUW.with(Flags::NSW),
            CastOp::ZExt | CastOp::UiToFp => Flags::NNEG,
            CastOp::FpTrunc | CastOp::FpExt => Flags::FAST,
            _ => Flags::NONE,
        }
    }
}

words!(IntPredicate {
    Eq = "eq",
    Ne = "ne",
    Ugt = "ugt",
    Uge = "uge",
    Ult = "ult",
    Ule = "ule",
    Sgt = "sgt",
    Sge = "sge",
    Slt = "slt",
    Sle = "sle",
});

words!(FloatPredicate {
    False = "false",
    Oeq = "oeq",
    Ogt = "ogt",
    Oge = "oge",
    Olt = "olt",
    Ole = "ole",
    One = "one",
    Ord = "ord",
    Ueq = "ueq",
    Ugt = "ugt",
    Uge = "uge",
    Ult = "ult",
    Ule = "ule",
    Une = "une",
    Uno = "uno",
    True = "true",
});

words!(AtomicOp {
    Xchg = "xchg",
    Add = "add",
    Sub = "sub",
    And = "and",
    Nand = "nand",
    Or = "or",
    Xor = "xor",
    Max = "max",
    Min = "min",
    UMax = "umax",
    UMin = "umin",
    FAdd = "fadd",
    FSub = "fsub",
    FMax = "fmax",
    FMin = "fmin",
    FMaximum = "fmaximum",
    FMinimum = "fminimum",
    UIncWrap = "uinc_wrap",
    UDecWrap = "udec_wrap",
    USubCond = "usub_cond",
    USubSat = "usub_sat",
});

words!(Ordering {
    Unordered = "unordered",
    Monotonic = "monotonic",
    Acquire = "acquire",
    Release = "release",
    AcqRel = "acq_rel",
    SeqCst = "seq_cst",
});

words!(TailKind {
    Tail = "tail",
    MustTail = "musttail",
    NoTail = "notail",
});

words!(Linkage {
    Private = "private",
    Internal = "internal",
    Weak = "weak",
    WeakOdr = "weak_odr",
    LinkOnce = "linkonce",
    LinkOnceOdr = "linkonce_odr",
    AvailableExternally = "available_externally",
    Appending = "appending",
    Common = "common",
    ExternWeak = "extern_weak",
    /// Written out only for variables without initializer.
    External = "external",
});

words!(Visibility {
    Default = "default",
    Hidden = "hidden",
    Protected = "protected",
});

words!(DllStorage {
    Import = "dllimport",
    Export = "dllexport",
});

words!(Preemption {
    Local = "dso_local",
    Preemptable = "dso_preemptable",
});

words!(UnnamedAddr {
    Global = "unnamed_addr",
    Local = "local_unnamed_addr",
});

words!(ThreadLocal {
    General = "generaldynamic",
    LocalDynamic = "localdynamic",
    InitialExec = "initialexec",
    LocalExec = "localexec",
});

words!(ComdatKind {
    Any = "any",
    ExactMatch = "exactmatch",
    Largest = "largest",
    NoDeduplicate = "nodeduplicate",
    SameSize = "samesize",
});

/// Bits that restrict an operation, with poison or freedom as consequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Flags(u16);

impl Flags {
    pub const NONE: Flags = Flags(0);
    pub const NUW: Flags = Flags(1);
    pub const NSW: Flags = Flags(1 << 1);
    pub const EXACT: Flags = Flags(1 << 2);
    pub const DISJOINT: Flags = Flags(1 << 3);
    pub const NNEG: Flags = Flags(1 << 4);
    pub const SAME_SIGN: Flags = Flags(1 << 5);
    pub const INBOUNDS: Flags = Flags(1 << 6);
    pub const NUSW: Flags = Flags(1 << 7);
    pub const REASSOC: Flags = Flags(1 << 8);
    pub const NNAN: Flags = Flags(1 << 9);
    pub const NINF: Flags = Flags(1 << 10);
    pub const NSZ: Flags = Flags(1 << 11);
    pub const ARCP: Flags = Flags(1 << 12);
    pub const CONTRACT: Flags = Flags(1 << 13);
    pub const AFN: Flags = Flags(1 << 14);
    /// All fast-math flags.
    pub const FAST: Flags = Flags(0x7f << 8);

    /// Single flags with their words, in the order in which they are written.
    pub const WORDS: [(Flags, &'static str); 15] = [
        (Flags::REASSOC, "reassoc"),
        (Flags::NNAN, "nnan"),
        (Flags::NINF, "ninf"),
        (Flags::NSZ, "nsz"),
        (Flags::ARCP, "arcp"),
        (Flags::CONTRACT, "contract"),
        (Flags::AFN, "afn"),
        (Flags::INBOUNDS, "inbounds"),
        (Flags::NUSW, "nusw"),
        (Flags::NUW, "nuw"),
        (Flags::NSW, "nsw"),
        (Flags::EXACT, "exact"),
        (Flags::DISJOINT, "disjoint"),
        (Flags::NNEG, "nneg"),
        (Flags::SAME_SIGN, "samesign"),
    ];

    #[inline]
    pub const fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    #[inline]
    pub const fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    #[inline]
    pub const fn without(self, other: Flags) -> Flags {
        Flags(self.0 & !other.0)
    }

    /// What both have.
    pub const fn and(self, other: Flags) -> Flags {
        Flags(self.0 & other.0)
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The fast-math flags among them.
    pub const fn fast_math(self) -> Flags {
        self.and(Flags::FAST)
    }

    /// The single flags, in the order of [`Flags::WORDS`].
    pub fn iter(self) -> impl Iterator<Item = Flags> {
        Flags::WORDS.into_iter().map(|(flag, _)| flag).filter(move |&flag| self.has(flag))
    }

    pub fn from_word(word: &str) -> Option<Flags> {
        match word {
            "fast" => Some(Flags::FAST),
            _ => Flags::WORDS.iter().find(|(_, it)| *it == word).map(|(flag, _)| *flag),
        }
    }
}

/// A calling convention by LLVM's number; names are for reading and printing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallingConvention(pub u32);

impl CallingConvention {
    pub const C: CallingConvention = CallingConvention(0);
    pub const FAST: CallingConvention = CallingConvention(8);

    /// Conventions that have a word, with the number that LLVM gives them.
    pub const WORDS: &[(u32, &'static str)] = &[
        (0, "ccc"),
        (8, "fastcc"),
        (9, "coldcc"),
        (10, "ghccc"),
        (13, "anyregcc"),
        (14, "preserve_mostcc"),
        (15, "preserve_allcc"),
        (16, "swiftcc"),
        (17, "cxx_fast_tlscc"),
        (18, "tailcc"),
        (19, "cfguard_checkcc"),
        (20, "swifttailcc"),
        (21, "preserve_nonecc"),
        (64, "x86_stdcallcc"),
        (65, "x86_fastcallcc"),
        (66, "arm_apcscc"),
        (67, "arm_aapcscc"),
        (68, "arm_aapcs_vfpcc"),
        (69, "msp430_intrcc"),
        (70, "x86_thiscallcc"),
        (71, "ptx_kernel"),
        (72, "ptx_device"),
        (75, "spir_func"),
        (76, "spir_kernel"),
        (77, "intel_ocl_bicc"),
        (78, "x86_64_sysvcc"),
        (79, "win64cc"),
        (80, "x86_vectorcallcc"),
        (81, "hhvmcc"),
        (82, "hhvm_ccc"),
        (83, "x86_intrcc"),
        (84, "avr_intrcc"),
        (85, "avr_signalcc"),
        (87, "amdgpu_vs"),
        (88, "amdgpu_gs"),
        (89, "amdgpu_ps"),
        (90, "amdgpu_cs"),
        (91, "amdgpu_kernel"),
        (92, "x86_regcallcc"),
        (93, "amdgpu_hs"),
        (95, "amdgpu_ls"),
        (96, "amdgpu_es"),
        (97, "aarch64_vector_pcs"),
        (98, "aarch64_sve_vector_pcs"),
        (100, "amdgpu_gfx"),
        (102, "aarch64_sme_preservemost_from_x0"),
        (103, "aarch64_sme_preservemost_from_x2"),
        (104, "amdgpu_cs_chain"),
        (105, "amdgpu_cs_chain_preserve"),
        (106, "m68k_rtdcc"),
        (107, "graalcc"),
        (110, "riscv_vector_cc"),
        (111, "aarch64_sme_preservemost_from_x1"),
    ];

    pub fn from_word(word: &str) -> Option<CallingConvention> {
        let row = Self::WORDS.iter().find(|(_, it)| *it == word);
        row.map(|&(number, _)| CallingConvention(number))
    }

    pub fn word(self) -> Option<&'static str> {
        Self::WORDS.iter().find(|&&(number, _)| number == self.0).map(|&(_, word)| word)
    }
}
