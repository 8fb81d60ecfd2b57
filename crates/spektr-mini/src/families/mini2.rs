//! mini2: somebody else's compiler of the same language. It counts nothing and shows nothing.

use super::words;
use spektr_judge::Family;
use spektr_judge::compilers::{Bench, Compiler};
use spektr_judge::config::{Axis, AxisRow};
use spektr_judge::families::{Words, common_words};
use std::io;

pub struct Mini2;

const ROWS: [AxisRow; 1] = [AxisRow::few("words", "{}")];

impl Family for Mini2 {
    fn name(&self) -> &'static str {
        "mini2"
    }

    fn is_called(&self, file: &str) -> bool {
        file == "mini2"
    }

    fn probe(&self, bench: &Bench<'_>, compiler: &mut Compiler) -> io::Result<()> {
        bench.ask_version(compiler, "about")?;
        compiler.abilities.baseline = Some(Vec::new());
        compiler.abilities.features = words(&["build"]);
        Ok(())
    }

    fn axis_rows(&self) -> &'static [AxisRow] {
        &ROWS
    }

    fn usual(&self, _: &Compiler) -> Vec<(Vec<String>, u32)> {
        vec![(words(&["fast"]), 1)]
    }

    fn axes(&self, _: &Compiler) -> Vec<Axis> {
        vec![Axis::one("speed", &[("", 1), ("fast", 1)])]
    }

    fn levels(&self, _: &Compiler) -> Vec<Vec<String>> {
        vec![Vec::new(), words(&["fast"])]
    }

    fn words(&self, stderr: &str) -> Words {
        let rejected = || Words::Rejected { signature: stderr.lines().next().unwrap_or("").into() };
        common_words(stderr).unwrap_or_else(rejected)
    }

    fn refuses_flags(&self, diagnostics: &str) -> bool {
        diagnostics.contains("mini2 does not understand")
    }
}
