//! Short and regular names, for the end of a reduction.

use std::collections::HashMap;

use crate::syntax::{Definition, Program};
use crate::types::{EnumId, RecordId};

/// Renames what the program itself defines; `main` and names of the library stay.
pub(super) fn tidy(program: &mut Program) {
    functions(program);
    globals(program);
    for function in &mut program.functions {
        for (local, index) in function.locals.iter_mut().zip(0..) {
            if !local.name.is_empty() && local.name != "this" {
                local.name = letters(index);
            }
        }
        for (label, index) in function.labels.iter_mut().zip(1..) {
            label.name = format!("l{index}");
        }
    }
    types(program);
}

/// Whether names are as [`tidy`] makes them.
pub(super) fn are_tidy(program: &Program) -> bool {
    let mut copy = program.clone();
    tidy(&mut copy);
    copy == *program
}

/// `a` to `z`, then `a1`, `b1`, …
fn letters(index: usize) -> String {
    let letter = (b'a' + (index % 26) as u8) as char;
    if index < 26 { letter.to_string() } else { format!("{letter}{}", index / 26) }
}

fn functions(program: &mut Program) {
    // One name for the same function in all units.
    let mut names: HashMap<String, String> = HashMap::new();
    for function in &program.functions {
        if function.body.is_some() && function.name != "main" && !names.contains_key(&function.name)
        {
            let name = format!("f{}", names.len() + 1);
            names.insert(function.name.clone(), name);
        }
    }
    for function in &mut program.functions {
        if let Some(name) = names.get(&function.name) {
            function.name = name.clone();
        }
    }
}

fn globals(program: &mut Program) {
    let mut names: HashMap<String, String> = HashMap::new();
    for global in &program.globals {
        let defined = !matches!(global.definition, Definition::Declared);
        if defined && !global.name.is_empty() && !names.contains_key(&global.name) {
            let name = format!("g{}", names.len() + 1);
            names.insert(global.name.clone(), name);
        }
    }
    for global in &mut program.globals {
        if let Some(name) = names.get(&global.name) {
            global.name = name.clone();
        }
    }
}

fn types(program: &mut Program) {
    let types = &mut program.types;
    for index in 1..types.records().len() as u32 {
        let record = types.record_mut(RecordId(index));
        if !record.tag.is_empty() {
            record.tag = format!("s{index}");
        }
    }
    // Members of anonymous records share the names of what holds them, so numbers go on there.
    let mut next = 0;
    for index in 1..types.records().len() as u32 {
        let record = types.record_mut(RecordId(index));
        let anonymous = record.tag.is_empty();
        let mut number = if anonymous { next } else { 0 };
        for field in record.body.iter_mut().flat_map(|body| &mut body.fields) {
            if field.name.is_some() {
                field.name = Some(letters(number));
                number += 1;
            }
        }
        next = if anonymous { number } else { 26 * (index as usize + 1) };
    }
    for index in 0..types.enums().len() as u32 {
        let declared = types.enum_mut(EnumId(index));
        if !declared.tag.is_empty() {
            declared.tag = format!("e{index}");
        }
        for (one, number) in declared.enumerators.iter_mut().zip(1..) {
            one.name = format!("E{index}_{number}");
        }
    }
}
