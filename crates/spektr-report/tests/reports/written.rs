//! Writing bundles: what spektr wrote it may replace and remove; what it did not write, or what
//! somebody changed, it leaves alone and names.

use super::specimen;
use spektr_report::Bundle;
use spektr_report::bundle::{Conflict, WriteTrouble};
use std::path::Path;
use tempfile::TempDir;

fn directory() -> TempDir {
    tempfile::tempdir().expect("a scratch directory")
}

fn conflict(bundle: &Bundle, directory: &Path) -> Conflict {
    match bundle.write_to(directory) {
        Err(WriteTrouble::Conflict(conflict)) => conflict,
        other => panic!("{other:?}"),
    }
}

fn names(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).expect("a directory");
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.expect("an entry").file_name().to_string_lossy().into_owned()
    };
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

#[test]
fn a_bundle_written_over_another_leaves_nothing_of_it() {
    let directory = directory();
    for bug in [specimen::gvn(), specimen::two_files(), specimen::ice()] {
        let bundle = Bundle::of(&bug);
        bundle.write_to(directory.path()).expect("written");
        bundle.write_to(directory.path()).expect("written again");
        let mut tops: Vec<&str> =
            bundle.files.iter().map(|file| file.name.split('/').next().unwrap_or("")).collect();
        tops.push(".spektr-bundle");
        tops.sort_unstable();
        tops.dedup();
        assert_eq!(names(directory.path()), tops);
        for file in &bundle.files {
            let bytes = std::fs::read(directory.path().join(&file.name)).expect("a file");
            assert_eq!(bytes, file.bytes, "{}", file.name);
        }
    }
}

#[test]
fn what_somebody_else_wrote_stays_and_is_named() {
    let directory = directory();
    std::fs::write(directory.path().join("Makefile"), "all:\n").expect("written");
    std::fs::write(directory.path().join("notes.txt"), "mine\n").expect("written");
    let found = conflict(&Bundle::of(&specimen::gvn()), directory.path());
    assert_eq!(found.name, "Makefile");
    assert!(found.to_string().contains("was not written by spektr"), "{found}");
    assert_eq!(names(directory.path()), ["Makefile", "notes.txt"], "nothing was touched");
    std::fs::remove_file(directory.path().join("Makefile")).expect("moved away");
    Bundle::of(&specimen::gvn()).write_to(directory.path()).expect("written");
    let notes = std::fs::read(directory.path().join("notes.txt")).expect("still there");
    assert_eq!(notes, b"mine\n");
}

#[test]
fn what_somebody_changed_stays_and_is_named() {
    let directory = directory();
    Bundle::of(&specimen::gvn()).write_to(directory.path()).expect("written");
    let report = directory.path().join("report.md");
    std::fs::write(&report, "improved by hand\n").expect("written");
    let found = conflict(&Bundle::of(&specimen::llvm()), directory.path());
    assert_eq!(
        found.to_string().split(';').next(),
        Some("report.md was changed since spektr wrote it")
    );
    assert_eq!(std::fs::read(&report).expect("a file"), b"improved by hand\n");
    assert!(directory.path().join("pass.diff").exists(), "nothing was removed");
    // A stale file that was changed is not removed either.
    std::fs::remove_file(&report).expect("moved away");
    std::fs::write(directory.path().join("pass.diff"), "x").expect("written");
    assert_eq!(conflict(&Bundle::of(&specimen::llvm()), directory.path()).name, "pass.diff");
}

#[test]
fn an_interrupted_writer_knows_its_files_again() {
    let directory = directory();
    Bundle::of(&specimen::gvn()).write_to(directory.path()).expect("written");
    let old = std::fs::read_to_string(directory.path().join(".spektr-bundle")).expect("a manifest");
    let next = Bundle::of(&specimen::ice());
    next.write_to(directory.path()).expect("written");
    // As it was after the first file of the second bundle: both are in the manifest.
    let new = std::fs::read_to_string(directory.path().join(".spektr-bundle")).expect("a manifest");
    std::fs::write(directory.path().join(".spektr-bundle"), old + &new).expect("written");
    std::fs::write(directory.path().join(".spektr-bundle.part"), "half a fi").expect("written");
    next.write_to(directory.path()).expect("written after all");
    assert!(!names(directory.path()).contains(&".spektr-bundle.part".to_owned()));
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    use std::os::unix::fs::symlink;
    let (directory, outside) = (directory(), directory());
    let target = outside.path().join("precious");
    std::fs::write(&target, "precious").expect("written");
    for name in ["report.md", ".spektr-bundle"] {
        symlink(&target, directory.path().join(name)).expect("a link");
        assert_eq!(conflict(&Bundle::of(&specimen::gvn()), directory.path()).name, name);
        std::fs::remove_file(directory.path().join(name)).expect("gone");
    }
    symlink(outside.path(), directory.path().join("reduced")).expect("a link");
    assert_eq!(conflict(&Bundle::of(&specimen::two_files()), directory.path()).name, "reduced");
    symlink(&target, directory.path().join(".spektr-bundle.part")).expect("a link");
    Bundle::of(&specimen::gvn()).write_to(directory.path()).expect("written");
    assert_eq!(std::fs::read(&target).expect("still there"), b"precious");
    assert_eq!(names(outside.path()), ["precious"]);
}

#[test]
fn a_manifest_that_somebody_made_up_reaches_nothing_outside() {
    let parent = directory();
    let (inside, outside) = (parent.path().join("bundle"), parent.path().join("precious"));
    std::fs::create_dir(&inside).expect("a directory");
    std::fs::write(&outside, "precious").expect("written");
    let digest = spektr_report::bundle::digest(b"precious");
    let lies = format!("{digest} ../precious\n{digest} {}\n", outside.display());
    std::fs::write(inside.join(".spektr-bundle"), lies).expect("written");
    Bundle::of(&specimen::gvn()).write_to(&inside).expect("written");
    assert_eq!(std::fs::read(&outside).expect("still there"), b"precious");
}
