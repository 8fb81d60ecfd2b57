//! Functions: locals, blocks, statements, terminators, places and operands.

use super::{
    AdtId, BinOp, BlockId, CastKind, Const, FnId, Intrinsic, Local, Mutability, Span, Ty, UnOp,
};

#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    pub name: String,
    /// How many of the locals, from 1 on, are arguments.
    pub params: u32,
    /// How many type parameters it has.
    pub generics: u32,
    /// The return place, the arguments, then all others.
    pub locals: Vec<LocalDecl>,
    pub blocks: Vec<Block>,
    pub inline: Inline,
    pub abi: Abi,
    /// `#[cold]`
    pub cold: bool,
    pub reached: Reached,
    pub span: Span,
}

impl Function {
    /// Which blocks some path from the first one leads to. Of a function that is still
    /// being written, blocks may be missing.
    pub fn reachable_blocks(&self) -> Vec<bool> {
        let mut reached = vec![false; self.blocks.len()];
        let mut pending = vec![BlockId(0)];
        while let Some(id) = pending.pop() {
            if let Some(block) = self.blocks.get(id.index())
                && !std::mem::replace(&mut reached[id.index()], true)
            {
                pending.extend(block.terminator.kind.successors());
            }
        }
        reached
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Inline {
    #[default]
    Default,
    Never,
    Always,
}

/// How a function is called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Abi {
    #[default]
    Rust,
    /// `extern "C"`: no panic may leave it, which `wellformed` sees to. rustc's validator asks
    /// the same of bodies (`UnwindAction::Continue` in a no-unwind function).
    C,
}

/// What stands between a function and those who call it by its name. It passes on what it is
/// given, so it changes nothing of what a program does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reached {
    #[default]
    Directly,
    /// A closure that holds the first arguments.
    ThroughClosure,
    /// A method of a `dyn` object that holds the first argument.
    ThroughDyn,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LocalDecl {
    /// As written; `RET` for the return place.
    pub name: String,
    pub ty: Ty,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// As written; the start block has no name in the source and is called `bb0` here.
    pub name: String,
    pub cleanup: bool,
    pub statements: Vec<Statement>,
    pub terminator: Terminator,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    Assign(Place, Rvalue),
    StorageLive(Local),
    StorageDead(Local),
    /// The variant's index, not its discriminant value.
    SetDiscriminant(Place, u32),
    Assume(Operand),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Terminator {
    pub kind: TerminatorKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TerminatorKind {
    Goto(BlockId),
    /// `match subject { value => block, …, _ => otherwise }`. Values are the bits of
    /// the subject's type.
    Switch {
        subject: Operand,
        arms: Vec<(u128, BlockId)>,
        otherwise: BlockId,
    },
    Call {
        destination: Place,
        callee: Callee,
        args: Vec<Operand>,
        target: BlockId,
        unwind: Unwind,
    },
    TailCall {
        callee: Callee,
        args: Vec<Operand>,
    },
    Drop {
        place: Place,
        target: BlockId,
        unwind: Unwind,
    },
    Return,
    Unreachable,
    UnwindResume,
    UnwindTerminate(TerminateReason),
}

impl TerminatorKind {
    /// Blocks that it may lead to, in the same function.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            TerminatorKind::Goto(target) => vec![*target],
            TerminatorKind::Switch { arms, otherwise, .. } => {
                arms.iter().map(|&(_, target)| target).chain([*otherwise]).collect()
            }
            TerminatorKind::Call { target, unwind, .. }
            | TerminatorKind::Drop { target, unwind, .. } => match unwind {
                Unwind::Cleanup(cleanup) => vec![*target, *cleanup],
                _ => vec![*target],
            },
            _ => Vec::new(),
        }
    }

    /// What it calls.
    pub fn callee(&self) -> Option<&Callee> {
        match self {
            TerminatorKind::Call { callee, .. } | TerminatorKind::TailCall { callee, .. } => {
                Some(callee)
            }
            _ => None,
        }
    }

    pub fn callee_mut(&mut self) -> Option<&mut Callee> {
        match self {
            TerminatorKind::Call { callee, .. } | TerminatorKind::TailCall { callee, .. } => {
                Some(callee)
            }
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    Function(FnId),
    /// A generic function with the types for its parameters.
    Generic(FnId, Vec<Ty>),
    Pointer(Operand),
    /// With its generic arguments, as the source gives them or as they follow from the
    /// operands.
    Intrinsic(Intrinsic, Vec<Ty>),
    /// Shows the leaves of its arguments, in order, to the world.
    Observe,
    /// An ordinary function that only panics: unwinding starts here.
    Panic,
}

impl Callee {
    /// The function of the program that is called by its name.
    pub fn by_name(&self) -> Option<FnId> {
        match self {
            Callee::Function(id) | Callee::Generic(id, _) => Some(*id),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unwind {
    Continue,
    Unreachable,
    Terminate(TerminateReason),
    Cleanup(BlockId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminateReason {
    Abi,
    InCleanup,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub local: Local,
    pub projection: Vec<Projection>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Projection {
    /// Only ever first.
    Deref,
    /// Of a tuple, struct or union.
    Field(u32),
    /// `Field::<T>(Variant(place, variant), field)`
    VariantField { variant: u32, field: u32 },
    /// Of an array or slice.
    Index(Local),
}

impl Place {
    pub fn local(local: Local) -> Place {
        Place { local, projection: Vec::new() }
    }

    pub fn deref(local: Local) -> Place {
        Place { local, projection: vec![Projection::Deref] }
    }

    pub fn then(mut self, projection: Projection) -> Place {
        self.projection.push(projection);
        self
    }

    #[inline]
    pub fn is_indirect(&self) -> bool {
        self.projection.first() == Some(&Projection::Deref)
    }
}

impl From<Local> for Place {
    fn from(local: Local) -> Place {
        Place::local(local)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    Copy(Place),
    Move(Place),
    Const(Const),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Rvalue {
    Use(Operand),
    /// `[operand; n]`
    Repeat(Operand, u64),
    Ref(Mutability, Place),
    RawRef(Mutability, Place),
    Unary(UnOp, Operand),
    Binary(BinOp, Operand, Operand),
    /// `Checked(a + b)`: the wrapped result and whether it overflowed.
    Checked(BinOp, Operand, Operand),
    Cast(CastKind, Operand, Ty),
    Discriminant(Place),
    /// `Len(place)`, where the compiler still has it.
    Len(Place),
    Aggregate(AggregateKind, Vec<Operand>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum AggregateKind {
    Tuple,
    /// With the element type.
    Array(Ty),
    /// A struct or one variant of an enum; one operand per field.
    Adt(AdtId, u32),
    /// A union with the one field that is set.
    Union(AdtId, u32),
}
