//! Expressions with no more parentheses than needed.

use std::borrow::Cow;

use super::literal::{self, Binds};
use super::unit::Printer;
use crate::syntax::{BinOp, BitCount, Builtin, Conversion, Expr, ExprKind, FloatTest, UnOp};
use crate::types::{FloatKind, IntKind, Shape};

/// Precedence levels, loosest first (6.5).
pub const COMMA: u8 = 0;
pub const ASSIGN: u8 = 1;
pub const CONDITIONAL: u8 = 2;
pub const OR: u8 = 3;
pub const AND: u8 = 4;
pub const ADD: u8 = 11;
pub const UNARY: u8 = 13;
pub const POSTFIX: u8 = 14;
const PRIMARY: u8 = 15;

pub fn level(op: BinOp) -> u8 {
    match op {
        BinOp::BitOr => 5,
        BinOp::BitXor => 6,
        BinOp::BitAnd => 7,
        BinOp::Equal | BinOp::NotEqual => 8,
        BinOp::Less | BinOp::Greater | BinOp::LessEqual | BinOp::GreaterEqual => 9,
        BinOp::Shl | BinOp::Shr => 10,
        BinOp::Add | BinOp::Sub => ADD,
        BinOp::Mul | BinOp::Div | BinOp::Rem => 12,
    }
}

