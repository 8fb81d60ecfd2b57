//! The end of a module: everything that was mentioned must exist, and ids become final.

use super::cursor::{Parsed, Parser, fault_at};
use super::symbols::Key;
use crate::syntax::{
    Block, BlockId, CallingConvention, Constant, Function, FunctionAttributes, Global, GlobalId,
    GlobalKind, GroupId, Linkage, Metadata, Module, Name, NodeId, StructId, Ty, Visibility,
};
use spektr_text::Span;

impl<'a> Parser<'a> {
    pub fn finish(&mut self) -> Parsed<Module> {
        self.check_structs()?;
        self.check_mentions()?;
        self.declare_intrinsics()?;
        let blocks = self.taken_blocks()?;
        let order = self.global_order();
        let mut module = std::mem::take(&mut self.module);
        self.reorder_types(&mut module);
        module.constants.remap(|constant| match constant {
            Constant::Global(id) | Constant::DsoLocalEquivalent(id) | Constant::NoCfi(id) => {
                *id = order[id.index()];
            }
            Constant::BlockAddress { function, block } => {
                *function = order[function.index()];
                *block = blocks[block.index()];
            }
            _ => {}
        });
        let mut places: Vec<Option<Global>> = Vec::new();
        places.resize_with(order.len(), || None);
        for (entry, id) in self.globals.entries.iter_mut().zip(&order) {
            places[id.index()] = entry.global.take();
        }
        module.globals = places.into_iter().flatten().collect();
        for item in &mut module.use_list_orders {
            if let Some(function) = &mut item.function {
                *function = order[function.index()];
            }
        }
        self.reorder_nodes(&mut module);
        self.reorder_groups(&mut module);
        self.check_global_types(&module)?;
        Ok(module)
    }

    fn check_mentions(&self) -> Parsed<()> {
        if let Some(entry) = self.nodes.entries.iter().find(|entry| entry.node.is_none()) {
            let message = format!("`!{}` is used but not defined", entry.number);
            return fault_at(entry.mention, message);
        }
        if let Some((span, _)) = self.comdat_mentions.iter().find(|(_, defined)| !defined) {
            return fault_at(*span, "this comdat is used but not defined");
        }
        Ok(())
    }

    /// Intrinsics need not be declared if they are only called.
    fn declare_intrinsics(&mut self) -> Parsed<()> {
        // LLVM declares them in the order of their names.
        let entries = self.globals.entries.iter().enumerate();
        let mut missing: Vec<usize> =
            entries.filter(|(_, entry)| entry.global.is_none()).map(|(at, _)| at).collect();
        missing.sort_by(|&a, &b| self.globals.entries[a].words.cmp(&self.globals.entries[b].words));
        for at in missing {
            let entry = &self.globals.entries[at];
            let (span, words) = (entry.mention, entry.words.clone());
            let name = words.strip_prefix("@llvm.").map(|rest| format!("llvm.{rest}"));
            let (Some(name), Some(ty)) = (name, entry.called) else {
                return fault_at(span, format!("`{words}` is used but not defined"));
            };
            let global = self.declared(name, ty, span);
            let entry = &mut self.globals.entries[at];
            entry.global = Some(global);
            entry.rank = self.globals.defined;
            self.globals.defined += 1;
        }
        Ok(())
    }

    fn declared(&mut self, name: String, ty: Ty, span: Span) -> Global {
        let params = self.module.signature(ty).map_or(0, |(_, params, _)| params.len());
        let function = Function {
            convention: CallingConvention::C,
            result_attributes: Vec::new(),
            param_attributes: vec![Vec::new(); params],
            attributes: FunctionAttributes::default(),
            section: None,
            comdat: None,
            align: None,
            gc: None,
            prefix: None,
            prologue: None,
            personality: None,
            metadata: Vec::new(),
            body: None,
        };
        let header = super::global::Header {
            linkage: Some(Linkage::External),
            preemption: None,
            visibility: Visibility::Default,
            dll: None,
        };
        let kind = GlobalKind::Function(Box::new(function));
        let space = self.program_space;
        let mut global = self.new_global_value(header, ty, space, None, kind, span);
        global.name = Some(Name::new(name));
        global
    }

    /// The blocks whose addresses are taken.
    fn taken_blocks(&self) -> Parsed<Vec<BlockId>> {
        let found = self.addresses.iter();
        found.map(|(function, key, span)| self.block_of(*function, key, *span)).collect()
    }

