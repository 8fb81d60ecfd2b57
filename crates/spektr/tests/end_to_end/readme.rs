//! The README's commands, as far as a test can run them: the same words, with a question
//! that is answered at once.

use std::path::Path;
use std::process::Command;

/// The commands that the README shows, each a line of its own.
fn commands(readme: &str) -> Vec<Vec<&str>> {
    let shown = readme.lines().filter_map(|line| line.strip_prefix("    cargo "));
    shown.map(|line| line.split('#').next().unwrap_or(line).split_whitespace().collect()).collect()
}

#[test]
fn cargo_runs_spektr() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("the README");
    let commands = commands(&readme);
    assert_eq!(commands[0], ["run", "--release", "--", "hunt"]);
    assert_eq!(commands[1], ["test", "--workspace"]);
    // Without `--release`: that is another build, and which binary is run is the same.
    let answer = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--", "hunt", "--help"])
        .current_dir(&root)
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&answer.stdout);
    let complaints = String::from_utf8_lossy(&answer.stderr);
    assert!(answer.status.success(), "{complaints}");
    assert!(said.contains("--seeds") && said.contains("--resume"), "{said}");
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
