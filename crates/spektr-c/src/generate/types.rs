//! The type table: structs, unions, arrays, enumerations and pointers, made one after the other,
//! so that later ones can hold earlier ones.

use super::Generator;
use super::parameter::Which;
use crate::types::{Enumerator, Field, IntKind, RecordWish, Ty, Types};

/// The compound types of a program.
#[derive(Clone, Debug, Default)]
pub struct Table {
    pub arrays: Vec<Ty>,
    pub records: Vec<Ty>,
    pub unions: Vec<Ty>,
    pub enums: Vec<Ty>,
}

/// The integer types, in the order of the parameter's choices.
const INTEGERS: [Ty; 12] = [
    Types::BOOL,
    Types::CHAR,
    Types::int(IntKind::SChar),
    Types::int(IntKind::UChar),
    Types::int(IntKind::Short),
    Types::int(IntKind::UShort),
    Types::INT,
    Types::UINT,
    Types::LONG,
    Types::int(IntKind::ULong),
    Types::int(IntKind::LongLong),
    Types::int(IntKind::ULongLong),
];

impl Generator {
    pub(super) fn make_types(&mut self) {
        let most = u64::from(self.settings.policy.data.types);
        let wanted = (u64::from(self.settings.statements) / 20 + 2).min(most);
        let count = self.entropy.range(wanted.min(1), wanted);
        for _ in 0..count {
            match self.entropy.index(8) {
                0..4 => self.make_record(),
                4..6 => {
                    self.make_array();
                }
                6 => self.make_enum(),
                _ => self.make_union(),
            }
        }
    }

    pub(super) fn int_type(&mut self) -> Ty {
        INTEGERS[self.draw(Which::IntType)]
    }

    pub(super) fn float_type(&mut self) -> Ty {
        if !self.settings.floats {
            return self.int_type();
        }
        if self.entropy.coin() { Types::FLOAT } else { Types::DOUBLE }
    }

    /// The type of an array's elements.
    fn element_type(&mut self) -> Ty {
        let choice = self.draw(Which::ElementType);
        match choice {
            1 => self.float_type(),
            2 => self.old(|table| &table.arrays),
            3 => self.old(|table| &table.records),
            _ => self.int_type(),
        }
    }

    /// One of the types that are there, or an integer.
    fn old(&mut self, of: impl Fn(&Table) -> &Vec<Ty>) -> Ty {
        let known = of(&self.types);
        match known.len() {
            0 => self.int_type(),
            len => {
                let index = self.entropy.index(len);
                of(&self.types)[index]
            }
        }
    }

    pub(super) fn make_array(&mut self) -> Ty {
        let element = self.element_type();
        let most = u64::from(self.settings.policy.data.elements);
        let size = self.program.types.size_of(element).unwrap_or(1);
        // Arrays of arrays stay small enough to be printed.
        let most = if size > 64 { most.min(4) } else { most };
        let length = match self.entropy.index(3) {
            0 => self.entropy.range(1, 4.min(most)),
            1 => 1 << self.entropy.range(0, u64::from(most.ilog2())),
            _ => self.entropy.range(1, most),
        };
        let ty = self.program.types.array(element, Some(length));
        if size * length <= 512 {
            self.types.arrays.push(ty);
        }
        ty
    }

    fn member(&mut self, index: usize) -> Field {
        let name = Some(format!("m{index}"));
        let plain = |ty| Field { name, ty, bits: None, packed: false, align: None };
        match self.draw(Which::MemberType) {
            1 => self.bit_field(index),
            2 => plain(self.float_type()),
            3 => plain(self.old(|table| &table.arrays)),
            4 => plain(self.old(|table| &table.records)),
            _ => plain(self.int_type()),
        }
    }

