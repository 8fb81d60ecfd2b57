//! Global variables and first values.

use spektr_text::Span;

use super::Base;
use super::place::{Root, Variable, levels};
use crate::syntax::{
    ArrayInit, Definition, Expr, ExprKind, Global, GlobalId, Init, Linkage, RecordInit,
};
use crate::types::{IntKind, Quals, Shape, Ty, Types};
use crate::typing;

impl Base {
    pub(super) fn make_globals(&mut self) {
        let count = 8 + self.left.min(2000) / 8;
        // Something to read and to write is always there.
        let any = self.int_type();
        for ty in [Types::INT, Types::LONG, any] {
            let init = self.initial(ty);
            self.add_global(ty, init);
        }
        for _ in 0..count {
            if self.chance(300) {
                self.make_pointer();
            } else {
                let ty = self.variable_type();
                let init = self.initial(ty);
                let ty = self.qualified(ty);
                self.add_global(ty, init);
            }
        }
    }

    fn add_global(&mut self, ty: Ty, init: Init) {
        let id = GlobalId(self.program.globals.len() as u32);
        let linkage = if self.chance(700) { Linkage::Internal } else { Linkage::External };
        self.program.globals.push(Global {
            name: format!("g_{}", id.0),
            ty,
            unit: 0,
            linkage,
            definition: Definition::Initialized(init),
            container: None,
            align: None,
            weak: false,
            span: Span::default(),
        });
        self.variables.push(Variable { root: Root::Global(id), ty, range: None, depth: 0 });
    }

    /// A pointer to a global, maybe to one that is a pointer itself; at most five levels.
    fn make_pointer(&mut self) {
        let deep = self.chance(550);
        // Left to chance alone, chains would hardly ever come to their end.
        let known = self.variables.iter().map(|it| levels(&self.program.types, it.ty));
        let highest = known.filter(|&it| it < 5).max().unwrap_or(0);
        let least = if deep && self.chance(500) { highest } else { u32::from(deep) };
        let fits = |types: &Types, it: &Variable| {
            types.is_pointer(it.ty) == deep && (least..5).contains(&levels(types, it.ty))
        };
        let Some(variable) = self.pick(fits) else { return };
        let mut place = self.root_expr(variable);
        if !deep {
            let stop = self.chance(250);
            while let Shape::Array { length: Some(length), .. } =
                *self.program.types.shape(place.ty)
            {
                if stop
                    && self
                        .program
                        .types
                        .element(place.ty)
                        .is_some_and(|it| self.program.types.is_array(it))
                {
                    // A pointer to an array is rare, but there.
                    break;
                }
                let index = Expr::int(self.entropy.below(length) as i32);
                match typing::index(&mut self.program.types, place.clone(), index) {
                    Ok(element) => place = element,
                    Err(_) => return,
                }
            }
        }
        let types = &mut self.program.types;
        if levels(types, place.ty) >= 5 || types.is_array(place.ty) {
            return;
        }
        let mut target = place.ty;
        if self.chance(self.policy.swarm.volatile) {
            target = target.with(Quals::VOLATILE);
        }
        if self.chance(self.policy.swarm.constant) {
            target = target.with(Quals::CONST);
        }
        let pointer = self.program.types.pointer(target);
        let types = &mut self.program.types;
        let value = match self.entropy.permille(60) {
            true => Ok(Expr::int(0)),
            false => typing::address_of(types, place),
        };
        let value = value.and_then(|it| typing::assignment_conversion(types, it, pointer));
        let Ok(value) = value else { return };
        let pointer = self.qualified(pointer);
        self.add_global(pointer, Init::Expr(value));
    }

    /// First values for an object of this type, constants all.
    pub(super) fn initial(&mut self, ty: Ty) -> Init {
        match self.program.types.shape(ty).clone() {
            Shape::Array { element, length } => {
                let items = (0..length.unwrap_or(0)).map(|index| ArrayInit {
                    first: index,
                    last: index,
                    init: self.initial(element),
                });
                Init::Array(items.collect())
            }
            Shape::Record(id) => {
                let fields = self.program.types.fields(id).to_vec();
                let is_union = self.program.types.record(id).is_union;
                let mut items = Vec::new();
                for (field, index) in fields.iter().zip(0..) {
                    if field.name.is_none() {
                        continue;
                    }
                    items.push(RecordInit { field: index, init: self.initial(field.ty) });
                    if is_union {
                        break;
                    }
                }
                Init::Record(items)
            }
            _ => Init::Expr(self.constant(ty)),
        }
    }

    /// A number as a value of this type.
    pub(super) fn constant(&mut self, ty: Ty) -> Expr {
        let ty = ty.unqualified();
        if ty == Types::BOOL {
            let value = Expr::int(self.entropy.below(2) as i32);
            let types = &mut self.program.types;
            return typing::assignment_conversion(types, value.clone(), ty).unwrap_or(value);
        }
        let kind = self.program.types.int_kind(ty).unwrap_or(IntKind::Int);
        let width = u64::from(kind.bits());
        let bits = match self.entropy.index(6) {
            0 | 1 => (self.entropy.range(0, 20) as u128).wrapping_sub(6),
            2 => {
                let ends = [0, 1 << (width - 1), (1 << (width - 1)) - 1, u128::MAX];
                ends[self.entropy.index(4)]
            }
            3 => 1 << self.entropy.below(width),
            _ => u128::from(self.entropy.next_u64()),
        };
        // A constant has a type of at least `int`; the rest is converted.
        let wide = if kind.rank() < 3 { IntKind::Int } else { kind };
        let bits = wide.truncate(kind.value(kind.truncate(bits)) as u128);
        let value = Expr::new(ExprKind::Int(bits), Types::int(wide), Span::default());
        let types = &mut self.program.types;
        typing::assignment_conversion(types, value.clone(), ty).unwrap_or(value)
    }
}
