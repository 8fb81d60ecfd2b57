//! Unpacks the law files on the fly.

use std::io::Read;
use std::path::Path;

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
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/laws");
    let mut laws = Vec::new();
    for name in ["aliasing", "calls"] {
        let packed = std::fs::read(directory.join(format!("{name}.jsonl.gz"))).expect("law file");
        let mut text = String::new();
        let mut reader = flate2::read::GzDecoder::new(&packed[..]);
        reader.read_to_string(&mut text).expect("law files are packed text");
        for line in text.lines() {
            let value: serde_json::Value = serde_json::from_str(line).expect("one object a line");
            let field = |key: &str| value[key].as_str().expect("a string").to_owned();
            let message = value["message"].as_str().unwrap_or_default().to_owned();
            laws.push(Law {
                id: format!("{name} {}", field("id")),
                source: field("source"),
                undefined_at: (field("verdict") == "undefined")
                    .then(|| value["line"].as_u64().expect("a line")),
                message,
            });
        }
    }
    laws
}
