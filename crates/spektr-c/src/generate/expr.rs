//! Random expressions. Which operators and leaves a subtree is made of is decided by contexts
//! that hold for parts of the tree.

use spektr_text::Span;

use super::Generator;
use super::operand::Operand;
use super::parameter::Which;
use super::place::Way;
use crate::machine::{Value, number};
use crate::syntax::{BinOp, BitCount, Builtin, Expr, ExprKind, Flat, IncDec, UnOp};
use crate::types::{IntKind, Types};
use crate::typing;

/// What a part of an expression keeps to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// An index into [`FAMILIES`], plus one; 0 if all operators are welcome.
    family: usize,
    /// 0: as they come; 1: half of the leaves are constants; 2: all are.
    constants: usize,
}

/// Operators of each context.
struct Family {
    binary: &'static [BinOp],
    unary: &'static [UnOp],
    logical: bool,
}

const FAMILIES: [Family; 6] = [
    Family { binary: &[BinOp::Add, BinOp::Sub], unary: &[UnOp::Negate], logical: false },
    Family {
        binary: &[BinOp::BitAnd, BinOp::BitOr, BinOp::BitXor],
        unary: &[UnOp::Complement],
        logical: false,
    },
    Family { binary: &[], unary: &[UnOp::Not], logical: true },
    Family { binary: &[BinOp::Mul, BinOp::Div], unary: &[], logical: false },
    Family {
        binary: &[BinOp::BitAnd, BinOp::BitOr, BinOp::BitXor, BinOp::Shl, BinOp::Shr],
        unary: &[UnOp::Complement],
        logical: false,
    },
    Family {
        binary: &[BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div],
        unary: &[UnOp::Negate],
        logical: false,
    },
];

/// Binary operators in the order of the parameter's choices.
const BINARY: [BinOp; 16] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::Div,
    BinOp::Rem,
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

/// Choices of the parameter `node`.
mod node {
    pub const UNARY: usize = 0;
    pub const BINARY: usize = 1;
    pub const CONDITIONAL: usize = 2;
    pub const CAST: usize = 3;
    pub const REPEATED: usize = 4;
    pub const LEAF: usize = 5;
    pub const BUILTIN: usize = 6;
    pub const FLOAT: usize = 7;
    pub const SIDE_EFFECT: usize = 8;
    pub const CLAMP: usize = 9;
}

/// Larger expressions are not repeated: repetitions of repetitions grow without end.
const LARGEST_REPEATED: u32 = 16;

impl Generator {
    /// How tall an expression may be; and so many operators are in a statement at most, whatever
    /// the distributions are: one with few leaves would grow without end. What runs again is
    /// smaller: passes look at short loops and functions, and the machine runs them too, as it does all
    /// that may have a side effect.
    pub(super) fn height(&mut self) -> u32 {
        let again = !self.runs_once() || self.dead > 0 || self.may_affect;
        let (low, high, operators) = match (self.draw(Which::Depth), again) {
            (0, true) => (1, 2, 3),
            (1, true) => (2, 4, 8),
            (_, true) => (3, 6, 16),
            (0, false) => (1, 3, 7),
            (1, false) => (4, 8, 64),
            (_, false) => (7, 11, 200),
        };
        self.operators = operators;
        self.entropy.range(low, high) as u32
    }

    /// An integer expression of a statement.
    pub(super) fn expression(&mut self) -> Operand {
        let height = self.height();
        self.context = Context::default();
        self.arithmetic(height)
    }

    /// An integer expression of at most this height.
    pub(super) fn arithmetic(&mut self, height: u32) -> Operand {
        if height == 0 || self.operators == 0 {
            return self.leaf();
        }
        self.operators -= 1;
        let outer = self.context;
        if self.settings.policy.swarm.policies && self.chance(150) {
            self.context = Context {
                family: self.draw(Which::Context),
                constants: self.draw(Which::Constants),
            };
        }
        let choice = self.draw(Which::Node);
        let made = self.node(choice, height - 1);
        self.context = outer;
        match made {
            Some(operand) => {
                self.made.nodes[choice] += 1;
                self.made.live_nodes[choice] += u64::from(self.dead == 0);
                if self.settings.policy.swarm.policies
                    && height >= 2
                    && !self.has_kept
                    && self.draw(Which::Repeat) == 0
                {
                    self.keep(operand);
                }
                operand
            }
            None => self.leaf(),
        }
    }

