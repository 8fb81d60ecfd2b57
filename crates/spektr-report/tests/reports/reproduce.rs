//! `reproduce.sh` and the Makefile, really run, with compilers whose bugs and versions are
//! chosen: shell scripts that behave as a test needs.

use super::{hostile, specimen};
use spektr_report::Bundle;
use spektr_report::facts::*;
use spektr_wing::{Behaviour, End, Expect, Symptom};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A bundle on disk, and a directory with the only compilers there are.
struct Setup {
    directory: TempDir,
    version: String,
}

impl Setup {
    /// `compiler` is the body of a shell script; `$out` is where the result goes.
    fn new(bug: &BugFacts, compiler: &str) -> Setup {
        let setup = Setup::without_compiler(bug);
        setup.install("my compiler", &setup.version, compiler);
        setup
    }

    fn without_compiler(bug: &BugFacts) -> Setup {
        let directory = tempfile::tempdir().expect("a scratch directory");
        let setup = Setup { directory, version: bug.compiler.version.clone() };
        Bundle::of(bug).write_to(&setup.bundle()).expect("the bundle is written");
        setup
    }

    /// A compiler with a name, a version and a behaviour.
    fn install(&self, name: &str, version: &str, body: &str) {
        let script = format!(
            "#!/bin/sh\ncase \" $* \" in *' --version '*) echo '{version}'; exit 0;; esac\n\
             out=; before=\n\
             for word; do [ \"$before\" = -o ] && out=$word; before=$word; done\n\
             emit() {{ printf '#!/bin/sh\\n%s\\n' \"$1\" >\"$out\"; chmod +x \"$out\"; }}\n{body}\n"
        );
        let path = self.directory.path().join(name);
        std::fs::write(&path, script).expect("the compiler is written");
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&path, mode).expect("the compiler can be run");
    }

    fn bundle(&self) -> PathBuf {
        self.directory.path().join("it's a bundle")
    }

    fn compiler(&self) -> PathBuf {
        self.directory.path().join("my compiler")
    }

    /// The script, in a world with no compilers but those that were installed.
    fn script(&self) -> Command {
        let tools = self.directory.path().join("tools");
        if !tools.exists() {
            std::fs::create_dir(&tools).expect("a directory");
            for tool in TOOLS {
                std::os::unix::fs::symlink(find(tool), tools.join(tool)).expect("a link");
            }
        }
        let path = format!("{}:{}", self.directory.path().display(), tools.display());
        let mut command = Command::new(self.bundle().join("reproduce.sh"));
        command.env("PATH", path).env_remove("SPEKTR_COMPILER");
        command
    }

    /// Exit status and output of `reproduce.sh` with the compiler given to it.
    fn reproduce(&self) -> (i32, String) {
        run(self.script().arg(self.compiler()))
    }
}

/// What the script may use, and the compilers of the tests.
const TOOLS: [&str; 19] = [
    "sh", "dirname", "mktemp", "rm", "cp", "cmp", "diff", "head", "tail", "tr", "sed", "grep",
    "cat", "sleep", "timeout", "chmod", "env", "true", "printf",
];

fn find(tool: &str) -> PathBuf {
    let places = ["/bin", "/usr/bin"].map(|place| Path::new(place).join(tool));
    places.into_iter().find(|path| path.exists()).unwrap_or_else(|| panic!("no {tool}"))
}

fn run(command: &mut Command) -> (i32, String) {
    // Outside the bundle, so that the script has to find its files itself.
    let output = command.current_dir("/").output().expect("a shell");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&text).into_owned())
}

fn assert_says((found, text): (i32, String), status: i32, words: &[&str]) {
    assert_eq!(found, status, "{text}");
    for word in words {
        assert!(text.contains(word), "`{word}` is not in:\n{text}");
    }
}

fn expect(setup: &Setup, status: i32, words: &[&str]) {
    assert_says(setup.reproduce(), status, words);
}

const BUGGY: &str =
    "case \" $* \" in *-GVN*) emit 'echo fn1 RET = 4';; *) emit 'echo fn1 RET = 0';; esac";
