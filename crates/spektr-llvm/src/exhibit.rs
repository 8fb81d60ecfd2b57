//! A broken refinement as one text with `@src` and `@tgt`, as people show it to alive-tv.

use crate::parse;
use crate::print::{self, Version};
use crate::refine::{Effort, refine_in_one};
use crate::syntax::{Argument, Function, GlobalId, GlobalKind, Linkage, Module, Name};

/// The function of this name before and after as `@src` and `@tgt` of one module; `None` if that
/// does not show the difference, because it takes more of the modules than one of each.
pub fn pair(before: &Module, after: &Module, function: &str) -> Option<String> {
    let source = alone(before, function, "src")?;
    let target = alone(after, function, "tgt")?;
    let mut text = source.trim_end().to_owned();
    let known: Vec<&str> = source.lines().collect();
    for part in parts(&target) {
        let first = part.lines().next().unwrap_or_default();
        let is_target = first.starts_with("define") && first.contains("@tgt(");
        let is_new = !first.starts_with("define") && !known.contains(&first);
        if is_target || is_new && !first.starts_with("source_filename") {
            text.push_str("\n\n");
            text.push_str(&part);
        }
    }
    text.push('\n');
    let module = parse::module("pair.ll", &text).ok()?;
    refine_in_one(&module, &Effort::default()).broken().is_some().then_some(text)
}

/// What stands at the top of a text: lines, and functions with their bodies.
fn parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match parts.last_mut() {
            Some(last) if inside => {
                last.push('\n');
                last.push_str(line);
            }
            _ if line.is_empty() => continue,
            _ => parts.push(line.to_owned()),
        }
        inside = (inside || line.starts_with("define")) && line != "}";
    }
    parts
}

/// A module with one function under another name, without metadata and attribute groups.
fn alone(module: &Module, function: &str, name: &str) -> Option<String> {
    let id = module.find(function)?;
    if module.find(name).is_some_and(|other| other != id) {
        return None;
    }
    let mut module = module.clone();
    let groups = std::mem::take(&mut module.attribute_groups);
    module.for_each_function_attributes(&mut |attributes| {
        for group in std::mem::take(&mut attributes.groups) {
            attributes.own.extend(groups[group.index()].attributes.iter().cloned());
        }
    });
    for global in &mut module.globals {
        match &mut global.kind {
            GlobalKind::Variable(variable) => variable.metadata.clear(),
            GlobalKind::Function(function) => strip(function)?,
            GlobalKind::Alias(_) | GlobalKind::IFunc(_) => {}
        }
    }
    module.nodes.clear();
    module.named_metadata.clear();
    module.use_list_orders.clear();
    rename(&mut module, id, name);
    print::for_version(&module, Version::NEWEST).ok()
}

/// Leaves out what says nothing about results; `None` if metadata is passed to a function.
fn strip(function: &mut Function) -> Option<()> {
    function.metadata.clear();
    let Some(body) = &mut function.body else { return Some(()) };
    body.use_list_orders.clear();
    for instruction in body.blocks.iter_mut().flat_map(|block| &mut block.instructions) {
        instruction.metadata.clear();
        instruction.records.clear();
        let mut arguments = instruction.op.call().into_iter().flat_map(|call| &call.args);
        if arguments.any(|it| matches!(it, Argument::Metadata(_))) {
            return None;
        }
    }
    Some(())
}

fn rename(module: &mut Module, id: GlobalId, name: &str) {
    let global = &mut module.globals[id.index()];
    global.name = Some(Name::from(name));
    global.linkage = Linkage::External;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_function_is_one_text() {
        let before = "@g = global i8 3\ndefine i8 @f(i8 %x) #0 {\n  %v = load i8, ptr @g\n  \
                      %y = add i8 %x, %v\n  ret i8 %y\n}\nattributes #0 = { nounwind }\n";
        let after = "@g = global i8 3\ndeclare i8 @llvm.umax.i8(i8, i8)\ndefine i8 @f(i8 %x) {\n  \
                     %y = call i8 @llvm.umax.i8(i8 %x, i8 1)\n  ret i8 %y\n}\n";
        let read = |text| parse::module("f.ll", text).unwrap();
        let text = pair(&read(before), &read(after), "f").expect("it is broken");
        assert!(text.contains("@src(") && text.contains("@tgt(") && !text.contains("#0"), "{text}");
        assert_eq!(text.matches("@g = ").count(), 1, "{text}");
        assert!(pair(&read(before), &read(before), "f").is_none());
    }
}
