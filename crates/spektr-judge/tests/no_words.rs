//! The hall knows no language and no compiler: outside the families' own files, no word of
//! theirs stands in the judge, the hunt or the reports; comments and tests are read too.

use spektr_judge::families;
use std::path::{Path, PathBuf};

/// Where nothing of a language may stand.
const PLACES: [&str; 3] = ["spektr-judge/src", "spektr-hunt/src", "spektr-report/src"];

/// Where it may: this is what families are for.
const FAMILIES: &str = "spektr-judge/src/families";

/// Words that mean one language or tool, in whatever case and inside whatever word.
const ANYWHERE: [&str; 22] = [
    "rustc",
    "rustup",
    "cargo",
    "clang",
    "llvm",
    "miri",
    "bisect: ",
    "opt-bisect",
    "opt-level",
    "custom_mir",
    "custom-mir",
    "const-eval",
    "crater",
    "tree borrows",
    "panicked at",
    "internal compiler error",
    "csmith",
    "gvn",
    "instcombine",
    "codegen-units",
    "-zmir",
    "-copt",
];

/// Words that are too short for that: they must stand alone.
const ALONE: [&str; 6] = ["MIR", "rlib", "c++", "godbolt", "ICE", "ICEs"];

/// Endings of files, as code names them.
const ENDINGS: [&str; 5] = [".rs\"", ".mir\"", ".c\"", ".ll\"", ".rlib\""];

/// What may stay: the file, a part of the line, and why.
const ALLOWED: [(&str, &str, &str); 2] = [
    ("spektr-judge/src/sandbox/enforcement.rs", "--security-opt", "a flag of docker's"),
    ("spektr-hunt/src/lib.rs", "CARGO_PKG_VERSION", "how spektr itself is built"),
];

#[test]
fn no_word_of_a_language_or_compiler_stands_in_the_hall() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for place in PLACES {
        for file in files(&crates.join(place)) {
            let name = file.strip_prefix(&crates).unwrap_or(&file).to_string_lossy().into_owned();
            if !name.starts_with(FAMILIES) {
                found.extend(words_in(&file, &name));
            }
        }
    }
    assert!(found.is_empty(), "{} lines:\n{}", found.len(), found.join("\n"));
}

#[test]
fn what_is_allowed_is_still_needed() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (file, part, why) in ALLOWED {
        let text = std::fs::read_to_string(crates.join(file)).unwrap_or_default();
        assert!(text.contains(part), "{file} no longer says `{part}` ({why})");
    }
}

/// Every text below a directory.
fn files(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(directory).unwrap_or_else(|_| panic!("{directory:?}"));
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn words_in(file: &Path, name: &str) -> Vec<String> {
    // What is no text has no words.
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let is_allowed =
        |line: &str| ALLOWED.iter().any(|(file, part, _)| *file == name && line.contains(part));
    let lines = text.lines().enumerate().filter(|(_, line)| !is_allowed(line));
    lines
        .filter_map(|(k, line)| {
            let word = word_in(line)?;
            Some(format!("{name}:{}: `{word}` in {}", k + 1, line.trim()))
        })
        .collect()
}

/// The first word of a language or tool in a line.
fn word_in(line: &str) -> Option<String> {
    let lower = line.to_lowercase();
    let anywhere = ANYWHERE.iter().chain(&ENDINGS).find(|word| lower.contains(**word));
    let names = families::ALL.iter().map(|family| family.name());
    let mut alone = ALONE.into_iter().chain(names);
    let alone = alone.find(|word| stands_alone(line, word));
    anywhere.copied().or(alone).map(str::to_owned)
}

fn stands_alone(line: &str, word: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        !line[..at].ends_with(is_letter) && !line[at + word.len()..].starts_with(is_letter)
    })
}

#[test]
fn words_are_found_and_others_are_not() {
    for line in
        ["// as rustc does", "fn llvm_pass()", "a gcc", "of MIR", "\"main.rs\"", "-Copt-level=3"]
    {
        assert!(word_in(line).is_some(), "{line}");
    }
    for line in ["options", "mirror", "gccs", "a service", "optional", "nice"] {
        assert_eq!(word_in(line), None, "{line}");
    }
}
