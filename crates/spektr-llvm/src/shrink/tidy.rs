//! What no edit needs to ask for: code that is not reached, blocks that only follow one another,
//! declarations, groups, comdats, nodes and types that nothing mentions.

use super::flow;
use super::offer::mentioned;
use crate::syntax::{
    Constant, GlobalId, GlobalKind, GroupId, Linkage, Metadata, Module, NodeId, StructId, Type,
};

/// Tidies a module up. Globals that are `dropped` go if nothing mentions them any more.
pub fn tidy(module: &mut Module, dropped: &[bool]) {
    module.use_list_orders.clear();
    let taken: Vec<GlobalId> = module
        .constants
        .iter()
        .filter_map(|(_, _, constant)| match constant {
            Constant::BlockAddress { function, .. } => Some(*function),
            _ => None,
        })
        .collect();
    for (at, global) in module.globals.iter_mut().enumerate() {
        let Some(body) = global.function_mut().and_then(|function| function.body.as_mut()) else {
            continue;
        };
        // Addresses of blocks name them by number.
        if !taken.contains(&GlobalId::new(at)) {
            flow::drop_unreached(body);
            flow::drop_single_phis(body);
            flow::merge_blocks(body);
        }
        body.renumber();
    }
    drop_globals(module, dropped);
    drop_groups(module);
    drop_comdats(module);
    drop_nodes(module);
    drop_structs(module);
    module.compact();
}

/// Declarations and local definitions without mention, and what was asked for.
fn drop_globals(module: &mut Module, dropped: &[bool]) {
    let mut asked = dropped.to_vec();
    loop {
        module.compact();
        let used = mentioned(module);
        let gone: Vec<bool> = module
            .globals
            .iter()
            .enumerate()
            .map(|(at, global)| {
                let declared = match &global.kind {
                    GlobalKind::Function(function) => function.body.is_none(),
                    GlobalKind::Variable(variable) => variable.initializer.is_none(),
                    GlobalKind::Alias(_) | GlobalKind::IFunc(_) => false,
                };
                let local = matches!(global.linkage, Linkage::Private | Linkage::Internal);
                !used[at] && (declared || local || asked.get(at) == Some(&true))
            })
            .collect();
        if !gone.contains(&true) {
            return;
        }
        let mut new_ids = Vec::with_capacity(gone.len());
        let mut next = 0;
        for gone in &gone {
            new_ids.push(GlobalId(next));
            next += u32::from(!gone);
        }
        retain(&mut module.globals, &gone);
        asked.resize(gone.len(), false);
        retain(&mut asked, &gone);
        module.constants.remap(|constant| match constant {
            Constant::Global(id)
            | Constant::DsoLocalEquivalent(id)
            | Constant::NoCfi(id)
            | Constant::BlockAddress { function: id, .. } => *id = new_ids[id.index()],
            _ => {}
        });
    }
}

fn retain<T>(items: &mut Vec<T>, gone: &[bool]) {
    let mut gone = gone.iter();
    items.retain(|_| gone.next() == Some(&false));
}

/// New numbers for what is kept.
fn renumbered(used: &[bool]) -> Vec<Option<u32>> {
    let mut next = 0;
    used.iter()
        .map(|&used| {
            let id = used.then_some(next);
            next += u32::from(used);
            id
        })
        .collect()
}

fn drop_groups(module: &mut Module) {
    let mut used = vec![false; module.attribute_groups.len()];
    module.for_each_function_attributes(&mut |attributes| {
        attributes.groups.iter().for_each(|group| used[group.index()] = true);
    });
    let ids = renumbered(&used);
    retain(&mut module.attribute_groups, &used.iter().map(|used| !used).collect::<Vec<_>>());
    module.for_each_function_attributes(&mut |attributes| {
        let groups = std::mem::take(&mut attributes.groups).into_iter();
        attributes.groups = groups.filter_map(|it| ids[it.index()].map(GroupId)).collect();
    });
}

fn drop_comdats(module: &mut Module) {
    let mut used = vec![false; module.comdats.len()];
    let mut places: Vec<&mut crate::syntax::ComdatId> = module
        .globals
        .iter_mut()
        .filter_map(|global| match &mut global.kind {
            GlobalKind::Variable(variable) => variable.comdat.as_mut(),
            GlobalKind::Function(function) => function.comdat.as_mut(),
            GlobalKind::Alias(_) | GlobalKind::IFunc(_) => None,
        })
        .collect();
    places.iter().for_each(|id| used[id.index()] = true);
    let ids = renumbered(&used);
    places.iter_mut().for_each(|id| id.0 = ids[id.index()].unwrap_or(id.0));
    retain(&mut module.comdats, &used.iter().map(|used| !used).collect::<Vec<_>>());
}

/// Nodes that neither code nor named metadata leads to.
fn drop_nodes(module: &mut Module) {
    let mut nodes = std::mem::take(&mut module.nodes);
    let mut used = vec![false; nodes.len()];
    let mut open: Vec<NodeId> = Vec::new();
    let mut see = |metadata: &mut Metadata, open: &mut Vec<NodeId>| {
        if let Metadata::Node(id) = metadata
            && !std::mem::replace(&mut used[id.index()], true)
        {
            open.push(*id);
        }
    };
    module.for_each_metadata(&mut |metadata| see(metadata, &mut open));
    while let Some(id) = open.pop() {
        nodes[id.index()].walk(&mut |metadata| see(metadata, &mut open));
    }
    let ids = renumbered(&used);
    retain(&mut nodes, &used.iter().map(|used| !used).collect::<Vec<_>>());
    module.nodes = nodes;
    module.for_each_metadata(&mut |metadata| {
        if let Metadata::Node(id) = metadata {
            id.0 = ids[id.index()].unwrap_or(id.0);
        }
    });
}

/// Named structs that no type in use contains.
fn drop_structs(module: &mut Module) {
    module.compact();
    let count = module.types.structs().len();
    let mut used = vec![false; count];
    // After compaction every type is in use, except those that only named structs mention.
    let mut open: Vec<crate::syntax::Ty> = Vec::new();
    let mut seen = vec![false; module.types.len()];
    let mut copy = module.clone();
    crate::syntax::Mentions { ty: &mut |ty| open.push(*ty), constant: &mut |_| {} }
        .module(&mut copy);
    for (_, ty, constant) in module.constants.iter() {
        open.push(ty);
        if let Constant::Expr(expr) = constant
            && let crate::syntax::ConstExpr::Gep(gep) = &**expr
        {
            open.push(gep.source);
        }
    }
    while let Some(ty) = open.pop() {
        if std::mem::replace(&mut seen[ty.index()], true) {
            continue;
        }
        open.extend(module.types[ty].parts());
        if let Type::Named(id) = module.types[ty] {
            used[id.index()] = true;
            open.extend(module.types.fields(ty).into_iter().flat_map(|(fields, _)| fields.iter()));
        }
    }
    if used.contains(&false) {
        let kept: Vec<StructId> =
            (0..count).map(StructId::new).filter(|id| used[id.index()]).collect();
        module.keep_structs(&kept);
    }
}
