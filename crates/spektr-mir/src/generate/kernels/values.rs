//! What loops compute with the elements of arrays: operations that vectorizers, idiom
//! recognition and instruction selection have rules for, on mixed widths.

use super::writer::{Writer, copy};
use crate::syntax::{BinOp, IntTy, Intrinsic, Local, Operand, Rvalue, Ty, UnOp};

const COMPARISONS: [BinOp; 6] = [BinOp::Eq, BinOp::Lt, BinOp::Le, BinOp::Ne, BinOp::Ge, BinOp::Gt];

impl Writer<'_> {
    fn below(&mut self, bound: u64) -> u64 {
        self.generator.entropy.below(bound)
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.generator.entropy.index(items.len())]
    }

    /// A literal of a number type.
    fn literal(&mut self, ty: Ty) -> Operand {
        // Elements and scalars are integers and floats.
        self.generator.literal(ty).expect("numbers have literals")
    }

    /// A value of the type, computed from the sources.
    pub fn value(&mut self, sources: &[Local], ty: Ty, depth: u32) -> Local {
        if depth == 0 || self.below(5) == 0 {
            return self.leaf(sources, ty);
        }
        match self.as_int(ty) {
            Some(int) => self.int_value(sources, int, depth - 1),
            None => self.float_value(sources, ty, depth - 1),
        }
    }

    fn leaf(&mut self, sources: &[Local], ty: Ty) -> Local {
        let drawn = self.pick(sources);
        self.cast(drawn, ty)
    }

    /// A value, or a literal now and then.
    fn operand(&mut self, sources: &[Local], ty: Ty, depth: u32) -> Operand {
        match self.below(4) {
            0 => self.literal(ty),
            _ => copy(self.value(sources, ty, depth)),
        }
    }

    fn int_value(&mut self, sources: &[Local], int: IntTy, depth: u32) -> Local {
        const PLAIN: [BinOp; 7] = [
            BinOp::Add,
            BinOp::Add,
            BinOp::Sub,
            BinOp::Mul,
            BinOp::BitXor,
            BinOp::BitAnd,
            BinOp::BitOr,
        ];
        let ty = self.int(int);
        match self.below(18) {
            0..=6 => {
                let op = self.pick(&PLAIN);
                let left = self.value(sources, ty, depth);
                let right = self.operand(sources, ty, depth);
                self.binary(op, copy(left), right, ty)
            }
            7 | 8 => self.shift(sources, int, depth),
            9 => self.wide_product(sources, int, depth),
            10 | 11 => self.extreme(sources, ty, depth),
            12 => self.chosen(sources, ty, depth),
            13 => {
                let condition = self.condition(sources, depth);
                self.cast(condition, ty)
            }
            14 => {
                let op = self.pick(&[UnOp::Not, UnOp::Neg]);
                let op = if int.is_signed() { op } else { UnOp::Not };
                let inner = self.value(sources, ty, depth);
                self.compute(ty, Rvalue::Unary(op, copy(inner)))
            }
            15 => self.by_constant(sources, int, depth),
            _ => self.int_function(sources, int, depth),
        }
    }

    /// Shifted by a constant amount, or by a computed one.
    fn shift(&mut self, sources: &[Local], int: IntTy, depth: u32) -> Local {
        let ty = self.int(int);
        let op = self.pick(&[BinOp::Shl, BinOp::Shr]);
        let left = self.value(sources, ty, depth);
        let amount = match self.below(4) {
            0 => copy(self.value(sources, ty, depth)),
            _ => {
                let amount = u128::from(self.below(u64::from(int.bits())));
                self.number(amount, int)
            }
        };
        self.binary(op, copy(left), amount, ty)
    }

    /// Computed at twice the width and brought back: products, averages, differences.
    fn wide_product(&mut self, sources: &[Local], int: IntTy, depth: u32) -> Local {
        let wide = match (int.bits(), int.is_signed()) {
            (8, true) => IntTy::I16,
            (8, false) => IntTy::U16,
            (16, true) => IntTy::I32,
            (16, false) => IntTy::U32,
            (32, true) => IntTy::I64,
            (32, false) => IntTy::U64,
            (_, true) => IntTy::I128,
            (_, false) => IntTy::U128,
        };
        let (ty, wide_ty) = (self.int(int), self.int(wide));
        let [left, right] = [(); 2].map(|()| {
            let value = self.value(sources, ty, depth);
            self.cast(value, wide_ty)
        });
        let op = self.pick(&[BinOp::Mul, BinOp::Mul, BinOp::Add, BinOp::Sub]);
        let mut result = self.binary(op, copy(left), copy(right), wide_ty);
        if op == BinOp::Add && self.below(2) == 0 {
            let one = self.number(1, wide);
            result = self.binary(BinOp::Add, copy(result), one, wide_ty);
        }
        let halves = [1, 1, int.bits() / 2, int.bits() - 1, int.bits()];
        let down = self.pick(&halves);
        let down = self.number(u128::from(down), wide);
        let result = self.binary(BinOp::Shr, copy(result), down, wide_ty);
        self.cast(result, ty)
    }

    /// The smaller or the larger of two, by a comparison and a jump; or cut to a range.
    fn extreme(&mut self, sources: &[Local], ty: Ty, depth: u32) -> Local {
        let left = self.value(sources, ty, depth);
        let right = match self.operand(sources, ty, depth) {
            operand @ Operand::Const(_) => self.compute(ty, Rvalue::Use(operand)),
            _ => self.value(sources, ty, depth),
        };
        let op = self.pick(&[BinOp::Lt, BinOp::Le, BinOp::Gt, BinOp::Ge]);
        let condition = self.compare(op, copy(left), copy(right));
        self.select(condition, left, right, ty)
    }

    fn chosen(&mut self, sources: &[Local], ty: Ty, depth: u32) -> Local {
        let condition = self.condition(sources, depth);
        let left = self.value(sources, ty, depth);
        let right = self.value(sources, ty, depth);
        self.select(condition, left, right, ty)
    }

    fn select(&mut self, condition: Local, yes: Local, no: Local, ty: Ty) -> Local {
        let result = self.local(ty);
        let [then, otherwise, join] = [(); 3].map(|()| self.new_block());
        self.branch(condition, then, otherwise);
        for (block, value) in [(then, yes), (otherwise, no)] {
            self.enter(block);
            self.assign(result, Rvalue::Use(copy(value)));
            self.jump(join);
        }
        self.enter(join);
        result
    }

    /// A comparison of two values.
    pub fn condition(&mut self, sources: &[Local], depth: u32) -> Local {
        let drawn = self.pick(sources);
        let ty = self.local_ty(drawn);
        let left = self.value(sources, ty, depth);
        let right = self.operand(sources, ty, depth);
        let op = self.pick(&COMPARISONS);
        self.compare(op, copy(left), right)
    }

    /// Divided by a constant, which is neither zero nor minus one.
    fn by_constant(&mut self, sources: &[Local], int: IntTy, depth: u32) -> Local {
        let ty = self.int(int);
        let left = self.value(sources, ty, depth);
        let divisors = [2, 3, 5, 7, 8, 10, 16, 25, 60, 64, 100, 127];
        let divisor = self.pick(&divisors);
        let divisor = self.number(divisor, int);
        let op = self.pick(&[BinOp::Div, BinOp::Rem]);
        self.binary(op, copy(left), divisor, ty)
    }

    /// A value that a few cases of another one stand for: tables, if all are constants.
    pub fn table(&mut self, sources: &[Local], ty: Ty) -> Local {
        let drawn = self.pick(sources);
        let byte_ty = self.int(IntTy::U8);
        let byte = self.cast(drawn, byte_ty);
        let mask = self.pick(&[3, 7, 15]);
        let mask_operand = self.number(mask, IntTy::U8);
        let subject = self.binary(BinOp::BitAnd, copy(byte), mask_operand, byte_ty);
        let (result, join) = (self.local(ty), self.new_block());
        let cases = 2 + u128::from(self.below(mask as u64));
        let blocks: Vec<_> = (0..=cases).map(|_| self.new_block()).collect();
        let arms = (0..cases).map(|case| (case, blocks[case as usize])).collect();
        self.switch(subject, arms, blocks[cases as usize]);
        for block in blocks {
            self.enter(block);
            let value = match self.below(10) {
                0 => copy(self.leaf(sources, ty)),
                _ => self.literal(ty),
            };
            self.assign(result, Rvalue::Use(value));
            self.jump(join);
        }
        self.enter(join);
        result
    }

    fn int_function(&mut self, sources: &[Local], int: IntTy, depth: u32) -> Local {
        use Intrinsic as I;
        let (ty, count) = (self.int(int), self.int(IntTy::U32));
        let value = self.value(sources, ty, depth);
        let drawn = self.pick(&[
            I::SaturatingAdd,
            I::SaturatingSub,
            I::Ctpop,
            I::Ctlz,
            I::Cttz,
            I::Bswap,
            I::Bitreverse,
            I::RotateLeft,
        ]);
        match drawn {
            I::SaturatingAdd | I::SaturatingSub => {
                let other = self.operand(sources, ty, depth);
                self.intrinsic(drawn, ty, vec![copy(value), other], ty)
            }
            I::RotateLeft if !int.is_signed() => {
                let amount = u128::from(self.below(u64::from(int.bits())));
                let amount = self.number(amount, IntTy::U32);
                self.intrinsic(drawn, ty, vec![copy(value), amount], ty)
            }
            I::Ctpop | I::Ctlz | I::Cttz => {
                let counted = self.intrinsic(drawn, ty, vec![copy(value)], count);
                self.cast(counted, ty)
            }
            I::RotateLeft => self.intrinsic(I::Bswap, ty, vec![copy(value)], ty),
            _ => self.intrinsic(drawn, ty, vec![copy(value)], ty),
        }
    }

    fn float_value(&mut self, sources: &[Local], ty: Ty, depth: u32) -> Local {
        match self.below(8) {
            0 => self.chosen(sources, ty, depth),
            1 => {
                let inner = self.value(sources, ty, depth);
                self.compute(ty, Rvalue::Unary(UnOp::Neg, copy(inner)))
            }
            2 => self.extreme(sources, ty, depth),
            _ => {
                let op = self.pick(&[BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div]);
                let left = self.value(sources, ty, depth);
                let right = self.operand(sources, ty, depth);
                self.binary(op, copy(left), right, ty)
            }
        }
    }
}
