//! Integer expressions. Every operator that can be undefined is a call of its safe-math wrapper;
//! what remains (conflicts without an order, null pointers) is for the machine to refuse.

use super::place::Access;
use super::{Base, prelude};
use crate::syntax::{BinOp, Expr, ExprKind, IncDec, UnOp};
use crate::types::{IntKind, Types};
use crate::typing;

type Make = fn(&mut Base, u32) -> Option<Expr>;

/// A kind of expression: how often, and how it is made, with operands of this height at most.
pub struct Row {
    pub weight: u32,
    make: Make,
}

const fn row(weight: u32, make: Make) -> Row {
    Row { weight, make }
}

/// The first is always possible.
pub const EXPRESSIONS: [Row; 20] = [
    row(40, Base::load),
    row(14, Base::any_constant),
    row(70, Base::safe_binary),
    row(10, Base::safe_minus),
    row(24, Base::bitwise),
    row(20, Base::comparison),
    row(12, Base::unary),
    row(10, Base::logical),
    row(10, Base::conditional),
    row(8, Base::comma),
    row(14, Base::assignment),
    row(8, Base::compound),
    row(6, Base::count),
    row(8, Base::pointer_comparison),
    row(16, Base::call_operand),
    row(10, Base::range_test),
    row(8, Base::least),
    row(6, Base::clamp),
    row(6, Base::bit_test),
    row(5, Base::bytes),
];

impl Base {
    /// An integer value.
    pub(super) fn expression(&mut self, height: u32) -> Expr {
        if height == 0 {
            return self.leaf();
        }
        let row = self.entropy.weighted(&self.expression_weights).unwrap_or(0);
        (EXPRESSIONS[row].make)(self, height - 1).unwrap_or_else(|| self.leaf())
    }

    pub(super) fn leaf(&mut self) -> Expr {
        let load = self.chance(780).then(|| self.load(0)).flatten();
        load.unwrap_or_else(|| {
            let ty = self.int_type();
            self.constant(ty)
        })
    }

    fn load(&mut self, _: u32) -> Option<Expr> {
        let place = self.integer(Access::Read)?;
        Some(place.decayed(&mut self.program.types))
    }

    pub(super) fn any_constant(&mut self, _: u32) -> Option<Expr> {
        let ty = self.int_type();
        Some(self.constant(ty))
    }

    pub(super) fn wrapped(&mut self, operator: &str, args: Vec<Expr>) -> Option<Expr> {
        let kind = prelude::KINDS[self.entropy.index(prelude::KINDS.len())];
        let function = *self.by_name.get(&prelude::name(operator, kind))?;
        self.call_expr(function, args)
    }

    fn safe_binary(&mut self, height: u32) -> Option<Expr> {
        let (operator, _) = prelude::OPERATORS[self.entropy.index(prelude::OPERATORS.len() - 1)];
        let left = self.expression(height);
        let right = match operator.ends_with("shift") && self.chance(600) {
            true => Expr::int(self.entropy.below(40) as i32),
            false => self.expression(height),
        };
        self.wrapped(operator, vec![left, right])
    }

    fn safe_minus(&mut self, height: u32) -> Option<Expr> {
        let operand = self.expression(height);
        self.wrapped("minus", vec![operand])
    }

    fn bitwise(&mut self, height: u32) -> Option<Expr> {
        let op = [BinOp::BitAnd, BinOp::BitXor, BinOp::BitOr][self.entropy.index(3)];
        let (left, right) = (self.expression(height), self.expression(height));
        typing::binary(&mut self.program.types, op, left, right).ok()
    }

    fn comparison(&mut self, height: u32) -> Option<Expr> {
        let ops = [
            BinOp::Less,
            BinOp::Greater,
            BinOp::LessEqual,
            BinOp::GreaterEqual,
            BinOp::Equal,
            BinOp::NotEqual,
        ];
        let op = ops[self.entropy.index(ops.len())];
        let (left, right) = (self.expression(height), self.expression(height));
        let (left, right) = (apart(left), apart(right));
        typing::binary(&mut self.program.types, op, left, right).ok()
    }

