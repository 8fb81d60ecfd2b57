//! Statics and consts: made before the first statement, used by address or by name.

use super::generator::Generator;
use crate::syntax::{
    AdtKind, Const, ConstId, ConstItem, ConstTree, FnId, Mutability, Operand, Place, Rvalue,
    Static, StaticId, Ty, TyKind,
};

impl Generator {
    /// The items a program starts with.
    pub fn make_items(&mut self) {
        for _ in 0..self.entropy.range(0, 5) {
            self.new_static();
        }
        for _ in 0..self.entropy.range(0, 4) {
            self.new_const();
        }
    }

    fn new_static(&mut self) -> Option<StaticId> {
        let ty = self.pool.any(&mut self.entropy);
        let init = self.tree(ty, 0)?;
        let id = StaticId(self.stage.program.statics.len() as u32);
        let mutable = self.entropy.chance(3, 4);
        let name = format!("G{}", id.0);
        self.stage.program.statics.push(Static { name, ty, mutable, init });
        // The types that `Static` and `StaticMut` have.
        self.intern(TyKind::Ref(Mutability::Not, ty));
        self.intern(TyKind::RawPtr(Mutability::Mut, ty));
        Some(id)
    }

    fn new_const(&mut self) -> Option<ConstId> {
        let ty = self.pool.any(&mut self.entropy);
        let value = self.tree(ty, 0)?;
        let id = ConstId(self.stage.program.consts.len() as u32);
        let name = format!("C{}", id.0);
        self.stage.program.consts.push(ConstItem { name, ty, value });
        Some(id)
    }

    /// A constant that holds a function's address, made at the first use.
    pub fn function_const(&mut self, function: FnId) -> ConstId {
        let is_it = |item: &ConstItem| item.value == ConstTree::Function(function);
        if let Some(found) = self.stage.program.consts.iter().position(is_it) {
            return ConstId(found as u32);
        }
        let callee = &self.stage.program.functions[function.index()];
        let params: Vec<Ty> =
            callee.locals[1..=callee.params as usize].iter().map(|local| local.ty).collect();
        let ret = callee.locals[0].ty;
        let ty = self.intern(TyKind::FnPtr { params, ret });
        let id = ConstId(self.stage.program.consts.len() as u32);
        let name = format!("C{}", id.0);
        let value = ConstTree::Function(function);
        self.stage.program.consts.push(ConstItem { name, ty, value });
        id
    }

    /// A constant value of the type; `None` where one would need an address.
    pub fn tree(&mut self, ty: Ty, depth: u32) -> Option<ConstTree> {
        if self.facts(ty).pointers || depth > 5 {
            return None;
        }
        if let Some(Operand::Const(Const::Scalar { bits, ty })) = self.literal(ty) {
            return Some(ConstTree::Scalar { bits, ty });
        }
        match self.types().kind(ty).clone() {
            TyKind::Tuple(fields) => self.trees(fields, depth).map(ConstTree::Fields),
            TyKind::Array(element, count) if self.entropy.chance(1, 3) => {
                let value = self.tree(element, depth + 1)?;
                Some(ConstTree::Repeat(Box::new(value), count))
            }
            TyKind::Array(element, count) => {
                self.trees(vec![element; count as usize], depth).map(ConstTree::Fields)
            }
            TyKind::Adt(id) => {
                let def = self.types().adt(id);
                let (kind, count) = (def.kind, def.variants.len());
                let variant = if kind == AdtKind::Enum { self.entropy.index(count) } else { 0 };
                let def = self.types().adt(id);
                let fields: Vec<Ty> = def.variants[variant].fields.iter().map(|f| f.ty).collect();
                match kind {
                    AdtKind::Struct => self.trees(fields, depth).map(ConstTree::Fields),
                    AdtKind::Enum => {
                        let parts = self.trees(fields, depth)?;
                        Some(ConstTree::Variant(variant as u32, parts))
                    }
                    AdtKind::Union => {
                        let drawn = self.entropy.index(fields.len());
                        let value = self.tree(fields[drawn], depth + 1)?;
                        Some(ConstTree::Union(drawn as u32, Box::new(value)))
                    }
                }
            }
            _ => None,
        }
    }

    fn trees(&mut self, parts: Vec<Ty>, depth: u32) -> Option<Vec<ConstTree>> {
        parts.into_iter().map(|part| self.tree(part, depth + 1)).collect()
    }

    /// The address of a static in a local.
    pub fn make_static(&mut self) -> bool {
        let count = self.stage.program.statics.len();
        if count == 0 {
            return false;
        }
        let id = StaticId(self.entropy.index(count) as u32);
        let item = &self.stage.program.statics[id.index()];
        let (ty, mutable) = (item.ty, item.mutable);
        let (mutability, kind) = match mutable {
            true => (Mutability::Mut, TyKind::RawPtr(Mutability::Mut, ty)),
            false => (Mutability::Not, TyKind::Ref(Mutability::Not, ty)),
        };
        let pointer = self.intern(kind);
        self.compute(Rvalue::Use(Operand::Const(Const::Static(mutability, id))), pointer)
    }

    /// A `const` item as an operand.
    pub fn make_named_const(&mut self) -> bool {
        let count = self.stage.program.consts.len();
        if count == 0 {
            return false;
        }
        let id = ConstId(self.entropy.index(count) as u32);
        let ty = self.stage.program.consts[id.index()].ty;
        self.compute(Rvalue::Use(Operand::Const(Const::Named(id))), ty)
    }

    /// A literal that reaches its place through a `static mut` of its own.
    pub fn hidden_in_static(&mut self, ty: Ty) -> Option<Place> {
        let scalar_static = |item: &Static| item.mutable && item.ty == ty;
        let found = self.stage.program.statics.iter().position(scalar_static)?;
        let pointer_ty = self.intern(TyKind::RawPtr(Mutability::Mut, ty));
        let address = Const::Static(Mutability::Mut, StaticId(found as u32));
        let local = self.compute_local(Rvalue::Use(Operand::Const(address)), pointer_ty)?;
        Some(Place::deref(local))
    }
}
