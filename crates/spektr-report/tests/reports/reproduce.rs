//! `reproduce.sh` and the Makefile, really run, with compilers whose bugs are chosen: shell
//! scripts that behave as a test needs.

use super::specimen;
use spektr_report::Bundle;
use spektr_report::facts::*;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A bundle on disk beside a compiler.
struct Scene {
    directory: TempDir,
}

impl Scene {
    /// `compiler` is the body of a shell script; `$out` is where the result goes.
    fn new(bug: &BugFacts, compiler: &str) -> Scene {
        let directory = tempfile::tempdir().expect("a scratch directory");
        let scene = Scene { directory };
        Bundle::of(bug).write_to(&scene.bundle()).expect("the bundle is written");
        let script = format!(
            "#!/bin/sh\nout=; before=\nfor word; do [ \"$before\" = -o ] && out=$word; before=$word; done\n\
             emit() {{ printf '#!/bin/sh\\n%s\\n' \"$1\" >\"$out\"; chmod +x \"$out\"; }}\n{compiler}\n"
        );
        std::fs::write(scene.compiler(), script).expect("the compiler is written");
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(scene.compiler(), mode).expect("the compiler can be run");
        scene
    }

    fn bundle(&self) -> PathBuf {
        self.directory.path().join("it's a bundle")
    }

    fn compiler(&self) -> PathBuf {
        self.directory.path().join("my compiler")
    }

    /// Exit status and output of `reproduce.sh`.
    fn reproduce(&self) -> (i32, String) {
        run(Command::new(self.bundle().join("reproduce.sh")).arg(self.compiler()))
    }
}

fn run(command: &mut Command) -> (i32, String) {
    // Outside the bundle, so that the script has to find its files itself.
    let output = command.current_dir("/").output().expect("a shell");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&text).into_owned())
}

fn expect(scene: &Scene, status: i32, words: &[&str]) {
    let (found, text) = scene.reproduce();
    assert_eq!(found, status, "{text}");
    for word in words {
        assert!(text.contains(word), "`{word}` is not in:\n{text}");
    }
}

const BUGGY: &str =
    "case \" $* \" in *-GVN*) emit 'echo fn1 RET = 4';; *) emit 'echo fn1 RET = 0';; esac";

#[test]
fn a_miscompilation_shows() {
    let scene = Scene::new(&specimen::gvn(), BUGGY);
    let control = "control: with -Zmir-enable-passes=-GVN the output is as expected";
    expect(
        &scene,
        0,
        &["the bug shows: the output is wrong", "< fn1 RET = 4", "> fn1 RET = 0", control],
    );
    let (_, text) = scene.reproduce();
    assert!(!text.contains("note:"), "{text}");
}

#[test]
fn a_fixed_compiler_is_told_from_a_wrong_one() {
    let scene = Scene::new(&specimen::gvn(), "emit 'echo fn1 RET = 4'");
    expect(&scene, 1, &["no bug: the output is as expected"]);
}

#[test]
fn wrong_in_both_ways_is_said() {
    let scene = Scene::new(&specimen::gvn(), "emit 'echo fn1 RET = 9'");
    let notes = ["note: the wrong output is not the recorded one", "the output is wrong too"];
    expect(&scene, 0, &notes);
}

#[test]
fn a_build_that_dies_is_a_bug() {
    let scene = Scene::new(&specimen::gvn(), "emit 'echo fn1 RET = 4; kill -SEGV $$'");
    expect(&scene, 0, &["the program ends with status 139"]);
}

#[test]
fn what_does_not_build_cannot_be_tried() {
    let scene = Scene::new(&specimen::gvn(), "echo 'error: unknown flag'; exit 1");
    expect(&scene, 2, &["cannot try: the program does not build", "error: unknown flag"]);
}

#[test]
fn a_missing_compiler_is_said() {
    let scene = Scene::new(&specimen::gvn(), BUGGY);
    let (status, text) =
        run(Command::new(scene.bundle().join("reproduce.sh")).arg("no-such-rustc"));
    assert_eq!((status, text.trim()), (2, "cannot try: there is no compiler 'no-such-rustc' here"));
}

#[test]
fn the_compiler_can_come_from_the_environment() {
    let scene = Scene::new(&specimen::gvn(), BUGGY);
    let script = scene.bundle().join("reproduce.sh");
    let (status, text) = run(Command::new(&script).env("RUSTC", scene.compiler()));
    assert_eq!(status, 0, "{text}");
    // A command with arguments: env runs the compiler of that name on the path.
    let path = format!("{}:/usr/bin:/bin", scene.directory.path().display());
    std::fs::rename(scene.compiler(), scene.directory.path().join("rustc")).expect("renamed");
    let (status, text) =
        run(Command::new(&script).env("RUSTC", "rustc +nightly").env("PATH", path));
    assert_eq!(status, 0, "{text}");
}

