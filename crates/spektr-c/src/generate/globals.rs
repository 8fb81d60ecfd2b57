//! Global variables with their first values: inputs, which are only read, outputs, which are only
//! written, and mixed ones.

use spektr_text::Span;

use super::Generator;
use super::parameter::Which;
use super::place::{Base, Role, Variable};
use crate::syntax::{
    ArrayInit, Definition, Expr, ExprKind, Global, GlobalId, Init, Linkage, RecordInit,
};
use crate::types::{Quals, Shape, Ty, Types};
use crate::typing;

impl Generator {
    pub(super) fn make_globals(&mut self) {
        let data = &self.settings.policy.data;
        let statements = self.settings.statements.min(20_000);
        let count = data.globals + statements / data.statements_per_global;
        for _ in 0..count {
            let pointer =
                self.settings.parameters.draw(Which::VariableType, &mut self.entropy) == 4;
            if pointer {
                self.make_pointer();
            } else {
                self.make_global();
            }
        }
        // Something to read and something to write is always there.
        for role in [Role::Input, Role::Mixed, Role::Output] {
            let init = Init::Expr(self.constant_expr(Types::INT, 5));
            self.add_global(Types::INT, role, init, Linkage::External);
        }
    }

    fn make_global(&mut self) {
        let role = match self.draw(Which::Role) {
            0 => Role::Input,
            1 => Role::Mixed,
            _ => Role::Output,
        };
        let mut ty = self.variable_type();
        let data = self.settings.policy.data.clone();
        let linkage =
            if self.chance(data.internal) { Linkage::Internal } else { Linkage::External };
        let init = self.initial(ty);
        if role == Role::Input && self.chance(data.constant_inputs) {
            ty = self.program.types.qualified(ty, Quals::CONST);
        } else if self.program.types.is_integer(ty) && self.chance(data.volatile) {
            ty = ty.with(Quals::VOLATILE);
        }
        self.add_global(ty, role, init, linkage);
    }

    fn add_global(&mut self, ty: Ty, role: Role, init: Init, linkage: Linkage) -> GlobalId {
        let id = GlobalId(self.program.globals.len() as u32);
        self.program.globals.push(Global {
            name: format!("g{}", id.0),
            ty,
            unit: 0,
            linkage,
            definition: Definition::Initialized(init),
            align: None,
            weak: false,
            container: None,
            span: Span::default(),
        });
        self.variables.push(Variable { base: Base::Global(id), ty, role }, &self.program.types);
        id
    }

    /// A pointer to a scalar within a global.
    fn make_pointer(&mut self) {
        if self.variables.is_empty() {
            return;
        }
        let variable = self.variables[self.entropy.index(self.variables.len())];
        let Base::Global(id) = variable.base else { return };
        let mut expr = Expr::new(ExprKind::Global(id), variable.ty, Span::default());
        for _ in 0..4 {
            let types = &mut self.program.types;
            match types.shape(expr.ty).clone() {
                Shape::Array { length: Some(length), .. } => {
                    let index = Expr::int(self.entropy.below(length) as i32);
                    let Ok(element) = typing::index(types, expr, index) else { return };
                    expr = element;
                }
                Shape::Record(record) if !types.record(record).is_union => {
                    let field = self.entropy.index(types.fields(record).len());
                    let chosen = &types.fields(record)[field];
                    if chosen.name.is_none() || chosen.bits.is_some() {
                        return;
                    }
                    let Ok(member) = typing::member(types, expr, field as u32) else { return };
                    expr = member;
                }
                Shape::Record(_) => return,
                _ => break,
            }
        }
        let ty = expr.ty;
        let scalar = self.program.types.is_scalar(ty);
        if !scalar || ty.is_volatile() || self.program.types.depth(ty) > 3 {
            return;
        }
        let pointer = self.program.types.pointer(ty);
        let Ok(address) = typing::address_of(&mut self.program.types, expr) else { return };
        let role = if self.entropy.coin() { Role::Input } else { Role::Mixed };
        self.add_global(pointer, role, Init::Expr(address), Linkage::External);
    }

    /// First values for an object of this type.
    pub(super) fn initial(&mut self, ty: Ty) -> Init {
        match self.program.types.shape(ty).clone() {
            Shape::Array { element, length } => {
                let length = length.unwrap_or(0);
                let item = |it: &mut Self, index| ArrayInit {
                    first: index,
                    last: index,
                    init: it.initial(element),
                };
                Init::Array((0..length).map(|index| item(self, index)).collect())
            }
            Shape::Record(id) => {
                let is_union = self.program.types.record(id).is_union;
                let fields = self.program.types.fields(id).to_vec();
                let mut items = Vec::new();
                for (field, index) in fields.iter().zip(0..) {
                    if field.name.is_none() {
                        continue;
                    }
                    let init = match field.bits {
                        Some(width) => Init::Expr(self.narrow(field.ty, width)),
                        None => self.initial(field.ty),
                    };
                    items.push(RecordInit { field: index, init });
                    if is_union {
                        break;
                    }
                }
                Init::Record(items)
            }
            Shape::Float(_) => Init::Expr(self.float_constant(ty)),
            Shape::Enum(id) => {
                let count = self.program.types.enumeration(id).enumerators.len();
                let index = self.entropy.index(count) as u32;
                let expr = Expr::new(ExprKind::Enumerator(id, index), Types::INT, Span::default());
                Init::Expr(
                    typing::assignment_conversion(&mut self.program.types, expr, ty)
                        .expect("enumerators fit"),
                )
            }
            _ => {
                let bits = self.any_bits(ty);
                Init::Expr(self.constant_for(ty, bits))
            }
        }
    }

    /// A number as a person writes it for an object of this type: converted to it where it is no
    /// constant's.
    pub(super) fn constant_for(&mut self, ty: Ty, bits: u128) -> Expr {
        let ty = ty.unqualified();
        let int = self.int(ty);
        let literal = if int.bits < 32 { Types::INT } else { ty };
        let value = int.wrap_wide(bits);
        let constant = self.constant_expr(literal, value);
        typing::assignment_conversion(&mut self.program.types, constant, ty)
            .expect("integers convert")
    }

    /// A value that fits a bit-field.
    fn narrow(&mut self, ty: Ty, width: u32) -> Expr {
        let int = crate::machine::IntTy { bits: width as u8, signed: self.int(ty).signed };
        let bits = int.wrap_wide(u128::from(self.entropy.next_u64()));
        self.constant_expr(ty, bits)
    }

    /// A floating constant with few bits, so that sums and products are often exact.
    pub(super) fn float_constant(&mut self, ty: Ty) -> Expr {
        let small = self.entropy.range_signed(-4096, 4096) as f64;
        let scale = self.entropy.range(0, 12) as i32;
        let number = match self.entropy.index(4) {
            0 => small,
            1 => small / f64::from(1 << scale),
            2 => small * f64::from(1 << scale),
            _ => f64::from(self.entropy.next_u64() as u32) / 65536.0,
        };
        let ty = ty.unqualified();
        let bits = match ty {
            Types::FLOAT => u128::from((number as f32).to_bits()),
            _ => u128::from(number.to_bits()),
        };
        Expr::new(ExprKind::Float(bits), ty, Span::default())
    }
}