    fn node(&mut self, choice: usize, height: u32) -> Option<Operand> {
        match choice {
            node::UNARY => {
                let op = self.unary_operator()?;
                let operand = self.arithmetic(height);
                Some(self.unary(op, operand))
            }
            node::BINARY => Some(self.binary_node(height)),
            node::CONDITIONAL => {
                let condition = self.arithmetic(height);
                let (a, b) = (self.arithmetic(height), self.arithmetic(height));
                Some(self.conditional(condition, a, b))
            }
            node::CAST => {
                let to = self.int_type();
                let operand = self.arithmetic(height);
                Some(self.cast(operand, to))
            }
            node::REPEATED => self.repetition(),
            node::LEAF => Some(self.leaf()),
            node::BUILTIN => self.builtin(height),
            node::FLOAT => self.rounded(height),
            node::SIDE_EFFECT => self.side_effect(),
            node::CLAMP => self.clamp(),
            _ => None,
        }
    }

    fn unary_operator(&mut self) -> Option<UnOp> {
        if self.context.family > 0 {
            let family = &FAMILIES[self.context.family - 1];
            return self.entropy.pick(family.unary).copied();
        }
        Some(match self.draw(Which::UnaryOperator) {
            0 => UnOp::Plus,
            1 => UnOp::Negate,
            2 => UnOp::Complement,
            _ => UnOp::Not,
        })
    }

    fn binary_node(&mut self, height: u32) -> Operand {
        let choice = match self.context.family {
            0 => self.draw(Which::BinaryOperator),
            family => {
                let family = &FAMILIES[family - 1];
                if family.logical {
                    16 + self.entropy.index(2)
                } else {
                    let op = family.binary[self.entropy.index(family.binary.len())];
                    BINARY.iter().position(|&it| it == op).unwrap_or(0)
                }
            }
        };
        // What is written first has more room.
        let (left, right) = match self.entropy.coin() {
            true => {
                let left = self.arithmetic(height);
                (left, self.arithmetic(height))
            }
            false => {
                let right = self.arithmetic(height);
                (self.arithmetic(height), right)
            }
        };
        match choice {
            16 => self.logical(true, left, right),
            17 => self.logical(false, left, right),
            _ => self.binary(BINARY[choice], left, right),
        }
    }

    /// A constant, something that is read, or a call.
    pub(super) fn leaf(&mut self) -> Operand {
        let constant = match self.context.constants {
            2 => true,
            1 => self.entropy.coin(),
            _ => false,
        };
        if constant {
            return self.constant();
        }
        let choice = self.draw(Which::Leaf);
        let way = match choice {
            0 => return self.constant(),
            2 => Way::Element,
            3 => Way::Member,
            4 => Way::Indirection,
            5 if self.may_call => match self.call_value() {
                Some(operand) => return operand,
                None => Way::Variable,
            },
            _ => Way::Variable,
        };
        let place = self
            .scalar_place(way, false, false)
            .or_else(|| self.scalar_place(Way::Variable, false, false));
        match place.and_then(|place| self.loaded(place)) {
            Some(operand) => operand,
            None => self.constant(),
        }
    }

    /// Remembers an expression for reuse.
    fn keep(&mut self, operand: Operand) {
        let flats = &self.program.flats;
        if !self.busy && flats.count(operand.node, LARGEST_REPEATED).is_some() {
            self.has_kept = true;
            self.repeated.push(operand);
        }
    }

    /// An expression that was written before; the machine says what it is by now.
    fn repetition(&mut self) -> Option<Operand> {
        let index = self.repeated.len().checked_sub(1)?;
        let back = self.entropy.index(self.repeated.len().min(8));
        let operand = self.repeated[index - back];
        let expr = self.tree(operand.node);
        let value = self.value_of(&expr)?;
        Some(Operand { value, ..operand })
    }

    fn value_of(&mut self, expr: &Expr) -> Option<Value> {
        let value = self.machine.evaluate(&self.program, expr, self.fuel).ok();
        value.filter(|value| value.is_number())
    }

    /// The value of an expression without side effects, if the machine gives one.
    pub(super) fn evaluated(&mut self, expr: Expr) -> Option<Operand> {
        let value = self.value_of(&expr)?;
        Some(self.of_tree(expr, value))
    }

