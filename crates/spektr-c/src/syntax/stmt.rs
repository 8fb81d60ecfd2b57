//! Statements and declarations within functions (6.8).

use spektr_text::Span;

use super::{Expr, GlobalId, Init, LabelId, LocalId};

/// A compound statement, and the objects whose lifetime is its execution (6.2.4p6): those
/// declared directly in it and the compound literals of its expressions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    pub locals: Vec<LocalId>,
    pub stmts: Vec<Stmt>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    Empty,
    Expr(Expr),
    /// Objects declared together; each is initialised when control comes here.
    Declare(Vec<Declared>),
    Block(Block),
    /// A scalar condition, not converted: it is compared with 0.
    If {
        condition: Expr,
        then: Box<Stmt>,
        otherwise: Option<Box<Stmt>>,
    },
    While {
        condition: Expr,
        body: Box<Stmt>,
    },
    DoWhile {
        body: Box<Stmt>,
        condition: Expr,
    },
    /// `locals` live from before `init` until the loop is left.
    For {
        locals: Vec<LocalId>,
        init: Option<ForInit>,
        condition: Option<Expr>,
        step: Option<Expr>,
        body: Box<Stmt>,
    },
    /// The value has its promoted type, and so have the labels of its cases.
    Switch {
        value: Expr,
        body: Box<Stmt>,
    },
    /// `case first ... last:` with both ends; `case 3:` has them equal. Numbers of the
    /// promoted type of the innermost switch, as values. `first_expr` and `last_expr` are what
    /// was written.
    Case {
        first: i128,
        last: i128,
        first_expr: Box<Expr>,
        last_expr: Option<Box<Expr>>,
        body: Box<Stmt>,
    },
    Default(Box<Stmt>),
    Label {
        label: LabelId,
        body: Box<Stmt>,
    },
    Goto(LabelId),
    /// GNU's `goto *p`.
    ComputedGoto(Expr),
    Break,
    Continue,
    /// The value is converted to the result type of the function.
    Return(Option<Expr>),
    Asm(Asm),
}

/// One object of a declaration.
#[derive(Clone, Debug, PartialEq)]
pub enum Declared {
    Local {
        local: LocalId,
        init: Option<Init>,
    },
    /// `static` within a function: a global that only the printer shows here.
    Static(GlobalId),
}

#[derive(Clone, Debug, PartialEq)]
pub enum ForInit {
    Expr(Expr),
    Declare(Vec<Declared>),
}

/// An `asm` with an empty template: code that computes nothing, around which compilers must not
/// move or know certain things. Others are refused by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Asm {
    pub volatile: bool,
    /// Lvalues with a constraint that reads and writes (`"+r"`, `"+m"`): each keeps its value.
    /// Pure outputs are accepted only with an input tied to them.
    pub outputs: Vec<(String, Expr)>,
    /// Values (or lvalues, for `"m"`) that are evaluated.
    pub inputs: Vec<(String, Expr)>,
    pub clobbers: Vec<String>,
}

impl Stmt {
    pub fn new(kind: StmtKind, span: Span) -> Stmt {
        Stmt { kind, span }
    }
}