const FIXED: &str = "emit 'echo fn1 RET = 4'";
const OTHER: &str = "rustc 1.98.0-nightly (0000000aa 2026-08-01)";

#[test]
fn a_miscompilation_shows() {
    let setup = Setup::new(&specimen::gvn(), BUGGY);
    let control = "control: with -Zmir-enable-passes=-GVN the program does what it must";
    let words = ["the bug shows: the output is wrong", "< fn1 RET = 4", "> fn1 RET = 0", control];
    expect(&setup, 0, &words);
    let (_, text) = setup.reproduce();
    assert!(!text.contains("note:") && !text.contains("another version"), "{text}");
}

#[test]
fn the_compiler_it_was_found_with_is_looked_for() {
    let bug = specimen::gvn();
    let setup = Setup::without_compiler(&bug);
    setup.install("rustc", OTHER, FIXED);
    let chosen = format!(
        "case \"$1\" in +1.97.0) shift;; *) exec \"$0-other\" \"$@\";; esac\n\
         case \" $* \" in *' --version '*) echo '{}'; exit 0;; esac\n{BUGGY}",
        bug.compiler.version
    );
    // One command, and it depends on its first argument which compiler it starts.
    std::fs::rename(
        setup.directory.path().join("rustc"),
        setup.directory.path().join("rustc-other"),
    )
    .expect("renamed");
    setup.install("rustc", "", &chosen);
    let script = std::fs::read_to_string(setup.directory.path().join("rustc")).expect("a script");
    let script = script.replacen("*' --version '*) echo ''; exit 0;;", "never) ;;", 1);
    std::fs::write(setup.directory.path().join("rustc"), script).expect("written");
    let words = ["compiler: rustc +1.97.0 (rustc 1.97.0-nightly (0000000ff", "the bug shows"];
    let said = run(&mut setup.script());
    assert!(!said.1.contains("another version"), "{}", said.1);
    assert_says(said, 0, &words);
}

#[test]
fn another_version_is_tried_and_said_to_be_one() {
    let setup = Setup::without_compiler(&specimen::gvn());
    let words = ["is not here, nor another one; looked for: rustc +nightly, rustc +1.97.0, rustc"];
    assert_says(run(&mut setup.script()), 2, &words);
    setup.install("rustc", OTHER, FIXED);
    let another =
        "another version: the bug was found with rustc 1.97.0-nightly (0000000ff 2026-05-19)";
    let fixed = ["compiler: rustc +nightly (rustc 1.98.0", another, "no bug", "is not here"];
    assert_says(run(&mut setup.script()), 2, &fixed);
    setup.install("rustc", OTHER, BUGGY);
    assert_says(run(&mut setup.script()), 2, &[another, "the bug shows", "is not here"]);
    // Whoever names a compiler wants to know about that one.
    assert_says(run(setup.script().arg("rustc")), 0, &[another, "the bug shows"]);
    let (_, text) = run(setup.script().arg("rustc"));
    assert!(!text.contains("is not here"), "{text}");
}

#[test]
fn a_version_is_not_the_beginning_of_another() {
    let mut bug = specimen::gvn();
    bug.compiler.command = "cc".into();
    bug.compiler.version = "cc version 12.2".into();
    let setup = Setup::without_compiler(&bug);
    for (version, is_it) in [
        ("cc version 12.2.1", false),
        ("cc version 12.25", false),
        ("cc version 12.2", true),
        ("Some vendor cc version 12.2-14", true),
        ("cc-12 version 12.2", true),
        ("cc version 112.2", false),
    ] {
        setup.install("my compiler", version, BUGGY);
        let (_, text) = setup.reproduce();
        assert_eq!(!text.contains("another version"), is_it, "{version}: {text}");
    }
}

#[test]
fn a_fixed_compiler_is_told_from_a_wrong_one() {
    let setup = Setup::new(&specimen::gvn(), FIXED);
    expect(&setup, 1, &["no bug: the program does what it must"]);
}

#[test]
fn wrong_in_both_ways_is_said() {
    let setup = Setup::new(&specimen::gvn(), "emit 'echo fn1 RET = 9'");
    let notes = ["note: the wrong output is not the recorded one", "the program is wrong too"];
    expect(&setup, 0, &notes);
}

