//! A Rust file that looks at how types are laid out, before the compilers that are here.

use crate::room::Answer;
use std::process::Command;

fn spektr(directory: &std::path::Path, args: &[&str]) -> Answer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spektr"));
    command.args(args).current_dir(directory).env("TMPDIR", directory);
    Answer(command.env_remove("SPEKTR_COMPILERS").output().expect("spektr starts"))
}

#[test]
fn a_compiler_is_asked_for_its_layout_and_judged_by_it() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path();
    std::fs::write(path.join("layouts.rs"), include_str!("layouts.rs.txt")).expect("a program");
    let strict = spektr(path, &["run", "layouts.rs", "--layout", "strict"]).expect(4);
    assert!(strict.stderr().contains("depends on the layout"), "{}", strict.stderr());
    let asked = spektr(path, &["run", "layouts.rs"]).expect(0);
    assert!(asked.stderr().contains("laid out as"), "{}", asked.stderr());
    // The discriminants are the language's, whatever the layout.
    for line in ["3 2\n", "5 0\n", "8 fffffffffffffffd\n", "10 c8\n", "16 1\n"] {
        assert!(asked.stdout().contains(line), "{line}: {}", asked.stdout());
    }
    let judged = spektr(path, &["test", "layouts.rs", "--flag=-Copt-level=2"]).expect(0);
    assert!(judged.stdout().contains(": pass"), "{}", judged.stdout());
    assert!(judged.stderr().contains("by its own layout"), "{}", judged.stderr());
    // Under this flag a compiler shuffles fields: it is judged by what it says with it.
    let shuffled = ["test", "layouts.rs", "--compilers", "nightly", "--flag=-Zrandomize-layout"];
    let shuffled = spektr(path, &shuffled);
    let said = shuffled.stdout();
    assert!(!said.contains("FAIL") || said.contains("could not be tried"), "{said}");
}
