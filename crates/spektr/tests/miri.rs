//! `spektr run --witness miri`: without a Miri its absence is said and is no error; with one
//! its word is compared with the machine's. The Miri here is a script with known answers.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

const PROGRAM: &str = "#![feature(custom_mir, core_intrinsics)]
use core::intrinsics::mir::*;
fn observe<T>(x: T) { core::hint::black_box(x); }
#[custom_mir(dialect = \"runtime\", phase = \"initial\")]
fn f(mut x: i32) { mir! {
    let y: i32;
    let u: ();
    {
        y = 12 / x;
        Call(u = observe(y), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }
fn main() { f(core::hint::black_box(3)); }
";

/// A Miri that finds fault with the division, wherever the program has one by zero.
const MIRI: &str = r#"#!/bin/sh
for last in "$@"; do :; done
case " $* " in
  *" --sysroot "*" -Zmiri-tree-borrows "*) ;;
  *) echo "error: not asked as it should be: $*" >&2; exit 1 ;;
esac
division=$(grep 'y = ' "$last")
if grep -q 'black_box(0' "$last"; then
  echo "error: Undefined Behavior: dividing by zero" >&2
  echo "  --> main.rs:1:1" >&2
  echo "9 | $division" >&2
  exit 1
fi
echo "0 4"
"#;

struct Desk {
    directory: TempDir,
}

impl Desk {
    /// A directory with a configuration that knows one compiler, and perhaps a Miri.
    fn new(miri: Option<&str>) -> Desk {
        let directory = TempDir::new().expect("a temporary directory");
        let desk = Desk { directory };
        fs::create_dir_all(desk.path().join("sysroot/lib/rustlib")).expect("a directory");
        let miri = miri.map(|script| {
            let path = desk.path().join("miri");
            fs::write(&path, script).expect("a script");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions");
            format!("miri = {:?}\n", path.display().to_string())
        });
        let compiler = format!(
            "[[compiler]]\nname = \"here\"\ncommand = [{:?}]\n{}",
            compiler().display().to_string(),
            miri.unwrap_or_default()
        );
        fs::write(desk.path().join("spektr.toml"), compiler).expect("a configuration");
        desk
    }

    fn path(&self) -> &Path {
        self.directory.path()
    }

    /// Asks spektr and Miri about a program.
    fn ask(&self, program: &str) -> Output {
        fs::write(self.path().join("program.rs"), program).expect("a program");
        self.spektr(&["run", "--witness", "miri", "program.rs"])
    }

    /// What spektr says. Nothing but the configured compiler is found.
    fn spektr(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_spektr"))
            .args(args)
            .current_dir(self.path())
            .env("TMPDIR", self.path())
            .env("RUSTUP_HOME", self.path())
            .env("PATH", "/usr/bin:/bin")
            .env("MIRI_SYSROOT", self.path().join("sysroot"))
            .env_remove("SPEKTR_COMPILERS")
            .output()
            .expect("spektr starts")
    }
}

/// The compiler that built this test.
fn compiler() -> PathBuf {
    let output = Command::new("rustc").args(["--print", "sysroot"]).output().expect("rustc starts");
    let sysroot = String::from_utf8(output.stdout).expect("a path");
    PathBuf::from(sysroot.trim()).join("bin/rustc")
}

fn words(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn without_miri_its_absence_is_said() {
    let (code, said) = words(&Desk::new(None).ask(PROGRAM));
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("miri cannot tell: Miri is not installed"), "{said}");
}

#[test]
fn miri_agrees_on_what_is_fine_and_on_what_is_not() {
    let desk = Desk::new(Some(MIRI));
    let (code, said) = words(&desk.ask(PROGRAM));
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("miri (Miri of here) agrees with the machine"), "{said}");
    let (code, said) = words(&desk.ask(&PROGRAM.replace("black_box(3)", "black_box(0)")));
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("agrees with the machine"), "{said}");
}

#[test]
fn a_miri_that_disagrees_is_reported() {
    let wrong = MIRI.replace("echo \"0 4\"", "echo \"0 5\"");
    let (code, said) = words(&Desk::new(Some(&wrong)).ask(PROGRAM));
    assert_eq!(code, Some(10), "{said}");
    assert!(said.contains("disagrees with the machine: y in f is"), "{said}");
}

#[test]
fn the_doctor_knows_a_miri_that_the_configuration_names() {
    let advice = "rustup component add miri";
    let without = Desk::new(None).spektr(&["doctor"]);
    assert!(String::from_utf8_lossy(&without.stdout).contains(advice));
    let desk = Desk::new(Some(MIRI));
    let said = String::from_utf8_lossy(&desk.spektr(&["doctor"]).stdout).into_owned();
    let path = desk.path().join("miri").display().to_string();
    assert!(said.contains(&path) && !said.contains(advice), "{said}");
}
