//! Programs before real compilers: no errors, whatever warnings are asked for, and unoptimised
//! builds print what the machine says. A compiler that is not installed has no opinion.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use spektr_c::batch;
use spektr_c::generate::{Generated, Policy, generate};
use spektr_c::syntax::Program;

const COMPILERS: [&str; 6] = ["gcc-11", "gcc-12", "clang-14", "clang-16", "clang-19", "clang-22"];
const WARNINGS: [&str; 5] = ["-std=gnu17", "-Wall", "-Wextra", "-pedantic", "-ffp-contract=off"];

fn start(program: &str, args: &[&str], directory: &Path) -> Option<Output> {
    Command::new(program).args(args).current_dir(directory).stdin(Stdio::null()).output().ok()
}

#[test]
fn unoptimised_builds_print_what_the_machine_says() {
    let policy = Policy::default();
    let made: Vec<Generated> = (1000..1040).map(|seed| generate(seed, &policy, None)).collect();
    let programs: Vec<&Program> = made.iter().map(|made| &made.program).collect();
    let marker = |index: usize| format!("== {index}");
    let mut wanted = Vec::new();
    for (index, made) in made.iter().enumerate() {
        wanted.extend(format!("{}\n", marker(index)).into_bytes());
        wanted.extend(&made.stdout);
    }
    let directory = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(directory.path().join("all.c"), batch::text(&programs, marker)).expect("a file");
    for compiler in COMPILERS {
        let mut args = WARNINGS.to_vec();
        args.extend(["-O0", "all.c", "-o", "all"]);
        let Some(built) = start(compiler, &args, directory.path()) else {
            eprintln!("{compiler} is not installed: it has no opinion");
            continue;
        };
        let said = String::from_utf8_lossy(&built.stderr);
        assert!(built.status.success(), "{compiler}: {said}");
        let ran = start("./all", &[], directory.path()).expect("what was built runs");
        assert!(ran.status.success(), "{compiler}");
        let first = ran.stdout.split(|&b| b == b'\n').zip(wanted.split(|&b| b == b'\n'));
        let first = first.enumerate().find(|(_, (found, wanted))| found != wanted);
        assert!(ran.stdout == wanted, "{compiler}: first difference {first:?}");
    }
}
