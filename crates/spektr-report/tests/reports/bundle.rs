//! Bundles, byte for byte. `SPEKTR_BLESS=1 cargo test -p spektr-report` writes what is
//! expected anew; the difference is then for a person to read.

use super::specimen;
use spektr_report::Bundle;
use spektr_report::facts::*;
use std::path::{Path, PathBuf};

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reports/golden").join(name)
}

/// Compares a bundle with the directory of the same name under `tests/reports/golden`.
fn check(name: &str, bug: &BugFacts) {
    let bundle = Bundle::of(bug);
    let directory = golden(name);
    if std::env::var_os("SPEKTR_BLESS").is_some() {
        bundle.write_to(&directory).expect("the golden directory can be written");
    }
    for file in &bundle.files {
        let path = directory.join(&file.name);
        let wanted =
            std::fs::read(&path).unwrap_or_else(|error| panic!("{name}/{}: {error}", file.name));
        let (wanted, found) =
            (String::from_utf8_lossy(&wanted), String::from_utf8_lossy(&file.bytes));
        assert_eq!(wanted, found, "{name}/{}", file.name);
    }
    let mut kept: Vec<String> = std::fs::read_dir(&directory)
        .expect("the golden directory is there")
        .map(|entry| entry.expect("a readable entry").file_name().to_string_lossy().into_owned())
        .collect();
    kept.sort();
    let mut made: Vec<String> = bundle.files.iter().map(|file| file.name.clone()).collect();
    made.sort();
    assert_eq!(kept, made, "{name}: files");
}

#[test]
fn wrong_code_by_a_mir_pass() {
    check("gvn", &specimen::gvn());
}

#[test]
fn wrong_code_by_an_llvm_pass() {
    check("llvm", &specimen::llvm());
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
        mark: "error[E0512]: cannot transmute between types of different sizes".into(),
        diagnostics:
            "error[E0512]: cannot transmute between types of different sizes\n --> p.rs:9\n".into(),
    };
    let origin = Origin { seed: None, spektr_version: "0.1.0".into() };
    check("rejected", &BugFacts { failure, guilt: None, control: None, origin, ..specimen::ice() });
}

#[test]
fn a_bundle_written_over_another_leaves_nothing_of_it() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    Bundle::of(&specimen::gvn()).write_to(directory.path()).expect("written");
    assert!(directory.path().join("pass.diff").exists());
    Bundle::of(&specimen::ice()).write_to(directory.path()).expect("written over");
    for gone in ["pass.diff", "expected.txt", "wrong.txt"] {
        assert!(!directory.path().join(gone).exists(), "{gone}");
    }
}

#[test]
fn passes_that_are_needed_too_are_named() {
    let mut bug = specimen::gvn();
    let report = |bug: &BugFacts| {
        let files = Bundle::of(bug).files;
        let report = files.into_iter().find(|file| file.name == "report.md");
        String::from_utf8(report.expect("a report").bytes).expect("text")
    };
    assert!(!report(&bug).contains("I do not know which"));
    bug.guilt.as_mut().expect("a pass").needs = vec!["LLVM pass dse on f0".to_owned()];
    assert!(report(&bug).contains("right without `LLVM pass dse on f0` too"));
}

#[test]
fn findings_that_only_the_pass_speaks_for_are_said_to_be_such() {
    let report = |by_pass| {
        let bundle = Bundle::of(&BugFacts { by_pass, ..specimen::gvn() });
        let report = bundle.files.iter().find(|file| file.name == "report.md").expect("a report");
        String::from_utf8_lossy(&report.bytes).into_owned()
    };
    assert!(report(3).contains("3 findings of 14"), "{}", report(3));
    assert!(!report(0).contains("because of the pass"));
}

#[test]
fn titles_say_pass_and_effect() {
    let title = spektr_report::title;
    assert_eq!(title(&specimen::gvn()), "GVN miscompiles `fn1`: `RET` is 0, should be 4");
    assert_eq!(
        title(&specimen::llvm()),
        "LLVM InstCombinePass miscompiles `fn2`: `_10` is 18446744073709551615, should be 142"
    );
    assert_eq!(
        title(&specimen::ice()),
        "ICE in JumpThreading: no variant index for `e` in layout <Niche & Tag>"
    );
    assert_eq!(title(&specimen::hang()), "DataflowConstProp does not terminate");
    assert_eq!(
        title(&BugFacts { guilt: None, ..specimen::gvn() }),
        "Wrong code with -Zmir-opt-level=2: `RET` in `fn1` is 0, should be 4"
    );
    let failure = Failure::WrongCode { difference: None, ending: Some("SIGSEGV".into()) };
    assert_eq!(
        title(&BugFacts { failure, ..specimen::gvn() }),
        "GVN miscompiles: the program ends with SIGSEGV"
    );
}

#[test]
fn a_witness_that_disagrees_holds_the_report_back() {
    let mut bug = specimen::gvn();
    bug.witnesses[1].testimony = Testimony::Undefined("use of | a dangling pointer".into());
    let bundle = Bundle::of(&bug);
    let report = &bundle.file("report.md").expect("a report").bytes;
    let report = String::from_utf8_lossy(report);
    assert!(report.contains("WAIT: a witness disagrees"));
    assert!(report.contains(r"**undefined**: use of \| a dangling pointer"));
}
