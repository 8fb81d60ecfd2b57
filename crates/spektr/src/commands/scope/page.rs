//! What was reached, as facts for a page.

use super::Measured;
use spektr_report::{ReachFacts, ReachRow, reach_page};

pub fn page(all: &[Measured]) -> String {
    let row = |it: &Measured| ReachRow {
        generator: it.generator.clone(),
        tool: it.compiler.clone(),
        growth: it.reach.growth.clone(),
        files: it
            .modules
            .iter()
            .map(|it| (it.module.name.clone(), it.module.blocks() as u64, it.reached.len() as u64))
            .collect(),
    };
    let rows = all.iter().map(row).collect();
    reach_page(&ReachFacts { spektr_version: spektr_hunt::VERSION.to_owned(), rows })
}
