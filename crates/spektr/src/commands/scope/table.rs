//! What was reached, side by side: for people and for machines.

use super::blocks::Baseline;
use super::{Measured, trouble};
use crate::exit::Failure;
use crate::words::{number, one_line, percent, seconds};
use serde_json::{Value, json};
use spektr_scope::{Coverage, names};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Every module with the figures of one row.
struct Figures<'a> {
    coverage: &'a Coverage,
    new: Vec<usize>,
    /// Blocks that nobody else of those that were measured reached.
    alone: u64,
}

fn figures<'a>(all: &'a [Measured], row: usize, baseline: &Baseline) -> Vec<Figures<'a>> {
    let others = |build: &str| -> BTreeSet<usize> {
        let others = all.iter().enumerate().filter(|(k, _)| *k != row);
        let modules = others.flat_map(|(_, it)| &it.modules);
        modules.filter(|it| it.module.build == build).flat_map(|it| it.reached.clone()).collect()
    };
    let figures = |coverage: &'a Coverage| {
        let others = others(&coverage.module.build);
        let alone = coverage.reached.iter().filter(|it| !others.contains(it)).count() as u64;
        Figures { coverage, new: baseline.new_in(coverage), alone }
    };
    all[row].modules.iter().map(figures).collect()
}

pub fn text(all: &[Measured], baseline: &Baseline, parts: usize) -> Result<String, Failure> {
    let mut text = String::new();
    let has_baseline = !baseline.0.is_empty();
    for (row, measured) in all.iter().enumerate() {
        let Measured { generator, compiler, reach, .. } = measured;
        let on = if compiler.is_empty() { String::new() } else { format!(" on {compiler}") };
        let _ = writeln!(
            text,
            "{generator}{on}: {} programs, {} without result, {} of CPU time",
            number(reach.programs),
            number(reach.without),
            seconds(reach.cpu_micros)
        );
        if let Some(why) = &reach.reason {
            let _ = writeln!(text, "  the last without result: {}", one_line(why));
        }
        let _ = writeln!(
            text,
            "  {:<38} {:>11} {:>10} {:>7} {:>9} {:>9}",
            "file",
            "blocks",
            "reached",
            "",
            if has_baseline { "new" } else { "" },
            "alone"
        );
        for it in figures(all, row, baseline) {
            let module = &it.coverage.module;
            let (blocks, reached) = (module.blocks() as u64, it.coverage.reached.len() as u64);
            let new = if has_baseline { number(it.new.len() as u64) } else { String::new() };
            let alone = if all.len() > 1 { number(it.alone) } else { String::new() };
            let _ = writeln!(
                text,
                "  {:<38} {:>11} {:>10} {:>7} {new:>9} {alone:>9}",
                module.name,
                number(blocks),
                number(reached),
                percent(reached, blocks)
            );
        }
    }
    if parts > 0 {
        text.push_str(&parts_text(all, parts)?);
    }
    Ok(text)
}

/// The parts of every module of which most was reached by anybody, a column for each row.
fn parts_text(all: &[Measured], most: usize) -> Result<String, Failure> {
    let mut text = String::new();
    let mut done = BTreeSet::new();
    for coverage in all.iter().flat_map(|it| &it.modules) {
        let module = &coverage.module;
        if !done.insert(&module.build) {
            continue;
        }
        let mut columns = Vec::new();
        for measured in all {
            let same = measured.modules.iter().find(|it| it.module.build == module.build);
            if let Some(same) = same {
                columns.push((measured, parts_of(same)?));
            }
        }
        let mut rows: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
        for (name, part) in columns.iter().flat_map(|(_, parts)| parts) {
            let row = rows.entry(name).or_default();
            *row = (row.0.max(part.reached), part.blocks);
        }
        let mut rows: Vec<_> = rows.into_iter().collect();
        rows.sort_by_key(|(name, (reached, _))| (std::cmp::Reverse(*reached), *name));
        let _ = writeln!(text, "\n{}", module.name);
        let _ = write!(text, "  {:<44} {:>9}", "part", "blocks");
        for (measured, _) in &columns {
            let _ =
                write!(text, " {:>16.16}", format!("{} {}", measured.generator, measured.compiler));
        }
        text.push('\n');
        for (name, (_, blocks)) in rows.into_iter().take(most) {
            let _ = write!(text, "  {name:<44.44} {:>9}", number(blocks));
            for (_, parts) in &columns {
                let reached = parts.get(name).map_or(0, |part| part.reached);
                let _ = write!(text, " {:>16}", number(reached));
            }
            text.push('\n');
        }
    }
    Ok(text)
}

fn parts_of(coverage: &Coverage) -> Result<BTreeMap<String, names::Part>, Failure> {
    names::parts(&coverage.module, &coverage.reached).map_err(|error| trouble(&error))
}

pub fn json(all: &[Measured], baseline: &Baseline, parts: usize) -> Result<String, Failure> {
    let mut rows = Vec::new();
    for (row, measured) in all.iter().enumerate() {
        let mut modules = Vec::new();
        for it in figures(all, row, baseline) {
            modules.push(module_json(&it, parts)?);
        }
        rows.push(json!({
            "generator": measured.generator,
            "compiler": measured.compiler,
            "programs": measured.reach.programs,
            "without_result": measured.reach.without,
            "cpu_micros": measured.reach.cpu_micros,
            "growth": measured.reach.growth,
            "modules": modules,
        }));
    }
    Ok(format!("{}\n", json!({ "measured": rows })))
}

fn module_json(it: &Figures<'_>, parts: usize) -> Result<Value, Failure> {
    let module = &it.coverage.module;
    let mut value = json!({
        "name": module.name,
        "build": module.build,
        "functions": module.leaders.functions,
        "functions_of_which_only_the_entry_is_watched": module.leaders.distrusted,
        "blocks": module.blocks(),
        "reached": it.coverage.reached.len(),
        "new": it.new.len(),
        "alone": it.alone,
    });
    if parts > 0 {
        let parts = parts_of(it.coverage)?;
        let parts = parts.iter().filter(|(_, part)| part.reached > 0);
        value["parts"] = parts
            .map(|(name, part)| json!({"name": name, "blocks": part.blocks, "reached": part.reached}))
            .collect();
    }
    Ok(value)
}
