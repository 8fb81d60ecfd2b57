//! Programs before real compilers: no errors, whatever warnings are asked for, and unoptimised
//! builds print what the machine says. A compiler that is not installed has no opinion.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use spektr_c::generate::{Dialect, Generated, Policy, generate};
use spektr_c::syntax::Program;
use spektr_c::{batch, print};

const COMPILERS: [&str; 6] = ["gcc-11", "gcc-12", "clang-14", "clang-16", "clang-19", "clang-22"];
const WARNINGS: [&str; 4] = ["-Wall", "-Wextra", "-pedantic", "-ffp-contract=off"];

fn start(program: &str, args: &[&str], directory: &Path) -> Option<Output> {
    Command::new(program).args(args).current_dir(directory).stdin(Stdio::null()).output().ok()
}

#[test]
fn unoptimised_builds_print_what_the_machine_says() {
    agree(Dialect::C, 1000..1040);
}

#[test]
fn unoptimised_builds_of_cpp_print_what_the_machine_says() {
    agree(Dialect::Cpp, 1000..1010);
}

/// The standard that a compiler is asked for: all of them, one for each.
fn standard(dialect: Dialect, index: usize) -> Vec<&'static str> {
    match dialect {
        Dialect::C => vec!["-std=gnu17"],
        Dialect::Cpp => {
            let standards = ["-std=gnu++11", "-std=gnu++14", "-std=gnu++17", "-std=gnu++20"];
            vec![standards[index % standards.len()], "-lstdc++"]
        }
    }
}

fn agree(dialect: Dialect, seeds: std::ops::Range<u64>) {
    let policy = Policy::default();
    let made: Vec<Generated> = seeds.map(|seed| generate(dialect, seed, &policy, None)).collect();
    let programs: Vec<&Program> = made.iter().map(|made| &made.program).collect();
    let marker = |index: usize| format!("== {index}");
    let mut wanted = Vec::new();
    for (index, made) in made.iter().enumerate() {
        wanted.extend(format!("{}\n", marker(index)).into_bytes());
        wanted.extend(&made.stdout);
    }
    let directory = tempfile::tempdir().expect("a temporary directory");
    let name = dialect.file();
    std::fs::write(directory.path().join(name), batch::text(&programs, marker)).expect("a file");
    for (index, compiler) in COMPILERS.into_iter().enumerate() {
        let mut args = WARNINGS.to_vec();
        args.extend(["-O0", name, "-o", "all"]);
        args.extend(standard(dialect, index));
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

#[test]
fn three_files_mean_the_same_as_one() {
    for (dialect, seeds, words) in [
        (Dialect::C, 2000..2003, ["-std=gnu17", "-lm"]),
        (Dialect::Cpp, 2000..2003, ["-std=gnu++17", "-lstdc++"]),
    ] {
        for seed in seeds {
            let made = generate(dialect, seed, &Policy::default(), Some(80));
            let files = print::split(&made.program).expect("it has one unit");
            let directory = tempfile::tempdir().expect("a temporary directory");
            for file in &files {
                std::fs::write(directory.path().join(&file.name), &file.text).expect("a file");
            }
            let sources = files.iter().map(|file| file.name.as_str());
            let sources = sources.filter(|name| !name.ends_with(".h"));
            let mut args = vec!["-w", "-O0", "-ffp-contract=off", "-o", "all"];
            args.extend(sources.chain(words));
            let Some(built) = start("gcc", &args, directory.path()) else {
                eprintln!("gcc is not installed: it has no opinion");
                return;
            };
            let said = String::from_utf8_lossy(&built.stderr);
            assert!(built.status.success(), "seed {seed}: {said}");
            let ran = start("./all", &[], directory.path()).expect("what was built runs");
            assert!(ran.stdout == made.stdout, "{dialect:?}, seed {seed}");
        }
    }
}
