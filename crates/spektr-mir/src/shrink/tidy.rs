//! What nobody mentions goes: unreachable blocks, unused locals, functions, statics,
//! consts and types. Tidying never changes what a program does, so every edit ends
//! with it and edits need not clean up after themselves.

use crate::syntax::visit::{Visitor, walk_block, walk_function};
use crate::syntax::*;

use super::types::{Items, rebuild_types, used_definitions};

/// Removes everything that the entry cannot reach.
pub fn tidy(program: &mut Program) {
    for function in &mut program.functions {
        drop_unreachable_blocks(function);
        drop_unused_locals(function);
    }
    drop_unused_items(program);
    rebuild_types(program);
}

/// New numbers for what stays; `None` for what goes.
fn renumber(keep: &[bool]) -> Vec<Option<u32>> {
    let mut next = 0;
    keep.iter()
        .map(|&kept| {
            kept.then(|| {
                next += 1;
                next - 1
            })
        })
        .collect()
}

fn retain_marked<T>(items: &mut Vec<T>, keep: &[bool]) {
    let mut marks = keep.iter();
    items.retain(|_| *marks.next().unwrap_or(&false));
}

fn drop_unreachable_blocks(function: &mut Function) {
    let keep = function.reachable_blocks();
    if keep.iter().all(|&kept| kept) {
        return;
    }
    struct Renumber(Vec<Option<u32>>);
    impl Visitor for Renumber {
        fn block(&mut self, block: &mut BlockId) {
            if let Some(new) = self.0[block.index()] {
                block.0 = new;
            }
        }
    }
    retain_marked(&mut function.blocks, &keep);
    walk_function(function, &mut Renumber(renumber(&keep)));
}

fn drop_unused_locals(function: &mut Function) {
    struct Used(Vec<bool>);
    impl Visitor for Used {
        fn local(&mut self, local: &mut Local) {
            self.0[local.index()] = true;
        }
    }
    struct Renumber(Vec<Option<u32>>);
    impl Visitor for Renumber {
        fn local(&mut self, local: &mut Local) {
            if let Some(new) = self.0[local.index()] {
                local.0 = new;
            }
        }
    }
    let mut used = Used(vec![false; function.locals.len()]);
    function.blocks.iter_mut().for_each(|block| walk_block(block, &mut used));
    let mut keep = used.0;
    keep[..=function.params as usize].fill(true);
    if keep.iter().all(|&kept| kept) {
        return;
    }
    retain_marked(&mut function.locals, &keep);
    walk_function(function, &mut Renumber(renumber(&keep)));
}

/// Which functions, statics and consts the entry reaches.
struct Reached {
    items: Items,
    pending: Vec<FnId>,
}

impl Reached {
    fn reach_function(&mut self, function: FnId) {
        if !std::mem::replace(&mut self.items.functions[function.index()], true) {
            self.pending.push(function);
        }
    }

    fn has(&self, function: FnId) -> bool {
        self.items.functions[function.index()]
    }

    /// Reaches what the functions mention that were reached so far.
    fn follow(&mut self, program: &mut Program) {
        while let Some(function) = self.pending.pop() {
            let mut mentions = Mentions::default();
            walk_function(&mut program.functions[function.index()], &mut mentions);
            mentions.functions.into_iter().for_each(|function| self.reach_function(function));
            for constant in mentions.constants {
                match constant {
                    Const::Static(_, id) => self.reach_static(program, id),
                    Const::Named(id) => {
                        self.items.consts[id.index()] = true;
                        let value = &program.consts[id.index()].value;
                        self.reach_tree(program, value);
                    }
                    Const::Scalar { .. } | Const::Unit | Const::Str(_) => {}
                }
            }
        }
    }

    fn reach_static(&mut self, program: &Program, id: StaticId) {
        if !std::mem::replace(&mut self.items.statics[id.index()], true) {
            self.reach_tree(program, &program.statics[id.index()].init);
        }
    }

    fn reach_tree(&mut self, program: &Program, tree: &ConstTree) {
        match tree {
            ConstTree::Function(function) => self.reach_function(*function),
            ConstTree::StaticAddress(id) => self.reach_static(program, *id),
            ConstTree::Fields(parts) | ConstTree::Variant(_, parts) => {
                parts.iter().for_each(|part| self.reach_tree(program, part));
            }
            ConstTree::Repeat(part, _) | ConstTree::Union(_, part) => {
                self.reach_tree(program, part);
            }
            ConstTree::Scalar { .. }
            | ConstTree::Nan
            | ConstTree::Null
            | ConstTree::Uninit
            | ConstTree::Str(_) => {}
        }
    }
}

