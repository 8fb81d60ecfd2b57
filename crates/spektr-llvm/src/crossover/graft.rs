//! A function with all that it mentions, taken over into another module: types, constants,
//! variables, callees, attribute groups and metadata. Names that are taken get a number behind
//! them; what both modules only declare is one thing. Debug info stays behind.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::syntax::{
    Attachment, AttributeGroup, Body, Callee, ConstId, Constant, FunctionAttributes, Global,
    GlobalId, GlobalKind, GroupId, Instruction, Mentions, Metadata, Module, Name, NamedStruct,
    NodeId, NodeKind, Op, StructBody, StructId, Ty, Type,
};

/// What goes from one module into another, and what became of it.
pub struct Graft<'a> {
    from: &'a Module,
    pub into: &'a mut Module,
    types: Vec<Option<Ty>>,
    constants: Vec<Option<ConstId>>,
    globals: Vec<Option<GlobalId>>,
    groups: Vec<Option<GroupId>>,
    nodes: Vec<Option<NodeId>>,
    names: BTreeSet<Name>,
    /// Globals and nodes whose contents have not been taken over yet.
    open_globals: Vec<(GlobalId, GlobalId)>,
    open_nodes: Vec<(NodeId, NodeId)>,
}

impl<'a> Graft<'a> {
    pub fn new(from: &'a Module, into: &'a mut Module) -> Graft<'a> {
        let names = into.globals.iter().filter_map(|global| global.name.clone()).collect();
        Graft {
            types: vec![None; from.types.len()],
            constants: vec![None; from.constants.len()],
            globals: vec![None; from.globals.len()],
            groups: vec![None; from.attribute_groups.len()],
            nodes: vec![None; from.nodes.len()],
            names,
            open_globals: Vec::new(),
            open_nodes: Vec::new(),
            from,
            into,
        }
    }

    /// Takes a global over with everything it mentions.
    pub fn global(&mut self, id: GlobalId) -> GlobalId {
        let new = self.reserve(id);
        self.finish();
        new
    }

    /// The body of a function in terms of the other module, without the function.
    pub fn body(&mut self, body: &Body) -> Body {
        let mut body = body.clone();
        self.adapt_body(&mut body);
        self.finish();
        body
    }

    /// Takes a constant over with everything it mentions.
    pub fn take_constant(&mut self, id: ConstId) -> ConstId {
        let new = self.constant(id);
        self.finish();
        new
    }

    pub fn ty(&mut self, ty: Ty) -> Ty {
        if let Some(new) = self.types[ty.index()] {
            return new;
        }
        let from = self.from;
        let kind = match &from.types[ty] {
            Type::Named(id) => return self.structure(ty, *id),
            Type::Pointer { space, to } => {
                Type::Pointer { space: *space, to: to.map(|to| self.ty(to)) }
            }
            &Type::Vector { scalable, length, element } => {
                Type::Vector { scalable, length, element: self.ty(element) }
            }
            &Type::Array { length, element } => Type::Array { length, element: self.ty(element) },
            Type::Struct { packed, fields } => {
                Type::Struct { packed: *packed, fields: self.all(fields) }
            }
            Type::Function { result, params, variadic } => Type::Function {
                result: self.ty(*result),
                params: self.all(params),
                variadic: *variadic,
            },
            Type::Target { name, types, integers } => Type::Target {
                name: name.clone(),
                types: self.all(types),
                integers: integers.clone(),
            },
            simple => simple.clone(),
        };
        let new = self.into.types.intern(kind);
        self.types[ty.index()] = Some(new);
        new
    }

    fn all(&mut self, types: &[Ty]) -> Box<[Ty]> {
        types.iter().map(|&ty| self.ty(ty)).collect()
    }

    /// A named struct: the one of that name if it is the same, or a new one. It may contain a
    /// pointer to itself, so its type is known before its fields.
    fn structure(&mut self, ty: Ty, id: StructId) -> Ty {
        let declared = self.from.types.named(id).clone();
        let is_taken = |types: &crate::syntax::Types, name: &Name| {
            types.structs().iter().position(|it| it.name.as_ref() == Some(name))
        };
        if let (Some(name), Some(body)) = (&declared.name, &declared.body)
            && let Some(known) = is_taken(&self.into.types, name)
            && self.is_plain(&body.fields)
        {
            let fields = self.all(&body.fields);
            let body = StructBody { packed: body.packed, fields };
            if self.into.types.named(StructId::new(known)).body.as_ref() == Some(&body) {
                let new = self.into.types.intern(Type::Named(StructId::new(known)));
                self.types[ty.index()] = Some(new);
                return new;
            }
        }
        let name = declared.name.map(|name| {
            let taken = |name: &Name| is_taken(&self.into.types, name).is_some();
            free_name(&name, taken)
        });
        let (new_id, new) = self.into.types.add_struct(NamedStruct { name, body: None });
        self.types[ty.index()] = Some(new);
        if let Some(body) = declared.body {
            let fields = self.all(&body.fields);
            self.into.types.named_mut(new_id).body =
                Some(StructBody { packed: body.packed, fields });
        }
        new
    }

    /// Whether no field is a struct with a name of its own.
    fn is_plain(&self, fields: &[Ty]) -> bool {
        fields.iter().all(|&field| match &self.from.types[field] {
            Type::Named(_) => false,
            other => self.is_plain(&other.parts().collect::<Vec<_>>()),
        })
    }

    fn constant(&mut self, id: ConstId) -> ConstId {
        if let Some(new) = self.constants[id.index()] {
            return new;
        }
        let mut constant = self.from.constants[id].clone();
        match &mut constant {
            Constant::Global(global)
            | Constant::DsoLocalEquivalent(global)
            | Constant::NoCfi(global)
            | Constant::BlockAddress { function: global, .. } => *global = self.reserve(*global),
            _ => {
                let this = RefCell::new(&mut *self);
                Mentions {
                    ty: &mut |ty| *ty = this.borrow_mut().ty(*ty),
                    constant: &mut |part| *part = this.borrow_mut().constant(*part),
                }
                .constant_parts(&mut constant);
            }
        }
        let ty = self.ty(self.from.constants.ty(id));
        let new = self.into.constants.intern(ty, constant);
        self.constants[id.index()] = Some(new);
        new
    }

    /// The new id of a global; what it consists of follows later.
    fn reserve(&mut self, id: GlobalId) -> GlobalId {
        if let Some(new) = self.globals[id.index()] {
            return new;
        }
        let ty = self.ty(self.from.global(id).ty);
        let pointer = self.ty(self.from.global(id).pointer);
        let known = self.declared_alike(self.from.global(id), ty);
        if let Some(known) = known {
            self.globals[id.index()] = Some(known);
            return known;
        }
        let mut global = self.from.global(id).clone();
        (global.ty, global.pointer) = (ty, pointer);
        global.name = global.name.map(|name| free_name(&name, |name| self.names.contains(name)));
        self.names.extend(global.name.clone());
        // Filled in by `finish`.
        global.kind = GlobalKind::Alias(ConstId(0));
        let new = GlobalId::new(self.into.globals.len());
        self.into.globals.push(global);
        self.globals[id.index()] = Some(new);
        self.open_globals.push((id, new));
        new
    }

    /// A declaration of the same thing in the other module.
    fn declared_alike(&self, global: &Global, ty: Ty) -> Option<GlobalId> {
        let name = global.name.as_ref().filter(|name| self.names.contains(*name))?;
        let is_declared = |global: &Global| match &global.kind {
            GlobalKind::Function(function) => function.body.is_none(),
            GlobalKind::Variable(variable) => variable.initializer.is_none(),
            GlobalKind::Alias(_) | GlobalKind::IFunc(_) => false,
        };
        let same = |it: &Global| {
            it.name.as_ref() == Some(name)
                && it.ty == ty
                && it.space == global.space
                && is_declared(it)
        };
        is_declared(global)
            .then(|| self.into.globals.iter().position(same).map(GlobalId::new))
            .flatten()
    }

    /// Takes over what was only reserved, and what that mentions.
    fn finish(&mut self) {
        loop {
            if let Some((old, new)) = self.open_globals.pop() {
                let kind = self.from.global(old).kind.clone();
                let kind = self.kind(kind);
                self.into.globals[new.index()].kind = kind;
            } else if let Some((old, new)) = self.open_nodes.pop() {
                let mut node = self.from.nodes[old.index()].clone();
                if let NodeKind::Tuple(operands) = &mut node.kind {
                    // Where a loop stands in somebody's source says nothing here.
                    operands.retain(|it| !self.is_debug_info(it));
                    operands.iter_mut().for_each(|it| self.metadata(it));
                }
                self.into.nodes[new.index()] = node;
            } else {
                return;
            }
        }
    }

    fn kind(&mut self, mut kind: GlobalKind) -> GlobalKind {
        match &mut kind {
            GlobalKind::Variable(variable) => {
                variable.initializer = variable.initializer.map(|it| self.constant(it));
                variable.comdat = None;
                self.attributes(&mut variable.attributes);
                self.attachments(&mut variable.metadata);
            }
            GlobalKind::Alias(target) | GlobalKind::IFunc(target) => {
                *target = self.constant(*target)
            }
            GlobalKind::Function(function) => {
                function.comdat = None;
                let parts =
                    [&mut function.prefix, &mut function.prologue, &mut function.personality];
                parts.into_iter().flatten().for_each(|it| *it = self.constant(*it));
                self.own_attributes(&mut function.result_attributes);
                function.param_attributes.iter_mut().for_each(|it| self.own_attributes(it));
                self.attributes(&mut function.attributes);
                self.attachments(&mut function.metadata);
                function.body.iter_mut().for_each(|body| self.adapt_body(body));
            }
        }
        kind
    }

    fn adapt_body(&mut self, body: &mut Body) {
        body.use_list_orders.clear();
        body.values.iter_mut().for_each(|value| value.ty = self.ty(value.ty));
        for block in &mut body.blocks {
            block.instructions.retain(|instruction| !self.speaks_to_debuggers(instruction));
            block.instructions.iter_mut().for_each(|it| self.instruction(it));
        }
    }

    fn instruction(&mut self, instruction: &mut Instruction) {
        instruction.records.clear();
        self.attachments(&mut instruction.metadata);
        let attached = std::mem::take(&mut instruction.metadata);
        {
            let this = RefCell::new(&mut *self);
            Mentions {
                ty: &mut |ty| *ty = this.borrow_mut().ty(*ty),
                constant: &mut |id| *id = this.borrow_mut().constant(*id),
            }
            .instruction(instruction);
        }
        if let Some(call) = instruction.op.call_mut() {
            self.groups(&mut call.attributes);
        }
        // Constants in metadata arguments are done; nodes are not.
        instruction.for_each_metadata(&mut |it| self.node_of(it));
        instruction.metadata = attached;
    }

    fn speaks_to_debuggers(&self, instruction: &Instruction) -> bool {
        let Op::Call(call) = &instruction.op else { return false };
        let Callee::Value(callee) = call.callee else { return false };
        let name = self.from.global_of(callee).and_then(|id| self.from.global(id).name.as_ref());
        name.is_some_and(|name| name.bytes().starts_with(b"llvm.dbg."))
    }

    fn is_debug_info(&self, metadata: &Metadata) -> bool {
        let is_record = |kind: &NodeKind| matches!(kind, NodeKind::Record { .. });
        match metadata {
            Metadata::Node(id) => {
                self.from.nodes.get(id.index()).is_none_or(|node| is_record(&node.kind))
            }
            Metadata::Inline(node) => is_record(&node.kind),
            _ => false,
        }
    }

    fn attachments(&mut self, attachments: &mut Vec<Attachment>) {
        attachments.retain(|it| it.kind != "dbg" && !self.is_debug_info(&it.node));
        attachments.iter_mut().for_each(|it| self.metadata(&mut it.node));
    }

    fn metadata(&mut self, metadata: &mut Metadata) {
        match metadata {
            Metadata::Constant(id) => *id = self.constant(*id),
            Metadata::Inline(node) => {
                if let NodeKind::Tuple(operands) = &mut node.kind {
                    operands.retain(|it| !self.is_debug_info(it));
                    operands.iter_mut().for_each(|it| self.metadata(it));
                }
            }
            Metadata::ArgList(list) => list.iter_mut().for_each(|it| self.metadata(it)),
            Metadata::Node(_) => self.node_of(metadata),
            Metadata::Null | Metadata::Text(_) | Metadata::Local(_) => {}
        }
    }

    fn node_of(&mut self, metadata: &mut Metadata) {
        let Metadata::Node(id) = metadata else { return };
        if let Some(new) = self.nodes[id.index()] {
            *id = new;
            return;
        }
        let new = NodeId::new(self.into.nodes.len());
        self.into.nodes.push(self.from.nodes[id.index()].clone());
        self.nodes[id.index()] = Some(new);
        self.open_nodes.push((*id, new));
        *id = new;
    }

    fn own_attributes(&mut self, attributes: &mut [crate::syntax::Attribute]) {
        let this = RefCell::new(&mut *self);
        Mentions {
            ty: &mut |ty| *ty = this.borrow_mut().ty(*ty),
            constant: &mut |id| *id = this.borrow_mut().constant(*id),
        }
        .attributes(attributes);
    }

    fn attributes(&mut self, attributes: &mut FunctionAttributes) {
        self.own_attributes(&mut attributes.own);
        self.groups(attributes);
    }

    fn groups(&mut self, attributes: &mut FunctionAttributes) {
        let known = |id: &GroupId| id.index() < self.from.attribute_groups.len();
        attributes.groups.retain(known);
        attributes.groups.iter_mut().for_each(|id| *id = self.group(*id));
    }

    fn group(&mut self, id: GroupId) -> GroupId {
        if let Some(new) = self.groups[id.index()] {
            return new;
        }
        let mut attributes = self.from.attribute_groups[id.index()].attributes.clone();
        self.own_attributes(&mut attributes);
        let groups = &mut self.into.attribute_groups;
        let known = groups.iter().position(|it| it.attributes == attributes);
        let new = GroupId::new(known.unwrap_or(groups.len()));
        if known.is_none() {
            let number = groups.iter().map(|it| it.number + 1).max().unwrap_or(0);
            groups.push(AttributeGroup { number, attributes });
        }
        self.groups[id.index()] = Some(new);
        new
    }
}

/// The name, or the name with the first number behind it that nobody has.
pub fn free_name(name: &Name, taken: impl Fn(&Name) -> bool) -> Name {
    if !taken(name) {
        return name.clone();
    }
    let numbered =
        |number: u32| Name::new([name.bytes(), format!(".{number}").as_bytes()].concat());
    // There are fewer names than numbers.
    (1..).map(numbered).find(|name| !taken(name)).unwrap_or_else(|| name.clone())
}
