//! What functions are lowered to: instructions over registers, resolved as far as types and
//! declarations allow. Every instruction has the place in the text that it is for. Knows neither
//! how a tree becomes code nor what code does.

use spektr_text::Span;

use super::value::Value;
use crate::syntax::{BinOp, BitCount, FloatTest};
use crate::types::{FloatKind, Ty};

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
    /// The size of the record: all of it must be there.
    pub named: bool,
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
    /// Of the source: named too, so that its type needs no check.
    pub source_named: bool,
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

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op {
    /// Copies a scalar that a variable holds; its value must be there.
    Move {
        dst: Reg,
        src: Reg,
    },
    /// Makes `count` variables indeterminate.
    Undef {
        first: Reg,
        count: u32,
    },

    AddS {
        bits: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    AddU {
        bits: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    SubS {
        bits: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    SubU {
        bits: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    MulS {
        bits: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    MulU {
        bits: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    And {
        int: IntTy,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Or {
        int: IntTy,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Xor {
        int: IntTy,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    LessS {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    LessU {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    LessEqualS {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    LessEqualU {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Equal {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    NotEqual {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// Division, shifts, and everything of 128 bits. `int` is the type of the left operand; a
    /// shift count has `count` as its type.
    Int {
        op: BinOp,
        int: IntTy,
        count: IntTy,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Negate {
        int: IntTy,
        dst: Reg,
        a: Reg,
    },
    Complement {
        int: IntTy,
        dst: Reg,
        a: Reg,
    },
    /// `!`: 1 if the scalar compares equal to 0.
    IsZero {
        scalar: Scalar,
        dst: Reg,
        a: Reg,
    },
    Float {
        op: BinOp,
        kind: FloatKind,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    FloatNegate {
        kind: FloatKind,
        dst: Reg,
        a: Reg,
    },

    IntToInt {
        from: IntTy,
        to: IntTy,
        dst: Reg,
        a: Reg,
    },
    /// To `_Bool`: 1 unless the scalar compares equal to 0.
    ToBool {
        scalar: Scalar,
        dst: Reg,
        a: Reg,
    },
    IntToFloat {
        from: IntTy,
        to: FloatKind,
        dst: Reg,
        a: Reg,
    },
    FloatToInt {
        from: FloatKind,
        to: IntTy,
        dst: Reg,
        a: Reg,
    },
    FloatToFloat {
        from: FloatKind,
        to: FloatKind,
        dst: Reg,
        a: Reg,
    },
    PointerToInt {
        to: IntTy,
        dst: Reg,
        a: Reg,
    },
    IntToPointer {
        from: IntTy,
        dst: Reg,
        a: Reg,
    },
    /// `align` is what the new type wants; `widen` if it points to characters or `void`.
    PointerToPointer {
        align: u32,
        widen: bool,
        dst: Reg,
        a: Reg,
    },

    Load {
        access: u32,
        dst: Reg,
        pointer: Reg,
        offset: i32,
    },
    Store {
        access: u32,
        src: Reg,
        pointer: Reg,
        offset: i32,
    },
    LoadBits {
        field: u32,
        dst: Reg,
        pointer: Reg,
        offset: i32,
    },
    /// The value that the field then has goes to `dst`.
    StoreBits {
        field: u32,
        src: Reg,
        dst: Reg,
        pointer: Reg,
        offset: i32,
    },
    /// An aggregate.
    Copy {
        info: u32,
        to: Reg,
        from: Reg,
        to_offset: i32,
        from_offset: i32,
    },
    /// Zero bytes: what an initialiser leaves out.
    Clear {
        pointer: Reg,
        offset: u32,
        size: u32,
        leaf: u32,
    },
    PointerAdd {
        step: u32,
        dst: Reg,
        pointer: Reg,
        index: Reg,
    },
    /// A member: the pointer moves, and if `narrow`, keeps to `size` bytes there.
    Member {
        narrow: bool,
        dst: Reg,
        pointer: Reg,
        offset: u32,
        size: u32,
    },
    PointerDiff {
        dst: Reg,
        a: Reg,
        b: Reg,
        size: u32,
    },
    PointerCompare {
        op: BinOp,
        dst: Reg,
        a: Reg,
        b: Reg,
    },

    Jump {
        to: u32,
    },
    JumpIf {
        scalar: Scalar,
        condition: Reg,
        to: u32,
    },
    JumpUnless {
        scalar: Scalar,
        condition: Reg,
        to: u32,
    },
    Switch {
        table: u32,
        int: IntTy,
        value: Reg,
    },
    JumpLabel {
        table: u32,
        value: Reg,
    },
    /// The end of an iteration; `constant` if the controlling expression is.
    Iterate {
        constant: bool,
        to: u32,
    },

    Live {
        declaration: u32,
        slot: Reg,
    },
    /// A variable in memory becomes indeterminate: its declaration is reached.
    Forget {
        slot: Reg,
    },
    Dead {
        slot: Reg,
    },
    /// A temporary for an aggregate.
    Temporary {
        declaration: u32,
        slot: Reg,
    },
    /// A block-scope `restrict` pointer got a value: accesses based on it are watched.
    Restrict {
        slot: Reg,
        dst: Reg,
        src: Reg,
    },
    /// The `restrict` pointers of the block from here on are no more.
    EndRestrict {
        first: Reg,
        count: u32,
    },

    Call {
        info: u32,
        dst: Reg,
    },
    Return {
        src: Reg,
    },
    /// Falling off the end.
    ReturnNothing,

    /// Evaluations that have no order between them follow, the first one first. They may be
    /// `indeterminate`: one after the other, but nobody says which first.
    Fork {
        indeterminate: bool,
    },
    NextBranch,
    /// They end; what conflicts is found.
    Join,
    /// Remembers which side effects are not complete yet.
    MarkPending {
        dst: Reg,
    },
    /// A sequence point: side effects since the mark are complete.
    Sequence {
        mark: Reg,
    },
    /// A variable in a register is read or written while branches are watched.
    NoteRead {
        var: Reg,
    },
    NoteWrite {
        var: Reg,
    },
    /// The store that follows must not hit what an unfinished side effect writes.
    CheckStore {
        size: u32,
        pointer: Reg,
        offset: i32,
    },
    CheckVar {
        var: Reg,
    },

    Bits {
        op: BitCount,
        int: IntTy,
        dst: Reg,
        a: Reg,
    },
    ByteSwap {
        bits: u8,
        dst: Reg,
        a: Reg,
    },
    /// `dst` tells whether the exact result is not `value`'s.
    Overflow {
        op: BinOp,
        info: u32,
        value: Reg,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Test {
        test: FloatTest,
        kind: FloatKind,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    AssumeAligned {
        dst: Reg,
        pointer: Reg,
        align: Reg,
        offset: Reg,
    },
    Lanes {
        info: u32,
        to: Reg,
        a: Reg,
        b: Reg,
        c: Reg,
    },
    /// The address of a lane.
    Lane {
        dst: Reg,
        vector: Reg,
        index: Reg,
        size: u32,
        lanes: u32,
    },
    VaStart {
        list: Reg,
    },
    VaEnd {
        list: Reg,
    },
    VaCopy {
        to: Reg,
        from: Reg,
    },
    VaArg {
        list: Reg,
        dst: Reg,
        ty: Ty,
    },

    Unreachable,
    Trap,
    /// A construct without a model: refused if control comes here.
    Unsupported {
        words: u32,
    },
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