    /// What compilers count and swap for us.
    fn builtin(&mut self, height: u32) -> Option<Operand> {
        let kind = if self.entropy.coin() { IntKind::ULongLong } else { IntKind::UInt };
        let ty = Types::int(kind);
        let operand = self.arithmetic(height);
        let operand = self.cast(operand, ty);
        // Not asked of the machine by evaluating it: the operand may have a side effect.
        let int = self.int(ty);
        let bits = |count| {
            let value = number::count_bits(count, int, operand.value).ok()?;
            Some((Builtin::Bits(count, kind), value))
        };
        let counted = match self.entropy.index(6) {
            0 => bits(BitCount::Population),
            1 => bits(BitCount::Parity),
            2 => bits(BitCount::LeadingZeros),
            3 => bits(BitCount::TrailingZeros),
            _ => None,
        };
        let (builtin, value) = counted.unwrap_or_else(|| {
            let kind = if kind == IntKind::UInt { kind } else { IntKind::ULong };
            let value = number::byte_swap(int.bits, operand.value);
            (Builtin::ByteSwap(kind), value)
        });
        let node = self.write(Flat::Builtin(builtin, operand.node));
        Some(Operand { node, ty: typing::result_of(builtin), width: None, value })
    }

    /// Arithmetic in a floating type that ends in an integer.
    fn rounded(&mut self, height: u32) -> Option<Operand> {
        if !self.settings.floats {
            return None;
        }
        let a = self.floating(height)?;
        if self.entropy.coin() {
            let b = self.floating(height)?;
            let op = BINARY[7 + self.entropy.index(6)];
            let made = self.float_binary(op, a, b);
            return self.program.types.is_integer(made.ty).then_some(made);
        }
        let small = match a.ty.unqualified() {
            Types::FLOAT => f64::from(f32::from_bits(a.value.lo as u32)),
            _ => f64::from_bits(a.value.lo),
        };
        (small.abs() < 1e9).then(|| self.cast(a, Types::int(IntKind::Long)))
    }

    /// An expression of a floating type.
    pub(super) fn floating(&mut self, height: u32) -> Option<Operand> {
        if height == 0 || self.chance(250) {
            return self.float_leaf();
        }
        let left = self.floating(height - 1)?;
        let right = self.floating(height - 1)?;
        let op = BINARY[self.entropy.index(4)];
        Some(self.float_binary(op, left, right))
    }

    fn float_leaf(&mut self) -> Option<Operand> {
        match self.entropy.index(4) {
            0 => {
                let ty = self.float_type();
                let ExprKind::Float(bits) = self.float_constant(ty).kind else { return None };
                let kind = self.program.types.as_float(ty)?;
                let node = self.write(Flat::Float(kind, bits as u64));
                let value = Value::wide(bits);
                Some(Operand { node, ty: ty.unqualified(), width: None, value })
            }
            1 => {
                let operand = self.leaf();
                let ty = self.float_type();
                Some(self.cast(operand, ty))
            }
            _ => {
                let way = match self.draw(Which::Leaf) {
                    2 => Way::Element,
                    3 => Way::Member,
                    4 => Way::Indirection,
                    _ => Way::Variable,
                };
                let place = self.scalar_place(way, false, true);
                let operand = place.and_then(|place| self.loaded(place));
                match operand {
                    Some(found) if self.is_finite(found.ty, found.value) => Some(found),
                    _ => {
                        let operand = self.leaf();
                        let ty = self.float_type();
                        Some(self.cast(operand, ty))
                    }
                }
            }
        }
    }

    /// An assignment or a count within an expression: one in a statement, and of a variable that
    /// the machine will say is not touched elsewhere in it.
    fn side_effect(&mut self) -> Option<Operand> {
        if self.busy || !self.may_affect {
            return None;
        }
        let place = self.target(false)?;
        // The type of an assignment to a bit-field is not settled: clang and gcc promote it.
        let narrow = place.bits.is_some() || place.ty.unqualified() == Types::BOOL;
        if narrow || place.ty.is_volatile() {
            return None;
        }
        self.busy = true;
        let span = self.fresh_span();
        let target = self.tree(place.node);
        let ty = target.ty.unqualified();
        let mut expr = match self.entropy.index(3) {
            0 => {
                let ops = [
                    IncDec::PreIncrement,
                    IncDec::PreDecrement,
                    IncDec::PostIncrement,
                    IncDec::PostDecrement,
                ];
                let op = ops[self.entropy.index(4)];
                typing::inc_dec(&mut self.program.types, op, target).ok()?
            }
            _ => {
                let value = self.leaf();
                let value = self.tree(value.node);
                typing::assign(&mut self.program.types, target, value).ok()?
            }
        };
        expr.span = span;
        // Tried once, and taken back: the statement will do it.
        let checkpoint = self.machine.checkpoint();
        let result = self.machine.evaluate(&self.program, &expr, self.fuel);
        self.machine.rollback(checkpoint);
        let value = result.ok().filter(|value| value.is_number())?;
        // It is read only here, so that nothing else in the statement is mistaken about it.
        let paren = Expr::new(ExprKind::Paren(Box::new(expr)), ty, Span::default());
        Some(self.of_tree(paren, value))
    }
}
