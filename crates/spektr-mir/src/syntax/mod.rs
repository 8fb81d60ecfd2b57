//! The MIR language as plain data: what can be said, not what it means.
//!
//! Every construct that `core::intrinsics::mir` documents has its place here. Ids are
//! indices into the tables of the [`Program`] they belong to. Meaning lives in
//! `machine`, text in `print` and `parse`.

mod body;
mod constant;
mod display;
mod generics;
mod intrinsic;
mod library;
mod normalize;
mod number;
mod operator;
mod types;
pub mod visit;

pub use body::*;
pub use constant::*;
pub use display::*;
pub use generics::*;
pub use intrinsic::*;
pub use number::*;
pub use operator::*;
pub use types::*;

pub use spektr_text::Span;

/// A whole program: what one source file says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    pub types: Types,
    pub functions: Vec<Function>,
    pub statics: Vec<Static>,
    pub consts: Vec<ConstItem>,
    pub entry: Entry,
}

/// What `main` does: one call with literals that the optimizer must not see.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    pub function: FnId,
    pub args: Vec<ConstTree>,
}

/// `static` or `static mut`.
#[derive(Clone, Debug, PartialEq)]
pub struct Static {
    pub name: String,
    pub ty: Ty,
    pub mutable: bool,
    pub init: ConstTree,
}

/// `const NAME: T = …`, usable as an operand.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstItem {
    pub name: String,
    pub ty: Ty,
    pub value: ConstTree,
}

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
        }
    };
}

id!(/// A type, by its place in [`Types`].
    Ty);
id!(/// A struct, enum or union, by its place in [`Types`].
    AdtId);
id!(/// A function of the program.
    FnId);
id!(/// A local of a function: 0 is the return place, then the arguments.
    Local);
id!(/// A basic block of a function; 0 is where execution starts.
    BlockId);
id!(/// A static of the program.
    StaticId);
id!(/// A `const` item of the program.
    ConstId);

impl Local {
    pub const RETURN: Local = Local(0);
}
