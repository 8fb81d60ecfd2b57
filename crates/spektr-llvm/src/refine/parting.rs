//! Where two runs part: the first register that both sides have under one name and that holds
//! something else after, or else the instruction at which the side after ended.

use std::collections::BTreeMap;

use crate::machine::{Relation, Shown, Value, show};
use crate::print;
use crate::syntax::{Body, Instruction, Module, ValueId};

/// The first step that differs, in words. Both runs were recorded.
pub fn first_step(
    (before_module, before): (&Module, &Shown<'_>),
    (after_module, after): (&Module, &Shown<'_>),
) -> String {
    let mut there: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
    let Some(old) = body(before_module, before) else { return String::new() };
    let Some(new) = body(after_module, after) else { return String::new() };
    for (id, value) in &before.record {
        if let Some(name) = name(old, *id) {
            there.entry(name).or_default().push(value);
        }
    }
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    let mut pairs = after.pairs.clone();
    for (id, value) in &after.record {
        let Some(name) = name(new, *id) else { continue };
        let count = met.entry(name.clone()).or_default();
        let was = there.get(&name).and_then(|values| values.get(*count));
        *count += 1;
        let Some(was) = was else { continue };
        let mut relation = Relation {
            before: &before.memory,
            after: &after.memory,
            pairs: &mut pairs,
            pending: Vec::new(),
            ended: true,
        };
        if relation.value(was, value).is_err()
            && let Some(text) = defining(after_module, new, *id)
        {
            let often = if *count > 1 { format!(" (time {count})") } else { String::new() };
            return format!("{text}{often}: {}, where before it was {}", show(value), show(was));
        }
    }
    let frame = &after.frame;
    let block = &frame.body.blocks[frame.block.index()];
    match block.instructions.get(frame.at.saturating_sub(1)) {
        Some(last) => print::instruction_text(after_module, frame.body, last),
        None => String::new(),
    }
}

/// The body of the function that was run.
fn body<'m>(module: &'m Module, shown: &Shown<'m>) -> Option<&'m Body> {
    module.global(shown.entry).function()?.body.as_ref()
}

fn name(body: &Body, id: ValueId) -> Option<String> {
    body.values.get(id.index())?.name.as_ref().map(|name| name.text().into_owned())
}

fn defining(module: &Module, body: &Body, id: ValueId) -> Option<String> {
    let all = body.blocks.iter().flat_map(|block| &block.instructions);
    let found = |it: &&Instruction| it.result == Some(id);
    let instruction = all.into_iter().find(found)?;
    Some(print::instruction_text(module, body, instruction))
}
