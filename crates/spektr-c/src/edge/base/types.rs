//! Structs, unions and the types of variables.

use super::{Base, INTEGERS};
use crate::types::{Field, IntKind, Quals, RecordWish, Ty, Types};

/// Rows that vectorizers take apart: whole vectors of them, and some with a rest.
const LONG_ROWS: [u64; 8] = [12, 16, 16, 24, 32, 33, 48, 64];

/// The records of a program.
#[derive(Clone, Debug, Default)]
pub struct Table {
    pub records: Vec<Ty>,
    pub unions: Vec<Ty>,
}

impl Base {
    pub(super) fn make_types(&mut self) {
        for _ in 0..self.entropy.range(1, 4) {
            self.make_struct();
        }
        for _ in 0..self.entropy.range(0, 2) {
            self.make_union();
        }
    }

    pub(super) fn int_type(&mut self) -> Ty {
        if self.chance(40) {
            return Types::BOOL;
        }
        INTEGERS[self.entropy.index(INTEGERS.len())]
    }

    /// Qualifiers that chance gives a type.
    pub(super) fn qualified(&mut self, ty: Ty) -> Ty {
        let mut quals = Quals::NONE;
        if self.chance(self.policy.swarm.volatile) {
            quals = quals.and(Quals::VOLATILE);
        }
        if self.chance(self.policy.swarm.constant) {
            quals = quals.and(Quals::CONST);
        }
        self.program.types.qualified(ty, quals)
    }

    fn field(&mut self, index: usize, packed: bool) -> Field {
        let plain = |ty| Field {
            name: Some(format!("f{index}")),
            ty,
            bits: None,
            packed: false,
            align: None,
        };
        match self.entropy.index(10) {
            0..4 => self.bit_field(index),
            4 if !self.types.records.is_empty() => {
                let known = self.entropy.index(self.types.records.len());
                plain(self.types.records[known])
            }
            5 if !packed => {
                let (element, length) = (self.int_type(), self.entropy.range(1, 4));
                plain(self.program.types.array(element, Some(length)))
            }
            _ => {
                let ty = self.int_type();
                plain(self.qualified(ty))
            }
        }
    }

    fn bit_field(&mut self, index: usize) -> Field {
        let ty = match self.entropy.index(10) {
            0..4 => Types::INT,
            4..8 => Types::UINT,
            // Narrower than `int`, so that compilers agree what they are promoted to.
            8 => [IntKind::SChar, IntKind::UChar].map(Types::int)[self.entropy.index(2)],
            _ => [IntKind::Short, IntKind::UShort].map(Types::int)[self.entropy.index(2)],
        };
        let most = u64::from(self.program.types.int_kind(ty).map_or(1, IntKind::bits));
        let (name, bits) = match self.entropy.index(12) {
            0 => (None, 0),
            1 => (None, self.entropy.range(1, most.min(9)) as u32),
            _ => (Some(format!("f{index}")), self.entropy.range(1, most) as u32),
        };
        let ty = if self.chance(80) { ty.with(Quals::VOLATILE) } else { ty };
        Field { name, ty, bits: Some(bits), packed: false, align: None }
    }

    fn make_struct(&mut self) {
        let packed = self.chance(self.policy.swarm.packed);
        let count = self.entropy.range(2, 7) as usize;
        let mut fields: Vec<Field> = (0..count).map(|index| self.field(index, packed)).collect();
        let ty = self.int_type();
        let name = Some(format!("f{count}"));
        fields.push(Field { name, ty, bits: None, packed: false, align: None });
        let tag = format!("S{}", self.types.records.len());
        if let Some(ty) = self.record(tag, false, fields, packed) {
            self.types.records.push(ty);
        }
    }

    fn make_union(&mut self) {
        let count = self.entropy.range(2, 4) as usize;
        let mut fields: Vec<Field> = (0..count).map(|index| self.field(index, false)).collect();
        fields.retain(|field| field.name.is_some());
        let ty = self.int_type();
        let name = Some(format!("f{count}"));
        fields.push(Field { name, ty, bits: None, packed: false, align: None });
        let tag = format!("U{}", self.types.unions.len());
        if let Some(ty) = self.record(tag, true, fields, false) {
            self.types.unions.push(ty);
        }
    }

    fn record(
        &mut self,
        tag: String,
        is_union: bool,
        fields: Vec<Field>,
        packed: bool,
    ) -> Option<Ty> {
        let types = &mut self.program.types;
        let id = types.declare_record(tag, is_union, 0);
        let wish = RecordWish { fields, packed, align: None, pack: None };
        types.complete_record(id, wish).ok()?;
        Some(types.record_ty(id))
    }

    /// The type of a new variable that is no pointer.
    pub(super) fn variable_type(&mut self) -> Ty {
        match self.entropy.index(20) {
            0..4 => self.array_type(),
            4..7 if !self.types.records.is_empty() => {
                let index = self.entropy.index(self.types.records.len());
                self.types.records[index]
            }
            7 if !self.types.unions.is_empty() => {
                let index = self.entropy.index(self.types.unions.len());
                self.types.unions[index]
            }
            _ => self.int_type(),
        }
    }

    /// An array of up to three dimensions.
    fn array_type(&mut self) -> Ty {
        let mut ty = match self.entropy.index(6) {
            0 if !self.types.records.is_empty() => {
                let index = self.entropy.index(self.types.records.len());
                self.types.records[index]
            }
            _ => self.int_type(),
        };
        let dimensions = [1, 1, 1, 2, 2, 3][self.entropy.index(6)];
        for _ in 0..dimensions {
            let length = match dimensions {
                1 if self.chance(300) => LONG_ROWS[self.entropy.index(LONG_ROWS.len())],
                1 => self.entropy.range(1, 10),
                _ => self.entropy.range(1, 5),
            };
            ty = self.program.types.array(ty, Some(length));
        }
        ty
    }
}