impl Printer<'_> {
    /// An expression where only what binds at least as tightly as `least` may stand bare.
    pub fn expr(&mut self, expr: &Expr, least: u8) {
        // Most of a text is this.
        match &expr.kind {
            ExprKind::Convert { implicit: true, operand, conversion }
                if *conversion != Conversion::ArrayDecay =>
            {
                return self.expr(operand, least);
            }
            ExprKind::Local(id) => return self.out += &self.local.locals[id.0 as usize],
            ExprKind::Flat(id) => return self.flat(*id, least),
            ExprKind::Binary { op, left, right } => {
                let own = level(*op);
                let is_apart = own < least;
                self.out += if is_apart { "(" } else { "" };
                self.infix(left, op.spelling(), right, own);
                self.out += if is_apart { ")" } else { "" };
                return;
            }
            _ => {}
        }
        let own = self.level_of(expr);
        if own < least {
            self.out.push('(');
            self.bare(expr);
            self.out.push(')');
        } else {
            self.bare(expr);
        }
    }

    fn level_of(&self, expr: &Expr) -> u8 {
        match &expr.kind {
            ExprKind::Convert { implicit: true, operand, .. } => self.level_of(operand),
            ExprKind::Convert { implicit: false, .. } if self.is_static_cast(expr) => POSTFIX,
            ExprKind::Convert { implicit: false, .. } => UNARY,
            ExprKind::Deref(operand) if self.reference(operand).is_some() => PRIMARY,
            ExprKind::Int(_) | ExprKind::Float(_) => match self.constant_binds(expr) {
                Binds::Sum => ADD,
                Binds::Unary => UNARY,
                Binds::Operand => PRIMARY,
            },
            ExprKind::Comma { .. } => COMMA,
            ExprKind::Assign { .. } | ExprKind::CompoundAssign { .. } => ASSIGN,
            ExprKind::Conditional { .. } => CONDITIONAL,
            ExprKind::Logical { and: false, .. } => OR,
            ExprKind::Logical { and: true, .. } => AND,
            ExprKind::Binary { op, .. } => level(*op),
            ExprKind::PointerAdd { .. } | ExprKind::PointerDiff { .. } => ADD,
            ExprKind::Deref(_)
            | ExprKind::AddressOf(_)
            | ExprKind::Unary { .. }
            | ExprKind::SizeOfType(_)
            | ExprKind::SizeOfExpr(_)
            | ExprKind::AlignOfType(_)
            | ExprKind::AlignOfExpr(_)
            | ExprKind::LabelAddress(_) => UNARY,
            ExprKind::IncDec { op, .. } if op.is_prefix() => UNARY,
            // A member of an anonymous record is written as one of its own.
            ExprKind::Member { base, .. } if self.is_anonymous(expr) => self.level_of(base),
            ExprKind::IncDec { .. }
            | ExprKind::Index { .. }
            | ExprKind::Lane { .. }
            | ExprKind::Member { .. }
            | ExprKind::Call { .. }
            | ExprKind::CompoundLiteral { .. } => POSTFIX,
            ExprKind::Global(id) if self.program.global(*id).name.is_empty() => POSTFIX,
            ExprKind::String(_)
            | ExprKind::Enumerator(..)
            | ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Function(_)
            | ExprKind::Paren(_)
            | ExprKind::Builtin { .. }
            | ExprKind::VaArg { .. }
            | ExprKind::OffsetOf { .. }
            | ExprKind::Flat(_)
            | ExprKind::Statements(_) => PRIMARY,
        }
    }

    fn constant_binds(&self, expr: &Expr) -> Binds {
        let types = &self.program.types;
        match expr.kind {
            ExprKind::Int(bits) => match types.shape(expr.ty) {
                Shape::Bool | Shape::Enum(_) => Binds::Unary,
                Shape::Int(kind) => literal::int_binds(*kind, bits),
                _ => literal::int_binds(IntKind::ULong, bits),
            },
            ExprKind::Float(bits) => {
                literal::float(types.as_float(expr.ty).unwrap_or(FloatKind::Double), bits).1
            }
            _ => unreachable!("only constants are asked for"),
        }
    }

    fn constant(&mut self, expr: &Expr) {
        let types = &self.program.types;
        match expr.kind {
            ExprKind::Int(bits) => match types.shape(expr.ty) {
                Shape::Bool => {
                    self.out += if self.cpp { "(bool)" } else { "(_Bool)" };
                    self.out += &bits.to_string();
                }
                Shape::Enum(_) => {
                    let kind = types.int_kind(expr.ty).unwrap_or(IntKind::UInt);
                    let name = self.type_name(expr.ty.unqualified());
                    self.out += &format!("({name}){}", kind.value(bits));
                }
                Shape::Int(kind) => literal::push_int(&mut self.out, *kind, bits),
                _ => literal::push_int(&mut self.out, IntKind::ULong, bits),
            },
            ExprKind::Float(bits) => {
                let kind = types.as_float(expr.ty).unwrap_or(FloatKind::Double);
                self.out += &literal::float(kind, bits).0;
            }
            _ => unreachable!("only constants are asked for"),
        }
    }

    /// The expression without parentheses around it.
    fn bare(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) => self.constant(expr),
            ExprKind::String(literal) => self.out += &literal::string(literal),
            ExprKind::Enumerator(id, index) => {
                let name = self.names.enumerators.get(&(*id, *index));
                self.out += name.expect("enumerations that are used are named");
            }
            ExprKind::Local(id) => self.out += &self.local.locals[id.0 as usize],
            ExprKind::Global(id) => self.global_use(*id),
            ExprKind::Function(id) => {
                let function = self.program.function(*id);
                let name = self.names.functions.get(id.0).unwrap_or(&function.name);
                match name.rsplit_once("::").filter(|_| self.cpp && function.is_member()) {
                    Some((class, own)) => {
                        self.out += class;
                        self.out += "().";
                        self.out += own;
                    }
                    None => self.out += name,
                }
            }
            ExprKind::CompoundLiteral { init, .. } => {
                self.out += &format!("({})", self.type_name(expr.ty));
                self.braced_init(expr.ty, init);
            }
            ExprKind::Paren(inner) => {
                self.out.push('(');
                self.expr(inner, COMMA);
                self.out.push(')');
            }
            ExprKind::Convert { implicit: true, operand, .. } => {
                self.bare(operand);
                if self.container_of(expr).is_some() {
                    self.out += ".data()";
                }
            }
            ExprKind::Convert { implicit: false, operand, .. } if self.is_static_cast(expr) => {
                self.out += "static_cast<";
                self.push_type_name(expr.ty);
                self.out += ">(";
                self.expr(operand, COMMA);
                self.out.push(')');
            }
            ExprKind::Convert { implicit: false, operand, .. } => {
                self.out.push('(');
                self.push_type_name(expr.ty);
                self.out.push(')');
                self.expr(operand, UNARY);
            }
            ExprKind::Index { pointer, index } if self.container_of(pointer).is_some() => {
                self.container_element(pointer, index);
            }
            ExprKind::Index { pointer, index } => self.subscript(pointer, index),
            ExprKind::Lane { vector, index } => self.subscript(vector, index),
            ExprKind::Member { base, field } => self.member(base, *field),
            ExprKind::Deref(operand) => match self.reference(operand) {
                Some(id) => self.out += &self.local.locals[id.0 as usize],
                None => self.prefix("*", operand),
            },
            ExprKind::AddressOf(operand) => self.prefix("&", operand),
            ExprKind::Unary { op, operand } => {
                let spelling = match op {
                    UnOp::Plus => "+",
                    UnOp::Negate => "-",
                    UnOp::Complement => "~",
                    UnOp::Not => "!",
                };
                self.prefix(spelling, operand);
            }
            ExprKind::IncDec { op, operand, .. } if op.is_prefix() => {
                self.prefix(op.spelling(), operand);
            }
            ExprKind::IncDec { op, operand, .. } => {
                self.expr(operand, POSTFIX);
                self.out += op.spelling();
            }
            _ => self.compound(expr),
        }
    }

    /// Operators with two or more operands, and what looks like calls.
    fn compound(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Binary { op, left, right } => {
                self.infix(left, op.spelling(), right, level(*op));
            }
            ExprKind::PointerAdd { pointer, index, subtract } => {
                self.infix(pointer, if *subtract { "-" } else { "+" }, index, ADD);
            }
            ExprKind::PointerDiff { left, right } => self.infix(left, "-", right, ADD),
            ExprKind::Logical { and: true, left, right } => self.infix(left, "&&", right, AND),
            ExprKind::Logical { and: false, left, right } => self.infix(left, "||", right, OR),
            ExprKind::Conditional { condition, then, otherwise } => {
                self.expr(condition, OR);
                match then {
                    Some(then) => {
                        self.out += " ? ";
                        self.expr(then, COMMA);
                        self.out += " : ";
                    }
                    None => self.out += " ?: ",
                }
                self.expr(otherwise, CONDITIONAL);
            }
            ExprKind::Comma { left, right } => {
                self.expr(left, COMMA);
                self.out += ", ";
                self.expr(right, ASSIGN);
            }
            ExprKind::Assign { target, value } => {
                self.expr(target, UNARY);
                self.out += " = ";
                self.expr(value, ASSIGN);
            }
            ExprKind::CompoundAssign { op, target, value, .. } => {
                self.expr(target, UNARY);
                self.out.push(' ');
                self.out += op.spelling();
                self.out += "= ";
                self.expr(value, ASSIGN);
            }
            ExprKind::Call { callee, args } if self.cpp => self.cpp_call(callee, args),
            ExprKind::Call { callee, args } => {
                self.expr(callee, POSTFIX);
                self.args(args);
            }
            ExprKind::Builtin { builtin, args } => self.builtin(*builtin, args, expr),
            ExprKind::VaArg { list } => {
                self.out += "__builtin_va_arg(";
                self.expr(list, ASSIGN);
                self.out += &format!(", {})", self.type_name(expr.ty));
            }
            ExprKind::SizeOfType(ty) => self.out += &format!("sizeof({})", self.type_name(*ty)),
            ExprKind::SizeOfExpr(operand) => self.unevaluated("sizeof", operand),
            ExprKind::AlignOfType(ty) => self.out += &format!("_Alignof({})", self.type_name(*ty)),
            ExprKind::AlignOfExpr(operand) => self.unevaluated("__alignof__", operand),
            ExprKind::OffsetOf { place, .. } => self.offset_of(place),
            ExprKind::Statements(block) => {
                self.out += "({\n";
                self.block_items(block);
                self.indented("})");
            }
            ExprKind::LabelAddress(label) => {
                self.out += &format!("&&{}", self.local.labels[label.0 as usize]);
            }
            _ => unreachable!("operands are printed by `bare`"),
        }
    }

    pub fn global_use(&mut self, id: crate::syntax::GlobalId) {
        let program = self.program;
        let global = program.global(id);
        let own = self.names.globals.get(id.0);
        if let Some(name) = own.or_else(|| self.local.statics.get(&id).map(String::as_str)) {
            self.out += name;
        } else if let ("", crate::syntax::Definition::Initialized(init)) =
            (global.name.as_str(), &global.definition)
        {
            self.out += &format!("({})", self.type_name(global.ty));
            self.braced_init(global.ty, init);
        } else {
            self.out += &global.name;
        }
    }

    fn infix(&mut self, left: &Expr, spelling: &str, right: &Expr, own: u8) {
        self.expr(left, own);
        self.out += " ";
        self.out += spelling;
        self.out += " ";
        self.expr(right, own + 1);
    }

    /// A unary operator; a blank keeps `- -x` from becoming `--x`.
    fn prefix(&mut self, spelling: &str, operand: &Expr) {
        self.out += spelling;
        let at = self.out.len();
        self.expr(operand, UNARY);
        let last = spelling.chars().last().unwrap_or(' ');
        if matches!(last, '+' | '-' | '&') && self.out[at..].starts_with(last) {
            self.out.insert(at, ' ');
        }
    }

    fn subscript(&mut self, base: &Expr, index: &Expr) {
        self.expr(base, POSTFIX);
        self.out.push('[');
        self.expr(index, COMMA);
        self.out.push(']');
    }

    /// Whether a member is an anonymous record, which has no name to write.
    fn is_anonymous(&self, expr: &Expr) -> bool {
        let ExprKind::Member { base, field } = &expr.kind else { return false };
        let types = &self.program.types;
        let id = types.as_record(base.ty);
        id.is_some_and(|id| types.fields(id)[*field as usize].name.is_none())
    }

    fn member(&mut self, base: &Expr, field: u32) {
        let types = &self.program.types;
        let id = types.as_record(base.ty).expect("members are of records");
        let Some(name) = types.fields(id)[field as usize].name.as_deref() else {
            return self.bare(base);
        };
        // Through anonymous records the member is one of what holds them.
        let mut holder = base;
        while let ExprKind::Member { base: outer, .. } = &holder.kind
            && self.is_anonymous(holder)
        {
            holder = outer;
        }
        match &holder.kind {
            ExprKind::Deref(pointer) if self.reference(pointer).is_none() => {
                self.expr(pointer, POSTFIX);
                self.out += "->";
            }
            _ => {
                self.expr(holder, POSTFIX);
                self.out.push('.');
            }
        }
        self.out += name;
    }

    pub fn args(&mut self, args: &[Expr]) {
        self.out.push('(');
        for (index, arg) in args.iter().enumerate() {
            if index > 0 {
                self.out += ", ";
            }
            self.expr(arg, ASSIGN);
        }
        self.out.push(')');
    }

    /// `sizeof` and its like with exactly one pair of parentheses.
    fn unevaluated(&mut self, word: &str, operand: &Expr) {
        self.out += word;
        match &operand.kind {
            ExprKind::Paren(_) => self.expr(operand, COMMA),
            _ => {
                self.out.push('(');
                self.expr(operand, COMMA);
                self.out.push(')');
            }
        }
    }

    /// `__builtin_offsetof(T, a.b[2])` from the place it asks for.
    fn offset_of(&mut self, place: &Expr) {
        let mut holder = place.peeled();
        loop {
            holder = match &holder.kind {
                ExprKind::Member { base, .. } => base.peeled(),
                ExprKind::Index { pointer, .. } => pointer.written(),
                _ => break,
            };
        }
        self.out += &format!("__builtin_offsetof({}, ", self.type_name(holder.ty));
        let at = self.out.len();
        self.expr(place, COMMA);
        // The place starts with `((T *)0)->`, which is what the type stands for.
        let path = self.out[at..].find("->").map_or(at, |arrow| at + arrow + 2);
        self.out.replace_range(at..path, "");
        self.out.push(')');
    }

    fn builtin(&mut self, builtin: Builtin, args: &[Expr], expr: &Expr) {
        self.out += &format!("__builtin_{}", spelling(builtin));
        match builtin {
            Builtin::ConvertVector => {
                self.out.push('(');
                self.expr(&args[0], ASSIGN);
                self.out += &format!(", {})", self.type_name(expr.ty));
            }
            Builtin::VaStart => {
                self.out.push('(');
                self.expr(&args[0], ASSIGN);
                let last = self.function.and_then(|function| function.params.last());
                let last =
                    last.map_or("0".to_string(), |last| self.local.locals[last.0 as usize].clone());
                self.out += &format!(", {last})");
            }
            _ => self.args(args),
        }
    }
}