    /// The block of a function that was read, by its name or number.
    pub fn block_of(&self, function: GlobalId, key: &Key<'a>, span: Span) -> Parsed<BlockId> {
        let entry = &self.globals.entries[function.index()];
        let body = entry.global.as_ref().and_then(|it| it.function()?.body.as_ref());
        let Some(body) = body else {
            return fault_at(span, format!("`{}` has no blocks", entry.words));
        };
        let found = match key {
            Key::Named(name) => {
                let same =
                    |block: &Block| block.name.as_ref().is_some_and(|it| it.bytes() == &**name);
                body.blocks.iter().position(same).map(BlockId::new)
            }
            Key::Number(number) => {
                let numbers = self.block_numbers.get(&function.0);
                let pair = numbers.and_then(|all| all.iter().find(|(it, _)| it == number));
                pair.map(|&(_, id)| id)
            }
        };
        match found {
            Some(id) => Ok(id),
            None => fault_at(span, format!("there is no block `%{key}` in `{}`", entry.words)),
        }
    }

    /// For each provisional id of a global, its place: variables, aliases, ifuncs, functions.
    fn global_order(&self) -> Vec<GlobalId> {
        let rank = |at: &usize| {
            let entry = &self.globals.entries[*at];
            let kind = match entry.global.as_ref().map(|global| &global.kind) {
                Some(GlobalKind::Variable(_)) => 0,
                Some(GlobalKind::Alias(_)) => 1,
                Some(GlobalKind::IFunc(_)) => 2,
                _ => 3,
            };
            (kind, entry.rank)
        };
        let mut sorted: Vec<usize> = (0..self.globals.entries.len()).collect();
        sorted.sort_by_key(rank);
        let mut order = vec![GlobalId(0); sorted.len()];
        for (new, old) in sorted.into_iter().enumerate() {
            order[old] = GlobalId::new(new);
        }
        order
    }

    /// Named structs in the order of their definitions.
    fn reorder_types(&self, module: &mut Module) {
        let mut order: Vec<StructId> =
            (0..self.named_types.structs.len()).map(StructId::new).collect();
        order.sort_by_key(|id| self.named_types.structs[id.index()].1);
        if order.iter().enumerate().any(|(at, id)| id.index() != at) {
            module.types.reorder_structs(&order);
        }
    }

    /// Nodes in the order of their definitions.
    fn reorder_nodes(&mut self, module: &mut Module) {
        let mut sorted: Vec<usize> = (0..self.nodes.entries.len()).collect();
        sorted.sort_by_key(|&at| self.nodes.entries[at].rank);
        let mut order = vec![NodeId(0); sorted.len()];
        for (new, &old) in sorted.iter().enumerate() {
            order[old] = NodeId::new(new);
        }
        let nodes = sorted.iter().filter_map(|&at| self.nodes.entries[at].node.take());
        module.nodes = nodes.collect();
        if order.iter().enumerate().all(|(at, id)| id.index() == at) {
            return;
        }
        module.for_each_metadata(&mut |metadata| {
            if let Metadata::Node(id) = metadata {
                *id = order[id.index()];
            }
        });
    }

    /// Groups in the order of their numbers; one that is never defined says nothing.
    fn reorder_groups(&self, module: &mut Module) {
        let groups = std::mem::take(&mut module.attribute_groups);
        let mut kept: Vec<usize> =
            (0..groups.len()).filter(|&at| self.defined_groups[at]).collect();
        kept.sort_by_key(|&at| groups[at].number);
        let mut ids = vec![None; groups.len()];
        for (new, &old) in kept.iter().enumerate() {
            ids[old] = Some(GroupId::new(new));
        }
        let unchanged = ids.iter().enumerate().all(|(at, id)| *id == Some(GroupId::new(at)));
        module.attribute_groups = kept.iter().map(|&at| groups[at].clone()).collect();
        if unchanged {
            return;
        }
        module.for_each_function_attributes(&mut |attributes| {
            let groups = std::mem::take(&mut attributes.groups).into_iter();
            attributes.groups = groups.filter_map(|group| ids[group.index()]).collect();
        });
    }

    /// The address of a global has the type that it is used with.
    fn check_global_types(&self, module: &Module) -> Parsed<()> {
        for (_, ty, constant) in module.constants.iter() {
            if let Constant::Global(id) = *constant
                && module.global(id).pointer != ty
            {
                let global = module.global(id);
                let name = global.name.as_ref().map_or(String::new(), Name::to_string);
                let message = format!(
                    "`@{name}` is `{}`, but is used as `{}`",
                    crate::print::type_text(module, global.pointer),
                    crate::print::type_text(module, ty)
                );
                let entries = &self.globals.entries;
                let entry = entries.iter().find(|entry| entry.words == format!("@{name}"));
                return fault_at(entry.map_or(global.span, |entry| entry.mention), message);
            }
        }
        Ok(())
    }
}
