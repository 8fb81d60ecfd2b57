//! Expressions as they are written: nodes in one array, without the conversions that C does by
//! itself. A generator whose values are known needs no more than this, and it takes a fifth of the
//! memory of a tree. Only the printer reads them; everybody else asks for
//! [`Program::expanded`](super::Program::expanded) first.

use super::{BinOp, Builtin, Expr, GlobalId, LocalId, UnOp};
use crate::types::{FloatKind, IntKind, RecordId, Ty};

/// An index into [`Flats`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlatId(pub u32);

/// A node; see [`ExprKind`](super::ExprKind) for what each means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Flat {
    /// Of a type that constants can have, with at most 64 bits.
    Int(IntKind, u64),
    /// `float` or `double`.
    Float(FloatKind, u64),
    Local(LocalId),
    Global(GlobalId),
    /// One of [`Flats::trees`].
    Tree(u32),
    /// An element of an array.
    Index(FlatId, FlatId),
    /// A member that has a name.
    Member(FlatId, RecordId, u32),
    Deref(FlatId),
    Unary(UnOp, FlatId),
    Binary(BinOp, FlatId, FlatId),
    And(FlatId, FlatId),
    Or(FlatId, FlatId),
    Conditional(FlatId, FlatId, FlatId),
    Cast(FlatId, Ty),
    Paren(FlatId),
    /// Of one operand, which has the type that the builtin asks for.
    Builtin(Builtin, FlatId),
    Assign(FlatId, FlatId),
    CompoundAssign(BinOp, FlatId, FlatId),
}

/// All flat expressions of a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flats {
    nodes: Vec<Flat>,
    /// What is written as a tree within a flat expression.
    pub trees: Vec<Expr>,
}

impl Flats {
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Makes room for so many more nodes.
    pub fn reserve(&mut self, nodes: usize) {
        self.nodes.reserve(nodes);
    }

    pub fn push(&mut self, node: Flat) -> FlatId {
        self.nodes.push(node);
        FlatId(self.nodes.len() as u32 - 1)
    }

    pub fn push_tree(&mut self, expr: Expr) -> FlatId {
        self.trees.push(expr);
        self.push(Flat::Tree(self.trees.len() as u32 - 1))
    }

    #[inline]
    pub fn get(&self, id: FlatId) -> Flat {
        self.nodes[id.0 as usize]
    }

    /// Calls `see` for each tree within an expression.
    pub fn trees_of(&self, id: FlatId, see: &mut impl FnMut(&Expr)) {
        match self.get(id) {
            Flat::Int(..) | Flat::Float(..) | Flat::Local(_) | Flat::Global(_) => {}
            Flat::Tree(index) => see(&self.trees[index as usize]),
            Flat::Member(a, ..)
            | Flat::Deref(a)
            | Flat::Unary(_, a)
            | Flat::Cast(a, _)
            | Flat::Paren(a)
            | Flat::Builtin(_, a) => self.trees_of(a, see),
            Flat::Index(a, b)
            | Flat::Binary(_, a, b)
            | Flat::And(a, b)
            | Flat::Or(a, b)
            | Flat::Assign(a, b)
            | Flat::CompoundAssign(_, a, b) => {
                self.trees_of(a, see);
                self.trees_of(b, see);
            }
            Flat::Conditional(a, b, c) => {
                for id in [a, b, c] {
                    self.trees_of(id, see);
                }
            }
        }
    }

    /// How many nodes an expression has, or `None` if there are more than `most` or a tree is one
    /// of them.
    pub fn count(&self, id: FlatId, most: u32) -> Option<u32> {
        let both = |a, b| {
            let one = self.count(a, most.checked_sub(1)?)?;
            Some(one + self.count(b, (most - 1).checked_sub(one)?)?)
        };
        let inner = match self.get(id) {
            Flat::Tree(_) => None,
            Flat::Int(..) | Flat::Float(..) | Flat::Local(_) | Flat::Global(_) => Some(0),
            Flat::Member(a, ..)
            | Flat::Deref(a)
            | Flat::Unary(_, a)
            | Flat::Cast(a, _)
            | Flat::Paren(a)
            | Flat::Builtin(_, a) => self.count(a, most.checked_sub(1)?),
            Flat::Index(a, b)
            | Flat::Binary(_, a, b)
            | Flat::And(a, b)
            | Flat::Or(a, b)
            | Flat::Assign(a, b)
            | Flat::CompoundAssign(_, a, b) => both(a, b),
            Flat::Conditional(a, b, c) => {
                let two = both(a, b)?;
                Some(two + self.count(c, (most - 1).checked_sub(two)?)?)
            }
        };
        inner.map(|inner| inner + 1).filter(|&count| count <= most)
    }
}
