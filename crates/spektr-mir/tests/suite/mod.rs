//! The law suite as data: every program of `tests/ui/mir` with what its header promises.
//! Knows the header's format and nothing about how a program is run.

use std::fs;
use std::path::{Path, PathBuf};

/// One program of the suite.
pub struct Case {
    /// `fail/div_by_zero`
    pub name: String,
    pub source: String,
    pub verdict: Verdict,
    pub witness: Witness,
}

/// What the machine must say.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// `//@ verdict: ok`, with a `//@ trace:` line per observation.
    Ok {
        trace: Vec<String>,
        ending: Ending,
    },
    Undefined(Offence),
    Unspecified(Offence),
    OutOfFuel,
}

/// How a valid program ends (`//@ ending:`, finished if there is none).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    #[default]
    Finished,
    Panicked,
    Aborted,
}

/// Which rule is broken (`//@ rule:`), words of the diagnostic (`//@ says:`), and the
/// line that carries the `//~` marker.
#[derive(Debug, PartialEq, Eq)]
pub struct Offence {
    pub rule: String,
    pub says: Option<String>,
    pub line: u32,
}

/// What const-eval, as a witness, must say (`//@ witness:`).
#[derive(Debug, PartialEq, Eq)]
pub enum Witness {
    /// The same as the machine.
    Agrees,
    /// It cannot run the program, for this reason.
    Cannot(String),
    /// It runs the program to its end and does not see the offence, for this reason.
    Blind(String),
}

/// The whole suite in a fixed order.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for side in ["pass", "fail"] {
        for path in sources(&root().join(side)) {
            let stem = path.file_stem().expect("a source file has a name").to_string_lossy();
            let name = format!("{side}/{stem}");
            let source = fs::read_to_string(&path).expect("a file of the suite can be read");
            match read(&name, source) {
                Ok(case) => cases.push(case),
                Err(reason) => panic!("{name}: {reason}"),
            }
        }
    }
    cases
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ui/mir")
}

fn sources(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).expect("the suite is part of the checkout");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a directory entry can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    paths.sort();
    paths
}

fn read(name: &str, source: String) -> Result<Case, String> {
    let mut header = Header::default();
    for line in source.lines() {
        let Some(entry) = line.strip_prefix("//@ ") else { break };
        header.add(entry)?;
    }
    let markers: Vec<u32> = (1..)
        .zip(source.lines())
        .filter(|(_, line)| line.contains("//~"))
        .map(|(n, _)| n)
        .collect();
    let verdict = header.verdict(&markers)?;
    if name.starts_with("pass/") != matches!(verdict, Verdict::Ok { .. }) {
        return Err("stands in the wrong directory".to_owned());
    }
    let witness = header.witness.ok_or("no `//@ witness:`")?;
    Ok(Case { name: name.to_owned(), source, verdict, witness })
}

#[derive(Default)]
struct Header {
    verdict: Option<String>,
    rule: Option<String>,
    says: Option<String>,
    trace: Vec<String>,
    ending: Ending,
    witness: Option<Witness>,
}

impl Header {
    fn add(&mut self, entry: &str) -> Result<(), String> {
        let (key, value) = entry.split_once(':').ok_or(format!("`{entry}` is no `key: value`"))?;
        let value = value.trim().to_owned();
        match key {
            "verdict" => self.verdict = Some(value),
            "rule" => self.rule = Some(value),
            "says" => self.says = Some(value),
            "trace" => self.trace.push(value),
            "ending" => self.ending = read_ending(&value)?,
            "witness" => self.witness = Some(read_witness(&value)?),
            _ => return Err(format!("`{key}` is no key of a header")),
        }
        Ok(())
    }

    fn verdict(&mut self, markers: &[u32]) -> Result<Verdict, String> {
        let verdict = self.verdict.take().ok_or("no `//@ verdict:`")?;
        let count = usize::from(verdict == "undefined" || verdict == "unspecified");
        if markers.len() != count {
            return Err(format!("{} `//~` markers, wanted {count}", markers.len()));
        }
        match verdict.as_str() {
            "ok" => {
                let trace = std::mem::take(&mut self.trace);
                Ok(Verdict::Ok { trace, ending: self.ending })
            }
            "undefined" => Ok(Verdict::Undefined(self.offence(markers[0])?)),
            "unspecified" => Ok(Verdict::Unspecified(self.offence(markers[0])?)),
            "out-of-fuel" => Ok(Verdict::OutOfFuel),
            other => Err(format!("`{other}` is no verdict")),
        }
    }

    fn offence(&mut self, line: u32) -> Result<Offence, String> {
        let rule = self.rule.take().ok_or("no `//@ rule:`")?;
        Ok(Offence { rule, says: self.says.take(), line })
    }
}

fn read_ending(value: &str) -> Result<Ending, String> {
    match value {
        "panicked" => Ok(Ending::Panicked),
        "aborted" => Ok(Ending::Aborted),
        other => Err(format!("`{other}` is no `//@ ending:`")),
    }
}

fn read_witness(value: &str) -> Result<Witness, String> {
    let reason = |rest: &str| match rest.trim() {
        "" => Err(format!("`{value}` gives no reason")),
        reason => Ok(reason.to_owned()),
    };
    if value == "agrees" {
        Ok(Witness::Agrees)
    } else if let Some(rest) = value.strip_prefix("cannot:") {
        reason(rest).map(Witness::Cannot)
    } else if let Some(rest) = value.strip_prefix("blind:") {
        reason(rest).map(Witness::Blind)
    } else {
        Err(format!("`{value}` is no `//@ witness:`"))
    }
}
