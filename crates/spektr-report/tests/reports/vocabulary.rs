//! No word of a language or a compiler stands in this crate: such words come in as data.

use std::path::{Path, PathBuf};

/// Words of families and wings besides the families' names.
const WORDS: [&str; 17] = [
    "rust",
    "rustup",
    "cargo",
    "miri",
    "mir",
    "llvm",
    "gnu",
    "toolchain",
    "nightly",
    "crate's",
    "ice",
    "cpp",
    "codegen",
    "ir",
    "sroa",
    "gvn",
    "lto",
];

fn sources(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).expect("a directory");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

#[test]
fn no_language_and_no_compiler_is_named() {
    let families = spektr_judge::families::ALL.iter().map(|family| family.name());
    let words: Vec<&str> = families.chain(WORDS).collect();
    let mut found = Vec::new();
    for path in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let text = std::fs::read_to_string(&path).expect("text");
        for (number, line) in text.lines().enumerate() {
            let tokens = line.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_lowercase);
            for token in tokens.filter(|token| words.contains(&token.as_str())) {
                found.push(format!("{}:{}: {token}", path.display(), number + 1));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
