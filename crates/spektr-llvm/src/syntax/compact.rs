//! Tables with only what is used, in the order of its use: modules that say the same become
//! equal, whatever was read or edited before.

use super::{
    ConstId, Constants, Mentions, Module, NamedStruct, StructBody, StructId, Ty, Type, Types,
};

impl Module {
    /// Drops types and constants that nothing mentions and numbers the others by their first
    /// mention. Named structs stay, in their order.
    pub fn compact(&mut self) {
        let all: Vec<StructId> = (0..self.types.structs().len()).map(StructId::new).collect();
        self.keep_structs(&all);
    }

    /// Compacts with only these named structs, in this order. No other may be mentioned.
    pub fn keep_structs(&mut self, kept: &[StructId]) {
        let mut tables = Tables::new(self);
        let old_types = std::mem::take(&mut self.types);
        let old_constants = std::mem::take(&mut self.constants);
        tables.structs(&old_types, kept);
        let tables = std::cell::RefCell::new(tables);
        let mut ty = |ty: &mut Ty| *ty = tables.borrow_mut().ty(&old_types, *ty);
        let mut constant =
            |id: &mut ConstId| *id = tables.borrow_mut().constant(&old_types, &old_constants, *id);
        Mentions { ty: &mut ty, constant: &mut constant }.module(self);
        let tables = tables.into_inner();
        self.types = tables.types;
        self.constants = tables.constants;
    }

    /// A copy in which equal things have equal numbers.
    fn compacted(&self) -> Module {
        let mut module = self.clone();
        module.compact();
        module
    }
}

/// Modules are equal when they say the same, however their tables are filled.
impl PartialEq for Module {
    fn eq(&self, other: &Module) -> bool {
        let (one, other) = (self.compacted(), other.compacted());
        one.source_filename == other.source_filename
            && one.data_layout == other.data_layout
            && one.target_triple == other.target_triple
            && one.asm == other.asm
            && one.types.structs() == other.types.structs()
            && one.types.iter().eq(other.types.iter())
            && one.constants.iter().eq(other.constants.iter())
            && one.comdats == other.comdats
            && one.globals == other.globals
            && one.attribute_groups == other.attribute_groups
            && one.nodes == other.nodes
            && one.named_metadata == other.named_metadata
            && one.use_list_orders == other.use_list_orders
            && one.summaries == other.summaries
    }
}

/// The new tables and where old entries went.
struct Tables {
    types: Types,
    constants: Constants,
    new_types: Vec<Option<Ty>>,
    new_constants: Vec<Option<ConstId>>,
}

impl Tables {
    fn new(module: &Module) -> Tables {
        Tables {
            types: Types::default(),
            constants: Constants::default(),
            new_types: vec![None; module.types.len()],
            new_constants: vec![None; module.constants.len()],
        }
    }

    fn structs(&mut self, old: &Types, kept: &[StructId]) {
        for &id in kept {
            let declared = NamedStruct { name: old.named(id).name.clone(), body: None };
            let (new, ty) = self.types.add_struct(declared);
            debug_assert_eq!(self.types[ty], Type::Named(new));
            if let Some(old_ty) = old.find(&Type::Named(id)) {
                self.new_types[old_ty.index()] = Some(ty);
            }
        }
        for (new, &id) in kept.iter().enumerate() {
            let body = old.named(id).body.as_ref().map(|body| StructBody {
                packed: body.packed,
                fields: body.fields.iter().map(|&field| self.ty(old, field)).collect(),
            });
            self.types.named_mut(StructId::new(new)).body = body;
        }
    }

    /// The new id of a type; its parts come first. As deep as the reader lets types be.
    fn ty(&mut self, old: &Types, ty: Ty) -> Ty {
        if let Some(new) = self.new_types[ty.index()] {
            return new;
        }
        let mut all = |types: &[Ty]| types.iter().map(|&it| self.ty(old, it)).collect();
        let kind = match &old[ty] {
            Type::Pointer { space, to } => {
                Type::Pointer { space: *space, to: to.map(|to| self.ty(old, to)) }
            }
            &Type::Vector { scalable, length, element } => {
                Type::Vector { scalable, length, element: self.ty(old, element) }
            }
            &Type::Array { length, element } => {
                Type::Array { length, element: self.ty(old, element) }
            }
            Type::Struct { packed, fields } => {
                Type::Struct { packed: *packed, fields: all(fields) }
            }
            Type::Function { result, params, variadic } => {
                let params = all(params);
                Type::Function { result: self.ty(old, *result), params, variadic: *variadic }
            }
            Type::Target { name, types, integers } => {
                Type::Target { name: name.clone(), types: all(types), integers: integers.clone() }
            }
            simple => simple.clone(),
        };
        let new = self.types.intern(kind);
        self.new_types[ty.index()] = Some(new);
        new
    }

    /// The new id of a constant; its parts come first. As deep as the reader lets them be.
    fn constant(&mut self, types: &Types, old: &Constants, id: ConstId) -> ConstId {
        if let Some(new) = self.new_constants[id.index()] {
            return new;
        }
        let mut constant = old[id].clone();
        let this = std::cell::RefCell::new(&mut *self);
        Mentions {
            ty: &mut |ty| *ty = this.borrow_mut().ty(types, *ty),
            constant: &mut |part| *part = this.borrow_mut().constant(types, old, *part),
        }
        .constant_parts(&mut constant);
        let ty = self.ty(types, old.ty(id));
        let new = self.constants.intern(ty, constant);
        self.new_constants[id.index()] = Some(new);
        new
    }
}
