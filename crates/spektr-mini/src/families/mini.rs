//! minic: two layers of passes that it counts, or switches off where it cannot count them.

use super::words;
use spektr_judge::Family;
use spektr_judge::compilers::{Advice, Bench, Bisect, Compiler, Toggles};
use spektr_judge::config::{Axis, AxisRow};
use spektr_judge::families::{Change, Timing, View, Words, common_words};
use spektr_judge::triage::PassLog;
use std::io;

pub struct Mini;

const ROWS: [AxisRow; 2] = [AxisRow::one("opt-level", "-O{}"), AxisRow::few("flags", "{}")];

const EARLY: &str = "early";
const LATE: &str = "late";
const PASSES: [&str; 3] = ["const-fold", "strength-reduction", "loop-opt"];
const PROBE: &str = "let a = 1\nadd a a\nloop 2 {\nadd a a\n}\n";

impl Family for Mini {
    fn name(&self) -> &'static str {
        "mini"
    }

    fn is_called(&self, file: &str) -> bool {
        file == "minic"
    }

    fn probe(&self, bench: &Bench<'_>, compiler: &mut Compiler) -> io::Result<()> {
        bench.ask_version(compiler, "--version")?;
        let abilities = &mut compiler.abilities;
        abilities.baseline = Some(words(&["-O0"]));
        abilities.features = words(&["build"]);
        bench.put("probe.mini", PROBE)?;
        for (layer, limit) in [(EARLY, "--early-limit="), (LATE, "--late-limit=")] {
            let counts = format!("{limit}1");
            let ran = bench.run(compiler, &["-c", "probe.mini", "-o", "probe", "-O1", &counts])?;
            if self.passes(&String::from_utf8_lossy(&ran.stderr)).total() > 0 {
                compiler.abilities.bisects.push(Bisect {
                    layer: layer.to_owned(),
                    limit: format!("{limit}{{}}"),
                    also: Vec::new(),
                    leave_out: Some("--off={}".to_owned()),
                });
            }
        }
        if compiler.abilities.bisects.is_empty() {
            let (layer, off) = (EARLY.to_owned(), "--off={}".to_owned());
            compiler.abilities.toggles = Some(Toggles { layer, off, passes: words(&PASSES) });
        }
        Ok(())
    }

    fn axis_rows(&self) -> &'static [AxisRow] {
        &ROWS
    }

    fn usual(&self, _: &Compiler) -> Vec<(Vec<String>, u32)> {
        vec![(words(&["-O2"]), 2), (words(&["-O1"]), 1)]
    }

    fn axes(&self, _: &Compiler) -> Vec<Axis> {
        vec![
            Axis::one("opt-level", &[("-O0", 1), ("-O1", 2), ("-O2", 4)]),
            Axis::one("passes", &[("", 8), ("--off=const-fold", 1)]),
        ]
    }

    fn levels(&self, _: &Compiler) -> Vec<Vec<String>> {
        vec![words(&["-O0"]), words(&["-O1"]), words(&["-O2"])]
    }

    fn words(&self, stderr: &str) -> Words {
        if let Some(words) = common_words(stderr) {
            return words;
        }
        let mut lines = stderr.lines().filter_map(|line| line.strip_prefix("minic: "));
        let Some(line) = lines.next() else {
            return Words::Rejected { signature: "no message".to_owned() };
        };
        match (line.strip_prefix("I broke in "), line.starts_with("cannot link")) {
            (Some(place), _) => Words::InternalError { signature: without_line(place) },
            (None, true) => Words::Hindered { message: line.to_owned() },
            (None, false) => Words::Rejected { signature: line.to_owned() },
        }
    }

    fn lacks(&self, diagnostics: &str) -> Option<String> {
        let line = diagnostics.lines().find_map(|line| line.strip_prefix("minic: what is "))?;
        line.strip_suffix('?').map(str::to_owned)
    }

    fn refuses_flags(&self, diagnostics: &str) -> bool {
        diagnostics.contains("minic: unknown option")
    }

    fn passes(&self, log: &str) -> PassLog {
        super::passes(log, "pass", "skip", " at ")
    }

    /// Early passes keep what they did; behind late ones there is what the compiler holds.
    fn view(&self, _: &Compiler, layer: &str, _: &str) -> Option<View> {
        match layer {
            EARLY => Some(View::Dumps { flags: words(&["--dump=dump"]), directory: "dump".into() }),
            LATE => Some(View::Snapshot { flags: words(&["--keep=held"]), file: "held".into() }),
            _ => None,
        }
    }

    fn dumped(&self, on: &str, files: &[(String, String)]) -> Option<Change> {
        let text = |when: &str| {
            let end = format!(" {on} {when}");
            files.iter().find(|(name, _)| name.ends_with(&end)).map(|(_, text)| text.clone())
        };
        Some(Change { before: text("before")?, after: text("after")? })
    }

    fn timing(&self, _: &Compiler) -> Option<Timing> {
        let read = |line: &str| {
            let (pass, times) = line.strip_prefix("time ")?.split_once(' ')?;
            Some((pass.to_owned(), times.parse().ok()?))
        };
        Some(Timing { flag: "--time".to_owned(), read })
    }

    fn advice(&self, found: &[&Compiler]) -> Vec<Advice> {
        match found.is_empty() {
            true => vec![Advice { install: "minic".into(), gain: "something to test".into() }],
            false => Vec::new(),
        }
    }
}

/// `PASS at line N: WHAT`; the line is the program's.
fn without_line(place: &str) -> String {
    let (pass, rest) = place.split_once(" at line ").unwrap_or((place, ""));
    let what = rest.split_once(": ").map_or("", |(_, what)| what);
    format!("broke in {pass}: {what}")
}
