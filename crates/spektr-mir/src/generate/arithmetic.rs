//! Operators on numbers. Which results exist is the machine's knowledge; here only operands
//! are picked so that it rarely has to refuse.

use super::facts::Class;
use super::generator::Generator;
use super::operands::{Purpose, Source, settle_moves};
use super::spots::Group;
use crate::syntax::{BinOp, FloatTy, IntTy, Operand, Place, Rvalue, Ty, TyKind, UnOp};

const COMPARISONS: [BinOp; 6] = [BinOp::Eq, BinOp::Lt, BinOp::Le, BinOp::Ne, BinOp::Ge, BinOp::Gt];

impl Generator {
    /// An integer operand and its type, preferably from a place.
    pub fn int_operand(&mut self) -> (Operand, Ty, IntTy) {
        let found = self.find(Source::Group(Group::Int), Purpose::Read);
        let (operand, ty) = match found {
            Some((place, ty)) => (Operand::Copy(place), ty),
            None => {
                let ty = self.pool.int(&mut self.entropy);
                // Every integer type has literals.
                (self.literal(ty).expect("integers have literals"), ty)
            }
        };
        let TyKind::Int(int) = *self.types().kind(ty) else {
            unreachable!("the group of integers holds integers")
        };
        (operand, ty, int)
    }

    /// Another operand of the type, then the two in either order.
    fn pair_with(&mut self, first: Operand, ty: Ty) -> Option<(Operand, Operand)> {
        let second = self.read(ty)?;
        let mut pair = if self.entropy.coin() { [first, second] } else { [second, first] };
        settle_moves(&mut pair);
        let [left, right] = pair;
        Some((left, right))
    }

    pub fn make_add_sub(&mut self) -> bool {
        let op = if self.entropy.coin() { BinOp::Add } else { BinOp::Sub };
        self.int_operator(op)
    }

    pub fn make_multiply(&mut self) -> bool {
        self.int_operator(BinOp::Mul)
    }

    fn int_operator(&mut self, op: BinOp) -> bool {
        let (first, ty, _) = self.int_operand();
        let Some((left, right)) = self.pair_with(first, ty) else { return false };
        self.compute(Rvalue::Binary(op, left, right), ty)
    }

    pub fn make_division(&mut self) -> bool {
        let op = if self.entropy.coin() { BinOp::Div } else { BinOp::Rem };
        let (left, ty, int) = self.int_operand();
        let smallest = int.is_signed().then(|| int.number().min());
        let overflows = self.value(&left) == smallest && smallest.is_some();
        let minus_one = int.number().truncate(u128::MAX);
        let divisor = self.read_value(ty, |value| value != 0 && !(overflows && value == minus_one));
        let Some(right) = divisor else { return false };
        self.compute(Rvalue::Binary(op, left, right), ty)
    }

    pub fn make_bitwise(&mut self) -> bool {
        let ops = [BinOp::BitXor, BinOp::BitAnd, BinOp::BitOr];
        let op = ops[self.entropy.index(ops.len())];
        if self.entropy.chance(1, 6)
            && let Some((place, ty)) = self.find(Source::Group(Group::Bool), Purpose::Read)
        {
            let Some((left, right)) = self.pair_with(Operand::Copy(place), ty) else {
                return false;
            };
            return self.compute(Rvalue::Binary(op, left, right), ty);
        }
        self.int_operator(op)
    }

    /// The amount may have any integer type and any value: MIR masks it.
    pub fn make_shift(&mut self) -> bool {
        let op = if self.entropy.coin() { BinOp::Shl } else { BinOp::Shr };
        let (left, ty, _) = self.int_operand();
        let amount_ty = if self.entropy.coin() { ty } else { self.pool.int(&mut self.entropy) };
        let Some(right) = self.read(amount_ty) else { return false };
        let mut pair = [left, right];
        settle_moves(&mut pair);
        let [left, right] = pair;
        self.compute(Rvalue::Binary(op, left, right), ty)
    }

    pub fn make_comparison(&mut self) -> bool {
        let groups = [Group::Int, Group::Int, Group::Int, Group::Float, Group::Char, Group::Bool];
        let group = groups[self.entropy.index(groups.len())];
        let Some((place, ty)) = self.find(Source::Group(group), Purpose::Read) else {
            return false;
        };
        let op = COMPARISONS[self.entropy.index(COMPARISONS.len())];
        let Some((left, right)) = self.pair_with(Operand::Copy(place), ty) else { return false };
        let boolean = self.intern(TyKind::Bool);
        self.compute(Rvalue::Binary(op, left, right), boolean)
    }

