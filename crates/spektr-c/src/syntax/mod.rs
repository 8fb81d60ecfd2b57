//! A program as data: what the parser makes, the machine executes, the printer writes and
//! generators build.
//!
//! The tree is fully typed. Every conversion that C does by itself (reading an lvalue, decay of
//! arrays and functions, promotions, usual arithmetic conversions, conversion as if by assignment)
//! is a [`ExprKind::Convert`] marked implicit: who executes the tree needs no typing rules, and who
//! prints it leaves those nodes out. Typedefs are resolved; records and enumerations live in
//! [`Types`](crate::types::Types) of the whole program, whatever block declared them. Things
//! are named by numbers: [`GlobalId`] and [`FunctionId`] over the program, [`LocalId`] and
//! [`LabelId`] within a function.

mod builtin;
mod expr;
mod flat;
mod link;
mod program;
mod stmt;
mod visit;

pub use builtin::{BitCount, Builtin, FloatTest};
pub use expr::{BinOp, Conversion, Expr, ExprKind, IncDec, StringLiteral, UnOp};
pub use flat::{Flat, FlatId, Flats};
pub use link::{LinkFault, Linked};
pub use program::{
    ArrayInit, CAPTURES, Container, Definition, Function, FunctionId, Global, GlobalId, Init,
    InlineKind, LAMBDA, Label, LabelId, Linkage, Local, LocalId, LocalKind, MEMBER, METHOD,
    Program, RecordInit, TEMPLATE, Unit, VALUE, is_mark,
};
pub use stmt::{Asm, Block, Declared, ForInit, Stmt, StmtKind};
pub use visit::{
    Visitor, VisitorMut, walk_block, walk_block_mut, walk_expr, walk_expr_mut, walk_init,
    walk_init_mut, walk_stmt, walk_stmt_mut,
};
