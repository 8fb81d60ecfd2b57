//! Functions and their bodies.

use super::{
    Attachment, Attribute, BlockId, CallingConvention, ComdatId, ConstId, FunctionAttributes,
    Instruction, Name, Operand, Ty, ValueId,
};

/// What a function has beyond what every [`Global`](super::Global) has.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    pub convention: CallingConvention,
    pub result_attributes: Vec<Attribute>,
    /// One list for each parameter.
    pub param_attributes: Vec<Vec<Attribute>>,
    pub attributes: FunctionAttributes,
    pub section: Option<Name>,
    pub comdat: Option<ComdatId>,
    pub align: Option<u64>,
    pub gc: Option<Name>,
    pub prefix: Option<ConstId>,
    pub prologue: Option<ConstId>,
    pub personality: Option<ConstId>,
    pub metadata: Vec<Attachment>,
    /// `None` for declarations.
    pub body: Option<Body>,
}

/// Registers and blocks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// The registers: parameters first, then results in the order of the text.
    pub values: Vec<Value>,
    pub params: u32,
    /// Never empty; the first is the entry.
    pub blocks: Vec<Block>,
    pub use_list_orders: Vec<UseListOrder>,
}

impl Body {
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    /// The registers of the parameters.
    pub fn param_values(&self) -> impl Iterator<Item = ValueId> {
        (0..self.params).map(ValueId)
    }
}

/// A register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    pub ty: Ty,
    /// Without a name it is printed with a number.
    pub name: Option<Name>,
}

/// A basic block: its last instruction, and only that, is a terminator.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    pub name: Option<Name>,
    pub instructions: Vec<Instruction>,
}

impl Block {
    /// The last instruction. Blocks that were read have one.
    pub fn terminator(&self) -> Option<&Instruction> {
        self.instructions.last()
    }
}

/// `uselistorder T %x, { … }`: a permutation of the uses in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct UseListOrder {
    pub of: UseListOwner,
    pub indexes: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum UseListOwner {
    Value(Operand),
    /// `uselistorder_bb` when at the top of a module.
    Block(BlockId),
}
