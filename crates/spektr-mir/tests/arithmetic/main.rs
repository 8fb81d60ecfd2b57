//! The arithmetic of `spektr_mir::number` against programs compiled at `-O0`.
//!
//! One generated program computes every operator, cast and intrinsic over all interesting
//! operands and prints a digest per group; the same digests are computed here. Where they
//! differ, the program is asked for the results of that group, and the first difference is
//! shown. Each compiler that is not installed is named and passed over.

mod floats;
mod group;
mod ints;
mod program;

use std::path::{Path, PathBuf};
use std::process::Command;

use group::Group;

#[test]
fn stable_at_o0_computes_what_the_machine_computes() {
    compare_with("stable");
}

#[test]
fn nightly_at_o0_computes_what_the_machine_computes() {
    compare_with("nightly");
}

fn compare_with(toolchain: &str) {
    if !is_installed(toolchain) {
        println!("skipped: rustup has no toolchain {toolchain}");
        return;
    }
    let mut groups = ints::groups();
    groups.extend(floats::groups());
    let executable = compile(toolchain, &program::source(&groups));
    let printed = run(&executable, &[]);
    let digests: Vec<&str> = printed.lines().collect();
    assert_eq!(digests.len(), groups.len(), "{toolchain}: one digest per group");
    let mut differences = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        if group.digest() != digests[index] {
            let results = run(&executable, &[&index.to_string()]);
            differences.push(first_difference(group, &results));
        }
    }
    assert!(differences.is_empty(), "{toolchain} differs:\n{}", differences.join("\n"));
    println!("{toolchain}: {} groups agree", groups.len());
}

fn is_installed(toolchain: &str) -> bool {
    let version = Command::new("rustup").args(["run", toolchain, "rustc", "--version"]).output();
    version.is_ok_and(|output| output.status.success())
}

fn compile(toolchain: &str, source: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("arithmetic-{toolchain}"));
    std::fs::create_dir_all(&directory).expect("the target directory is writable");
    let file = directory.join("arithmetic.rs");
    std::fs::write(&file, source).expect("the target directory is writable");
    let executable = directory.join("arithmetic");
    let output = Command::new("rustup")
        .args(["run", toolchain, "rustc", "--edition=2021", "-Copt-level=0", "-Cdebuginfo=0"])
        .args(["-Cdebug-assertions=off", "-Awarnings", "-o"])
        .args([&executable, &file])
        .env("RUSTC_BOOTSTRAP", "1")
        .output()
        .expect("rustup was found before");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{toolchain} rejects {}:\n{errors}", file.display());
    executable
}

fn run(executable: &Path, args: &[&str]) -> String {
    let output = Command::new(executable).args(args).output().expect("it was just compiled");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{} ended with {}:\n{errors}",
        executable.display(),
        output.status
    );
    String::from_utf8(output.stdout).expect("it prints hexadecimal digits")
}

fn first_difference(group: &Group, theirs: &str) -> String {
    let mut lines = theirs.lines();
    let mut found = None;
    group.each(|operands, ours| {
        let [a, b, c] = operands;
        let expected = format!("{a:x} {b:x} {c:x} = {ours:x}");
        let line = lines.next().unwrap_or("nothing");
        if found.is_none() && line != expected {
            found = Some(format!("{}: machine {expected}; compiled {line}", group.name));
        }
    });
    found.unwrap_or_else(|| format!("{}: the compiled program has more results", group.name))
}
