//! Why execution stops before its end. Every rule of C that a program can break and the machine
//! can see is one variant of [`Undefined`], everything that C leaves open and a program can come
//! to depend on is one of [`Unspecified`]; each with a short name that tests and documentation
//! use, the paragraph of C17 (or the compilers' own documentation) it is taken from, and the
//! words that a person reads.

use std::fmt;

use super::memory::ObjectId;

/// The result of anything that a program may do wrong.
pub type Step<T> = Result<T, Box<Stop>>;

#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// The program did what the language forbids.
    Undefined(Undefined),
    /// The program did what the language allows, with an effect that it leaves open.
    Unspecified(Unspecified),
    /// Steps, stack or memory ran out.
    OutOfFuel,
    /// The machine has no model of this; it does not guess.
    Unsupported { what: String },
}

/// A rule of the language that was broken.
#[derive(Clone, Debug, PartialEq)]
pub enum Undefined {
    SignedOverflow { operation: &'static str, bits: u8 },
    DivisionByZero,
    DivisionOverflow { bits: u8 },
    ShiftCount { count: i128, bits: u8 },
    ShiftOfNegative,
    ShiftOverflow { bits: u8 },
    FloatToInteger,
    CountOfZero,
    AbsoluteOverflow,
    InconsistentComparison,

    OutOfBounds { object: ObjectId, offset: i64, size: u64, limit: u64 },
    SubobjectBounds { object: ObjectId, offset: i64, size: u64, low: u64, high: u64 },
    PastTheEnd { object: ObjectId },
    PointerArithmetic { object: ObjectId, offset: i64, low: u64, high: u64 },
    NullDereference,
    NullArithmetic,
    InvalidPointer,
    DeadObject { object: ObjectId },
    DanglingPointer { object: ObjectId },
    Uninitialised { object: Option<ObjectId> },
    TrapRepresentation { byte: u8 },
    Misaligned { required: u32 },
    MisalignedConversion { required: u32 },
    EffectiveType { object: ObjectId, accessed: String, effective: String },
    ConstWrite { object: ObjectId },
    LiteralWrite { object: ObjectId },
    TemporaryWrite { object: ObjectId },
    VolatileAccess { object: ObjectId },
    Restrict { object: ObjectId },
    PointerComparison,
    PointerDifference,
    OverlappingAssignment,

    Unsequenced { object: Option<ObjectId> },

    MissingReturn,
    EndlessLoop,
    Unreachable,
    NoreturnReturns,
    CallTarget,
    FunctionType,
    ArgumentCount { wanted: u32, given: u32 },
    ArgumentType { index: u32 },
    ShortArray,
    ReservedName { name: String },
    MissingArgument,
    VariableArgumentType,
    ArgumentList,

    LibraryArgument { function: String },
    LibraryOverlap { function: String },
    BadFree,
    DoubleFree { object: ObjectId },
    FormatArgument { conversion: String },
    FormatMissing { conversion: String },
    FormatInvalid { conversion: String },
    CharacterRange { value: i64 },
    ExitTwice,
    AssumedAlignment { required: u64 },
}

/// Something that the language leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unspecified {
    /// The number that an address is.
    Address,
    /// Which of two evaluations comes first.
    Order { object: Option<ObjectId> },
    /// Bytes between members, and those of a union beyond the member stored last.
    Padding,
    /// A value that was left open decides what happens next.
    OpenValue,
    /// Whether equal string literals, or overlapping ends of them, are one object.
    LiteralIdentity,
    /// Whether one object happens to start where another ends.
    Adjacency,
    /// Sign and payload of a NaN.
    NanBits,
    /// Whether a request for memory is met.
    Allocation,
    /// The result of a library function is implementation-defined or only a sign is promised.
    LibraryResult,
    /// The type of a value that comes from a bit-field, where compilers differ.
    BitFieldType,
}

/// The short name and the source of every rule, as a list and by variant.
macro_rules! rules {
    ($kind:ident { $($pattern:pat => $name:literal, $source:literal;)* }) => {
        impl $kind {
            /// The short names of all rules of this kind.
            pub const RULES: &'static [&'static str] = &[$($name),*];

            pub fn rule(&self) -> &'static str {
                match self {
                    $($pattern => $name,)*
                }
            }

            /// The paragraph that the rule is taken from.
            pub fn source(&self) -> &'static str {
                match self {
                    $($pattern => $source,)*
                }
            }
        }
    };
}