    fn unary(&mut self, height: u32) -> Option<Expr> {
        let op = [UnOp::Complement, UnOp::Not, UnOp::Plus][self.entropy.index(3)];
        let operand = self.expression(height);
        typing::unary(&mut self.program.types, op, operand).ok()
    }

    fn logical(&mut self, height: u32) -> Option<Expr> {
        let and = self.entropy.coin();
        let (left, right) = (self.expression(height), self.expression(height));
        typing::logical(&mut self.program.types, and, left, right).ok()
    }

    fn conditional(&mut self, height: u32) -> Option<Expr> {
        let condition = self.expression(height);
        let (then, otherwise) = (self.expression(height), self.expression(height));
        typing::conditional(&mut self.program.types, condition, Some(then), otherwise).ok()
    }

    fn comma(&mut self, height: u32) -> Option<Expr> {
        let first = self.assignment(height)?;
        let second = self.expression(height);
        Some(typing::comma(&mut self.program.types, first, second))
    }

    /// Takes one of the side effects that the statement may have.
    fn take_effect(&mut self) -> Option<()> {
        self.effects = self.effects.checked_sub(1)?;
        Some(())
    }

    fn assignment(&mut self, height: u32) -> Option<Expr> {
        self.take_effect()?;
        let target = self.integer(Access::Write)?;
        let value = self.expression(height);
        typing::assign(&mut self.program.types, target, value).ok()
    }

    pub(super) fn compound(&mut self, height: u32) -> Option<Expr> {
        self.take_effect()?;
        let op = [BinOp::BitAnd, BinOp::BitXor, BinOp::BitOr][self.entropy.index(3)];
        let target = self.integer(Access::Write)?;
        let value = self.expression(height);
        typing::compound_assign(&mut self.program.types, op, target, value).ok()
    }

    /// `++` and `--` where they cannot overflow: unsigned, or narrower than `int`.
    pub(super) fn count(&mut self, _: u32) -> Option<Expr> {
        self.take_effect()?;
        let target = self.integer(Access::Write)?;
        let kind = self.program.types.int_kind(target.ty)?;
        if kind.is_signed() && kind.bits() >= IntKind::Int.bits()
            || target.ty.unqualified() == Types::BOOL
        {
            return None;
        }
        let ops = [
            IncDec::PreIncrement,
            IncDec::PreDecrement,
            IncDec::PostIncrement,
            IncDec::PostDecrement,
        ];
        let op = ops[self.entropy.index(4)];
        typing::inc_dec(&mut self.program.types, op, target).ok()
    }

    fn pointer_comparison(&mut self, _: u32) -> Option<Expr> {
        let variable = self.pick(|types, it| types.is_pointer(it.ty))?;
        let left = self.root_expr(variable);
        let right = match self.entropy.index(4) {
            0 => Expr::int(0),
            1 => self.pointer_for(variable.ty, usize::MAX)?,
            _ => self.address_for(variable.ty.unqualified(), usize::MAX)?,
        };
        let op =
            [BinOp::Equal, BinOp::NotEqual, BinOp::Equal, BinOp::LessEqual][self.entropy.index(4)];
        // Only the machine knows whether two pointers have an order.
        let ordered = op == BinOp::LessEqual && !matches!(right.kind, ExprKind::Int(_));
        let op = if ordered || op == BinOp::NotEqual { op } else { BinOp::Equal };
        typing::binary(&mut self.program.types, op, left, right).ok()
    }

    fn call_operand(&mut self, height: u32) -> Option<Expr> {
        self.take_effect()?;
        self.helper_call(height, true)
    }
}

/// A comparison of comparisons gets parentheses: some compilers do not believe it otherwise.
fn apart(expr: Expr) -> Expr {
    match expr.written().kind {
        ExprKind::Binary { op, .. } if op.is_comparison() => {
            let (ty, span) = (expr.ty, expr.span);
            Expr::new(ExprKind::Paren(Box::new(expr)), ty, span)
        }
        _ => expr,
    }
}
