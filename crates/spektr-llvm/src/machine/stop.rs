//! Why execution ends before its time. Every rule of LLVM IR that a program can break, every
//! point that the language leaves open and every construct that the machine refuses is one
//! variant here, with the short name that tests use, the words that a person reads and the
//! section of the language reference that says so.

use std::fmt;

/// The result of anything that a program may do wrong.
pub type Step<T> = Result<T, Box<Stop>>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The program did what the language forbids: everything may follow.
    Undefined(Undefined),
    /// What happens next depends on something that the language leaves open.
    Unspecified(Unspecified),
    /// The machine does not know this construct; the words name it.
    Unsupported(String),
    /// Steps, call depth or memory ran out.
    OutOfFuel,
    /// A loop never ends, and the language lets it.
    Endless,
    /// An exception left the function that was run.
    Unwound,
    /// The program ended itself (`llvm.trap`, `exit`, `abort`); the words say how.
    Ended(&'static str),
    /// The run was held against another one and did something else.
    Parted(String),
}

impl From<Undefined> for Box<Stop> {
    fn from(rule: Undefined) -> Self {
        Box::new(Stop::Undefined(rule))
    }
}

impl From<Unspecified> for Box<Stop> {
    fn from(point: Unspecified) -> Self {
        Box::new(Stop::Unspecified(point))
    }
}

/// A construct that the machine refuses, by name.
pub fn unsupported<T>(what: impl Into<String>) -> Step<T> {
    Err(Box::new(Stop::Unsupported(what.into())))
}

/// Declares rules: variant, short name, section of the LangRef, words.
macro_rules! rules {
    ($(#[$meta:meta])* $kind:ident { $($variant:ident, $name:literal, $section:literal, $words:literal;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $kind { $(#[doc = $words] $variant,)* }

        impl $kind {
            /// All rules of this kind.
            pub const ALL: &'static [$kind] = &[$($kind::$variant),*];

            /// The stable short name.
            pub const fn rule(self) -> &'static str {
                match self { $($kind::$variant => $name,)* }
            }

            /// The section of the LLVM Language Reference that the rule is from.
            pub const fn section(self) -> &'static str {
                match self { $($kind::$variant => $section,)* }
            }

            /// The rule as a person reads it.
            pub const fn words(self) -> &'static str {
                match self { $($kind::$variant => $words,)* }
            }
        }
    };
}

rules! {
    /// A rule that was broken.
    Undefined {
        DivisionByZero, "division-by-zero", "'udiv' Instruction", "division or remainder by zero";
        DivisionOverflow, "division-overflow", "'sdiv' Instruction", "signed division of the smallest value by -1";
        DivisorPoison, "divisor-poison", "'udiv' Instruction", "the divisor is poison or may be zero";
        BranchPoison, "branch-poison", "'br' Instruction", "a conditional branch on poison or undef";
        SwitchPoison, "switch-poison", "'switch' Instruction", "a switch on poison or undef";
        Unreachable, "unreachable", "'unreachable' Instruction", "control reached an `unreachable`";
        PointerPoison, "pointer-poison", "'load' Instruction", "memory accessed through a poison or undef pointer";
        Null, "null-pointer", "Pointer Aliasing Rules", "memory accessed through a null pointer";
        Dangling, "dangling", "Object Lifetime", "memory accessed after its lifetime";
        NotYetAlive, "not-alive", "Object Lifetime", "memory accessed outside its lifetime";
        OutOfBounds, "out-of-bounds", "Pointer Aliasing Rules", "an access that leaves its object";
        NoProvenance, "no-provenance", "Pointer Aliasing Rules", "memory accessed through an address that belongs to no object";
        Misaligned, "misaligned", "'load' Instruction", "an access with less alignment than it claims";
        ConstantWritten, "constant-written", "Global Variables", "a write to a constant global";
        FunctionAccessed, "function-accessed", "Functions", "a function's code accessed as data";
        Noundef, "noundef", "Parameter Attributes", "a `noundef` value is poison or undef";
        NoundefLoad, "noundef-load", "'noundef' Metadata", "a load with `!noundef` gave poison or undef";
        Dereferenceable, "dereferenceable", "Parameter Attributes", "a `dereferenceable` pointer does not point to that many bytes";
        ParameterWritten, "parameter-written", "Parameter Attributes", "a write through a `readonly` or `readnone` parameter";
        ParameterRead, "parameter-read", "Parameter Attributes", "a read through a `writeonly` or `readnone` parameter";
        NoaliasBroken, "noalias", "Parameter Attributes", "memory of a `noalias` parameter was accessed in another way";
        MemoryEffect, "memory-effect", "Function Attributes", "an access that the function's `memory(...)` attribute excludes";
        AssumeFalse, "assume-false", "'llvm.assume' Intrinsic", "an assumption does not hold";
        AssumePoison, "assume-poison", "'llvm.assume' Intrinsic", "an assumption is poison or undef";
        CalleePoison, "callee-poison", "'call' Instruction", "a call through a poison or undef pointer";
        NotAFunction, "not-a-function", "'call' Instruction", "a call of something that is no function";
        Signature, "signature", "'call' Instruction", "a call whose signature differs from the function's";
        NounwindUnwound, "nounwind-unwound", "Function Attributes", "an exception left a `nounwind` function";
        UnwindThroughCall, "unwind-through-call", "'call' Instruction", "an exception left a call that is marked `nounwind`";
        NoreturnReturned, "noreturn-returned", "Function Attributes", "a `noreturn` function returned";
        ReturnedDiffers, "returned-differs", "Parameter Attributes", "a function did not return its `returned` parameter";
        Overlap, "overlap", "'llvm.memcpy' Intrinsic", "a copy between ranges that overlap but are not equal";
        LengthPoison, "length-poison", "'llvm.memcpy' Intrinsic", "a length that is poison or undef";
        FreeInvalid, "free-invalid", "Object Lifetime", "freed what is no start of a live heap object";
        AllocaPoison, "alloca-poison", "'alloca' Instruction", "an allocation of a poison or undef number of elements";
        NofreeFreed, "nofree-freed", "Function Attributes", "a `nofree` function freed memory";
        Captured, "captured", "Pointer Capture", "a pointer was kept that the function promised not to capture";
        NoProgress, "no-progress", "Function Attributes", "a `mustprogress` function loops for ever without a visible effect";
        WillreturnEndless, "willreturn-endless", "Function Attributes", "a `willreturn` function never returns";
        TailCaller, "tail-alloca", "'call' Instruction", "a call marked `tail` accesses memory of its caller's frame";
        Recursed, "norecurse-recursed", "Function Attributes", "a `norecurse` function called itself";
    }
}

