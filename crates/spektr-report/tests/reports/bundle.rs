//! Bundles, byte for byte. `SPEKTR_BLESS=1 cargo test -p spektr-report` writes what is
//! expected anew; the difference is then for a person to read.

use super::{hostile, specimen};
use flate2::read::GzDecoder;
use spektr_judge::Agreement;
use spektr_report::facts::*;
use spektr_report::{Bundle, BundleFile};
use spektr_wing::Symptom;
use std::io::Read;
use std::path::{Path, PathBuf};

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reports/golden").join(name)
}

/// What a file says: how it is compressed may change.
fn content(name: &str, bytes: &[u8]) -> String {
    let mut plain = bytes.to_vec();
    if name.ends_with(".gz") {
        plain.clear();
        GzDecoder::new(bytes).read_to_end(&mut plain).expect("compressed");
    }
    String::from_utf8_lossy(&plain).into_owned()
}

fn files_below(directory: &Path, prefix: &str) -> Vec<String> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(directory).expect("the golden directory is there") {
        let entry = entry.expect("a readable entry");
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        match entry.path().is_dir() {
            true => names.extend(files_below(&entry.path(), &format!("{name}/"))),
            false => names.push(name),
        }
    }
    names.sort();
    names
}

fn bless(directory: &Path, files: &[BundleFile]) {
    let _ = std::fs::remove_dir_all(directory);
    for file in files {
        let path = directory.join(&file.name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        std::fs::write(path, &file.bytes).expect("written");
    }
}

/// Compares a bundle with the directory of the same name under `tests/reports/golden`.
fn check(name: &str, bug: &BugFacts) {
    let bundle = Bundle::of(bug);
    let directory = golden(name);
    if std::env::var_os("SPEKTR_BLESS").is_some() {
        bless(&directory, &bundle.files);
    }
    for file in &bundle.files {
        let path = directory.join(&file.name);
        let wanted =
            std::fs::read(&path).unwrap_or_else(|error| panic!("{name}/{}: {error}", file.name));
        let (wanted, found) = (content(&file.name, &wanted), content(&file.name, &file.bytes));
        assert_eq!(wanted, found, "{name}/{}", file.name);
    }
    let mut made: Vec<String> = bundle.files.iter().map(|file| file.name.clone()).collect();
    made.sort();
    assert_eq!(files_below(&directory, ""), made, "{name}: files");
}

fn report(bug: &BugFacts) -> String {
    let bundle = Bundle::of(bug);
    let file = bundle.file("report.md").expect("a report");
    String::from_utf8(file.bytes.clone()).expect("text")
}

#[test]
fn wrong_code_by_a_pass() {
    check("gvn", &specimen::gvn());
}

#[test]
fn wrong_code_by_the_code_generator() {
    check("llvm", &specimen::llvm());
}

#[test]
fn two_files_and_a_status() {
    check("two-files", &specimen::two_files());
}

#[test]
fn what_a_tool_writes() {
    check("refinement", &specimen::refinement());
}

#[test]
fn an_internal_error() {
    check("ice", &specimen::ice());
}

#[test]
fn a_hang() {
    check("hang", &specimen::hang());
}

#[test]
fn out_of_memory() {
    let failure = Failure::OutOfMemory {
        megabytes: 2_048,
        diagnostics: "memory allocation of 17179869184 bytes failed\n".into(),
    };
    check("memory", &BugFacts { failure, guilt: None, ..specimen::ice() });
}

#[test]
fn a_rejected_program() {
    let failure = Failure::Rejected {
        words: "error[E0512]: cannot transmute between types of different sizes".into(),
        diagnostics:
            "error[E0512]: cannot transmute between types of different sizes\n --> p.rs:9\n".into(),
    };
    let origin = Origin { seed: None, ..specimen::ice().origin };
    check("rejected", &BugFacts { failure, guilt: None, control: None, origin, ..specimen::ice() });
}

#[test]
fn hostile_names_stay_inside_and_hostile_texts_stay_texts() {
    for bug in &hostile::store().bugs {
        for file in &Bundle::of(bug).files {
            let plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
            assert!(file.name.chars().all(plain) && !file.name.starts_with('/'), "{}", file.name);
            assert!(!file.name.contains(".."), "{}", file.name);
            let is_text = file.name == "report.md";
            let text = String::from_utf8_lossy(&file.bytes);
            for acting in ["\u{202e}", "\u{1b}", "\0"].iter().filter(|_| is_text) {
                assert!(!text.contains(acting), "{}: {acting:?}", file.name);
            }
        }
    }
}

#[test]
fn passes_that_are_needed_too_are_named() {
    let mut bug = specimen::gvn();
    assert!(!report(&bug).contains("I do not know which"));
    bug.guilt.as_mut().expect("a pass").needs = vec!["LLVM pass dse on f0".to_owned()];
    assert!(report(&bug).contains("right without `LLVM pass dse on f0` too"));
}

#[test]
fn findings_that_only_the_pass_speaks_for_are_said_to_be_such() {
    let with = |by_pass| report(&BugFacts { by_pass, ..specimen::gvn() });
    assert!(with(3).contains("3 findings of 14"), "{}", with(3));
    assert!(!with(0).contains("because of the pass"));
}

#[test]
fn how_a_program_must_end_is_said() {
    assert!(report(&specimen::two_files()).contains("The program must end with status 4."));
    assert!(report(&specimen::aborts()).contains("The program must end with an abort."));
    assert!(!report(&specimen::gvn()).contains("must end"));
}

#[test]
fn titles_say_pass_and_effect() {
    let title = spektr_report::title;
    assert_eq!(title(&specimen::gvn()), "MIR pass GVN miscompiles `fn1`: `RET` is 0, should be 4");
    assert_eq!(
        title(&specimen::two_files()),
        "tree pass vect miscompiles: the program ends with status 0"
    );
    assert_eq!(
        title(&specimen::ice()),
        "Internal error in MIR pass JumpThreading: no variant index for `e` in layout <Niche & Tag>"
    );
    assert_eq!(title(&specimen::hang()), "MIR pass DataflowConstProp does not terminate");
    assert_eq!(
        title(&BugFacts { guilt: None, ..specimen::gvn() }),
        "Wrong code with -Zmir-opt-level=2: `RET` in `fn1` is 0, should be 4"
    );
    let failure = Failure::WrongCode { symptom: Symptom::Signal { signal: 11 } };
    assert_eq!(
        title(&BugFacts { failure, ..specimen::gvn() }),
        "MIR pass GVN miscompiles: the program dies of SIGSEGV"
    );
    let guilt = Some(spektr_judge::Guilt::of_code_generation());
    assert_eq!(
        title(&BugFacts { guilt, ..specimen::hang() }),
        "rustc does not terminate with -Zmir-opt-level=3"
    );
}

#[test]
fn a_witness_that_disagrees_holds_the_report_back() {
    let mut bug = specimen::gvn();
    bug.testimonies[1].agreement = Agreement::Disagrees("use of | a dangling pointer".into());
    let text = report(&bug);
    assert!(text.contains("WAIT: a witness disagrees"));
    assert!(text.contains(r"**disagrees**: use of \| a dangling pointer"));
}
