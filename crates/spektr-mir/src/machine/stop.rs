//! Why execution stops before its end. Every rule of the language that a program can break
//! is one variant here, with a short name that tests and documentation use and the words
//! that a person reads.

use std::fmt;

use spektr_number::Fault;

use crate::borrow::BorrowError;
use crate::syntax::{Local, Ty};

use super::value::AllocId;

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
}

/// A rule of the language that was broken.
#[derive(Clone, Debug, PartialEq)]
pub enum Undefined {
    DeadLocal(Local),
    Uninitialised,
    Dangling(AllocId),
    /// An access, or arithmetic that must stay in bounds, at `offset` for `size` bytes.
    OutOfBounds {
        alloc: AllocId,
        offset: i64,
        size: u64,
        limit: u32,
    },
    /// An access through an address that belongs to no allocation; 0 is null.
    NoProvenance {
        address: u64,
    },
    Misaligned {
        required: u32,
    },
    InvalidValue {
        ty: Ty,
        why: Invalid,
    },
    Borrow {
        alloc: AllocId,
        error: Box<BorrowError>,
    },
    Overlap,
    Index {
        index: u64,
        len: u64,
    },
    Arithmetic(Fault),
    /// The distance between pointers into different allocations.
    Unrelated,
    /// The distance in bytes is no whole number of elements, or is negative.
    Distance,
    PointerOverflow,
    Immutable,
    Unreachable,
    Assumption,
    /// A lane of a mask that is neither all ones nor all zeros.
    Mask,
    NotAFunction,
    Signature,
    Unwinding,
    /// `SetDiscriminant` to a variant that is told by its data, which says another.
    Discriminant,
}

/// What is wrong with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invalid {
    Bool(u128),
    Char(u128),
    Tag(u128),
    Null,
    MisalignedReference,
    DanglingReference,
    Freed,
    /// A reference that leaves its allocation.
    Beyond,
    ReferenceTooLarge,
    Uninhabited,
}

/// Something that the language leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unspecified {
    /// The layout of a `repr(Rust)` type.
    Layout,
    /// Storage that another variant or union field shares with the active one.
    SharedStorage,
    /// Whether an address is a multiple of an alignment that nothing promises.
    Alignment,
    /// An address as a number.
    Address,
    /// How two addresses compare.
    Comparison,
    /// A value that was left open decides what happens next.
    OpenValue,
    /// Bytes of several pointers put together.
    MixedPointer,
}

impl Stop {
    /// The stable short name of the rule.
    pub fn rule(&self) -> &'static str {
        match self {
            Stop::Undefined(undefined) => undefined.rule(),
            Stop::Unspecified(unspecified) => unspecified.rule(),
            Stop::OutOfFuel => "out-of-fuel",
        }
    }
}

/// The short name of every rule, as a list and by variant.
macro_rules! rules {
    ($kind:ident { $($pattern:pat => $name:literal,)* }) => {
        impl $kind {
            /// The short names of all rules of this kind.
            pub const RULES: &'static [&'static str] = &[$($name),*];

            pub fn rule(&self) -> &'static str {
                match self {
                    $($pattern => $name,)*
                }
            }
        }
    };
}

rules!(Undefined {
    Undefined::DeadLocal(_) => "dead-local",
    Undefined::Uninitialised => "uninitialised",
    Undefined::Dangling(_) => "dangling",
    Undefined::OutOfBounds { .. } => "out-of-bounds",
    Undefined::NoProvenance { .. } => "no-provenance",
    Undefined::Misaligned { .. } => "misaligned",
    Undefined::InvalidValue { .. } => "invalid-value",
    Undefined::Borrow { .. } => "borrow",
    Undefined::Overlap => "overlap",
    Undefined::Index { .. } => "index",
    Undefined::Arithmetic(_) => "arithmetic",
    Undefined::Unrelated => "unrelated-pointers",
    Undefined::Distance => "pointer-distance",
    Undefined::PointerOverflow => "pointer-overflow",
    Undefined::Immutable => "immutable",
    Undefined::Unreachable => "unreachable",
    Undefined::Assumption => "assumption",
    Undefined::Mask => "mask",
    Undefined::NotAFunction => "not-a-function",
    Undefined::Signature => "signature",
    Undefined::Unwinding => "unwinding",
    Undefined::Discriminant => "discriminant",
});

