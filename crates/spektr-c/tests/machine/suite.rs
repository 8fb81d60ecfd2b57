//! The law suite as data: every program of `tests/ui/c` with what its header promises. Knows
//! the header's format and nothing about how a program is run.

use std::fs;
use std::path::{Path, PathBuf};

/// One program of the suite.
pub struct Case {
    /// `fail/division_by_zero`
    pub name: String,
    pub path: PathBuf,
    pub source: String,
    pub verdict: Verdict,
    /// Whether it is about the stricter reading.
    pub strict: bool,
    pub witness: Witness,
}

/// What the machine must say.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// `//@ verdict: ok`, with a `//@ prints:` line per line of output.
    Ok {
        prints: String,
        status: i32,
    },
    Undefined(Offence),
    Unspecified(Offence),
}

/// Which rule is broken (`//@ rule:`), and the line that carries the `//~` marker.
#[derive(Debug, PartialEq, Eq)]
pub struct Offence {
    pub rule: String,
    pub line: u32,
}

/// Which sanitizers notice (`//@ witness:`).
#[derive(Debug, PartialEq, Eq)]
pub enum Witness {
    /// `asan`, `ubsan`, `msan`, Frama-C's `eva`, or `signal` if the program dies by itself.
    See(Vec<String>),
    /// None, for this reason.
    Blind(String),
    /// The program is defined, so nobody may complain.
    Silent,
}

/// The whole suite in a fixed order.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for side in ["pass", "fail"] {
        for path in sources(&root().join(side)) {
            let stem = path.file_stem().expect("a source file has a name").to_string_lossy();
            let name = format!("{side}/{stem}");
            let source = fs::read_to_string(&path).expect("a file of the suite can be read");
            match read(&name, &path, source) {
                Ok(case) => cases.push(case),
                Err(reason) => panic!("{name}: {reason}"),
            }
        }
    }
    cases
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ui/c")
}

fn sources(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).expect("the suite is part of the checkout");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a directory entry can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    paths.sort();
    paths
}

fn read(name: &str, path: &Path, source: String) -> Result<Case, String> {
    let mut header = Header::default();
    for line in source.lines() {
        let Some(entry) = line.strip_prefix("//@ ") else { break };
        header.add(entry)?;
    }
    let line = (1..).zip(source.lines()).find(|(_, line)| line.contains("//~")).map(|(n, _)| n);
    let offence = || -> Result<Offence, String> {
        let rule = header.rule.clone().ok_or("no `//@ rule:`")?;
        Ok(Offence { rule, line: line.ok_or("no line is marked with `//~`")? })
    };
    let verdict = match header.verdict.as_deref() {
        Some("ok") => Verdict::Ok { prints: header.prints.clone(), status: header.status },
        Some("undefined") => Verdict::Undefined(offence()?),
        Some("unspecified") => Verdict::Unspecified(offence()?),
        other => return Err(format!("verdict {other:?}")),
    };
    let passes = matches!(verdict, Verdict::Ok { .. });
    if name.starts_with("pass/") != passes {
        return Err("stands in the wrong directory".to_owned());
    }
    let witness = header.witness.unwrap_or(Witness::Silent);
    let (strict, path) = (header.strict, path.to_owned());
    Ok(Case { name: name.to_owned(), path, source, verdict, strict, witness })
}

#[derive(Default)]
struct Header {
    verdict: Option<String>,
    rule: Option<String>,
    prints: String,
    status: i32,
    strict: bool,
    witness: Option<Witness>,
}

impl Header {
    fn add(&mut self, entry: &str) -> Result<(), String> {
        let (key, value) = entry.split_once(':').ok_or(format!("`{entry}` is no `key: value`"))?;
        let value = value.strip_prefix(' ').unwrap_or(value);
        match key {
            "verdict" => self.verdict = Some(value.to_owned()),
            "rule" => self.rule = Some(value.to_owned()),
            "prints" => {
                self.prints.push_str(value.strip_suffix("\\c").unwrap_or(value));
                if !value.ends_with("\\c") {
                    self.prints.push('\n');
                }
            }
            "status" => self.status = value.parse().map_err(|_| "no number as status")?,
            "reading" if value == "strict" => self.strict = true,
            "witness" => {
                self.witness = Some(match value.strip_prefix("none: ") {
                    Some(why) => Witness::Blind(why.to_owned()),
                    None => Witness::See(value.split(' ').map(str::to_owned).collect()),
                });
            }
            _ => return Err(format!("`{entry}` is not understood")),
        }
        Ok(())
    }
}
