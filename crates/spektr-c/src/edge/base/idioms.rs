//! Expressions in the shapes that optimizers rewrite: tests of ranges and of bits, the lesser of
//! two, a value kept between bounds, an absolute value, a number put together from bytes.

use spektr_text::Span;

use super::Base;
use super::place::{Access, Variable};
use crate::syntax::{BinOp, Expr, ExprKind};
use crate::types::{IntKind, Shape, Types};
use crate::typing;

const UNSIGNED: crate::types::Ty = Types::int(IntKind::ULong);

impl Base {
    /// A variable that can be read several times: reads of a volatile one have no order.
    fn readable(&mut self) -> Option<Expr> {
        let place = self.integer(Access::Read)?;
        let volatile = place.ty.is_volatile();
        (!volatile).then(|| place.decayed(&mut self.program.types))
    }

    /// `x > 3 && x < 9`, `x == 4 | x == 5 | x == 6`.
    pub(super) fn range_test(&mut self, _: u32) -> Option<Expr> {
        let value = self.readable()?;
        let near = self.entropy.range(0, 12) as i32 - 4;
        let ops = match self.entropy.coin() {
            true => [BinOp::Equal, BinOp::NotEqual],
            false => [
                [BinOp::Less, BinOp::LessEqual][self.entropy.index(2)],
                [BinOp::Greater, BinOp::GreaterEqual][self.entropy.index(2)],
            ],
        };
        let join = self.entropy.index(4);
        let mut all: Option<Expr> = None;
        for _ in 0..self.entropy.range(2, 4) {
            let op = ops[self.entropy.index(2)];
            let bound = Expr::int(near + self.entropy.range(0, 7) as i32);
            let types = &mut self.program.types;
            let test = typing::binary(types, op, value.clone(), bound).ok()?;
            all = Some(match all {
                None => test,
                Some(all) => match join {
                    0 | 1 => typing::logical(types, join == 0, all, test).ok()?,
                    2 => typing::binary(types, BinOp::BitAnd, all, test).ok()?,
                    _ => typing::binary(types, BinOp::BitOr, all, test).ok()?,
                },
            });
        }
        all
    }

    /// `x < y ? x : y`, `x < 0 ? -x : x`.
    pub(super) fn least(&mut self, height: u32) -> Option<Expr> {
        let one = self.readable()?;
        let ops = [BinOp::Less, BinOp::GreaterEqual, BinOp::Greater, BinOp::LessEqual];
        let op = ops[self.entropy.index(4)];
        let (bound, other) = match self.entropy.index(3) {
            0 => (Expr::int(0), self.wrapped("minus", vec![one.clone()])?),
            1 => {
                let other = self.readable()?;
                (other.clone(), other)
            }
            _ => {
                let bound = self.any_constant(height)?;
                (bound.clone(), bound)
            }
        };
        let types = &mut self.program.types;
        let test = typing::binary(types, op, one.clone(), bound).ok()?;
        let (then, otherwise) = if self.entropy.coin() { (one, other) } else { (other, one) };
        typing::conditional(&mut self.program.types, test, Some(then), otherwise).ok()
    }

    /// `x < 3 ? 3 : x > 9 ? 9 : x`: bounds near one another, also in the wrong order, and near what
    /// `x` is.
    pub(super) fn clamp(&mut self, _: u32) -> Option<Expr> {
        let value = self.readable()?;
        let kind = self.program.types.int_kind(value.ty)?;
        let now = match self.dead {
            0 if self.entropy.coin() => self.try_value(&value).map(|it| it.bits()),
            _ => None,
        };
        let near = match now {
            Some(now) => now.wrapping_add(u128::from(self.entropy.below(5))).wrapping_sub(2),
            None => u128::from(self.entropy.next_u64()),
        };
        let upward = self.entropy.coin();
        let ops = match upward {
            true => [BinOp::Less, BinOp::Greater],
            false => [BinOp::Greater, BinOp::Less],
        };
        let mut all = value.clone();
        for op in ops {
            let bound = near.wrapping_add(u128::from(self.entropy.below(4))).wrapping_sub(1);
            let bound = self.number(kind, bound);
            let types = &mut self.program.types;
            let test = typing::binary(types, op, value.clone(), bound.clone()).ok()?;
            all = typing::conditional(types, test, Some(bound), all).ok()?;
        }
        Some(all)
    }

