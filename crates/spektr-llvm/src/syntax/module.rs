//! A module: the tables that everything else points into.

use super::{
    Attribute, AttributeGroup, Body, Comdat, Constant, Constants, Flag, FunctionAttributes, Global,
    GlobalId, Name, NamedMetadata, Node, Operand, Ty, Type, Types, UseListOrder,
};

/// What one `.ll` file says.
#[derive(Clone, Debug, Default)]
pub struct Module {
    pub source_filename: Option<Name>,
    pub data_layout: Option<Name>,
    pub target_triple: Option<Name>,
    /// Lines of `module asm`.
    pub asm: Vec<Name>,
    pub types: Types,
    pub constants: Constants,
    pub comdats: Vec<Comdat>,
    /// Variables, then aliases, ifuncs and functions, as they are printed.
    pub globals: Vec<Global>,
    pub attribute_groups: Vec<AttributeGroup>,
    pub nodes: Vec<Node>,
    pub named_metadata: Vec<NamedMetadata>,
    pub use_list_orders: Vec<ModuleUseListOrder>,
    /// `^N = …`: entries of a module summary, as written.
    pub summaries: Vec<Name>,
}

/// Use-list orders that stand outside of functions.
#[derive(Clone, Debug, PartialEq)]
pub struct ModuleUseListOrder {
    /// For `uselistorder_bb`, the function of the block.
    pub function: Option<GlobalId>,
    pub order: UseListOrder,
}

impl Module {
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.index()]
    }

    /// The global of that name.
    pub fn find(&self, name: &str) -> Option<GlobalId> {
        let found = |global: &Global| global.name.as_ref().is_some_and(|it| *it == name);
        self.globals.iter().position(found).map(GlobalId::new)
    }

    /// The address space of functions where nothing else is said, by the data layout.
    pub fn program_space(&self) -> u32 {
        let layout = self.data_layout.as_ref().map(Name::text).unwrap_or_default();
        let mut parts = layout.split('-').filter_map(|part| part.strip_prefix('P')?.parse().ok());
        parts.next_back().unwrap_or(0)
    }

    /// Functions that have a body.
    pub fn defined(&self) -> impl Iterator<Item = (GlobalId, &Global, &Body)> {
        self.globals.iter().enumerate().filter_map(|(at, global)| {
            let body = global.function()?.body.as_ref()?;
            Some((GlobalId::new(at), global, body))
        })
    }

    /// The type of an operand in a body of this module.
    #[inline]
    pub fn operand_ty(&self, body: &Body, operand: Operand) -> Ty {
        match operand {
            Operand::Local(value) => body.values[value.index()].ty,
            Operand::Const(constant) => self.constants.ty(constant),
        }
    }

    /// All attributes of a function or call site, groups resolved.
    pub fn attributes<'a>(
        &'a self,
        attributes: &'a FunctionAttributes,
    ) -> impl Iterator<Item = &'a Attribute> {
        let groups = attributes.groups.iter();
        // A group that is not defined says nothing.
        let groups = groups.filter_map(|group| self.attribute_groups.get(group.index()));
        let groups = groups.flat_map(|group| &group.attributes);
        attributes.own.iter().chain(groups)
    }

    pub fn has_flag(&self, attributes: &FunctionAttributes, flag: Flag) -> bool {
        self.attributes(attributes).any(|attribute| attribute.is(flag))
    }

    /// The operand that is the address of a global, of the type the global has.
    pub fn address_of(&mut self, id: GlobalId) -> Operand {
        let ty = self.globals[id.index()].pointer;
        Operand::Const(self.constants.intern(ty, Constant::Global(id)))
    }

    /// The global that an operand names directly.
    pub fn global_of(&self, operand: Operand) -> Option<GlobalId> {
        match operand {
            Operand::Const(constant) => match self.constants[constant] {
                Constant::Global(id) => Some(id),
                _ => None,
            },
            Operand::Local(_) => None,
        }
    }

    /// Result, parameters and whether there may be more, of a function type.
    pub fn signature(&self, ty: Ty) -> Option<(Ty, &[Ty], bool)> {
        match &self.types[ty] {
            Type::Function { result, params, variadic } => Some((*result, params, *variadic)),
            _ => None,
        }
    }
}
