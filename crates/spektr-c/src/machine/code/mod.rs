//! What functions are lowered to: instructions over registers, resolved as far as types and
//! declarations allow. Every instruction has the place in the text that it is for. Knows neither
//! how a tree becomes code nor what code does.

mod op;

use spektr_text::Span;

use super::access::Deed;
use super::value::Value;
use crate::syntax::BinOp;
use crate::types::{FloatKind, Ty};

pub use op::Op;

/// A register of the current frame, or with the highest bit set, a constant of the program.
pub type Reg = u32;

pub const CONSTANT: Reg = 1 << 31;

/// An integer type as arithmetic sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IntTy {
    pub bits: u8,
    pub signed: bool,
}

impl IntTy {
    pub const INT: IntTy = IntTy { bits: 32, signed: true };
    pub const LONG: IntTy = IntTy { bits: 64, signed: true };
    pub const ULONG: IntTy = IntTy { bits: 64, signed: false };
    pub const BYTE: IntTy = IntTy { bits: 8, signed: false };

    /// The number modulo the width, extended to 64 bits. Not for wide types.
    #[inline]
    pub const fn wrap(self, number: u64) -> u64 {
        let above = 64 - self.bits as u32;
        if self.signed {
            (((number << above) as i64) >> above) as u64
        } else {
            number << above >> above
        }
    }

    /// The same for every width.
    #[inline]
    pub const fn wrap_wide(self, number: u128) -> u128 {
        let above = 128 - self.bits as u32;
        if self.signed {
            (((number << above) as i128) >> above) as u128
        } else {
            number << above >> above
        }
    }
}

/// What a scalar in memory or in a register is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    Bool,
    Int(IntTy),
    Float(FloatKind),
    Pointer,
}

impl Scalar {
    pub const fn size(self) -> u32 {
        match self {
            Scalar::Bool => 1,
            Scalar::Int(int) => int.bits as u32 / 8,
            Scalar::Float(kind) => kind.size() as u32,
            Scalar::Pointer => 8,
        }
    }
}

/// How an instruction touches a scalar object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    pub scalar: Scalar,
    pub size: u8,
    /// What the address must be a multiple of.
    pub align: u32,
    /// The effective type that goes with it; see [`effective`](super::effective).
    pub leaf: u16,
    /// The object is reached by its name, so that its type is known to be right.
    pub named: bool,
    /// Through a member of a union.
    pub via_union: bool,
    pub volatile: bool,
    /// As an initialiser: `const` does not matter yet.
    pub init: bool,
    /// To be released: that it was before is found out there, in better words.
    pub released: bool,
    /// Of a counter, in which direction: such accesses may change places.
    pub counts: Option<Deed>,
}

/// A bit-field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitField {
    /// From the start of the record, in bits.
    pub bit: u64,
    pub width: u8,
    /// The declared type.
    pub int: IntTy,
    pub is_bool: bool,
    pub volatile: bool,
    pub init: bool,
    /// What the address of the record must be a multiple of.
    pub align: u32,
    /// The record is reached by its name.
    pub named: bool,
    /// The effective type that a store gives to memory without a declared one.
    pub leaf: u16,
    /// Which bits of its first and of its last byte are members of the record.
    pub members: [u8; 2],
}

/// An object that comes to life when its block is entered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Declaration {
    pub size: u64,
    pub align: u32,
    pub flags: u8,
    pub declared: u32,
    pub local: u32,
    pub span: Span,
}

/// How an aggregate is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CopyInfo {
    pub size: u32,
    pub align: u32,
    pub declared: u32,
    pub volatile: bool,
    pub named: bool,
    pub init: bool,
    /// The type of the source needs no check.
    pub trusted: bool,
}

/// A call that is not resolved when lowering.
#[derive(Clone, Debug, PartialEq)]
pub struct CallInfo {
    /// First and number of arguments in [`Code::args`].
    pub args: (u32, u32),
    /// The type of the function as the call sees it.
    pub ty: Ty,
    /// The unqualified types of the arguments.
    pub arg_types: Vec<Ty>,
    pub target: Target,
    /// The types of call and definition are one and the same.
    pub agreed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Of the program, by its number.
    Function(u32),
    /// Of the library, by its name.
    Library(LibraryId),
    /// In a register.
    Pointer(Reg),
}

/// A library function, by its number in the machine's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LibraryId(pub u16);

/// One arm of a switch: values from `first` to `last` go to `target`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arm {
    pub first: i128,
    pub last: i128,
    pub target: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SwitchTable {
    /// Ascending, disjoint.
    pub arms: Vec<Arm>,
    pub default: u32,
}

/// Where a pointer may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Bytes for each 1; negative to subtract.
    pub bytes: i64,
    /// The type of the index.
    pub int: IntTy,
}

/// An operation on all lanes of vectors in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lanes {
    pub element: Scalar,
    pub lanes: u32,
    pub op: LaneOp,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LaneOp {
    Binary(BinOp),
    Negate,
    Complement,
    /// The first operand is a scalar register.
    Splat,
    /// From lanes of this type.
    Convert(Scalar),
    /// `(one, mask)` or `(one, other, mask)`: lanes of the mask have this type.
    Shuffle {
        two: bool,
        mask: Scalar,
    },
    /// 0 or -1 in lanes of `element`, from a comparison of lanes of this type.
    Compare(BinOp, Scalar),
    /// Lane by lane: where the first is not zero the second, else the third.
    Select(Scalar),
    /// `!v`: -1 where a lane of this type is zero.
    Not(Scalar),
}

/// The lowered form of one function.
#[derive(Clone, Debug, Default)]
pub struct Code {
    pub function: u32,
    pub ops: Vec<Op>,
    pub spans: Vec<Span>,
    /// How many registers a frame has.
    pub registers: u32,
    /// Arguments of calls.
    pub args: Vec<Reg>,
    pub calls: Vec<CallInfo>,
    pub switches: Vec<SwitchTable>,
    /// Where labels are whose address is taken, by label, for one `goto *`.
    pub labels: Vec<Vec<(u32, u32)>>,
    pub words: Vec<String>,
    /// Where the arguments go.
    pub params: Vec<Reg>,
    pub noreturn: bool,
    /// What the function returns: nothing, a scalar, or an aggregate.
    pub returns: Returns,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Returns {
    #[default]
    Nothing,
    Scalar,
    Aggregate,
}

/// What all functions share.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    pub constants: Vec<Value>,
    pub accesses: Vec<Access>,
    pub fields: Vec<BitField>,
    pub declarations: Vec<Declaration>,
    pub copies: Vec<CopyInfo>,
    pub steps: Vec<Step>,
    pub lanes: Vec<Lanes>,
    pub overflows: Vec<OverflowInfo>,
}

/// Types of the operands and the result of an overflow builtin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OverflowInfo {
    pub a: IntTy,
    pub b: IntTy,
    pub result: IntTy,
}
