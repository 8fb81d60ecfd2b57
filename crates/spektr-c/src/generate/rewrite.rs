//! What an operation becomes if its operands, whose values are known, make it undefined: one
//! table. Nothing is checked at run time, so nothing in the program tells that it was in danger.
//!
//! The machine says *that* an operation is undefined; a row says what stands there instead. The
//! tests prove that some row fits whatever the machine refuses, and that what it puts there is
//! accepted: for all operands of 4 bits, and for many of 32 and 64.

use spektr_entropy::Entropy;

use crate::machine::number::exact;
use crate::machine::{IntTy, Value};
use crate::syntax::BinOp;

/// When a row applies. `a` is the left operand, `b` the right one; both as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// The exact result is outside the type.
    Overflows,
    /// `a` is the least number and `b` is −1.
    LeastByMinusOne,
    /// `b` is 0.
    ByZero,
    /// `b` is negative, but not the least number of its type.
    CountNegative,
    /// `b` is the least number of its type.
    CountLeast,
    /// `b` is at least the width of `a`.
    CountTooLarge,
    /// The count is fine, but `a` is negative.
    LeftNegative,
    /// The count is fine for the type, but not for the number that `a` is.
    BitsLost,
}

/// What stands there instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instead {
    /// The same operands with another operator.
    Operator(BinOp),
    /// The same with `b + c`.
    CountPlus,
    /// The same with `b - c`.
    CountMinus,
    /// `a` alone.
    Left,
}

/// A row: this operation, under this condition, becomes that.
pub struct Row {
    pub op: BinOp,
    pub when: When,
    pub instead: Instead,
}

const fn row(op: BinOp, when: When, instead: Instead) -> Row {
    Row { op, when, instead }
}

/// Table 1 of the paper. (Negation is not here: `-a` of the least number becomes `+a`.) Two
/// rows are ours: the paper's table has none for `<<` of a negative number, nor for bits that
/// leave a signed type although the count is below its width. Its rows for `>>` of negative
/// numbers are not needed: gcc and clang define that.
pub const ROWS: &[Row] = &[
    row(BinOp::Add, When::Overflows, Instead::Operator(BinOp::Sub)),
    row(BinOp::Sub, When::Overflows, Instead::Operator(BinOp::Add)),
    row(BinOp::Mul, When::LeastByMinusOne, Instead::Operator(BinOp::Sub)),
    row(BinOp::Mul, When::Overflows, Instead::Operator(BinOp::Div)),
    row(BinOp::Div, When::ByZero, Instead::Operator(BinOp::Mul)),
    row(BinOp::Div, When::LeastByMinusOne, Instead::Operator(BinOp::Sub)),
    row(BinOp::Rem, When::ByZero, Instead::Operator(BinOp::Mul)),
    row(BinOp::Rem, When::LeastByMinusOne, Instead::Operator(BinOp::Sub)),
    row(BinOp::Shl, When::CountNegative, Instead::CountPlus),
    row(BinOp::Shl, When::CountLeast, Instead::Left),
    row(BinOp::Shl, When::CountTooLarge, Instead::CountMinus),
    row(BinOp::Shl, When::LeftNegative, Instead::Operator(BinOp::Shr)),
    row(BinOp::Shl, When::BitsLost, Instead::CountMinus),
    row(BinOp::Shr, When::CountNegative, Instead::CountPlus),
    row(BinOp::Shr, When::CountLeast, Instead::Left),
    row(BinOp::Shr, When::CountTooLarge, Instead::CountMinus),
];

/// An operation on known numbers: the type it is made in, for a shift that of the count, and
/// the operands extended to 128 bits.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    pub op: BinOp,
    pub int: IntTy,
    pub count: IntTy,
    pub a: u128,
    pub b: u128,
}

/// What to put in place of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacement {
    Operator(BinOp),
    /// The operator with this number added to its right operand.
    Plus(u128),
    /// The operator with this number taken from its right operand.
    Minus(u128),
    Left,
}

impl Operation {
    /// The result, if the machine accepts it by its strictest reading.
    pub fn result(&self) -> Option<Value> {
        exact(self.op, self.int, self.count, self.a, self.b, true).ok()
    }

    /// What the first row that fits puts there.
    pub fn rewritten(&self, entropy: &mut Entropy) -> Option<Replacement> {
        let row = ROWS.iter().find(|row| row.op == self.op && self.is(row.when))?;
        Some(match row.instead {
            Instead::Operator(op) => Replacement::Operator(op),
            Instead::Left => Replacement::Left,
            Instead::CountPlus => {
                // What is added must be a number of the count's type too.
                let most = (1u128 << (self.count.bits - 1)).wrapping_add(self.b) as u64;
                let wanted = entropy.below(u64::from(self.room()).min(most));
                Replacement::Plus(u128::from(wanted).wrapping_sub(self.b))
            }
            Instead::CountMinus => {
                let wanted = entropy.below(u64::from(self.room()));
                Replacement::Minus(self.b - u128::from(wanted))
            }
        })
    }

