//! The instructions. Operands are registers or constants; what does not fit is in the tables.

use super::{IntTy, Reg, Scalar};
use crate::syntax::{BinOp, BitCount, FloatTest};
use crate::types::{FloatKind, Ty};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op {
    /// Copies a scalar that a variable holds; its value must be there.
    Move {
        dst: Reg,
        src: Reg,
    },
    /// The value must be one of a narrower type too: of a bit-field's width.
    FitsWidth {
        int: IntTy,
        value: Reg,
    },
    /// The pointer is to at least so many bytes of an array.
    LeastArray {
        pointer: Reg,
        size: u32,
    },
    /// The record there is aligned as its type is, whichever member is meant.
    AlignedRecord {
        pointer: Reg,
        offset: i32,
        align: u32,
    },
    /// The function has a name of the library.
    ReservedName {
        words: u32,
    },
    /// `alloca`.
    Allocate {
        dst: Reg,
        size: Reg,
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
        /// The bytes are unspecified instead.
        open: bool,
    },
    /// Makes bits of a byte unspecified.
    OpenBits {
        pointer: Reg,
        offset: u32,
        mask: u8,
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
    /// What a compound assignment will read, after any call in its operand.
    NoteLate {
        size: u32,
        pointer: Reg,
        offset: i32,
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
    /// The same for a bit-field.
    CheckBits {
        field: u32,
        pointer: Reg,
        offset: i32,
    },
    CheckVar {
        var: Reg,
    },
    /// What was read for an assignment does not overlap its target in part; the two may be one
    /// object if `exact`.
    CheckOverlap {
        to: Reg,
        from: Reg,
        to_offset: i32,
        from_offset: i32,
        sizes: [u8; 2],
        exact: bool,
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
    /// `passed` if the list is a parameter, another function's.
    VaArg {
        passed: bool,
        list: Reg,
        dst: Reg,
        ty: Ty,
    },

    /// Control came here, or `src` has its value; for [`notes`](super::super::notes) alone.
    Note {
        number: u32,
        src: Reg,
    },
    Unreachable,
    Trap,
    /// A construct without a model: refused if control comes here.
    Unsupported {
        words: u32,
    },
}
