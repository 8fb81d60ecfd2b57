//! Edits of signatures: parameters and results of functions, and all their calls.

use std::collections::BTreeSet;

use crate::syntax::visit::{Visitor, walk_function};
use crate::syntax::*;

/// Takes a parameter away from a function and the argument from every call. The
/// parameter stays as a local of the body, uninitialised.
pub fn drop_parameter(program: &mut Program, function: FnId, param: u32) -> Option<()> {
    if is_used_as_pointer(program, function) {
        return None;
    }
    forget_parameter(program, function, param)
}

pub(super) fn forget_parameter(program: &mut Program, function: FnId, param: u32) -> Option<()> {
    let body = program.functions.get_mut(function.index())?;
    if param >= body.params {
        return None;
    }
    let old = Local(param + 1);
    let last = Local(body.locals.len() as u32 - 1);
    let decl = body.locals.remove(old.index());
    body.locals.push(decl);
    body.params -= 1;
    rotate_locals(body, old, last);
    if program.entry.function == function {
        program.entry.args.remove(param as usize);
    }
    for body in &mut program.functions {
        for block in &mut body.blocks {
            if let TerminatorKind::Call { callee, args, .. }
            | TerminatorKind::TailCall { callee, args } = &mut block.terminator.kind
                && callee.by_name() == Some(function)
                && (param as usize) < args.len()
            {
                args.remove(param as usize);
            }
        }
    }
    Some(())
}

/// After the declaration of `old` was moved to the end, names follow.
fn rotate_locals(body: &mut Function, old: Local, last: Local) {
    struct Rotate(Local, Local);
    impl Visitor for Rotate {
        fn local(&mut self, local: &mut Local) {
            if *local == self.0 {
                *local = self.1;
            } else if *local > self.0 {
                local.0 -= 1;
            }
        }
    }
    walk_function(body, &mut Rotate(old, last));
}

fn is_used_as_pointer(program: &Program, function: FnId) -> bool {
    is_destructor(program, function) || pointed_to(program).contains(&function)
}

/// Whether values of some type are dropped by this function.
pub(super) fn is_destructor(program: &Program, function: FnId) -> bool {
    program.types.adts().any(|(_, def)| def.drop == Some(function))
}

/// Functions whose address some initial value holds.
pub(super) fn pointed_to(program: &Program) -> BTreeSet<FnId> {
    fn collect(tree: &ConstTree, found: &mut BTreeSet<FnId>) {
        match tree {
            ConstTree::Function(id) => {
                found.insert(*id);
            }
            ConstTree::Fields(parts) | ConstTree::Variant(_, parts) => {
                parts.iter().for_each(|part| collect(part, found));
            }
            ConstTree::Repeat(part, _) | ConstTree::Union(_, part) => collect(part, found),
            _ => {}
        }
    }
    let items = program.consts.iter().map(|item| &item.value);
    let items = items.chain(program.statics.iter().map(|item| &item.init));
    let mut found = BTreeSet::new();
    items.chain(&program.entry.args).for_each(|tree| collect(tree, &mut found));
    found
}

/// A function returns nothing; its result stays a local of the body, and the calls lose it.
pub fn drop_return(program: &mut Program, function: FnId) -> Option<()> {
    if is_used_as_pointer(program, function) {
        return None;
    }
    forget_return(program, function)
}

pub(super) fn forget_return(program: &mut Program, function: FnId) -> Option<()> {
    let unit = program.types.unit();
    let body = program.functions.get_mut(function.index())?;
    let old = body.locals.first()?.clone();
    if old.ty == unit {
        return None;
    }
    struct Rename(Local);
    impl Visitor for Rename {
        fn local(&mut self, local: &mut Local) {
            if *local == Local::RETURN {
                *local = self.0;
            }
        }
    }
    let own = Local(body.locals.len() as u32);
    body.locals.push(LocalDecl { name: format!("result{}", own.0), ..old });
    body.locals[0].ty = unit;
    walk_function(body, &mut Rename(own));
    for body in &mut program.functions {
        let mut nowhere = None;
        for block in &mut body.blocks {
            match &mut block.terminator.kind {
                TerminatorKind::Call { destination, callee, .. }
                    if callee.by_name() == Some(function) =>
                {
                    let fresh = Local(body.locals.len() as u32);
                    let local = *nowhere.get_or_insert(fresh);
                    if local == fresh {
                        let name = format!("unit{}", fresh.0);
                        body.locals.push(LocalDecl { name, ty: unit, span: Span::default() });
                    }
                    *destination = Place::local(local);
                }
                TerminatorKind::TailCall { callee, .. } if callee.by_name() == Some(function) => {
                    return None;
                }
                _ => {}
            }
        }
    }
    Some(())
}