    fn is(&self, when: When) -> bool {
        let least = |int: IntTy| int.signed.then(|| (-1i128) << (int.bits - 1));
        let (a, b) = (self.a as i128, self.b as i128);
        let by_minus_one = least(self.int) == Some(a) && b == -1;
        let negative_count = self.count.signed && b < 0;
        match when {
            When::Overflows => self.int.signed,
            When::LeastByMinusOne => by_minus_one,
            When::ByZero => b == 0,
            When::CountNegative => negative_count && least(self.count) != Some(b),
            When::CountLeast => negative_count && least(self.count) == Some(b),
            When::CountTooLarge => !negative_count && self.b >= u128::from(self.int.bits),
            When::LeftNegative => self.int.signed && a < 0,
            When::BitsLost => true,
        }
    }

    /// How many counts are fine: those below it. A negative number may go nowhere to the left.
    fn room(&self) -> u32 {
        let bits = u32::from(self.int.bits);
        if self.op == BinOp::Shr || !self.int.signed || self.a == 0 {
            return bits;
        }
        if (self.a as i128) < 0 {
            return 1;
        }
        self.a.leading_zeros() - (128 - bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The operands of the rewritten operation, or its only operand; `c` is added in the type of
    /// the promoted count, as the program does it.
    fn rewritten(operation: &Operation, by: Replacement) -> Option<Operation> {
        let moved = |op, c| {
            let int = operation.count;
            let c = int.wrap_wide(c);
            let b = exact(op, int, int, operation.b, c, true).expect("the count is accepted");
            crate::machine::number::extend(int, b)
        };
        match by {
            Replacement::Operator(op) => Some(Operation { op, ..*operation }),
            Replacement::Plus(c) => Some(Operation { b: moved(BinOp::Add, c), ..*operation }),
            Replacement::Minus(c) => Some(Operation { b: moved(BinOp::Sub, c), ..*operation }),
            Replacement::Left => None,
        }
    }

    /// Rewrites until the machine accepts; every step must lead to fewer kinds of trouble.
    fn settles(operation: Operation, entropy: &mut Entropy) -> bool {
        let mut operation = operation;
        for _ in 0..3 {
            if operation.result().is_some() {
                return true;
            }
            let Some(by) = operation.rewritten(entropy) else { return false };
            match rewritten(&operation, by) {
                Some(next) => operation = next,
                None => return true,
            }
        }
        false
    }

    fn numbers(int: IntTy) -> Vec<u128> {
        (0..1u128 << int.bits).map(|bits| int.wrap_wide(bits)).collect()
    }

    #[test]
    fn every_operation_on_four_bits_settles() {
        let mut entropy = Entropy::new(1);
        let types = [true, false].map(|signed| IntTy { bits: 4, signed });
        let mut rewrites = 0;
        for op in BinOp::ALL {
            for (int, count) in types.iter().flat_map(|&int| types.map(|count| (int, count))) {
                let right = if op.is_shift() { count } else { int };
                for (a, b) in numbers(int)
                    .into_iter()
                    .flat_map(|a| numbers(right).into_iter().map(move |b| (a, b)))
                {
                    let operation = Operation { op, int, count, a, b };
                    rewrites += u32::from(operation.result().is_none());
                    for _ in 0..8 {
                        assert!(settles(operation, &mut entropy), "{operation:?}");
                    }
                }
            }
        }
        assert!(rewrites > 500, "{rewrites}");
    }

    #[test]
    fn every_row_is_needed_at_four_bits() {
        let int = IntTy { bits: 4, signed: true };
        for (index, row) in ROWS.iter().enumerate() {
            let fits = numbers(int).into_iter().any(|a| {
                numbers(int).into_iter().any(|b| {
                    let operation = Operation { op: row.op, int, count: int, a, b };
                    let first = ROWS.iter().position(|it| it.op == row.op && operation.is(it.when));
                    operation.result().is_none() && first == Some(index)
                })
            });
            assert!(fits, "{:?} {:?}", row.op, row.when);
        }
    }

    #[test]
    fn wide_operations_settle() {
        let mut entropy = Entropy::new(2);
        for _ in 0..200_000 {
            let mut int = || IntTy { bits: [32, 64][entropy.index(2)], signed: entropy.coin() };
            let (int, count) = (int(), int());
            let op = BinOp::ALL[entropy.index(BinOp::ALL.len())];
            let mut number = |int: IntTy| {
                let spread = entropy.below(64) as u32;
                let edge = [0, 1, u64::MAX, 1 << 31, 1 << 63, 31][entropy.index(6)];
                int.wrap_wide(u128::from((entropy.next_u64() >> spread) ^ edge))
            };
            let right = if op.is_shift() { count } else { int };
            let operation = Operation { op, int, count, a: number(int), b: number(right) };
            assert!(settles(operation, &mut entropy), "{operation:?}");
        }
    }
}