rules! {
    /// A point that the language leaves open and on which the run depends.
    Unspecified {
        OpenBranch, "open-branch", "'freeze' Instruction", "a branch depends on a value that is left open";
        OpenPointer, "open-pointer", "Pointer Aliasing Rules", "an access through a pointer that is left open";
        OpenLength, "open-length", "'llvm.memcpy' Intrinsic", "a length that is left open";
        OpenDivisor, "open-divisor", "'udiv' Instruction", "a divisor that is left open";
        Address, "address", "'ptrtoint' Instruction", "the run depends on an address that the language does not fix";
        Provenance, "provenance", "'inttoptr' Instruction", "which object an integer address belongs to is not decided";
        FastMath, "fast-math", "Fast-Math Flags", "a fast-math flag leaves the value open";
        AliasMetadata, "alias-metadata", "'tbaa' Metadata", "whether alias metadata holds is not decided";
        Attribute, "attribute", "Parameter Attributes", "whether an attribute is kept is not decided";
        WholeWord, "whole-word", "Atomic Memory Ordering Constraints", "an atomic access to less than a word became one to more bytes than the object has";
        Environment, "environment", "Functions", "what an external function does here is not decided";
        Inexact, "inexact", "Standard C/C++ Library Intrinsics", "a library function whose last bit the language does not fix";
    }
}

impl Stop {
    /// The stable short name of the rule, or of the kind of stop.
    pub fn rule(&self) -> &'static str {
        match self {
            Stop::Undefined(rule) => rule.rule(),
            Stop::Unspecified(point) => point.rule(),
            Stop::Unsupported(_) => "unsupported",
            Stop::OutOfFuel => "out-of-fuel",
            Stop::Endless => "endless",
            Stop::Unwound => "unwound",
            Stop::Ended(_) => "ended",
            Stop::Parted(_) => "parted",
        }
    }

    /// `undefined`, `unspecified`, … as a diagnostic's class.
    pub fn class(&self) -> &'static str {
        match self {
            Stop::Undefined(_) => "undefined",
            Stop::Unspecified(_) => "unspecified",
            Stop::Unsupported(_) => "not understood",
            Stop::OutOfFuel => "out of fuel",
            Stop::Endless => "out of fuel",
            Stop::Unwound => "unwound",
            Stop::Ended(_) => "ended",
            Stop::Parted(_) => "parted",
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Undefined(rule) => write!(f, "{} (LangRef, {})", rule.words(), rule.section()),
            Stop::Unspecified(point) => {
                write!(f, "{} (LangRef, {})", point.words(), point.section())
            }
            Stop::Unsupported(what) => write!(f, "{what} is not understood"),
            Stop::OutOfFuel => f.write_str("steps, stack or memory ran out"),
            Stop::Endless => f.write_str("a loop never ends"),
            Stop::Unwound => f.write_str("an exception left the function"),
            Stop::Ended(how) => write!(f, "the program ended itself: {how}"),
            Stop::Parted(words) => f.write_str(words),
        }
    }
}
