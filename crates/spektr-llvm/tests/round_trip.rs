//! Every construct, written by hand: read, printed, read again, and fitted into every version.

use spektr_llvm::print::Version;
use spektr_llvm::{parse, print, wellformed};

fn corpus() -> Vec<(String, String)> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");
    let mut files: Vec<_> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path: std::path::PathBuf| {
        (
            path.file_name().unwrap().to_string_lossy().into_owned(),
            std::fs::read_to_string(path).unwrap(),
        )
    };
    files.into_iter().map(read).collect()
}

#[test]
fn reading_what_was_printed_gives_the_same_text() {
    let files = corpus();
    assert!(files.len() >= 10);
    for (name, text) in files {
        let module = parse::module(&name, &text).unwrap_or_else(|it| panic!("{}", it.rendered));
        if let Err(fault) = wellformed::check(&module) {
            panic!("{name}: {}", fault.message);
        }
        let printed = print::text(&module, Version::NEWEST);
        let again = parse::module(&name, &printed).unwrap_or_else(|it| panic!("{}", it.rendered));
        assert!(again == module, "{name}: another module is read than was printed");
        assert_eq!(printed, print::text(&again, Version::NEWEST), "{name}");
    }
}

/// Nothing of a file is lost: every line of it that says something is found in what is
/// printed, blanks and comments aside.
#[test]
fn what_is_printed_says_what_was_read() {
    for (name, text) in corpus() {
        let module = parse::module(&name, &text).unwrap();
        let printed = print::text(&module, Version::NEWEST);
        let squeeze = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines: std::collections::BTreeSet<String> = printed.lines().map(squeeze).collect();
        for line in text.lines().filter(|line| !line.trim_start().starts_with(';')) {
            let line = squeeze(line);
            assert!(line.is_empty() || lines.contains(&line), "{name}: lost: {line}\n{printed}");
        }
    }
}

#[test]
fn every_version_says_what_it_can() {
    for (name, text) in corpus() {
        let module = parse::module(&name, &text).unwrap();
        for major in Version::OLDEST.0..=Version::NEWEST.0 {
            let version = Version::new(major).unwrap();
            let printed = match print::for_version(&module, version) {
                Ok(printed) => printed,
                Err(complaint) => {
                    assert!(complaint.message.starts_with("LLVM "), "{complaint}");
                    continue;
                }
            };
            let again =
                parse::module(&name, &printed).unwrap_or_else(|it| panic!("{}", it.rendered));
            if let Err(fault) = wellformed::check(&again) {
                panic!("{name} as {major}: {}\n{printed}", fault.message);
            }
            assert_eq!(print::text(&again, version), printed, "{name} as {major}");
            let opaque = printed.split(|it: char| !it.is_alphanumeric() && it != '_');
            assert!(major >= 15 || !opaque.clone().any(|word| word == "ptr"), "{name} as {major}");
            assert!(major < 15 || !printed.contains("i8*"), "{name} as {major}");
        }
    }
}
