//! Sets of blocks, as files keep them: offsets by build, with the names of the files for people.

use super::{Measured, unwritten};
use crate::commands::read;
use crate::exit::{Exit, Failure};
use serde_json::{Value, json};
use spektr_scope::Coverage;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Blocks that were reached, by build.
#[derive(Default)]
pub struct BlockSet {
    modules: BTreeMap<String, (String, BTreeSet<u32>)>,
}

impl BlockSet {
    /// What all of these reached together.
    pub fn of(all: &[Measured]) -> BlockSet {
        let mut set = BlockSet::default();
        for coverage in all.iter().flat_map(|it| &it.modules) {
            set.add(coverage);
        }
        set
    }

    pub fn add(&mut self, coverage: &Coverage) {
        let module = &coverage.module;
        let (_, blocks) = self
            .modules
            .entry(module.build.clone())
            .or_insert_with(|| (module.name.clone(), BTreeSet::new()));
        blocks.extend(coverage.offsets());
    }

    pub fn write(&self, file: &Path) -> Result<(), Failure> {
        let modules: Vec<Value> = self
            .modules
            .iter()
            .map(|(build, (name, blocks))| json!({"name": name, "build": build, "blocks": blocks}))
            .collect();
        let text = format!("{}\n", json!({ "modules": modules }));
        std::fs::write(file, text).map_err(|error| unwritten(file, &error))
    }
}

/// Blocks that do not count because they were reached before; sorted, by build.
#[derive(Default)]
pub struct Baseline(pub BTreeMap<String, Vec<u32>>);

impl Baseline {
    pub fn read(file: &Path) -> Result<Baseline, Failure> {
        let text = read(file)?;
        let parsed = parse(&text);
        parsed.map(Baseline).ok_or_else(|| {
            let file = file.display();
            Failure::new(Exit::NotUnderstood, format!("{file} is no file that --save wrote"))
        })
    }

    /// The blocks of a module that were not reached before, by number.
    pub fn new_in(&self, coverage: &Coverage) -> Vec<usize> {
        let module = &coverage.module;
        let before = self.0.get(&module.build).map(Vec::as_slice).unwrap_or_default();
        let is_new = |block: &usize| before.binary_search(&module.leaders.offsets[*block]).is_err();
        coverage.reached.iter().copied().filter(is_new).collect()
    }
}

fn parse(text: &str) -> Option<BTreeMap<String, Vec<u32>>> {
    let value: Value = serde_json::from_str(text).ok()?;
    let modules = value.get("modules")?.as_array()?.iter().map(|module| {
        let build = module.get("build")?.as_str()?.to_owned();
        let blocks = module.get("blocks")?.as_array()?.iter();
        let blocks: Option<Vec<u32>> =
            blocks.map(|it| it.as_u64().and_then(|it| it.try_into().ok())).collect();
        let mut blocks = blocks?;
        blocks.sort_unstable();
        Some((build, blocks))
    });
    modules.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_blocks() {
        let text = r#"{"modules":[{"name":"x","build":"ab","blocks":[5,1]}]}"#;
        assert_eq!(parse(text), Some(BTreeMap::from([("ab".to_owned(), vec![1, 5])])));
        for wrong in [
            "",
            "{}",
            r#"{"modules":[{"name":"x"}]}"#,
            r#"{"modules":[{"build":"a","blocks":[-1]}]}"#,
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