#[test]
fn the_compiler_can_be_a_relative_path() {
    let scene = Scene::new(&specimen::gvn(), BUGGY);
    let output = Command::new(scene.bundle().join("reproduce.sh"))
        .arg("./my compiler")
        .current_dir(scene.directory.path())
        .output()
        .expect("a shell");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn the_environment_of_the_compiler_is_set() {
    let body = "[ \"$RUSTC_BOOTSTRAP\" = 1 ] || exit 1\nemit 'echo wrong'";
    let scene = Scene::new(&specimen::llvm(), body);
    expect(&scene, 0, &["the bug shows"]);
}

#[test]
fn an_internal_error_shows_by_its_message() {
    let message = "error: no variant index for `e` in layout <Niche & Tag>, really";
    let scene = Scene::new(&specimen::ice(), &format!("echo '{message}' >&2; exit 101"));
    expect(&scene, 0, &["the bug shows: no variant index for `e` in layout <Niche & Tag>"]);
    let scene = Scene::new(&specimen::ice(), "echo 'error: something else' >&2; exit 101");
    expect(&scene, 1, &["fails in another way, with status 101", "error: something else"]);
    let scene = Scene::new(&specimen::ice(), "exit 0");
    expect(&scene, 1, &["no bug: the compiler accepts the program"]);
}

#[test]
fn a_crash_without_words_shows_by_its_signal() {
    let failure = Failure::InternalError { mark: String::new(), diagnostics: String::new() };
    let bug = BugFacts { failure, ..specimen::ice() };
    expect(&Scene::new(&bug, "kill -SEGV $$"), 0, &["the compiler ends with status 139"]);
    expect(&Scene::new(&bug, "exit 101"), 1, &["fails in another way"]);
}

#[test]
fn a_rejection_shows_by_its_message() {
    let mark = "error[E0512]: cannot transmute".to_owned();
    let bug = BugFacts {
        failure: Failure::Rejected { mark, diagnostics: String::new() },
        ..specimen::ice()
    };
    let scene = Scene::new(&bug, "echo 'error[E0512]: cannot transmute' >&2; exit 1");
    expect(&scene, 0, &["the bug shows: the compiler rejects the program"]);
    expect(&Scene::new(&bug, "exit 0"), 1, &["no bug"]);
}

#[test]
fn a_hang_shows_by_the_clock() {
    let bug = BugFacts { failure: Failure::Hang { seconds: 1 }, ..specimen::hang() };
    expect(&Scene::new(&bug, "exec tail -f /dev/null"), 0, &["does not end within 1 s"]);
    expect(&Scene::new(&bug, "exit 0"), 1, &["no bug: the compiler ends, with status 0"]);
}

#[test]
fn without_a_timeout_command_the_clock_still_works() {
    let bug = BugFacts { failure: Failure::Hang { seconds: 1 }, ..specimen::hang() };
    let scene = Scene::new(&bug, "exec tail -f /dev/null");
    let tools = scene.directory.path().join("tools");
    std::fs::create_dir(&tools).expect("a directory");
    for tool in ["sh", "dirname", "mkdir", "rm", "sleep", "head", "tail"] {
        std::os::unix::fs::symlink(find(tool), tools.join(tool)).expect("a link");
    }
    let script = scene.bundle().join("reproduce.sh");
    let (status, text) = run(Command::new(&script).arg(scene.compiler()).env("PATH", &tools));
    assert_eq!(status, 0, "{text}");
    assert!(text.contains("does not end within 1 s"), "{text}");
}

fn find(tool: &str) -> PathBuf {
    let places = ["/bin", "/usr/bin"].map(|place| Path::new(place).join(tool));
    places.into_iter().find(|path| path.exists()).expect("a POSIX tool")
}

#[test]
fn memory_runs_out() {
    let failure = Failure::OutOfMemory { megabytes: 4_096, diagnostics: String::new() };
    let bug = BugFacts { failure, ..specimen::ice() };
    let scene =
        Scene::new(&bug, "echo 'memory allocation of 99999999999 bytes failed' >&2; exit 1");
    expect(&scene, 0, &["asks for more than 4096 MB"]);
    // The limit is really set.
    let scene = Scene::new(&bug, "[ \"$(ulimit -v)\" = 4194304 ] || exit 7; exit 0");
    expect(&scene, 1, &["no bug: the compiler ends within 4096 MB"]);
}

#[test]
fn make_reproduces_and_builds_both_ways() {
    let scene = Scene::new(&specimen::gvn(), BUGGY);
    // Make splits words, so that its compiler has to live without spaces.
    let plain = scene.directory.path().join("compiler");
    std::fs::rename(scene.compiler(), &plain).expect("renamed");
    let make = |target: &str| {
        let bundle = scene.bundle();
        run(Command::new("make").arg("-C").arg(&bundle).arg(target).env("RUSTC", &plain))
    };
    if Command::new("make").arg("--version").output().is_err() {
        eprintln!("skipped: make is not installed");
        return;
    }
    let (status, text) = make("reproduce");
    assert_eq!(status, 0, "{text}");
    let (status, text) = make("wrong");
    assert!(status == 0 && text.contains("fn1 RET = 0"), "{text}");
    let (status, text) = make("right");
    assert!(status == 0 && text.contains("fn1 RET = 4"), "{text}");
    let (status, text) = make("clean");
    assert!(status == 0 && !scene.bundle().join("wrong").exists(), "{text}");
}

#[test]
fn the_script_leaves_nothing_behind() {
    let scene = Scene::new(&specimen::gvn(), BUGGY);
    let scratch = scene.directory.path().join("scratch");
    std::fs::create_dir(&scratch).expect("a directory");
    let script = scene.bundle().join("reproduce.sh");
    let (status, text) = run(Command::new(&script).arg(scene.compiler()).env("TMPDIR", &scratch));
    assert_eq!(status, 0, "{text}");
    assert_eq!(std::fs::read_dir(&scratch).expect("readable").count(), 0);
}