    /// A constant of a type, of which the bits that fit are taken.
    fn number(&mut self, kind: IntKind, bits: u128) -> Expr {
        let ty = Types::int(kind);
        let types = &mut self.program.types;
        let wide = if kind.bits() < 32 { IntKind::Int } else { kind };
        let bits = wide.truncate(kind.value(kind.truncate(bits)) as u128);
        let constant = Expr::new(ExprKind::Int(bits), Types::int(wide), Span::default());
        typing::assignment_conversion(types, constant.clone(), ty).unwrap_or(constant)
    }

    /// `(x & 8) == 0`, `x >> 5 & 1`.
    pub(super) fn bit_test(&mut self, _: u32) -> Option<Expr> {
        let value = self.readable()?;
        let bit = self.entropy.below(31) as i32;
        let types = &mut self.program.types;
        if self.entropy.coin() {
            let wide = typing::cast(types, value, UNSIGNED).ok()?;
            let moved = typing::binary(types, BinOp::Shr, wide, Expr::int(bit)).ok()?;
            return typing::binary(types, BinOp::BitAnd, moved, Expr::int(1)).ok();
        }
        let op = [BinOp::Equal, BinOp::NotEqual][self.entropy.index(2)];
        let mask = match self.entropy.coin() {
            true => 1 << bit,
            false => self.entropy.below(1 << 16) as i32,
        };
        let masked = typing::binary(types, BinOp::BitAnd, value, Expr::int(mask)).ok()?;
        let wanted = Expr::int(if self.entropy.coin() { 0 } else { mask });
        typing::binary(types, op, masked, wanted).ok()
    }

    /// `(unsigned long)a[0] | (unsigned long)a[1] << 8 | …`, or a number's own bytes in another
    /// order.
    pub(super) fn bytes(&mut self, _: u32) -> Option<Expr> {
        let is_bytes = |types: &Types, it: &Variable| match *types.shape(it.ty) {
            Shape::Array { element, length: Some(length) } => {
                length > 1 && types.int_kind(element).is_some_and(|it| it.bits() <= 16)
            }
            _ => false,
        };
        let row = if self.entropy.coin() { self.pick(is_bytes) } else { None };
        let count = [2, 4, 8][self.entropy.index(3)];
        let (length, bits) = match row.map(|it| self.program.types.shape(it.ty).clone()) {
            Some(Shape::Array { element, length: Some(length) }) => {
                (length, self.program.types.int_kind(element)?.bits())
            }
            _ => (count, 8),
        };
        let count = count.min(length).min(u64::from(64 / bits));
        let number = self.readable()?;
        let backward = self.entropy.coin();
        let mut all: Option<Expr> = None;
        for at in 0..count {
            let types = &mut self.program.types;
            let part = match row {
                Some(row) => {
                    let root = self.root_expr(row);
                    let types = &mut self.program.types;
                    let element = typing::index(types, root, Expr::int(at as i32)).ok()?;
                    element.decayed(types)
                }
                None => {
                    let wide = typing::cast(types, number.clone(), UNSIGNED).ok()?;
                    let down = Expr::int(8 * at as i32);
                    let moved = typing::binary(types, BinOp::Shr, wide, down).ok()?;
                    typing::binary(types, BinOp::BitAnd, moved, Expr::int(255)).ok()?
                }
            };
            let to = if backward { count - 1 - at } else { at };
            let types = &mut self.program.types;
            let wide = typing::cast(types, part, UNSIGNED).ok()?;
            let up = Expr::int(to as i32 * bits as i32);
            let moved = typing::binary(types, BinOp::Shl, wide, up).ok()?;
            all = Some(match all {
                None => moved,
                Some(all) => typing::binary(types, BinOp::BitOr, all, moved).ok()?,
            });
        }
        all
    }
}