rules!(Undefined {
    Undefined::SignedOverflow { .. } => "signed-overflow", "C17 6.5p5";
    Undefined::DivisionByZero => "division-by-zero", "C17 6.5.5p5";
    Undefined::DivisionOverflow { .. } => "division-overflow", "C17 6.5.5p6";
    Undefined::ShiftCount { .. } => "shift-count", "C17 6.5.7p3";
    Undefined::ShiftOfNegative => "shift-of-negative", "C17 6.5.7p4";
    Undefined::ShiftOverflow { .. } => "shift-overflow", "C17 6.5.7p4";
    Undefined::FloatToInteger => "float-to-integer", "C17 6.3.1.4p1";
    Undefined::CountOfZero => "count-of-zero", "GCC 6.59 __builtin_clz";
    Undefined::AbsoluteOverflow => "absolute-overflow", "C17 7.22.6.1p2";
    Undefined::OutOfBounds { .. } => "out-of-bounds", "C17 6.5.6p8";
    Undefined::SubobjectBounds { .. } => "subobject-bounds", "C17 6.5.6p8, J.2";
    Undefined::PastTheEnd { .. } => "past-the-end", "C17 6.5.6p8";
    Undefined::PointerArithmetic { .. } => "pointer-arithmetic", "C17 6.5.6p8";
    Undefined::NullDereference => "null-dereference", "C17 6.5.3.2p4";
    Undefined::NullArithmetic => "null-arithmetic", "C17 6.5.6p8";
    Undefined::InvalidPointer => "invalid-pointer", "C17 6.5.3.2p4";
    Undefined::DeadObject { .. } => "dead-object", "C17 6.2.4p2";
    Undefined::DanglingPointer { .. } => "dangling-pointer", "C17 6.2.4p2";
    Undefined::Uninitialised { .. } => "uninitialised", "C17 6.3.2.1p2, J.2";
    Undefined::TrapRepresentation { .. } => "trap-representation", "C17 6.2.6.1p5";
    Undefined::Misaligned { .. } => "misaligned", "C17 6.5.3.2p4";
    Undefined::MisalignedConversion { .. } => "misaligned-conversion", "C17 6.3.2.3p7";
    Undefined::EffectiveType { .. } => "effective-type", "C17 6.5p7";
    Undefined::ConstWrite { .. } => "const-write", "C17 6.7.3p6";
    Undefined::LiteralWrite { .. } => "literal-write", "C17 6.4.5p7";
    Undefined::TemporaryWrite { .. } => "temporary-write", "C17 6.2.4p8";
    Undefined::VolatileAccess { .. } => "volatile-access", "C17 6.7.3p6";
    Undefined::Restrict { .. } => "restrict", "C17 6.7.3.1p4";
    Undefined::PointerComparison => "pointer-comparison", "C17 6.5.8p5";
    Undefined::PointerDifference => "pointer-difference", "C17 6.5.6p9";
    Undefined::OverlappingAssignment => "overlapping-assignment", "C17 6.5.16.1p3";
    Undefined::Unsequenced { .. } => "unsequenced", "C17 6.5p2";
    Undefined::MissingReturn => "missing-return", "C17 6.9.1p12";
    Undefined::EndlessLoop => "endless-loop", "C17 6.8.5p6";
    Undefined::Unreachable => "unreachable", "GCC 6.59 __builtin_unreachable";
    Undefined::NoreturnReturns => "noreturn-returns", "C17 6.7.4p8";
    Undefined::CallTarget => "call-target", "C17 6.5.3.2p4";
    Undefined::FunctionType => "function-type", "C17 6.5.2.2p9";
    Undefined::ArgumentCount { .. } => "argument-count", "C17 6.5.2.2p6";
    Undefined::ArgumentType { .. } => "argument-type", "C17 6.5.2.2p6";
    Undefined::ShortArray => "short-array", "C17 6.7.6.3p7";
    Undefined::ReservedName { .. } => "reserved-name", "C17 7.1.3p2";
    Undefined::MissingArgument => "missing-argument", "C17 7.16.1.1p2";
    Undefined::VariableArgumentType => "variable-argument-type", "C17 7.16.1.1p2";
    Undefined::ArgumentList => "argument-list", "C17 7.16.1p1, 7.16.1.3p2";
    Undefined::LibraryArgument { .. } => "library-argument", "C17 7.1.4p1";
    Undefined::LibraryOverlap { .. } => "library-overlap", "C17 7.24.2.1p2";
    Undefined::BadFree => "bad-free", "C17 7.22.3.3p2";
    Undefined::DoubleFree { .. } => "double-free", "C17 7.22.3.3p2";
    Undefined::FormatArgument { .. } => "format-argument", "C17 7.21.6.1p9";
    Undefined::FormatMissing { .. } => "format-missing", "C17 7.21.6.1p2";
    Undefined::FormatInvalid { .. } => "format-invalid", "C17 7.21.6.1p9";
    Undefined::CharacterRange { .. } => "character-range", "C17 7.4p1";
    Undefined::InconsistentComparison => "inconsistent-comparison", "C17 7.22.5p4";
    Undefined::ExitTwice => "exit-twice", "C17 7.22.4.4p2";
    Undefined::AssumedAlignment { .. } => "assumed-alignment", "GCC 6.59 __builtin_assume_aligned";
});

