//! Instructions with all their flags. Types of operands follow from the operands; where an
//! instruction's meaning needs a type that does not, it is a field.

use spektr_text::Span;

use super::{
    AtomicOp, Attachment, Attribute, BinaryOp, BlockId, CallingConvention, CastOp, ConstId,
    DebugRecord, Flags, FloatPredicate, FunctionAttributes, IntPredicate, Metadata, Name, Operand,
    Ordering, TailKind, Ty, ValueId,
};

#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    /// The register it defines; `None` if its type is `void`.
    pub result: Option<ValueId>,
    pub op: Op,
    pub metadata: Vec<Attachment>,
    /// Records that stand before it.
    pub records: Vec<DebugRecord>,
    /// From the result (or opcode) to the end of the operands.
    pub span: Span,
}

/// What an instruction does.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    // Terminators.
    Ret(Option<Operand>),
    Br(BlockId),
    CondBr {
        condition: Operand,
        yes: BlockId,
        no: BlockId,
    },
    Switch {
        value: Operand,
        default: BlockId,
        cases: Vec<(ConstId, BlockId)>,
    },
    IndirectBr {
        address: Operand,
        targets: Vec<BlockId>,
    },
    Invoke {
        call: Box<Call>,
        normal: BlockId,
        unwind: BlockId,
    },
    CallBr {
        call: Box<Call>,
        fallthrough: BlockId,
        indirect: Vec<BlockId>,
    },
    Resume(Operand),
    Unreachable,
    /// `within` is `none` or a pad; `unwind` is the caller if `None`.
    CatchSwitch {
        within: Operand,
        handlers: Vec<BlockId>,
        unwind: Option<BlockId>,
    },
    CatchRet {
        pad: Operand,
        to: BlockId,
    },
    CleanupRet {
        pad: Operand,
        unwind: Option<BlockId>,
    },

    // Arithmetic.
    FNeg {
        flags: Flags,
        value: Operand,
    },
    Binary {
        op: BinaryOp,
        flags: Flags,
        left: Operand,
        right: Operand,
    },
    ICmp {
        flags: Flags,
        predicate: IntPredicate,
        left: Operand,
        right: Operand,
    },
    FCmp {
        flags: Flags,
        predicate: FloatPredicate,
        left: Operand,
        right: Operand,
    },
    Cast {
        op: CastOp,
        flags: Flags,
        value: Operand,
        to: Ty,
    },
    Select {
        flags: Flags,
        condition: Operand,
        yes: Operand,
        no: Operand,
    },
    Freeze(Operand),
    Phi {
        flags: Flags,
        ty: Ty,
        incoming: Vec<(Operand, BlockId)>,
    },

    // Memory.
    Alloca(Box<Alloca>),
    Load {
        ty: Ty,
        pointer: Operand,
        access: MemoryAccess,
    },
    Store {
        value: Operand,
        pointer: Operand,
        access: MemoryAccess,
    },
    Gep(Box<Gep>),
    Fence {
        ordering: Ordering,
        scope: Option<Name>,
    },
    CmpXchg(Box<CmpXchg>),
    AtomicRmw(Box<AtomicRmw>),

    // Vectors and aggregates.
    ExtractElement {
        vector: Operand,
        index: Operand,
    },
    InsertElement {
        vector: Operand,
        element: Operand,
        index: Operand,
    },
    ShuffleVector {
        left: Operand,
        right: Operand,
        mask: ConstId,
    },
    ExtractValue {
        aggregate: Operand,
        indices: Vec<u32>,
    },
    InsertValue {
        aggregate: Operand,
        element: Operand,
        indices: Vec<u32>,
    },

    // Calls and exceptions.
    Call(Box<Call>),
    VaArg {
        list: Operand,
        ty: Ty,
    },
    LandingPad {
        ty: Ty,
        cleanup: bool,
        clauses: Vec<Clause>,
    },
    CatchPad {
        within: Operand,
        args: Vec<Argument>,
    },
    CleanupPad {
        within: Operand,
        args: Vec<Argument>,
    },
}

