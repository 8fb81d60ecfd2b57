//! Expressions (6.5), typed, with their conversions as nodes.

use spektr_text::Span;

use super::{Block, Builtin, FlatId, FunctionId, GlobalId, Init, LabelId, LocalId};
use crate::types::{EnumId, Quals, Shape, Ty, Types};

/// An expression. If it is an lvalue ([`Expr::is_lvalue`]), `ty` is the type of the object that
/// it designates, with its qualifiers; otherwise the unqualified type of the value.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Ty,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// An integer or character constant: the bits of the value, zero above the width of `ty`.
    Int(u128),
    /// A floating constant in the format of `ty`: binary32, binary64, x87's 80 bits, binary128.
    Float(u128),
    /// An lvalue: a static array.
    String(StringLiteral),
    /// A constant of an enumeration. Its type is `int` unless the value does not fit.
    Enumerator(EnumId, u32),
    Local(LocalId),
    Global(GlobalId),
    /// A function designator.
    Function(FunctionId),
    /// `(T){…}` in a function: an lvalue, an unnamed object of the enclosing block
    /// (6.5.2.5p5) that is initialised each time this is evaluated.
    CompoundLiteral {
        local: LocalId,
        init: Box<Init>,
    },
    /// Parentheses that someone wants to see. Same type and category as what they hold. Those
    /// that precedence needs are the printer's business.
    Paren(Box<Expr>),
    /// `*p`: an lvalue, or a function designator.
    Deref(Box<Expr>),
    /// `p[i]`: `pointer` is a pointer value (mostly an array that decays), `index` an integer
    /// of any type.
    Index {
        pointer: Box<Expr>,
        index: Box<Expr>,
    },
    /// `v[i]` of a vector: an lvalue if `vector` is one.
    Lane {
        vector: Box<Expr>,
        index: Box<Expr>,
    },
    /// `s.f`, and `p->f` as the member of a [`ExprKind::Deref`]. `base` is an lvalue, or a value
    /// of record type (6.2.4p8). Members of anonymous records are reached step by step. `field`
    /// is an index into the members of the record.
    Member {
        base: Box<Expr>,
        field: u32,
    },
    /// `&` of an lvalue or function designator.
    AddressOf(Box<Expr>),
    Unary {
        op: UnOp,
        operand: Box<Expr>,
    },
    /// `++` and `--`. The old value is converted to `compute`, 1 is added there, and the
    /// result is converted back. For a pointer, `compute` is its type.
    IncDec {
        op: IncDec,
        operand: Box<Expr>,
        compute: Ty,
    },
    /// Both operands have the same arithmetic or vector type, but for shifts, where each is
    /// promoted alone, and comparisons, where both may be pointers.
    Binary {
        op: BinOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// A pointer moved by an integer of any type: `p + i`, `p - i`.
    PointerAdd {
        pointer: Box<Expr>,
        index: Box<Expr>,
        subtract: bool,
    },
    /// `p - q`, of type `ptrdiff_t`.
    PointerDiff {
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// `&&` if `and`, else `||`.
    Logical {
        and: bool,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// `c ? a : b`; without `then` it is GNU's `c ?: b`, where `condition` already has the
    /// type of the result and is the second operand as well.
    Conditional {
        condition: Box<Expr>,
        then: Option<Box<Expr>>,
        otherwise: Box<Expr>,
    },
    Comma {
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// `target = value`; the value is converted to the unqualified type of the target.
    Assign {
        target: Box<Expr>,
        value: Box<Expr>,
    },
    /// `target op= value`. The target's value is converted to `compute`, where the operator is
    /// applied (for a shift `value` has a type of its own), and the result is converted back. If
    /// `compute` is a pointer, `op` is `Add` or `Sub` and `value` an integer.
    CompoundAssign {
        op: BinOp,
        target: Box<Expr>,
        value: Box<Expr>,
        compute: Ty,
    },
    /// A conversion: `implicit` if C does it by itself, else a cast that was written.
    Convert {
        conversion: Conversion,
        operand: Box<Expr>,
        implicit: bool,
    },
    /// `callee` is a pointer to function (mostly a designator that decays). Arguments are
    /// converted to the parameters' types, or promoted (6.5.2.2p6f).
    Call {
        callee: Box<Expr>,
        args: Vec<Expr>,
    },
    /// What looks like a call and follows rules of its own.
    Builtin {
        builtin: Builtin,
        args: Vec<Expr>,
    },
    /// `va_arg(list, T)` of type `ty`. `list` is an lvalue of record type `__va_list_tag`'s
    /// array, or a pointer value to that record (a parameter).
    VaArg {
        list: Box<Expr>,
    },
    /// `sizeof(T)`: [`Types::step`] of the type.
    SizeOfType(Ty),
    /// `sizeof e`; the operand is not evaluated.
    SizeOfExpr(Box<Expr>),
    AlignOfType(Ty),
    /// GNU's `_Alignof e`: the alignment of the operand's type (an object that was given another
    /// one is read as a plain constant). The operand is not evaluated.
    AlignOfExpr(Box<Expr>),
    /// `offsetof(T, a.b[2])`. `place` is the lvalue `(*(T *)0).a.b[2]`, never evaluated; `offset`
    /// is the answer.
    OffsetOf {
        place: Box<Expr>,
        offset: u64,
    },
    /// GNU's `({ … })`: the value of the last statement if that is an expression.
    Statements(Box<Block>),
    /// GNU's `&&label`, of type `void *`.
    LabelAddress(LabelId),
    /// One that is written down flat, converted to `ty` as if by assignment. Only in programs of a
    /// generator that nobody has asked for their trees yet.
    Flat(FlatId),
}

/// A string literal: elements of the width that its array type has, with the final null if the
/// array has room for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StringLiteral {
    /// One per array element, without prefix conversion left to do.
    pub units: Vec<u32>,
    /// `""`, `"L"`, `"u"`, `"U"` or `"u8"`.
    pub prefix: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnOp {
    Plus,
    Negate,
    /// `~`.
    Complement,
    /// `!`: the operand is any scalar, the result `int`.
    Not,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IncDec {
    PreIncrement,
    PreDecrement,
    PostIncrement,
    PostDecrement,
}

impl IncDec {
    pub const fn is_prefix(self) -> bool {
        matches!(self, IncDec::PreIncrement | IncDec::PreDecrement)
    }

    pub const fn is_increment(self) -> bool {
        matches!(self, IncDec::PreIncrement | IncDec::PostIncrement)
    }

    pub const fn spelling(self) -> &'static str {
        if self.is_increment() { "++" } else { "--" }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
}

impl BinOp {
    pub const ALL: [BinOp; 16] = [
        BinOp::Mul,
        BinOp::Div,
        BinOp::Rem,
        BinOp::Add,
        BinOp::Sub,
        BinOp::Shl,
        BinOp::Shr,
        BinOp::Less,
        BinOp::Greater,
        BinOp::LessEqual,
        BinOp::GreaterEqual,
        BinOp::Equal,
        BinOp::NotEqual,
        BinOp::BitAnd,
        BinOp::BitXor,
        BinOp::BitOr,
    ];

    pub const fn is_comparison(self) -> bool {
        matches!(
            self,
            BinOp::Less
                | BinOp::Greater
                | BinOp::LessEqual
                | BinOp::GreaterEqual
                | BinOp::Equal
                | BinOp::NotEqual
        )
    }

    pub const fn is_shift(self) -> bool {
        matches!(self, BinOp::Shl | BinOp::Shr)
    }

    /// Whether only integers have it.
    pub const fn is_integral(self) -> bool {
        matches!(
            self,
            BinOp::Rem | BinOp::Shl | BinOp::Shr | BinOp::BitAnd | BinOp::BitXor | BinOp::BitOr
        )
    }

    pub const fn spelling(self) -> &'static str {
        match self {
            BinOp::Mul => "*",
            BinOp::Div => "/",
            BinOp::Rem => "%",
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Shl => "<<",
            BinOp::Shr => ">>",
            BinOp::Less => "<",
            BinOp::Greater => ">",
            BinOp::LessEqual => "<=",
            BinOp::GreaterEqual => ">=",
            BinOp::Equal => "==",
            BinOp::NotEqual => "!=",
            BinOp::BitAnd => "&",
            BinOp::BitXor => "^",
            BinOp::BitOr => "|",
        }
    }
}

/// What a conversion does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Conversion {
    /// Reads the object that an lvalue designates (6.3.2.1p2). Of a bit-field the value has the
    /// declared type; a promotion follows as a conversion of its own.
    Load,
    /// An array lvalue becomes a pointer to its first element (6.3.2.1p3).
    ArrayDecay,
    /// A function designator becomes a pointer to the function (6.3.2.1p4).
    FunctionDecay,
    /// Between integer types other than to `_Bool` (6.3.1.3).
    IntToInt,
    /// Any scalar to `_Bool` (6.3.1.2).
    ToBool,
    IntToFloat,
    FloatToInt,
    FloatToFloat,
    /// Between pointers, qualifiers included; also of null pointer constants that are pointers.
    PointerToPointer,
    PointerToInt,
    IntToPointer,
    /// An integer constant 0 as a null pointer (6.3.2.3p3).
    NullPointer,
    /// The value is given up.
    ToVoid,
    /// Between vectors, or a vector and an integer, of the same size: the bits stay.
    Bits,
    /// A scalar in every lane of a vector, after its own conversion to the element's type.
    Splat,
    /// Between compatible record types: nothing changes.
    SameRecord,
    /// GNU's cast of a member's type to its union. `0` is the index of the member.
    ToUnion(u32),
}

impl Expr {
    pub fn new(kind: ExprKind, ty: Ty, span: Span) -> Expr {
        Expr { kind, ty, span }
    }

    /// An `int` constant.
    pub fn int(value: i32) -> Expr {
        Expr::new(ExprKind::Int(u128::from(value as u32)), Types::INT, Span::default())
    }

    /// Whether the expression designates an object (6.3.2.1p1). A function designator does not.
    pub fn is_lvalue(&self) -> bool {
        match &self.kind {
            ExprKind::String(_)
            | ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::Index { .. } => true,
            // `*f` of a function is a designator; its type says so, and nobody asks for a load.
            ExprKind::Deref(_) => true,
            ExprKind::Member { base, .. } => base.is_lvalue(),
            ExprKind::Lane { vector, .. } => vector.is_lvalue(),
            ExprKind::Paren(inner) => inner.is_lvalue(),
            _ => false,
        }
    }

    /// Without parentheses.
    pub fn peeled(&self) -> &Expr {
        let mut expr = self;
        while let ExprKind::Paren(inner) = &expr.kind {
            expr = inner;
        }
        expr
    }

    /// Without parentheses and implicit conversions: what was written.
    pub fn written(&self) -> &Expr {
        let mut expr = self;
        while let ExprKind::Paren(inner)
        | ExprKind::Convert { operand: inner, implicit: true, .. } = &expr.kind
        {
            expr = inner;
        }
        expr
    }

    /// Without parentheses and conversions between pointers.
    pub fn written_pointer(&self) -> &Expr {
        let mut expr = self;
        while let ExprKind::Paren(inner)
        | ExprKind::Convert {
            conversion: Conversion::PointerToPointer,
            operand: inner,
            ..
        } = &expr.kind
        {
            expr = inner;
        }
        expr
    }

    /// The width of the bit-field whose value this is, which its promotion depends on (6.3.1.1p2):
    /// read, assigned, changed before it is used, or behind a comma. Of one that is changed after
    /// its use, or is the value of a statement expression, gcc says so too and clang does not.
    pub fn value_bit_field_width(&self, types: &Types) -> Option<u32> {
        match &self.peeled().kind {
            ExprKind::Convert { conversion: Conversion::Load, operand: place, .. }
            | ExprKind::Assign { target: place, .. }
            | ExprKind::CompoundAssign { target: place, .. } => place.bit_field_width(types),
            ExprKind::IncDec { op, operand, .. } if op.is_prefix() => {
                operand.bit_field_width(types)
            }
            ExprKind::Comma { right, .. } => right.value_bit_field_width(types),
            _ => None,
        }
    }

    /// The width of the bit-field that an lvalue designates, if it does.
    pub fn bit_field_width(&self, types: &Types) -> Option<u32> {
        let ExprKind::Member { base, field } = &self.peeled().kind else { return None };
        let Shape::Record(id) = types.shape(base.ty) else { return None };
        types.fields(*id).get(*field as usize)?.bits
    }

    /// The expression with its own value read or decayed, as every operand but those of `&`,
    /// `sizeof`, `++`, `--`, `.` and assignments is (6.3.2.1).
    pub fn decayed(self, types: &mut Types) -> Expr {
        let span = self.span;
        let (conversion, ty) = match types.shape(self.ty) {
            Shape::Array { element, .. } => {
                let element = *element;
                (Conversion::ArrayDecay, types.pointer(element))
            }
            Shape::Function(_) => {
                (Conversion::FunctionDecay, types.pointer(Ty { quals: Quals::NONE, ..self.ty }))
            }
            _ if self.is_lvalue() => (Conversion::Load, self.ty.unqualified()),
            _ => return self,
        };
        let kind = ExprKind::Convert { conversion, operand: Box::new(self), implicit: true };
        Expr::new(kind, ty, span)
    }
}
