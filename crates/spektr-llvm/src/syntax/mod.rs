//! LLVM modules as plain data: what can be said, not what it means.
//!
//! Types and constants are interned in the tables of their [`Module`]; ids are indices into
//! them. The registers of a function are numbered densely, arguments first, then results in
//! the order of the text, so that a machine can index by them. What nobody here understands
//! (debug info, module summaries) is carried all the same. Text lives in `parse` and `print`,
//! meaning in `machine`.

mod attribute;
mod compact;
mod constant;
mod function;
mod global;
mod instruction;
mod metadata;
mod module;
mod name;
mod operator;
mod rewrite;
mod types;
mod visit;

pub use attribute::*;
pub use constant::*;
pub use function::*;
pub use global::*;
pub use instruction::*;
pub use metadata::*;
pub use module::*;
pub use name::*;
pub use operator::*;
pub use rewrite::Mentions;
pub use types::*;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            #[inline]
            pub fn new(index: usize) -> $name {
                // Tables are filled from texts of less than 4 GB.
                $name(index as u32)
            }
        }
    };
}

id!(/// A type, by its place in [`Types`].
    Ty);
id!(/// A named or numbered struct, by its place in [`Types`].
    StructId);
id!(/// A constant, by its place in [`Constants`].
    ConstId);
id!(/// A variable, function, alias or ifunc, by its place in [`Module::globals`].
    GlobalId);
id!(/// A register of a function: an argument or the result of an instruction.
    ValueId);
id!(/// A basic block of a function; 0 is where execution starts.
    BlockId);
id!(/// A group of attributes, by its place in [`Module::attribute_groups`].
    GroupId);
id!(/// A metadata node, by its place in [`Module::nodes`].
    NodeId);
id!(/// A comdat, by its place in [`Module::comdats`].
    ComdatId);

/// What an instruction takes: a register or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operand {
    Local(ValueId),
    Const(ConstId),
}
