//! The law suite before real compilers: what is defined prints the same unoptimised, everywhere,
//! and no sanitizer complains; what is not is seen at least by those that the header names.
//! A compiler that is not installed has no opinion.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::suite::{Case, Verdict, Witness};

/// Builds without optimisation, of which all must agree with the headers.
const PLAIN: [&str; 4] = ["gcc-12", "clang-14", "clang-16", "clang-19"];
/// The compiler whose sanitizers are asked.
const SANITIZER: &str = "clang-19";
const FAMILIES: [&[&str]; 2] = [
    &["-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"],
    &["-fsanitize=memory", "-fno-sanitize-recover=all"],
];

fn is_installed(compiler: &str) -> bool {
    let probe = Command::new(compiler).arg("--version").stdout(Stdio::null()).status();
    let installed = probe.is_ok_and(|status| status.success());
    if !installed {
        eprintln!("{compiler} is not installed: it has no opinion");
    }
    installed
}

/// All programs in one binary that runs the one whose number it is given.
struct Build {
    binary: PathBuf,
    _directory: tempfile::TempDir,
}

impl Build {
    fn of(compiler: &str, flags: &[&str], cases: &[&Case]) -> Build {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let mut driver = String::from("int atoi(const char *);\n");
        let mut arms = String::new();
        for (index, case) in cases.iter().enumerate() {
            object(compiler, flags, directory.path(), index, &case.path);
            let _ = writeln!(driver, "int law_{index}();");
            let _ = writeln!(arms, "case {index}: return law_{index}();");
        }
        let _ = writeln!(
            driver,
            "int main(int n, char **v) {{ (void)n; switch (atoi(v[1])) {{\n{arms}}} return 99; }}"
        );
        let main = directory.path().join("driver.c");
        fs::write(&main, driver).expect("the driver can be written");
        let binary = directory.path().join("laws");
        let objects = (0..cases.len()).map(|index| format!("law{index}.o"));
        let status = Command::new(compiler)
            .current_dir(directory.path())
            .args(["-w", "-O0"])
            .args(flags)
            .arg(&main)
            .args(objects)
            .arg("-o")
            .arg(&binary)
            .status()
            .expect("the compiler runs");
        assert!(status.success(), "{compiler} links the suite");
        Build { binary, _directory: directory }
    }

    fn run(&self, index: usize) -> Output {
        Command::new("timeout")
            .arg("10")
            .arg(&self.binary)
            .arg(index.to_string())
            .env("ASAN_OPTIONS", "detect_leaks=0:detect_stack_use_after_return=1:symbolize=0")
            .env("MSAN_OPTIONS", "symbolize=0")
            .output()
            .expect("the program runs")
    }
}

/// Compiles one program under another name than `main`; the compiler still knows that it is one
/// and returns 0 at its end.
fn object(compiler: &str, flags: &[&str], directory: &Path, index: usize, source: &Path) {
    let label = directory.join("label.h");
    fs::write(&label, "int main() __asm__(LABEL);\n").expect("a header can be written");
    let output = Command::new(compiler)
        .current_dir(directory)
        .args(["-w", "-O0", "-std=gnu17"])
        .args(flags)
        .arg("-include")
        .arg(&label)
        .arg(format!("-DLABEL=\"law_{index}\""))
        .arg("-c")
        .arg(source)
        .arg("-o")
        .arg(format!("law{index}.o"))
        .output()
        .expect("the compiler runs");
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{compiler} takes {}:\n{words}", source.display());
}

#[test]
fn what_is_defined_prints_the_same_everywhere() {
    let cases = crate::suite::cases();
    let defined: Vec<&Case> =
        cases.iter().filter(|case| matches!(case.verdict, Verdict::Ok { .. })).collect();
    let mut wrong = Vec::new();
    for compiler in PLAIN.into_iter().filter(|compiler| is_installed(compiler)) {
        let build = Build::of(compiler, &[], &defined);
        for (index, case) in defined.iter().enumerate() {
            let output = build.run(index);
            let found = Verdict::Ok {
                prints: String::from_utf8_lossy(&output.stdout).into_owned(),
                status: output.status.code().unwrap_or(-1),
            };
            if found != case.verdict {
                wrong.push(format!("{compiler}: {}: {found:?}", case.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn sanitizers_see_what_the_headers_say_and_leave_the_rest_alone() {
    if !is_installed(SANITIZER) {
        return;
    }
    let cases = crate::suite::cases();
    let all: Vec<&Case> = cases.iter().collect();
    let mut seen: Vec<Vec<String>> = vec![Vec::new(); all.len()];
    for flags in FAMILIES {
        let build = Build::of(SANITIZER, flags, &all);
        for (index, seen) in seen.iter_mut().enumerate() {
            seen.extend(complaint(&build.run(index)));
        }
    }
    let mut wrong = Vec::new();
    for (case, seen) in all.iter().zip(seen) {
        let defined = matches!(case.verdict, Verdict::Ok { .. });
        let agrees = match &case.witness {
            // What Frama-C sees has a test of its own.
            Witness::See(wanted) => wanted.iter().all(|name| seen.contains(name) || name == "eva"),
            Witness::Silent if defined => seen.is_empty(),
            Witness::Blind(_) | Witness::Silent => true,
        };
        if !agrees {
            wrong.push(format!("{}: header {:?}, seen {seen:?}", case.name, case.witness));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Frama-C's Eva on one program, if it is installed: whether it warns of accesses without an order.
fn eva_warns(case: &Case) -> Option<bool> {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let source = directory.path().join("law.c");
    // To Frama-C `//@` begins an annotation.
    fs::write(&source, case.source.replace("//@", "//")).expect("a program can be written");
    let output = Command::new("frama-c")
        .args(["-machdep", "gcc_x86_64", "-no-annot", "-unspecified-access"])
        .args(["-eva", "-eva-precision", "3"])
        .arg(&source)
        .output()
        .ok()?;
    let words = String::from_utf8_lossy(&output.stdout);
    Some(words.contains("undefined multiple accesses"))
}

#[test]
fn frama_c_sees_accesses_without_an_order() {
    let cases = crate::suite::cases();
    let named = |name: &str| cases.iter().find(|case| case.name == name);
    for case in &cases {
        let Verdict::Undefined(offence) = &case.verdict else { continue };
        if offence.rule != "unsequenced" {
            continue;
        }
        let Some(warns) = eva_warns(case) else {
            return eprintln!("frama-c is not installed: it has no opinion");
        };
        let announced = matches!(&case.witness, Witness::See(seen) if seen.contains(&"eva".into()));
        assert_eq!(warns, announced, "{}", case.name);
        let twin = named(&case.name.replace("fail/", "pass/")).expect("it has a twin");
        assert_eq!(eva_warns(twin), Some(false), "{}", twin.name);
    }
}

/// Who complained in this run.
fn complaint(output: &Output) -> Option<String> {
    use std::os::unix::process::ExitStatusExt;
    let words = String::from_utf8_lossy(&output.stderr);
    let known =
        [("AddressSanitizer", "asan"), ("runtime error", "ubsan"), ("MemorySanitizer", "msan")];
    for (word, name) in known {
        if words.contains(word) {
            return Some(name.to_owned());
        }
    }
    // `timeout` reports a program that died of a signal as 128 and its number.
    let died = output.status.signal().is_some() || output.status.code().is_some_and(|c| c > 128);
    died.then(|| "signal".to_owned())
}
