//! minopt: an optimizer whose output is judged. It can be kept running.

use super::words;
use spektr_judge::Family;
use spektr_judge::compilers::{Bench, Bisect, Compiler};
use spektr_judge::config::{Axis, AxisRow};
use spektr_judge::families::{View, Words, common_words};
use spektr_judge::triage::PassLog;
use std::io;

pub struct MinOpt;

const ROWS: [AxisRow; 2] = [AxisRow::one("opt-level", "-O{}"), AxisRow::few("flags", "{}")];

impl Family for MinOpt {
    fn name(&self) -> &'static str {
        "minopt"
    }

    fn is_called(&self, file: &str) -> bool {
        file == "minopt"
    }

    fn probe(&self, bench: &Bench<'_>, compiler: &mut Compiler) -> io::Result<()> {
        bench.ask_version(compiler, "--version")?;
        compiler.abilities.baseline = Some(words(&["-O0"]));
        compiler.abilities.features = words(&["optimize"]);
        compiler.abilities.bisects = vec![Bisect {
            layer: "passes".to_owned(),
            limit: "--limit={}".to_owned(),
            also: Vec::new(),
            leave_out: None,
        }];
        Ok(())
    }

    fn axis_rows(&self) -> &'static [AxisRow] {
        &ROWS
    }

    fn usual(&self, _: &Compiler) -> Vec<(Vec<String>, u32)> {
        vec![(words(&["-O1"]), 1)]
    }

    fn axes(&self, _: &Compiler) -> Vec<Axis> {
        vec![Axis::one("opt-level", &[("-O0", 1), ("-O1", 3)])]
    }

    fn levels(&self, _: &Compiler) -> Vec<Vec<String>> {
        vec![words(&["-O0"]), words(&["-O1"])]
    }

    fn words(&self, stderr: &str) -> Words {
        if let Some(words) = common_words(stderr) {
            return words;
        }
        let signature = stderr.lines().next().unwrap_or("no message").to_owned();
        match signature.starts_with("minopt gave up") {
            true => Words::InternalError { signature },
            false => Words::Rejected { signature },
        }
    }

    fn refuses_flags(&self, diagnostics: &str) -> bool {
        diagnostics.contains("minopt has no option")
    }

    fn passes(&self, log: &str) -> PassLog {
        super::passes(log, "did", "left", ", ")
    }

    fn view(&self, _: &Compiler, _: &str, _: &str) -> Option<View> {
        let file = "view.mini".to_owned();
        Some(View::Snapshot { flags: words(&["-o", &file]), file })
    }

    fn resident(&self, compiler: &Compiler) -> Option<Vec<String>> {
        Some(compiler.command.iter().cloned().chain(["--serve".to_owned()]).collect())
    }
}