impl Op {
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            Op::Ret(_)
                | Op::Br(_)
                | Op::CondBr { .. }
                | Op::Switch { .. }
                | Op::IndirectBr { .. }
                | Op::Invoke { .. }
                | Op::CallBr { .. }
                | Op::Resume(_)
                | Op::Unreachable
                | Op::CatchSwitch { .. }
                | Op::CatchRet { .. }
                | Op::CleanupRet { .. }
        )
    }

    /// The call that a `call`, `invoke` or `callbr` makes.
    pub fn call(&self) -> Option<&Call> {
        match self {
            Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. } => Some(call),
            _ => None,
        }
    }

    pub fn call_mut(&mut self) -> Option<&mut Call> {
        match self {
            Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. } => Some(call),
            _ => None,
        }
    }
}

/// How memory is accessed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MemoryAccess {
    pub volatile: bool,
    /// As written; without it the ABI alignment of the type holds.
    pub align: Option<u64>,
    pub atomic: Option<Box<Atomic>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atomic {
    pub ordering: Ordering,
    /// `syncscope("…")`
    pub scope: Option<Name>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Alloca {
    pub ty: Ty,
    pub count: Option<Operand>,
    pub align: Option<u64>,
    /// `None` is what the data layout says.
    pub space: Option<u32>,
    pub in_alloca: bool,
    pub swift_error: bool,
    /// The type of the result.
    pub pointer: Ty,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Gep {
    /// `inbounds`, `nusw`, `nuw`
    pub flags: Flags,
    /// The type that the indices walk through.
    pub source: Ty,
    pub base: Operand,
    pub indices: Vec<Operand>,
    /// The marked index of a constant expression that became an instruction (up to 18).
    pub in_range: Option<u32>,
    /// The type of the result: a pointer or a vector of them.
    pub result: Ty,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CmpXchg {
    pub weak: bool,
    pub volatile: bool,
    pub pointer: Operand,
    pub expected: Operand,
    pub new: Operand,
    pub scope: Option<Name>,
    pub success: Ordering,
    pub failure: Ordering,
    pub align: Option<u64>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct AtomicRmw {
    pub volatile: bool,
    pub op: AtomicOp,
    pub pointer: Operand,
    pub value: Operand,
    pub scope: Option<Name>,
    pub ordering: Ordering,
    pub align: Option<u64>,
}

/// What `call`, `invoke` and `callbr` share.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub tail: Option<TailKind>,
    pub flags: Flags,
    pub convention: CallingConvention,
    pub result_attributes: Vec<Attribute>,
    /// `addrspace(N)`, where written.
    pub space: Option<u32>,
    /// The function type of the call, which need not be the callee's.
    pub ty: Ty,
    pub callee: Callee,
    pub args: Vec<Argument>,
    pub attributes: FunctionAttributes,
    pub bundles: Vec<Bundle>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    Value(Operand),
    Asm(Box<InlineAsm>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlineAsm {
    pub side_effect: bool,
    pub align_stack: bool,
    pub intel_dialect: bool,
    pub unwind: bool,
    pub template: Name,
    pub constraints: Name,
}

/// An argument of a call, pad or bundle.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    Value { value: Operand, attributes: Vec<Attribute> },
    Metadata(Metadata),
}

impl Argument {
    pub fn value(&self) -> Option<Operand> {
        match self {
            Argument::Value { value, .. } => Some(*value),
            Argument::Metadata(_) => None,
        }
    }

    pub fn attributes(&self) -> &[Attribute] {
        match self {
            Argument::Value { attributes, .. } => attributes,
            Argument::Metadata(_) => &[],
        }
    }
}

/// `[ "tag"(…) ]`
#[derive(Clone, Debug, PartialEq)]
pub struct Bundle {
    pub tag: Name,
    pub inputs: Vec<Argument>,
}

/// A clause of a landing pad.
#[derive(Clone, Debug, PartialEq)]
pub enum Clause {
    Catch(Operand),
    Filter(Operand),
}
