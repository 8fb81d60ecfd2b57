//! What a register holds. Known numbers are plain; what the language leaves open is said to
//! be open, and how: undef (each use may see another value), open (one value, but anyone's
//! choice), poison, or a value that the machine gave up on.

use std::rc::Rc;

use spektr_number::Big;

use super::spread::Spread;
use super::stop::Unspecified;

/// A value of a first-class type. Its type stands elsewhere: with the instruction.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An integer or float of up to 64 bits, zero-extended.
    Int(u64),
    /// A pointer; or an integer of the same width that was made from one and still carries
    /// its provenance, as loads of pointer bytes give.
    Pointer(Pointer),
    /// 65 to 128 bits.
    Wide(Box<u128>),
    /// More than 128 bits.
    Big(Box<Big>),
    /// Any bits, and others at each use. LangRef, "Undefined Values".
    Undef,
    /// LangRef, "Poison Values".
    Poison,
    /// Some of the numbers of its type.
    Partial(Box<Partial>),
    /// The machine does not know: everything is possible.
    Unknown(Unspecified),
    /// The elements of a vector, array or struct.
    List(Rc<[Value]>),
}

/// A number that is not fixed.
#[derive(Clone, Debug, PartialEq)]
pub struct Partial {
    /// Whether each use may see another one.
    pub undef: bool,
    pub spread: Spread,
}

/// An address with the right to access what lies there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    pub tag: Tag,
    pub address: u64,
}

/// What a pointer was derived from: an entry of the memory's table of provenances. 0 is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag(pub u32);

impl Tag {
    pub const NONE: Tag = Tag(0);
}

impl Pointer {
    pub const NULL: Pointer = Pointer { tag: Tag::NONE, address: 0 };

    pub fn bare(address: u64) -> Pointer {
        Pointer { tag: Tag::NONE, address }
    }
}

impl Value {
    pub const FALSE: Value = Value::Int(0);
    pub const TRUE: Value = Value::Int(1);
    pub const NULL: Value = Value::Pointer(Pointer::NULL);

    #[inline]
    pub fn bool(truth: bool) -> Value {
        Value::Int(u64::from(truth))
    }

    /// A known number of up to 128 bits.
    #[inline]
    pub fn number(width: u32, bits: u128) -> Value {
        if width <= 64 { Value::Int(bits as u64) } else { Value::Wide(Box::new(bits)) }
    }

    pub fn list(values: Vec<Value>) -> Value {
        Value::List(values.into())
    }

    /// Some of the numbers of a type.
    pub fn partial(width: u32, undef: bool, spread: Spread) -> Value {
        match spread.single() {
            Some(number) => Value::number(width, number),
            None if undef && spread.is_all(width) => Value::Undef,
            None if spread.is_all(width) => {
                Value::Partial(Box::new(Partial { undef, spread: Spread::all(width) }))
            }
            None => Value::Partial(Box::new(Partial { undef, spread })),
        }
    }

    /// Any number, but one.
    pub fn open(width: u32) -> Value {
        Value::partial(width, false, Spread::all(width))
    }

    /// The bits of a known number of up to 128 bits; of a pointer its address.
    #[inline]
    pub fn known(&self) -> Option<u128> {
        match self {
            Value::Int(bits) => Some(u128::from(*bits)),
            Value::Wide(bits) => Some(**bits),
            Value::Pointer(pointer) => Some(u128::from(pointer.address)),
            _ => None,
        }
    }

    /// Whether all of the value is fixed: no undef, poison or open part.
    pub fn is_fixed(&self) -> bool {
        match self {
            Value::Int(_) | Value::Pointer(_) | Value::Wide(_) | Value::Big(_) => true,
            Value::Undef | Value::Poison | Value::Partial(_) | Value::Unknown(_) => false,
            Value::List(values) => values.iter().all(Value::is_fixed),
        }
    }

    /// Whether a part of it is poison, or undef, or may be.
    pub fn has_undef_or_poison(&self) -> bool {
        match self {
            Value::Undef | Value::Poison | Value::Unknown(_) => true,
            Value::Partial(partial) => partial.undef,
            Value::List(values) => values.iter().any(Value::has_undef_or_poison),
            _ => false,
        }
    }

    /// Whether a part of it is poison.
    pub fn has_poison(&self) -> bool {
        match self {
            Value::Poison => true,
            Value::List(values) => values.iter().any(Value::has_poison),
            _ => false,
        }
    }

    /// The reason why the machine gave up on a part of the value.
    pub fn unknown(&self) -> Option<Unspecified> {
        match self {
            Value::Unknown(why) => Some(*why),
            Value::List(values) => values.iter().find_map(Value::unknown),
            _ => None,
        }
    }

    /// The elements of an aggregate or vector.
    pub fn elements(&self) -> Option<&[Value]> {
        match self {
            Value::List(values) => Some(values),
            _ => None,
        }
    }
}
