//! The types of C as data, interned: equal types have equal [`Ty`]s. Knows sizes and layouts (in
//! [`layout`]) but no names of typedefs: those are gone once a text is read.
//!
//! A [`Ty`] is a [`Shape`] in a table plus what varies without making another shape: qualifiers,
//! `may_alias`, and an alignment that a typedef asked for. An array is never qualified itself;
//! its elements are (6.7.3p9). `va_list` is what the ABI makes it: an array of one record that
//! [`Types::va_list_record`] names.

mod compatible;
mod describe;
pub mod layout;
mod table;

pub use describe::Described;
pub use layout::{Layout, Place};
pub use table::{RecordWish, Types};

/// A type: a shape with qualifiers. Small and copied freely; [`Types`] says what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ty {
    pub(crate) shape: u32,
    pub quals: Quals,
    /// log2 of an alignment that the type was given, plus one; 0 if it has its natural one.
    pub(crate) align: u8,
}

impl Ty {
    /// The same type without qualifiers. What else a typedef gave it (alignment, `may_alias`) is
    /// gone too: this is the type of a value.
    pub const fn unqualified(self) -> Ty {
        Ty { shape: self.shape, quals: Quals::NONE, align: 0 }
    }

    pub const fn with(self, quals: Quals) -> Ty {
        Ty { quals: Quals(self.quals.0 | quals.0), ..self }
    }

    /// The alignment a typedef asked for, in bytes.
    pub fn given_align(self) -> Option<u64> {
        (self.align > 0).then(|| 1 << (self.align - 1))
    }

    /// The type with an alignment of its own. `align` is a power of two.
    pub fn aligned(self, align: u64) -> Ty {
        Ty { align: align.trailing_zeros() as u8 + 1, ..self }
    }

    pub fn is_const(self) -> bool {
        self.quals.has(Quals::CONST)
    }

    pub fn is_volatile(self) -> bool {
        self.quals.has(Quals::VOLATILE)
    }

    pub fn is_restrict(self) -> bool {
        self.quals.has(Quals::RESTRICT)
    }

    pub fn is_reference(self) -> bool {
        self.quals.has(Quals::REFERENCE)
    }

    /// Whether lvalues of this type may touch objects of every type
    /// (`__attribute__((may_alias))`).
    pub fn may_alias(self) -> bool {
        self.quals.has(Quals::MAY_ALIAS)
    }
}

/// A set of qualifiers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Quals(pub u8);

impl Quals {
    pub const NONE: Quals = Quals(0);
    pub const CONST: Quals = Quals(1);
    pub const VOLATILE: Quals = Quals(2);
    pub const RESTRICT: Quals = Quals(4);
    /// No qualifier of C, but it travels like one.
    pub const MAY_ALIAS: Quals = Quals(8);
    /// Of a pointer: C++ writes it as a reference. It always points to one object, and every use
    /// of it is a use of that object.
    pub const REFERENCE: Quals = Quals(16);

    pub const fn has(self, other: Quals) -> bool {
        self.0 & other.0 == other.0
    }

    pub const fn and(self, other: Quals) -> Quals {
        Quals(self.0 | other.0)
    }

    pub const fn without(self, other: Quals) -> Quals {
        Quals(self.0 & !other.0)
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// What a type is, its own qualifiers apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    Void,
    Bool,
    Int(IntKind),
    Float(FloatKind),
    Enum(EnumId),
    Pointer(Ty),
    /// `None`: incomplete, or the flexible member at the end of a record. `Some(0)` is GNU C.
    Array {
        element: Ty,
        length: Option<u64>,
    },
    Function(FunctionTy),
    Record(RecordId),
    /// `vector_size`: `lanes` elements of an integer or floating type.
    Vector {
        element: Ty,
        lanes: u32,
    },
}

/// The integer types but `_Bool` and enumerations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IntKind {
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

impl IntKind {
    pub const ALL: [IntKind; 13] = [
        IntKind::Char,
        IntKind::SChar,
        IntKind::UChar,
        IntKind::Short,
        IntKind::UShort,
        IntKind::Int,
        IntKind::UInt,
        IntKind::Long,
        IntKind::ULong,
        IntKind::LongLong,
        IntKind::ULongLong,
        IntKind::Int128,
        IntKind::UInt128,
    ];

    pub const fn bits(self) -> u32 {
        match self {
            IntKind::Char | IntKind::SChar | IntKind::UChar => 8,
            IntKind::Short | IntKind::UShort => 16,
            IntKind::Int | IntKind::UInt => 32,
            IntKind::Long | IntKind::ULong | IntKind::LongLong | IntKind::ULongLong => 64,
            IntKind::Int128 | IntKind::UInt128 => 128,
        }
    }

    /// Plain `char` is signed on x86-64.
    pub const fn is_signed(self) -> bool {
        matches!(
            self,
            IntKind::Char
                | IntKind::SChar
                | IntKind::Short
                | IntKind::Int
                | IntKind::Long
                | IntKind::LongLong
                | IntKind::Int128
        )
    }