    pub fn make_checked(&mut self) -> bool {
        let ops = [BinOp::Add, BinOp::Sub, BinOp::Mul];
        let op = ops[self.entropy.index(ops.len())];
        let (first, ty, _) = self.int_operand();
        let Some((left, right)) = self.pair_with(first, ty) else { return false };
        let boolean = self.intern(TyKind::Bool);
        let pair = self.intern(TyKind::Tuple(vec![ty, boolean]));
        self.compute(Rvalue::Checked(op, left, right), pair)
    }

    pub fn make_unary(&mut self) -> bool {
        let groups = [Group::Int, Group::Int, Group::Bool, Group::Float];
        let group = groups[self.entropy.index(groups.len())];
        let Some((place, ty)) = self.find(Source::Group(group), Purpose::Read) else {
            return false;
        };
        let coin = self.entropy.coin();
        let op = match self.types().kind(ty) {
            TyKind::Float(_) => UnOp::Neg,
            TyKind::Int(int) if int.is_signed() && coin => UnOp::Neg,
            _ => UnOp::Not,
        };
        self.compute(Rvalue::Unary(op, Operand::Copy(place)), ty)
    }

    pub fn make_float_operator(&mut self) -> bool {
        let found = self.find(Source::Group(Group::Float), Purpose::Read);
        let (first, ty) = match found {
            Some((place, ty)) => (Operand::Copy(place), ty),
            None => {
                let Some(ty) = self.pool.float(&mut self.entropy) else { return false };
                let Some(literal) = self.literal(ty) else { return false };
                (literal, ty)
            }
        };
        // Remainders are library functions, which not every target has for all floats.
        let wide = matches!(self.facts(ty).class, Class::Float(FloatTy::F16 | FloatTy::F128));
        let ops = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem];
        let op = ops[self.entropy.index(ops.len() - usize::from(wide))];
        let Some((left, right)) = self.pair_with(first, ty) else { return false };
        self.compute(Rvalue::Binary(op, left, right), ty)
    }

    /// Says again what was said before, into another place.
    pub fn make_repeated_expression(&mut self) -> bool {
        let count = self.scene().expressions.len();
        if count == 0 || !self.chance(self.settings.policy.literals.repeat_expression * 10) {
            return false;
        }
        let index = self.entropy.index(count);
        let (rvalue, ty) = self.scene().expressions[index].clone();
        self.compute(rvalue, ty)
    }

    /// Folds something fresh into a value that is already there: a reduction, once it
    /// stands in a loop.
    pub fn make_accumulate(&mut self) -> bool {
        let Some((place, ty)) = self.find(Source::Group(Group::Int), Purpose::Write) else {
            return false;
        };
        if !self.usable(&place, Purpose::Read) {
            return false;
        }
        let Some(fresh) = self.read(ty) else { return false };
        let ops = [BinOp::Add, BinOp::Sub, BinOp::BitXor, BinOp::Mul, BinOp::BitOr];
        let op = ops[self.entropy.index(ops.len())];
        if matches!(&fresh, Operand::Copy(other) | Operand::Move(other) if *other == place) {
            return false;
        }
        self.assign(place.clone(), Rvalue::Binary(op, Operand::Copy(place), fresh))
    }

    pub fn make_copy(&mut self) -> bool {
        let ty = self.any_readable_ty();
        let Some(operand) = self.read(ty) else { return false };
        let place = self.destination(ty);
        if matches!(&operand, Operand::Copy(other) | Operand::Move(other) if *other == place) {
            return false;
        }
        self.assign(place, Rvalue::Use(operand))
    }

    pub fn make_moved(&mut self) -> bool {
        let ty = self.any_readable_ty();
        let Some((place, _)) = self.find(Source::Ty(ty), Purpose::Read) else { return false };
        let own = self.decoy || self.scene().state(place.local).depth == self.scene().depth();
        if place.is_indirect() || !own {
            return false;
        }
        let to = self.destination(ty);
        if to.local == place.local {
            return false;
        }
        self.assign(to, Rvalue::Use(Operand::Move(place)))
    }

    /// The type of something fresh, or any type of the pool.
    pub fn any_readable_ty(&mut self) -> Ty {
        let count = self.scene().fresh.len();
        if count > 0 && self.entropy.chance(2, 3) {
            let index = self.entropy.index(count);
            return self.scene().fresh[index].1;
        }
        self.pool.any(&mut self.entropy)
    }

    /// `assume` of something that holds.
    pub fn make_assume(&mut self) -> bool {
        let boolean = self.intern(TyKind::Bool);
        let holds = |generator: &Generator, place: &Place, _: Ty| {
            generator.decoy || generator.stage.scalar(place) == Some(1)
        };
        let found = self.find_where(Source::Ty(boolean), Purpose::Read, holds);
        let Some((place, _)) = found else { return false };
        self.rely_on(place.local);
        self.note_read(&place);
        self.statement(crate::syntax::StatementKind::Assume(Operand::Copy(place)))
    }
}