    /// 6.7.2.1p5: in C only `int` and `unsigned int` (and `_Bool`) are portable.
    fn bit_field(&mut self, index: usize) -> Field {
        let ty = if self.entropy.coin() { Types::INT } else { Types::UINT };
        let width = match self.draw(Which::BitFieldWidth) {
            0 => 1,
            1 => self.entropy.range(2, 8),
            2 => self.entropy.range(9, 20),
            3 => self.entropy.range(21, 31),
            _ => {
                let bits = Some(self.entropy.range(0, 9) as u32);
                return Field { name: None, ty, bits, packed: false, align: None };
            }
        };
        let name = Some(format!("m{index}"));
        Field { name, ty, bits: Some(width as u32), packed: false, align: None }
    }

    fn make_record(&mut self) {
        let count = self.entropy.range(1, 7) as usize;
        let mut fields: Vec<Field> = (0..count).map(|index| self.member(index)).collect();
        if !fields.iter().any(|field| field.name.is_some()) {
            let ty = self.int_type();
            fields.push(Field {
                name: Some(format!("m{count}")),
                ty,
                bits: None,
                packed: false,
                align: None,
            });
        }
        let tag = format!("S{}", self.types.records.len());
        let id = self.program.types.declare_record(tag, false, 0);
        let wish = RecordWish { fields, packed: false, align: None, pack: None };
        if self.program.types.complete_record(id, wish).is_ok() {
            let ty = self.program.types.record_ty(id);
            if self.program.types.size_of(ty).is_some_and(|size| size <= 1024) {
                self.types.records.push(ty);
            }
        }
    }

    /// Members of one size, so that each shows all bits of the others.
    fn make_union(&mut self) {
        let kinds: [&[Ty]; 3] = [
            &[Types::INT, Types::UINT, Types::FLOAT],
            &[Types::LONG, Types::int(IntKind::ULong), Types::DOUBLE],
            &[Types::int(IntKind::Short), Types::int(IntKind::UShort)],
        ];
        let kinds = kinds[self.entropy.index(3)];
        let field = |(index, &ty): (usize, &Ty)| Field {
            name: Some(format!("m{index}")),
            ty,
            bits: None,
            packed: false,
            align: None,
        };
        let count = if self.settings.floats { kinds.len() } else { 2 };
        let mut fields: Vec<Field> = kinds[..count].iter().enumerate().map(field).collect();
        let size = self.program.types.size_of(kinds[0]).unwrap_or(1);
        if self.entropy.coin() {
            let bytes = self.program.types.array(Types::int(IntKind::UChar), Some(size));
            fields.push(Field {
                name: Some(format!("m{count}")),
                ty: bytes,
                bits: None,
                packed: false,
                align: None,
            });
        }
        let tag = format!("U{}", self.types.unions.len());
        let id = self.program.types.declare_record(tag, true, 0);
        let wish = RecordWish { fields, packed: false, align: None, pack: None };
        if self.program.types.complete_record(id, wish).is_ok() {
            let ty = self.program.types.record_ty(id);
            self.types.unions.push(ty);
        }
    }

    fn make_enum(&mut self) {
        let number = self.types.enums.len();
        let id = self.program.types.declare_enum(format!("E{number}"), 0);
        let mut value = self.entropy.below(4) as i128;
        let mut enumerators = Vec::new();
        for index in 0..self.entropy.range(2, 6) {
            enumerators.push(Enumerator { name: format!("E{number}_{index}"), value });
            value += i128::from(self.entropy.range(1, 9));
        }
        let declared = self.program.types.enum_mut(id);
        declared.enumerators = enumerators;
        declared.complete = true;
        let ty = self.program.types.enum_ty(id);
        self.types.enums.push(ty);
    }

    /// The type of a new variable.
    pub(super) fn variable_type(&mut self) -> Ty {
        let choice = self.draw(Which::VariableType);
        match choice {
            1 => self.float_type(),
            2 => {
                if self.types.arrays.is_empty() || self.draw(Which::ReuseType) == 0 {
                    self.make_array()
                } else {
                    self.old(|table| &table.arrays)
                }
            }
            3 => self.old(|table| &table.records),
            4 => self.old(|table| &table.enums),
            5 => self.old(|table| &table.unions),
            _ => self.int_type(),
        }
    }
}
