//! Constants: small ones, those at the ends of a type, blocks of equal bits, and those that were
//! used before with small changes, since many folds need constants that are related.

use spektr_text::Span;

use super::Generator;
use super::operand::Operand;
use super::parameter::Which;
use crate::syntax::{Expr, ExprKind, Flat};
use crate::types::{IntKind, Ty, Types};

/// Constants that were used lately.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    used: Vec<u128>,
    next: usize,
}

/// So many are remembered.
const REMEMBERED: usize = 16;

impl Constants {
    fn remember(&mut self, bits: u128) {
        if self.used.len() < REMEMBERED {
            self.used.push(bits);
        } else {
            self.used[self.next] = bits;
            self.next = (self.next + 1) % REMEMBERED;
        }
    }
}

impl Generator {
    /// A constant of a type that constants can have.
    pub(super) fn constant(&mut self) -> Operand {
        let kind = match self.draw(Which::IntType) {
            7 => IntKind::UInt,
            8 => IntKind::Long,
            9 => IntKind::ULong,
            10 => IntKind::LongLong,
            11 => IntKind::ULongLong,
            _ => IntKind::Int,
        };
        let bits = self.constant_bits(kind);
        self.constant_of(Types::int(kind), bits)
    }

    /// The number as a constant of this type.
    pub(super) fn constant_of(&mut self, ty: Ty, bits: u128) -> Operand {
        let value = crate::machine::number::make(self.int(ty), bits);
        let node = match self.program.types.int_kind(ty) {
            Some(kind) if kind.rank() >= IntKind::Int.rank() && kind.bits() <= 64 => {
                self.write(Flat::Int(kind, kind.truncate(bits) as u64))
            }
            _ => {
                let expr = self.constant_expr(ty, bits);
                self.program.flats.push_tree(expr)
            }
        };
        Operand { node, ty: ty.unqualified(), width: None, value }
    }

    /// The same as a tree.
    pub(super) fn constant_expr(&self, ty: Ty, bits: u128) -> Expr {
        let int = self.int(ty);
        let value = crate::machine::number::make(int, bits);
        let bits = crate::machine::number::extend(int, value) & (u128::MAX >> (128 - int.bits));
        Expr::new(ExprKind::Int(bits), ty, Span::default())
    }

    /// Bits for a number of this kind.
    pub(super) fn constant_bits(&mut self, kind: IntKind) -> u128 {
        let policies = self.settings.policy.swarm.policies;
        if !policies {
            return kind.truncate(u128::from(self.entropy.next_u64()));
        }
        if !self.constants.used.is_empty() && self.draw(Which::ReuseConstant) == 1 {
            let index = self.entropy.index(self.constants.used.len());
            let bits = self.constants.used[index];
            return kind.truncate(match self.draw(Which::Change) {
                0 => bits,
                1 => bits.wrapping_neg(),
                2 => !bits,
                _ => bits.wrapping_add(self.entropy.range(1, 3) as u128).wrapping_sub(2),
            });
        }
        let width = u64::from(kind.bits());
        let bits = match self.draw(Which::Constant) {
            0 => (self.entropy.range(0, 24) as u128).wrapping_sub(8),
            1 => {
                let ends = [0u128, 1 << (width - 1), (1 << (width - 1)) - 1, u128::MAX];
                let end = ends[self.entropy.index(4)];
                end.wrapping_add(self.entropy.range(0, 4) as u128).wrapping_sub(2)
            }
            2 => {
                let low = self.entropy.below(width);
                let length = self.entropy.range(1, width - low);
                let block = (u128::MAX >> (128 - length)) << low;
                if self.entropy.coin() { block } else { !block }
            }
            3 => u128::from(self.entropy.next_u64()),
            _ => 1 << self.entropy.below(width),
        };
        let bits = kind.truncate(bits);
        // Kept with its sign, so that it is the same number in a wider type.
        self.constants.remember(kind.value(bits) as u128);
        bits
    }

    /// Any value of an integer type, as variables have them.
    pub(super) fn any_bits(&mut self, ty: Ty) -> u128 {
        let kind = self.program.types.int_kind(ty).unwrap_or(IntKind::Int);
        if ty.unqualified() == Types::BOOL {
            return u128::from(self.entropy.coin());
        }
        match self.entropy.index(4) {
            0 => self.constant_bits(kind),
            1 => kind.truncate(u128::from(self.entropy.below(100))),
            _ => kind.truncate(u128::from(self.entropy.next_u64())),
        }
    }

    pub(super) fn int_constant(&mut self, value: i64) -> Operand {
        let fits = i32::try_from(value).is_ok();
        self.constant_of(if fits { Types::INT } else { Types::LONG }, value as i128 as u128)
    }

    pub(super) fn zero(&mut self) -> Operand {
        self.constant_of(Types::INT, 0)
    }
}