    /// The conversion rank (6.3.1.1p1); equal for the signed and unsigned type of a pair.
    pub const fn rank(self) -> u32 {
        match self {
            IntKind::Char | IntKind::SChar | IntKind::UChar => 1,
            IntKind::Short | IntKind::UShort => 2,
            IntKind::Int | IntKind::UInt => 3,
            IntKind::Long | IntKind::ULong => 4,
            IntKind::LongLong | IntKind::ULongLong => 5,
            IntKind::Int128 | IntKind::UInt128 => 6,
        }
    }

    pub const fn to_unsigned(self) -> IntKind {
        match self {
            IntKind::Char | IntKind::SChar => IntKind::UChar,
            IntKind::Short => IntKind::UShort,
            IntKind::Int => IntKind::UInt,
            IntKind::Long => IntKind::ULong,
            IntKind::LongLong => IntKind::ULongLong,
            IntKind::Int128 => IntKind::UInt128,
            unsigned => unsigned,
        }
    }

    pub const fn to_signed(self) -> IntKind {
        match self {
            IntKind::UChar => IntKind::SChar,
            IntKind::UShort => IntKind::Short,
            IntKind::UInt => IntKind::Int,
            IntKind::ULong => IntKind::Long,
            IntKind::ULongLong => IntKind::LongLong,
            IntKind::UInt128 => IntKind::Int128,
            signed => signed,
        }
    }

    /// The bits of `value` that the type keeps, zero above its width.
    pub const fn truncate(self, value: u128) -> u128 {
        value & (u128::MAX >> (128 - self.bits()))
    }

    /// The number that bits of this type mean; of `unsigned __int128` those above `i128::MAX`
    /// come out negative.
    pub const fn value(self, bits: u128) -> i128 {
        let above = 128 - self.bits();
        if self.is_signed() {
            ((bits << above) as i128) >> above
        } else {
            self.truncate(bits) as i128
        }
    }

    pub const fn spelling(self) -> &'static str {
        match self {
            IntKind::Char => "char",
            IntKind::SChar => "signed char",
            IntKind::UChar => "unsigned char",
            IntKind::Short => "short",
            IntKind::UShort => "unsigned short",
            IntKind::Int => "int",
            IntKind::UInt => "unsigned int",
            IntKind::Long => "long",
            IntKind::ULong => "unsigned long",
            IntKind::LongLong => "long long",
            IntKind::ULongLong => "unsigned long long",
            IntKind::Int128 => "__int128",
            IntKind::UInt128 => "unsigned __int128",
        }
    }
}

/// The real floating types. Complex ones are refused by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatKind {
    /// binary32.
    Float,
    /// binary64.
    Double,
    /// x87's 80 bits in 16 bytes.
    LongDouble,
    /// binary128: `__float128`, `_Float128`.
    Float128,
}

impl FloatKind {
    /// Bytes in memory.
    pub const fn size(self) -> u64 {
        match self {
            FloatKind::Float => 4,
            FloatKind::Double => 8,
            FloatKind::LongDouble | FloatKind::Float128 => 16,
        }
    }

    pub const fn spelling(self) -> &'static str {
        match self {
            FloatKind::Float => "float",
            FloatKind::Double => "double",
            FloatKind::LongDouble => "long double",
            FloatKind::Float128 => "__float128",
        }
    }
}

/// The type of a function. Parameters are adjusted (6.7.6.3p7f) and unqualified at the top.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionTy {
    pub result: Ty,
    pub params: Vec<Ty>,
    pub variadic: bool,
    /// False for `()` and K&R definitions: calls promote their arguments and check nothing.
    /// The parameters of a K&R definition are those of [`Function`](crate::syntax::Function).
    pub prototyped: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecordId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EnumId(pub u32);

/// A struct or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What the text called it, or a typedef did; empty if nothing did.
    pub tag: String,
    pub is_union: bool,
    /// `None` while incomplete.
    pub body: Option<RecordBody>,
    /// `__attribute__((transparent_union))`: an argument may be of any member's type.
    pub transparent: bool,
    /// The unit of the program that declares it.
    pub unit: u32,
}

/// The members of a complete record, and where they lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordBody {
    pub fields: Vec<Field>,
    pub packed: bool,
    /// `__attribute__((aligned(n)))` of the whole record, in bytes.
    pub align: Option<u64>,
    /// What `#pragma pack` allowed at most, in bytes.
    pub pack: Option<u64>,
    pub layout: Layout,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// `None`: an unnamed bit-field, or an anonymous struct or union (6.7.2.1p13).
    pub name: Option<String>,
    pub ty: Ty,
    /// The width, if it is a bit-field; only an unnamed one has width 0.
    pub bits: Option<u32>,
    pub packed: bool,
    /// `_Alignas` or `__attribute__((aligned(n)))` of this member, in bytes.
    pub align: Option<u64>,
}

/// An enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enum {
    pub tag: String,
    /// The compatible integer type (6.7.2.2p4) as gcc and clang choose it.
    pub underlying: IntKind,
    pub enumerators: Vec<Enumerator>,
    pub packed: bool,
    /// False after `enum e;`, which GNU C allows.
    pub complete: bool,
    pub unit: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumerator {
    pub name: String,
    pub value: i128,
}
