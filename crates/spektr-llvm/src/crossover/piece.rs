//! Modules in pieces: one function each, with what it needs and nothing else. A piece's function
//! is seen from outside, so that an optimizer keeps it and its result can be held against it.

use super::graft::Graft;
use crate::syntax::{Flag, Global, GlobalId, GlobalKind, Linkage, Module, Visibility};

/// Each function of a module as a module of its own.
pub fn pieces(module: &Module) -> Vec<Module> {
    let ids: Vec<GlobalId> = module.defined().map(|(id, _, _)| id).collect();
    ids.into_iter().map(|id| piece(module, id)).collect()
}

/// One function with all that it mentions.
pub fn piece(module: &Module, id: GlobalId) -> Module {
    let mut alone = Module {
        data_layout: module.data_layout.clone(),
        target_triple: module.target_triple.clone(),
        ..Module::default()
    };
    let new = Graft::new(module, &mut alone).global(id);
    expose(&mut alone.globals[new.index()]);
    sort(&mut alone);
    alone.compact();
    alone
}

/// Makes a function one that others see.
fn expose(global: &mut Global) {
    global.linkage = Linkage::External;
    global.visibility = Visibility::Default;
    global.dll = None;
    global.partition = None;
    if let Some(function) = global.function_mut() {
        let inline = |flag: Flag| matches!(flag, Flag::AlwaysInline | Flag::InlineHint);
        function
            .attributes
            .own
            .retain(|it| !matches!(it, crate::syntax::Attribute::Flag(flag) if inline(*flag)));
    }
}

/// Globals in the order in which modules are written: variables, aliases, ifuncs, functions.
pub fn sort(module: &mut Module) {
    let rank = |global: &Global| match global.kind {
        GlobalKind::Variable(_) => 0,
        GlobalKind::Alias(_) => 1,
        GlobalKind::IFunc(_) => 2,
        GlobalKind::Function(_) => 3,
    };
    let mut order: Vec<usize> = (0..module.globals.len()).collect();
    order.sort_by_key(|&at| rank(&module.globals[at]));
    if order.is_sorted() {
        return;
    }
    let mut new_ids = vec![GlobalId(0); order.len()];
    for (new, &old) in order.iter().enumerate() {
        new_ids[old] = GlobalId::new(new);
    }
    let mut old: Vec<Option<Global>> =
        std::mem::take(&mut module.globals).into_iter().map(Some).collect();
    module.globals = order.iter().filter_map(|&at| old[at].take()).collect();
    module.constants.remap(|constant| {
        use crate::syntax::Constant;
        if let Constant::Global(id)
        | Constant::DsoLocalEquivalent(id)
        | Constant::NoCfi(id)
        | Constant::BlockAddress { function: id, .. } = constant
        {
            *id = new_ids[id.index()];
        }
    });
}