rules!(Unspecified {
    Unspecified::Layout => "open-layout",
    Unspecified::SharedStorage => "open-storage",
    Unspecified::Alignment => "open-alignment",
    Unspecified::Address => "open-address",
    Unspecified::Comparison => "open-comparison",
    Unspecified::OpenValue => "open-value",
    Unspecified::MixedPointer => "mixed-pointer",
});

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Undefined(undefined) => undefined.fmt(f),
            Stop::Unspecified(unspecified) => unspecified.fmt(f),
            Stop::OutOfFuel => f.write_str("the program did not end within its limits"),
        }
    }
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undefined::DeadLocal(_) => f.write_str("use of a local whose storage is dead"),
            Undefined::Uninitialised => f.write_str("use of uninitialised memory"),
            Undefined::Dangling(_) => f.write_str("use of memory after it was freed"),
            Undefined::OutOfBounds { offset, size, limit, .. } => {
                write!(f, "{size} bytes at offset {offset} of an allocation of {limit} bytes")
            }
            Undefined::NoProvenance { address: 0 } => f.write_str("access through a null pointer"),
            Undefined::NoProvenance { address } => {
                write!(f, "access through the address {address:#x}, which belongs to nothing")
            }
            Undefined::Misaligned { required } => {
                write!(f, "access through a pointer that is not a multiple of {required}")
            }
            Undefined::InvalidValue { why, .. } => write!(f, "invalid value: {why}"),
            Undefined::Borrow { error, .. } => error.fmt(f),
            Undefined::Overlap => f.write_str("source and destination of a copy overlap"),
            Undefined::Index { index, len } => {
                write!(f, "index {index} into an array or slice of length {len}")
            }
            Undefined::Arithmetic(fault) => fault.fmt(f),
            Undefined::Unrelated => f.write_str("distance between unrelated pointers"),
            Undefined::Distance => f.write_str("distance that is no valid number of elements"),
            Undefined::PointerOverflow => f.write_str("pointer arithmetic overflows"),
            Undefined::Immutable => f.write_str("write to immutable memory"),
            Undefined::Unreachable => f.write_str("`Unreachable` was reached"),
            Undefined::Assumption => f.write_str("an assumption does not hold"),
            Undefined::Mask => f.write_str("a lane of a mask is neither all ones nor all zeros"),
            Undefined::NotAFunction => f.write_str("call of something that is no function"),
            Undefined::Signature => f.write_str("call with a signature that is not the callee's"),
            Undefined::Unwinding => f.write_str("unwinding where that was declared unreachable"),
            Undefined::Discriminant => {
                f.write_str("discriminant set to a variant that the data contradicts")
            }
        }
    }
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Invalid::Bool(bits) => write!(f, "{bits:#x} is no `bool`"),
            Invalid::Char(bits) => write!(f, "{bits:#x} is no `char`"),
            Invalid::Tag(bits) => write!(f, "{bits:#x} is no discriminant of the enum"),
            Invalid::Null => f.write_str("null where that is forbidden"),
            Invalid::MisalignedReference => f.write_str("misaligned reference"),
            Invalid::DanglingReference => f.write_str("reference to no memory"),
            Invalid::Freed => f.write_str("reference to freed memory"),
            Invalid::Beyond => f.write_str("reference beyond the bounds of its allocation"),
            Invalid::ReferenceTooLarge => f.write_str("reference to more than `isize::MAX` bytes"),
            Invalid::Uninhabited => f.write_str("value of a type that has none"),
        }
    }
}

impl fmt::Display for Unspecified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unspecified::Layout => "depends on the layout of a `repr(Rust)` type",
            Unspecified::SharedStorage => {
                "depends on how variants or union fields of a `repr(Rust)` type share storage"
            }
            Unspecified::Alignment => "depends on an alignment that nothing promises",
            Unspecified::Address => "depends on the address of an allocation",
            Unspecified::Comparison => "depends on how unrelated addresses compare",
            Unspecified::OpenValue => "depends on a value that the language leaves open",
            Unspecified::MixedPointer => "depends on bytes of several pointers put together",
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

impl From<Fault> for Box<Stop> {
    #[cold]
    fn from(fault: Fault) -> Box<Stop> {
        Undefined::Arithmetic(fault).into()
    }
}
