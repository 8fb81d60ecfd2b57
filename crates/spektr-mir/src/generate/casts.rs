//! Casts and transmutes between scalars and between promised runs of bytes.

use super::facts::Class;
use super::generator::Generator;
use super::operands::{Purpose, Source};
use super::spots::Group;
use crate::syntax::{CastKind, FloatTy, IntTy, Operand, Rvalue, Ty, TyKind};

impl Generator {
    pub fn make_int_cast(&mut self) -> bool {
        let (operand, from, _) = self.int_operand();
        let to = self.pool.int(&mut self.entropy);
        // The compiler does not take a cast to the same type.
        if from == to {
            return false;
        }
        self.compute(Rvalue::Cast(CastKind::As, operand, to), to)
    }

    /// `bool` and `char` to integers, `u8` to `char`.
    pub fn make_scalar_cast(&mut self) -> bool {
        if self.entropy.chance(1, 3) {
            let byte = self.intern(TyKind::Int(IntTy::U8));
            let character = self.intern(TyKind::Char);
            let Some(operand) = self.read(byte) else { return false };
            return self.compute(Rvalue::Cast(CastKind::As, operand, character), character);
        }
        let group = if self.entropy.coin() { Group::Bool } else { Group::Char };
        let Some((place, _)) = self.find(Source::Group(group), Purpose::Read) else {
            return false;
        };
        let to = self.pool.int(&mut self.entropy);
        self.compute(Rvalue::Cast(CastKind::As, Operand::Copy(place), to), to)
    }

    /// Between floats and integers, and between the two floats.
    pub fn make_float_cast(&mut self) -> bool {
        let Some(float) = self.pool.float(&mut self.entropy) else { return false };
        if self.entropy.coin() {
            let (operand, _, _) = self.int_operand();
            return self.compute(Rvalue::Cast(CastKind::As, operand, float), float);
        }
        let Some(operand) = self.read(float) else { return false };
        let to = match self.entropy.chance(1, 3) {
            true => match self.pool.float(&mut self.entropy) {
                Some(to) if to != float => to,
                _ => return false,
            },
            false => self.pool.int(&mut self.entropy),
        };
        self.compute(Rvalue::Cast(CastKind::As, operand, to), to)
    }

    /// Reads the bytes of one type as another of the same size: scalars, and arrays and
    /// `repr(C)` structs of them.
    pub fn make_transmute(&mut self) -> bool {
        let Some((operand, from, to)) = self.transmutable() else { return false };
        let _ = from;
        self.compute(Rvalue::Cast(CastKind::Transmute, operand, to), to)
    }

    /// An operand, its type, and a type of the same size that it may be turned into.
    pub fn transmutable(&mut self) -> Option<(Operand, Ty, Ty)> {
        let groups = [Group::Int, Group::Float, Group::Array, Group::Char, Group::Record];
        let group = groups[self.entropy.index(groups.len())];
        let (place, from) = self.find(Source::Group(group), Purpose::Read)?;
        if self.facts(from).pointers {
            return None;
        }
        let size = self.stage.promised_size(from)?;
        let to = self.type_of_size(size, from)?;
        // Into `bool` and `char` only what they can hold.
        let class = self.facts(to).class;
        match class {
            Class::Bool if !self.holds(&place, |bits| bits < 2) => None,
            Class::Char if !self.holds(&place, |bits| char::from_u32(bits as u32).is_some()) => {
                None
            }
            _ => Some((Operand::Copy(place), from, to)),
        }
    }

    fn holds(&mut self, place: &crate::syntax::Place, accepts: impl Fn(u128) -> bool) -> bool {
        if self.decoy {
            return true;
        }
        let holds = self.stage.scalar(place).is_some_and(accepts);
        if holds {
            self.rely_on(place.local);
        }
        holds
    }

    fn type_of_size(&mut self, size: u32, not: Ty) -> Option<Ty> {
        let mut kinds = match size {
            1 => vec![TyKind::Int(IntTy::U8), TyKind::Int(IntTy::I8), TyKind::Bool],
            2 => vec![TyKind::Int(IntTy::U16), TyKind::Int(IntTy::I16)],
            4 => vec![
                TyKind::Int(IntTy::U32),
                TyKind::Int(IntTy::I32),
                TyKind::Float(FloatTy::F32),
                TyKind::Char,
            ],
            8 => vec![
                TyKind::Int(IntTy::U64),
                TyKind::Int(IntTy::I64),
                TyKind::Int(IntTy::Usize),
                TyKind::Float(FloatTy::F64),
            ],
            16 => vec![TyKind::Int(IntTy::U128), TyKind::Int(IntTy::I128)],
            _ => Vec::new(),
        };
        if size > 0 && size <= 32 {
            // The same bytes as an array of something smaller.
            let parts = [IntTy::U8, IntTy::I8, IntTy::U16, IntTy::I16, IntTy::U32, IntTy::I64];
            let part = parts[self.entropy.index(parts.len())];
            if size.is_multiple_of(part.bytes()) {
                let element = self.intern(TyKind::Int(part));
                kinds.push(TyKind::Array(element, u64::from(size / part.bytes())));
            }
        }
        if kinds.is_empty() {
            return None;
        }
        let drawn = self.entropy.index(kinds.len());
        let ty = self.intern(kinds.swap_remove(drawn));
        (ty != not).then_some(ty)
    }
}