rules!(Unspecified {
    Unspecified::Address => "address", "C17 6.3.2.3p6";
    Unspecified::Order { .. } => "order", "C17 6.5.2.2p10";
    Unspecified::Padding => "padding", "C17 6.2.6.1p6";
    Unspecified::OpenValue => "open-value", "C17 3.19.3p1";
    Unspecified::LiteralIdentity => "literal-identity", "C17 6.4.5p7";
    Unspecified::Adjacency => "adjacency", "C17 6.5.9p6";
    Unspecified::NanBits => "nan-bits", "C17 F.2.1";
    Unspecified::Allocation => "allocation", "C17 7.22.3p1";
    Unspecified::LibraryResult => "library-result", "C17 7.24.4p1";
    Unspecified::BitFieldType => "bit-field-type", "C17 6.7.2.1p5";
});

impl Stop {
    /// The stable short name of the rule.
    pub fn rule(&self) -> &'static str {
        match self {
            Stop::Undefined(undefined) => undefined.rule(),
            Stop::Unspecified(unspecified) => unspecified.rule(),
            Stop::OutOfFuel => "out-of-fuel",
            Stop::Unsupported { .. } => "unsupported",
        }
    }

    /// What kind of end it is, as a diagnostic begins.
    pub fn class(&self) -> &'static str {
        match self {
            Stop::Undefined(_) => "undefined",
            Stop::Unspecified(_) => "unspecified",
            Stop::OutOfFuel => "out of fuel",
            Stop::Unsupported { .. } => "unsupported",
        }
    }

    /// The paragraph that the rule is taken from.
    pub fn source(&self) -> &'static str {
        match self {
            Stop::Undefined(undefined) => undefined.source(),
            Stop::Unspecified(unspecified) => unspecified.source(),
            Stop::OutOfFuel | Stop::Unsupported { .. } => "",
        }
    }

    /// The object whose history helps to understand.
    pub fn object(&self) -> Option<ObjectId> {
        match self {
            Stop::Undefined(undefined) => undefined.object(),
            Stop::Unspecified(Unspecified::Order { object }) => *object,
            Stop::Unspecified(_) | Stop::OutOfFuel | Stop::Unsupported { .. } => None,
        }
    }

    #[cold]
    pub fn unsupported(what: impl Into<String>) -> Box<Stop> {
        Box::new(Stop::Unsupported { what: what.into() })
    }
}

