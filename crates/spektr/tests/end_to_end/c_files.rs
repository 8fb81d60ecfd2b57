//! C files as people have them: with headers of their own beside them and macros that compilers
//! define; and Frama-C asked about them.

use crate::room::Answer;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What spektr says of files in a directory, called from another one.
fn run(directory: &Path, args: &[&str]) -> Answer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spektr"));
    command.arg("run").args(args).current_dir(directory).env("TMPDIR", directory);
    Answer(command.env_remove("SPEKTR_COMPILERS").output().expect("spektr starts"))
}

fn is_there(tool: &str) -> bool {
    let found = Path::new("/usr/bin").join(tool).exists();
    if !found {
        println!("skipped: no {tool} here");
    }
    found
}

#[test]
fn headers_lie_beside_their_file_and_compilers_macros_are_known() {
    if !is_there("gcc") {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let inner = directory.path().join("some where");
    fs::create_dir(&inner).expect("a directory");
    fs::write(inner.join("own.h"), "#define ANSWER 42\n").expect("a header");
    let text = "#include \"own.h\"\nint printf(const char *, ...);\n\
                int main(void) { printf(\"%d\\n\", ANSWER); return 0; }\n";
    fs::write(inner.join("a.c"), text).expect("a program");
    assert_eq!(run(directory.path(), &["some where/a.c"]).expect(0).stdout(), "42\n");
    assert_eq!(run(&inner, &["a.c"]).expect(0).stdout(), "42\n");
    let text = "int printf(const char *, ...);\n\
                int main(void) { printf(\"%d\\n\", __INT_MAX__); return 0; }\n";
    fs::write(inner.join("b.c"), text).expect("a program");
    assert_eq!(run(&inner, &["b.c"]).expect(0).stdout(), "2147483647\n");
}

#[test]
fn frama_c_agrees_on_what_is_fine_and_on_what_is_not() {
    if !is_there("frama-c") || !is_there("gcc") {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path();
    let program =
        |step: &str| format!("int main(void) {{ int i = 0; {step} return i == 1 ? 0 : 3; }}\n");
    fs::write(path.join("fine.c"), program("i = i + 1;")).expect("a program");
    fs::write(path.join("wrong.c"), program("i = i++ + 1;")).expect("a program");
    let fine = run(path, &["--witness", "frama-c", "fine.c"]).expect(0);
    assert!(fine.stderr().contains("agrees with the machine"), "{}", fine.stderr());
    let wrong = run(path, &["--witness", "frama-c", "wrong.c"]).expect(3);
    assert!(wrong.stderr().contains("agrees with the machine"), "{}", wrong.stderr());
}
