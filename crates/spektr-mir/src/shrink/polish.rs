//! Short, regular names for everything that has one.

use crate::syntax::*;

/// Renames functions, locals, blocks, items and types by their numbers.
pub fn polish(program: &mut Program) {
    for (i, function) in program.functions.iter_mut().enumerate() {
        function.name = format!("f{i}");
        for (i, local) in function.locals.iter_mut().enumerate().skip(1) {
            local.name = format!("_{i}");
        }
        for (i, block) in function.blocks.iter_mut().enumerate() {
            block.name = format!("bb{i}");
        }
    }
    for (i, item) in program.statics.iter_mut().enumerate() {
        item.name = format!("S{i}");
    }
    for (i, item) in program.consts.iter_mut().enumerate() {
        item.name = format!("K{i}");
    }
    let local = |def: &&AdtDef| def.origin == AdtOrigin::Local;
    let ids: Vec<AdtId> =
        program.types.adts().filter(|(_, def)| local(def)).map(|(id, _)| id).collect();
    for (i, id) in ids.into_iter().enumerate() {
        program.types.adt_mut(id).name = format!("T{i}");
    }
}
