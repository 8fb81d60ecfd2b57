//! Expressions and bodies as they stand in the source, before their types are known.
//! Types inside them are already resolved; names are not.

use crate::syntax::{BinOp, Mutability, Span, Ty};

pub(crate) struct Expr<'a> {
    pub kind: ExprKind<'a>,
    pub span: Span,
}

pub(crate) enum ExprKind<'a> {
    /// A single word.
    Name(&'a str),
    /// Several words, or words with generic arguments.
    Path(Box<Path<'a>>),
    Int {
        value: u128,
        suffix: &'a str,
    },
    Float {
        digits: &'a str,
        suffix: &'a str,
    },
    Char(char),
    Str(String),
    Neg(Box<Expr<'a>>),
    Not(Box<Expr<'a>>),
    Deref(Box<Expr<'a>>),
    Borrow(Mutability, Box<Expr<'a>>),
    RawBorrow(Mutability, Box<Expr<'a>>),
    Binary(BinOp, Box<[Expr<'a>; 2]>),
    Cast(Box<Expr<'a>>, Ty),
    Field(Box<Expr<'a>>, &'a str),
    Index(Box<[Expr<'a>; 2]>),
    Call(Box<Expr<'a>>, Vec<Expr<'a>>),
    /// `value.name(arguments)`, which only ordinary functions have.
    Method(Box<Expr<'a>>, &'a str, Vec<Expr<'a>>),
    /// A callee that has no name in the source.
    Builtin(Builtin),
    Struct(Box<Path<'a>>, Vec<(&'a str, Expr<'a>)>),
    Tuple(Vec<Expr<'a>>),
    Array(Vec<Expr<'a>>),
    Repeat(Box<Expr<'a>>, u64),
    /// `const { … }`: never folded into its surroundings.
    ConstBlock(Box<Expr<'a>>),
    Assign(Box<[Expr<'a>; 2]>),
}

#[derive(Clone, Copy)]
pub(crate) enum Builtin {
    Observe,
    Panic,
}

pub(crate) struct Path<'a> {
    pub segments: Vec<&'a str>,
    pub generics: Vec<Ty>,
    pub span: Span,
}

/// The inside of a custom-MIR function.
pub(crate) struct Body<'a> {
    pub locals: Vec<Let<'a>>,
    /// The first has no name.
    pub blocks: Vec<BlockAst<'a>>,
}

pub(crate) struct Let<'a> {
    pub name: &'a str,
    /// `None`: to be found out.
    pub ty: Option<Ty>,
    pub span: Span,
}

pub(crate) struct BlockAst<'a> {
    pub name: &'a str,
    pub cleanup: bool,
    pub statements: Vec<Expr<'a>>,
    pub terminator: TerminatorAst<'a>,
}

pub(crate) enum TerminatorAst<'a> {
    Expr(Expr<'a>),
    Match {
        subject: Expr<'a>,
        /// Pattern and block.
        arms: Vec<(Expr<'a>, &'a str, Span)>,
        otherwise: (&'a str, Span),
        span: Span,
    },
}

impl<'a> Expr<'a> {
    /// The words of a plain path, whatever its generic arguments.
    pub fn segments(&self) -> Option<&[&'a str]> {
        match &self.kind {
            ExprKind::Name(name) => Some(std::slice::from_ref(name)),
            ExprKind::Path(path) => Some(&path.segments),
            _ => None,
        }
    }

    /// The last word of a path: functions of `core::intrinsics::mir` are known by it.
    pub fn last_segment(&self) -> Option<&'a str> {
        self.segments().and_then(|segments| segments.last().copied())
    }

    pub fn generics(&self) -> &[Ty] {
        match &self.kind {
            ExprKind::Path(path) => &path.generics,
            _ => &[],
        }
    }
}