pub fn spelling(builtin: Builtin) -> Cow<'static, str> {
    let float = |stem: &str, kind| match kind {
        FloatKind::Float => format!("{stem}f"),
        FloatKind::Double => stem.to_string(),
        FloatKind::LongDouble => format!("{stem}l"),
        FloatKind::Float128 => format!("{stem}f128"),
    };
    Cow::Borrowed(match builtin {
        Builtin::AddOverflow => "add_overflow",
        Builtin::SubOverflow => "sub_overflow",
        Builtin::MulOverflow => "mul_overflow",
        Builtin::AddOverflowP => "add_overflow_p",
        Builtin::SubOverflowP => "sub_overflow_p",
        Builtin::MulOverflowP => "mul_overflow_p",
        Builtin::Bits(count, kind) => {
            let stem = match count {
                BitCount::LeadingZeros => "clz",
                BitCount::TrailingZeros => "ctz",
                BitCount::Population => "popcount",
                BitCount::Parity => "parity",
                BitCount::FindFirst => "ffs",
                BitCount::RedundantSign => "clrsb",
            };
            return match kind.to_signed() {
                IntKind::Long => format!("{stem}l").into(),
                IntKind::LongLong => format!("{stem}ll").into(),
                _ => stem.into(),
            };
        }
        Builtin::ByteSwap(kind) => return format!("bswap{}", kind.bits()).into(),
        Builtin::Expect => "expect",
        Builtin::ExpectWithProbability => "expect_with_probability",
        Builtin::Unreachable => "unreachable",
        Builtin::Trap => "trap",
        Builtin::ConstantP => "constant_p",
        Builtin::AssumeAligned => "assume_aligned",
        Builtin::Prefetch => "prefetch",
        Builtin::ObjectSize => "object_size",
        Builtin::VaStart => "va_start",
        Builtin::VaEnd => "va_end",
        Builtin::VaCopy => "va_copy",
        Builtin::Alloca => "alloca",
        Builtin::FrameAddress => "frame_address",
        Builtin::ReturnAddress => "return_address",
        Builtin::Shuffle => "shuffle",
        Builtin::ShuffleVector => "shufflevector",
        Builtin::ConvertVector => "convertvector",
        Builtin::Infinity(kind) => return float("inf", kind).into(),
        Builtin::HugeVal(kind) => return float("huge_val", kind).into(),
        Builtin::Nan { kind, quiet: true } => return float("nan", kind).into(),
        Builtin::Nan { kind, quiet: false } => return float("nans", kind).into(),
        Builtin::Test(test) => match test {
            FloatTest::IsNan => "isnan",
            FloatTest::IsInfinite => "isinf",
            FloatTest::IsInfiniteSign => "isinf_sign",
            FloatTest::IsFinite => "isfinite",
            FloatTest::IsNormal => "isnormal",
            FloatTest::SignBit => "signbit",
            FloatTest::IsGreater => "isgreater",
            FloatTest::IsGreaterEqual => "isgreaterequal",
            FloatTest::IsLess => "isless",
            FloatTest::IsLessEqual => "islessequal",
            FloatTest::IsLessGreater => "islessgreater",
            FloatTest::IsUnordered => "isunordered",
        },
        Builtin::FloatClassify => "fpclassify",
        Builtin::ClassifyType => "classify_type",
    })
}
