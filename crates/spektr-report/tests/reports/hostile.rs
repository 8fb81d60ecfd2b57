//! A store in which every text tries to be markup, a script, or a way out of a shell word.

use super::specimen;
use serde_json::Value;
use spektr_report::PageFacts;

/// Ends every context that a page has, then tries to run and to load.
pub const TEXT: &str = "\"'></script></style></svg></title><script>window.hacked=1</script>\
    <img src=x onerror=window.hacked=1><iframe src=https://example.org></iframe>`$(x)`\u{202e}\0-->&amp;";

/// The specimen with every string replaced.
pub fn store() -> PageFacts {
    let mut value = serde_json::to_value(specimen::store()).expect("facts have a JSON form");
    poison(&mut value);
    let mut store: PageFacts = serde_json::from_value(value).expect("the shape is unchanged");
    for bug in &mut store.bugs {
        bug.reduced.expected = format!("{TEXT}\n").into_bytes();
        bug.reduced.found = Some([TEXT.as_bytes(), b"\xff\xfe\x1b[2J"].concat());
    }
    store
}

/// Names of enum variants are shape, not text; they stay.
const VARIANTS: [&str; 17] = [
    "agrees",
    "right",
    "wrong-code",
    "internal-error",
    "rejected",
    "hang",
    "out-of-memory",
    "not-tried",
    "new",
    "triaged",
    "flaky",
    "our-fault",
    "output",
    "silent",
    "undefined",
    "prints-otherwise",
    "text",
];

fn poison(value: &mut Value) {
    match value {
        Value::String(text) if !VARIANTS.contains(&text.as_str()) => *text = TEXT.to_owned(),
        Value::Array(items) => items.iter_mut().for_each(poison),
        Value::Object(fields) => fields.values_mut().for_each(poison),
        _ => {}
    }
}
