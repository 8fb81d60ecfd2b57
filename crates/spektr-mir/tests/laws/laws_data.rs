//! Unpacks the law files on the fly.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use serde_json::Value;

pub struct Law {
    pub id: String,
    pub source: String,
    /// Where Miri stopped, if it did.
    pub undefined_at: Option<u64>,
    /// What it said then.
    pub message: String,
}

/// All laws, in the order of the files.
pub fn laws() -> Vec<Law> {
    ["aliasing", "calls"].into_iter().flat_map(family).collect()
}

/// The laws of one file.
pub fn family(name: &str) -> Vec<Law> {
    let laws = rows(name).into_iter().map(|value| Law {
        id: format!("{name} {}", text(&value, "id")),
        source: text(&value, "source"),
        undefined_at: undefined_at(&value),
        message: value["message"].as_str().unwrap_or_default().to_owned(),
    });
    laws.collect()
}

/// For every law of the first two files that is fine: whether Miri stops if entering a
/// function writes to what its arguments point to. (The lines in that file are of other
/// texts of the same programs.)
pub fn implicit_writes() -> BTreeMap<String, bool> {
    let rows = rows("implicit_writes").into_iter();
    rows.map(|value| {
        let id = format!("{} {}", text(&value, "family"), text(&value, "id"));
        (id, undefined_at(&value).is_some())
    })
    .collect()
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().expect("a string").to_owned()
}

fn undefined_at(value: &Value) -> Option<u64> {
    (text(value, "verdict") == "undefined").then(|| value["line"].as_u64().expect("a line"))
}

fn rows(name: &str) -> Vec<Value> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/laws");
    let packed = std::fs::read(directory.join(format!("{name}.jsonl.gz"))).expect("law file");
    let mut text = String::new();
    let mut reader = flate2::read::GzDecoder::new(&packed[..]);
    reader.read_to_string(&mut text).expect("law files are packed text");
    text.lines().map(|line| serde_json::from_str(line).expect("one object a line")).collect()
}