#[test]
fn a_build_that_dies_is_a_bug() {
    let setup = Setup::new(&specimen::gvn(), "emit 'echo fn1 RET = 4; kill -SEGV $$'");
    expect(&setup, 0, &["the program ends with status 139"]);
}

#[test]
fn a_build_that_leaves_nothing_is_a_bug() {
    let failure = Failure::WrongCode { symptom: Symptom::NoProgram { why: "nothing".into() } };
    let setup = Setup::new(&BugFacts { failure, ..specimen::gvn() }, "exit 0");
    expect(&setup, 0, &["the bug shows: the program ends with status 12"]);
}

#[test]
fn what_does_not_build_cannot_be_tried() {
    let setup = Setup::new(&specimen::gvn(), "printf 'error: \\033[31munknown flag\\n'; exit 1");
    expect(&setup, 3, &["cannot try: the program does not build", "error: [31munknown flag"]);
}

#[test]
fn a_missing_compiler_is_said() {
    let setup = Setup::without_compiler(&specimen::gvn());
    let (status, text) = run(setup.script().arg("no-such-rustc"));
    assert_eq!((status, text.trim()), (2, "cannot try: there is no compiler 'no-such-rustc' here"));
}

#[test]
fn the_compiler_can_come_from_the_environment() {
    let setup = Setup::new(&specimen::gvn(), BUGGY);
    let said = run(setup.script().env("SPEKTR_COMPILER", setup.compiler()));
    assert_says(said, 0, &["the bug shows"]);
    // A command with arguments.
    std::fs::rename(setup.compiler(), setup.directory.path().join("rustc")).expect("renamed");
    let said = run(setup.script().env("SPEKTR_COMPILER", "rustc +nightly"));
    assert_says(said, 0, &["compiler: rustc +nightly (", "the bug shows"]);
}