/// What one body mentions, collected before it is followed.
#[derive(Default)]
struct Mentions {
    functions: Vec<FnId>,
    constants: Vec<Const>,
}

impl Visitor for Mentions {
    fn function(&mut self, function: &mut FnId) {
        self.functions.push(*function);
    }

    fn constant(&mut self, constant: &mut Const) {
        if matches!(constant, Const::Named(_) | Const::Static(..)) {
            self.constants.push(constant.clone());
        }
    }
}

fn reached(program: &mut Program) -> Items {
    let items = Items {
        functions: vec![false; program.functions.len()],
        statics: vec![false; program.statics.len()],
        consts: vec![false; program.consts.len()],
    };
    let mut reached = Reached { items, pending: Vec::new() };
    reached.reach_function(program.entry.function);
    reached.follow(program);
    // A destructor mentions its type, so only others can say whether there is need of it.
    while program.types.adts().any(|(_, def)| def.drop.is_some_and(|it| !reached.has(it))) {
        let used = used_definitions(program, &reached.items);
        let of_used = program.types.adts().filter(|(id, _)| used[id.index()]);
        let drops: Vec<FnId> = of_used.filter_map(|(_, def)| def.drop).collect();
        drops.into_iter().for_each(|function| reached.reach_function(function));
        if reached.pending.is_empty() {
            break;
        }
        reached.follow(program);
    }
    reached.items
}

/// New numbers for items, applied to bodies and trees.
struct RenumberItems {
    functions: Vec<Option<u32>>,
    statics: Vec<Option<u32>>,
    consts: Vec<Option<u32>>,
}

impl RenumberItems {
    fn tree(&self, tree: &mut ConstTree) {
        match tree {
            ConstTree::Function(function) => set(&self.functions, &mut function.0),
            ConstTree::StaticAddress(id) => set(&self.statics, &mut id.0),
            ConstTree::Fields(parts) | ConstTree::Variant(_, parts) => {
                parts.iter_mut().for_each(|part| self.tree(part));
            }
            ConstTree::Repeat(part, _) | ConstTree::Union(_, part) => self.tree(part),
            ConstTree::Scalar { .. }
            | ConstTree::Nan
            | ConstTree::Null
            | ConstTree::Uninit
            | ConstTree::Str(_) => {}
        }
    }
}

fn set(numbers: &[Option<u32>], id: &mut u32) {
    if let Some(new) = numbers[*id as usize] {
        *id = new;
    }
}

impl Visitor for RenumberItems {
    fn function(&mut self, function: &mut FnId) {
        set(&self.functions, &mut function.0);
    }

    fn constant(&mut self, constant: &mut Const) {
        match constant {
            Const::Static(_, id) => set(&self.statics, &mut id.0),
            Const::Named(id) => set(&self.consts, &mut id.0),
            Const::Scalar { .. } | Const::Unit | Const::Str(_) => {}
        }
    }
}

fn drop_unused_items(program: &mut Program) {
    let reached = reached(program);
    let mut items = RenumberItems {
        functions: renumber(&reached.functions),
        statics: renumber(&reached.statics),
        consts: renumber(&reached.consts),
    };
    retain_marked(&mut program.functions, &reached.functions);
    retain_marked(&mut program.statics, &reached.statics);
    retain_marked(&mut program.consts, &reached.consts);
    program.functions.iter_mut().for_each(|function| walk_function(function, &mut items));
    program.statics.iter_mut().for_each(|item| items.tree(&mut item.init));
    program.consts.iter_mut().for_each(|item| items.tree(&mut item.value));
    program.entry.args.iter_mut().for_each(|arg| items.tree(arg));
    set(&items.functions, &mut program.entry.function.0);
    let adts: Vec<AdtId> = program.types.adts().map(|(id, _)| id).collect();
    for id in adts {
        if let Some(function) = &mut program.types.adt_mut(id).drop {
            set(&items.functions, &mut function.0);
        }
    }
}
