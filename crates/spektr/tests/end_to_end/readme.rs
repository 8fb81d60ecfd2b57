//! The README's commands and the guide, as far as a test can check them.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// The commands that the README shows, each a line of its own.
fn commands(readme: &str) -> Vec<Vec<&str>> {
    let shown = readme.lines().filter_map(|line| line.strip_prefix("    cargo "));
    shown.map(|line| line.split('#').next().unwrap_or(line).split_whitespace().collect()).collect()
}

#[test]
fn cargo_run_means_spektr() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("the README");
    let commands = commands(&readme);
    assert_eq!(commands[0], ["run", "--release", "--", "hunt"]);
    assert_eq!(commands[1], ["test", "--workspace"]);
    // Running it would build everything anew, as `cargo run` chooses features for itself; that is
    // left to CI. What can go wrong is that cargo finds two binaries, or none.
    let answer = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(&root)
        .output()
        .expect("cargo runs");
    assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
    let known: Value = serde_json::from_slice(&answer.stdout).expect("metadata is JSON");
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let default_members = list(&known["workspace_default_members"]);
    let packages = list(&known["packages"]).into_iter();
    let targets = packages
        .filter(|package| default_members.contains(&package["id"]))
        .flat_map(|package| list(&package["targets"]));
    let binaries: Vec<Value> =
        targets.filter(|it| list(&it["kind"]).contains(&"bin".into())).collect();
    let [binary] = binaries.as_slice() else { panic!("cargo run would ask which: {binaries:?}") };
    assert_eq!(binary["name"], "spektr");
}

/// The guide's page on policies shows what `--print-policy` prints.
#[test]
fn the_guide_shows_the_built_in_policies() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/policy.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let answer = Command::new(env!("CARGO_BIN_EXE_spektr"))
        .args(["gen", "mir", "--print-policy"])
        .output()
        .expect("spektr starts");
    let policy = String::from_utf8(answer.stdout).expect("text");
    assert!(policy.contains("[size]") && page.contains(policy.trim_end()), "docs/policy.md is old");
}