#[test]
fn the_compiler_can_be_a_relative_path() {
    let setup = Setup::new(&specimen::gvn(), BUGGY);
    let output = setup
        .script()
        .arg("./my compiler")
        .current_dir(setup.directory.path())
        .output()
        .expect("a shell");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn the_environment_and_the_usual_words_are_given() {
    let body = "[ \"$RUSTC_BOOTSTRAP\" = 1 ] || exit 1\n\
        case \" $* \" in *' -Zlint-mir=no -Copt-level'*) emit 'echo wrong';; *) exit 1;; esac";
    let setup = Setup::new(&specimen::llvm(), body);
    expect(&setup, 0, &["the bug shows"]);
}

/// Compiles by noting its flags in the object; the linker puts the objects together.
const OBJECTS: &str = "case \" $* \" in *' -c '*) [ -f b.h ] || exit 1; echo \"$*\" >\"$out\";; \
    *) exit 1;; esac";

fn two_files(bug: &BugFacts, wrong: &str, right: &str) -> Setup {
    let setup = Setup::new(bug, OBJECTS);
    let link = format!(
        "[ \"$1 $2\" = 'a.o b.o' ] && grep -q -e '-c b.c -o b.o -w$' b.o || exit 1\n\
         if grep -q -e '-w -O3$' a.o; then emit '{wrong}'; \
         elif grep -q -e '-w -O3 -fno-tree-vectorize$' a.o; then emit '{right}'; else exit 1; fi"
    );
    setup.install("cc", "", &link);
    setup
}

#[test]
fn every_step_is_taken_and_the_status_counts() {
    let setup = two_files(&specimen::two_files(), "echo s = 12", "echo s = 12; exit 4");
    let words = [
        "the bug shows: the program ends with status 0",
        "control: with -fno-tree-vectorize the program does what it must",
    ];
    expect(&setup, 0, &words);
    let setup = two_files(&specimen::two_files(), "echo s = 12; exit 4", "exit 1");
    expect(&setup, 1, &["no bug: the program does what it must"]);
    let setup = Setup::new(&specimen::two_files(), OBJECTS);
    expect(&setup, 3, &["cannot try: the steps need cc"]);
}

#[test]
fn what_must_abort_must_abort() {
    let (abort, trap) = ("echo s = 12; kill -ABRT $$", "echo s = 12; kill -ILL $$");
    let setup = two_files(&specimen::aborts(), "echo s = 12", abort);
    let words = ["the program ends with status 0", "the program does what it must"];
    expect(&setup, 0, &words);
    expect(&two_files(&specimen::aborts(), trap, abort), 1, &["no bug"]);
    let other = "echo s = 12; kill -SEGV $$";
    expect(&two_files(&specimen::aborts(), other, abort), 0, &["ends with status 139"]);
}

#[test]
fn one_of_several_behaviours_is_enough() {
    let behaviour = |stdout: &str, end| Behaviour { stdout: stdout.into(), end };
    let mut bug = specimen::two_files();
    bug.reduced.expect =
        Expect::OneOf(vec![behaviour("a\n", End::SUCCESS), behaviour("b\n", End::Status(1))]);
    for (program, status) in
        [("echo a", 1), ("echo b; exit 1", 1), ("echo a; exit 1", 0), ("echo c", 0)]
    {
        expect(&two_files(&bug, program, "echo a"), status, &[]);
    }
}

#[test]
fn a_written_file_is_compared_with_the_recorded_one() {
    let bug = specimen::refinement();
    let write = |comment: &str, value: &str| {
        format!(
            "[ \"$*\" = '-S program.ll -o out.ll -passes=default<O1>' ] || {{ echo y >\"$out\"; exit; }}\n\
             printf '{comment}\\nsource_filename = \"program.ll\"\\n\\ndefine i8 @f(i8 %%x) {{\\n  \
             ret i8 {value}\\n}}\\n' >\"$out\""
        )
    };
    let setup = Setup::new(&bug, &write("; another comment", "1"));
    let words = [
        "the bug shows: out.ll is what was recorded, and wrong",
        "@f: the result of @f(i8 255) is i8 1, should be i8 0",
        "control: with -opt-bisect-limit=4 something else is written",
    ];
    expect(&setup, 0, &words);
    let setup = Setup::new(&bug, &write(";", "0"));
    let words = ["no bug as recorded", ">   ret i8 0", "spektr test reduced.ll"];
    expect(&setup, 1, &words);
}

#[test]
fn an_internal_error_shows_by_its_message() {
    let message = "error: no variant index for `e` in layout <Niche & Tag>, really";
    let setup = Setup::new(&specimen::ice(), &format!("echo '{message}' >&2; exit 101"));
    expect(&setup, 0, &["the bug shows: no variant index for `e` in layout <Niche & Tag>"]);
    let setup = Setup::new(&specimen::ice(), "echo 'error: something else' >&2; exit 101");
    expect(&setup, 1, &["fails in another way, with status 101", "error: something else"]);
    let setup = Setup::new(&specimen::ice(), "exit 0");
    expect(&setup, 1, &["no bug: the compiler accepts the program"]);
}

#[test]
fn a_crash_without_words_shows_by_its_signal() {
    let failure = Failure::InternalError {
        words: String::new(),
        message: String::new(),
        diagnostics: String::new(),
    };
    let bug = BugFacts { failure, ..specimen::ice() };
    expect(&Setup::new(&bug, "kill -SEGV $$"), 0, &["the compiler ends with status 139"]);
    expect(&Setup::new(&bug, "exit 101"), 1, &["fails in another way"]);
}

#[test]
fn a_rejection_shows_by_its_message() {
    let words = "error[E0512]: cannot transmute".to_owned();
    let failure = Failure::Rejected { words, diagnostics: String::new() };
    let bug = BugFacts { failure, ..specimen::ice() };
    let setup = Setup::new(&bug, "echo 'error[E0512]: cannot transmute' >&2; exit 1");
    expect(&setup, 0, &["the bug shows: the compiler rejects the program"]);
    expect(&Setup::new(&bug, "exit 0"), 1, &["no bug"]);
}

#[test]
fn a_hang_shows_by_the_clock() {
    let bug = BugFacts { failure: Failure::Hang { seconds: 1 }, ..specimen::hang() };
    expect(&Setup::new(&bug, "exec tail -f /dev/null"), 0, &["does not end within 1 s"]);
    expect(&Setup::new(&bug, "exit 0"), 1, &["no bug: the compiler ends, with status 0"]);
}

#[test]
fn without_a_timeout_command_the_clock_still_works() {
    let bug = BugFacts { failure: Failure::Hang { seconds: 1 }, ..specimen::hang() };
    let setup = Setup::new(&bug, "exec tail -f /dev/null");
    let mut script = setup.script();
    std::fs::remove_file(setup.directory.path().join("tools/timeout")).expect("removed");
    assert_says(run(script.arg(setup.compiler())), 0, &["does not end within 1 s"]);
}

#[test]
fn memory_runs_out() {
    let failure = Failure::OutOfMemory { megabytes: 4_096, diagnostics: String::new() };
    let bug = BugFacts { failure, ..specimen::ice() };
    let setup =
        Setup::new(&bug, "echo 'memory allocation of 99999999999 bytes failed' >&2; exit 1");
    expect(&setup, 0, &["asks for more than 4096 MB"]);
    // The limit is really set.
    let setup = Setup::new(&bug, "[ \"$(ulimit -v)\" = 4194304 ] || exit 7; exit 0");
    expect(&setup, 1, &["no bug: the compiler ends within 4096 MB"]);
}

#[test]
fn make_reproduces_and_builds_both_ways() {
    let setup = Setup::new(&specimen::gvn(), BUGGY);
    // Make splits words, so that its compiler has to live without spaces.
    let plain = setup.directory.path().join("compiler");
    std::fs::rename(setup.compiler(), &plain).expect("renamed");
    let make = |target: &str| {
        let bundle = setup.bundle();
        run(Command::new("make").arg("-C").arg(&bundle).arg(target).env("SPEKTR_COMPILER", &plain))
    };
    if Command::new("make").arg("--version").output().is_err() {
        eprintln!("skipped: make is not installed");
        return;
    }
    assert_says(make("reproduce"), 0, &["the bug shows"]);
    assert_says(make("wrong"), 0, &["fn1 RET = 0"]);
    assert_says(make("right"), 0, &["fn1 RET = 4"]);
    assert!(setup.bundle().join("wrong").exists());
    assert_says(make("clean"), 0, &[]);
    assert!(!setup.bundle().join("wrong").exists());
}

#[test]
fn nothing_is_left_behind_and_nothing_written_beside_the_script() {
    let setup = Setup::new(&specimen::gvn(), BUGGY);
    let scratch = setup.directory.path().join("scratch");
    std::fs::create_dir(&scratch).expect("a directory");
    let read_only = std::fs::Permissions::from_mode(0o555);
    std::fs::set_permissions(setup.bundle(), read_only).expect("set");
    let before = std::fs::read_dir(setup.bundle()).expect("a directory").count();
    let said = run(setup.script().arg(setup.compiler()).env("TMPDIR", &scratch));
    assert_says(said, 0, &[]);
    assert_eq!(std::fs::read_dir(&scratch).expect("a directory").count(), 0);
    assert_eq!(std::fs::read_dir(setup.bundle()).expect("a directory").count(), before);
    let writable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(setup.bundle(), writable).expect("set");
}

#[test]
fn no_text_of_a_bug_becomes_a_command() {
    for mut bug in hostile::store().bugs {
        bug.compiler.tools.values_mut().for_each(|tool| *tool = "true".to_owned());
        let setup = Setup::without_compiler(&bug);
        setup.install("my compiler", "1.0", "echo \"$*\"; exit 0");
        let (status, text) = setup.reproduce();
        assert!((0..=3).contains(&status), "{text}");
        for complaint in ["syntax error", "not found", "unexpected"] {
            assert!(!text.contains(complaint), "{text}");
        }
        for place in [setup.bundle(), setup.directory.path().to_owned(), "/".into()] {
            assert!(!place.join("hacked").exists(), "{}", place.display());
        }
        let (_, plan) =
            run(Command::new("make").arg("-n").arg("-C").arg(setup.bundle()).arg("wrong"));
        assert!(!plan.contains("\ntouch hacked"), "{plan}");
    }
}
