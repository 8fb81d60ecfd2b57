//! A compiler of which nothing is known but how to start it: what a person names in
//! `spektr.toml` with a family of their own.

use super::{Family, Words, common_words, line_with};
use crate::compilers::{Bench, Compiler};
use crate::config::{Axis, AxisRow};
use std::io;

pub struct Plain;

const ROWS: [AxisRow; 2] = [AxisRow::one("opt-level", "-O{}"), AxisRow::few("flags", "{}")];

impl Family for Plain {
    fn name(&self) -> &'static str {
        "plain"
    }

    fn is_called(&self, _: &str) -> bool {
        false
    }

    fn probe(&self, bench: &Bench<'_>, compiler: &mut Compiler) -> io::Result<()> {
        compiler.abilities.baseline = Some(vec!["-O0".to_owned()]);
        bench.ask_version(compiler, "--version")
    }

    fn axis_rows(&self) -> &'static [AxisRow] {
        &ROWS
    }

    fn usual(&self, _: &Compiler) -> Vec<(Vec<String>, u32)> {
        let levels = [("-O3", 4), ("-O2", 2), ("-O1", 1), ("-Os", 1)];
        levels.map(|(level, weight)| (vec![level.to_owned()], weight)).to_vec()
    }

    fn axes(&self, _: &Compiler) -> Vec<Axis> {
        Vec::new()
    }

    fn levels(&self, _: &Compiler) -> Vec<Vec<String>> {
        ["-O0", "-O1", "-O2", "-O3", "-Os"].map(|level| vec![level.to_owned()]).to_vec()
    }

    fn words(&self, stderr: &str) -> Words {
        if let Some(words) = common_words(stderr) {
            return words;
        }
        if let Some(line) = line_with(stderr, &["internal error", "internal compiler error"]) {
            return Words::InternalError { signature: line.to_owned() };
        }
        let error = line_with(stderr, &["error"]).or_else(|| stderr.lines().next());
        Words::Rejected { signature: error.unwrap_or("no message").trim().to_owned() }
    }
}