impl Undefined {
    fn object(&self) -> Option<ObjectId> {
        match *self {
            Undefined::OutOfBounds { object, .. }
            | Undefined::SubobjectBounds { object, .. }
            | Undefined::PastTheEnd { object }
            | Undefined::PointerArithmetic { object, .. }
            | Undefined::DeadObject { object }
            | Undefined::DanglingPointer { object }
            | Undefined::EffectiveType { object, .. }
            | Undefined::ConstWrite { object }
            | Undefined::LiteralWrite { object }
            | Undefined::TemporaryWrite { object }
            | Undefined::VolatileAccess { object }
            | Undefined::Restrict { object }
            | Undefined::DoubleFree { object } => Some(object),
            Undefined::Uninitialised { object } | Undefined::Unsequenced { object } => object,
            _ => None,
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Undefined(undefined) => undefined.fmt(f),
            Stop::Unspecified(unspecified) => unspecified.fmt(f),
            Stop::OutOfFuel => f.write_str("the program did not end within its limits"),
            Stop::Unsupported { what } => write!(f, "the machine has no model of {what}"),
        }
    }
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undefined::SignedOverflow { operation, bits } => {
                write!(f, "`{operation}` overflows a signed integer of {bits} bits")
            }
            Undefined::DivisionByZero => f.write_str("division by zero"),
            Undefined::DivisionOverflow { bits } => {
                write!(f, "the quotient is no signed integer of {bits} bits")
            }
            Undefined::ShiftCount { count, bits } => {
                write!(f, "shift by {count} of an integer of {bits} bits")
            }
            Undefined::ShiftOfNegative => f.write_str("left shift of a negative number"),
            Undefined::ShiftOverflow { bits } => {
                write!(f, "left shift out of a signed integer of {bits} bits")
            }
            Undefined::FloatToInteger => {
                f.write_str("a floating-point number that the integer type cannot hold")
            }
            Undefined::CountOfZero => f.write_str("zero has no highest or lowest bit to count to"),
            Undefined::InconsistentComparison => {
                f.write_str("a comparison that is no order of the elements")
            }
            Undefined::AbsoluteOverflow => {
                f.write_str("the absolute value is not representable in the type")
            }
            Undefined::OutOfBounds { offset, size, limit, .. } => {
                write!(f, "access of {size} bytes at offset {offset} of an object of {limit} bytes")
            }
            Undefined::SubobjectBounds { offset, size, low, high, .. } => write!(
                f,
                "access of {size} bytes at offset {offset}, beyond the array at {low}..{high} \
                 that the pointer is for"
            ),
            Undefined::PastTheEnd { .. } => {
                f.write_str("access through a pointer one past the last element")
            }
            Undefined::PointerArithmetic { offset, low, high, .. } => {
                write!(f, "pointer arithmetic leads to offset {offset}, outside of {low}..={high}")
            }
            Undefined::NullDereference => f.write_str("access through a null pointer"),
            Undefined::NullArithmetic => f.write_str("arithmetic on a null pointer"),
            Undefined::InvalidPointer => {
                f.write_str("access through a pointer that points to no object")
            }
            Undefined::DeadObject { .. } => {
                f.write_str("access to an object after the end of its lifetime")
            }
            Undefined::DanglingPointer { .. } => {
                f.write_str("use of a pointer to an object whose lifetime has ended")
            }
            Undefined::Uninitialised { .. } => f.write_str("use of an indeterminate value"),
            Undefined::TrapRepresentation { byte } => write!(f, "{byte:#x} is no value of `_Bool`"),
            Undefined::Misaligned { required } => {
                write!(f, "access through a pointer that is not a multiple of {required}")
            }
            Undefined::MisalignedConversion { required } => write!(
                f,
                "conversion to a pointer type whose objects are at multiples of {required}, \
                 of a pointer that is not"
            ),
            Undefined::EffectiveType { accessed, effective, .. } => {
                write!(f, "access as `{accessed}` to what has the effective type `{effective}`")
            }
            Undefined::ConstWrite { .. } => f.write_str("write to an object defined as `const`"),
            Undefined::LiteralWrite { .. } => f.write_str("write to a string literal"),
            Undefined::TemporaryWrite { .. } => {
                f.write_str("write to an object with temporary lifetime")
            }
            Undefined::VolatileAccess { .. } => f.write_str(
                "access to an object defined as `volatile` through an lvalue that is not",
            ),
            Undefined::Restrict { .. } => f.write_str(
                "an object modified in the life of a `restrict` pointer is accessed both through \
                 it and not through it",
            ),
            Undefined::PointerComparison => {
                f.write_str("relational comparison of pointers into different objects")
            }
            Undefined::PointerDifference => {
                f.write_str("difference of pointers that are not into the same array")
            }
            Undefined::OverlappingAssignment => {
                f.write_str("assignment between objects that overlap in part")
            }
            Undefined::Unsequenced { .. } => f.write_str(
                "an object is modified and also accessed, with no order between the two",
            ),
            Undefined::MissingReturn => {
                f.write_str("use of the value of a function that returned none")
            }
            Undefined::EndlessLoop => f.write_str(
                "a loop with a controlling expression that is not constant runs forever without \
                 side effects",
            ),
            Undefined::Unreachable => f.write_str("`__builtin_unreachable` was reached"),
            Undefined::NoreturnReturns => f.write_str("a `_Noreturn` function returns"),
            Undefined::CallTarget => f.write_str("call through a pointer to no function"),
            Undefined::FunctionType => {
                f.write_str("call of a function through a type that is not compatible with its own")
            }
            Undefined::ArgumentCount { wanted, given } => {
                write!(f, "call with {given} arguments of a function that has {wanted} parameters")
            }
            Undefined::ArgumentType { index } => {
                write!(f, "argument {index} has a type that its parameter is not compatible with")
            }
            Undefined::ShortArray => {
                f.write_str("the argument is to fewer elements than `static` in the parameter asks")
            }
            Undefined::ReservedName { name } => {
                write!(f, "`{name}` is defined by the program and reserved for the library's")
            }
            Undefined::MissingArgument => f.write_str("`va_arg` without an argument left"),
            Undefined::VariableArgumentType => {
                f.write_str("`va_arg` with a type that is not the argument's")
            }
            Undefined::ArgumentList => f.write_str(
                "a `va_list` that is not started and ended in turn, or is of another call",
            ),
            Undefined::LibraryArgument { function } => {
                write!(f, "an argument of `{function}` is outside its domain")
            }
            Undefined::LibraryOverlap { function } => {
                write!(f, "the objects that `{function}` works on overlap")
            }
            Undefined::BadFree => {
                f.write_str("a pointer to release that no allocation function returned")
            }
            Undefined::DoubleFree { .. } => f.write_str("memory released twice"),
            Undefined::FormatArgument { conversion } => {
                write!(f, "the argument for `{conversion}` has another type")
            }
            Undefined::FormatMissing { conversion } => {
                write!(f, "there is no argument for `{conversion}`")
            }
            Undefined::FormatInvalid { conversion } => {
                write!(f, "`{conversion}` is no conversion specification")
            }
            Undefined::CharacterRange { value } => {
                write!(f, "{value} is neither `EOF` nor an `unsigned char`")
            }
            Undefined::ExitTwice => f.write_str("`exit` is called a second time"),
            Undefined::AssumedAlignment { required } => {
                write!(f, "a pointer that is not the assumed multiple of {required}")
            }
        }
    }
}

impl fmt::Display for Unspecified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unspecified::Address => "depends on the number that an address is",
            Unspecified::Order { .. } => "depends on which of two evaluations comes first",
            Unspecified::Padding => "depends on the bytes of padding",
            Unspecified::OpenValue => "depends on a value that the language leaves open",
            Unspecified::LiteralIdentity => "depends on whether string literals share storage",
            Unspecified::Adjacency => "depends on whether one object starts where another ends",
            Unspecified::NanBits => "depends on sign or payload of a NaN",
            Unspecified::Allocation => "depends on whether a request for memory is met",
            Unspecified::LibraryResult => {
                "depends on more of a library function's result than is promised"
            }
            Unspecified::BitFieldType => {
                "depends on the type that a bit-field's value has, in which gcc and clang differ"
            }
        })
    }
}

impl std::error::Error for Stop {}

impl From<Undefined> for Box<Stop> {
    #[cold]
    fn from(undefined: Undefined) -> Box<Stop> {
        Box::new(Stop::Undefined(undefined))
    }
}

impl From<Unspecified> for Box<Stop> {
    #[cold]
    fn from(unspecified: Unspecified) -> Box<Stop> {
        Box::new(Stop::Unspecified(unspecified))
    }
}
