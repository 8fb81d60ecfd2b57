//! Other people's C: programs of csmith, and gcc's own torture tests.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use spektr_c::{parse, print};

use crate::tools;

/// Reads, prints, reads and prints again. The error is why the text was not understood.
fn reprinted(name: &str, text: &str) -> Result<String, String> {
    let program = parse::read(&[(name, text)]).map_err(|complaint| complaint.message)?;
    let printed = print::print(&program).remove(0).text;
    let again = parse::read(&[("printed.c", &printed)]);
    let again = again.unwrap_or_else(|complaint| panic!("{name}: {}", complaint.rendered));
    let second = print::print(&again).remove(0).text;
    if let Some((one, other)) =
        printed.lines().zip(second.lines()).find(|(one, other)| one != other)
    {
        panic!("{name}: printed as\n{one}\nand then as\n{other}");
    }
    assert_eq!(printed.len(), second.len(), "{name}");
    Ok(printed)
}

fn csmith_headers() -> Option<PathBuf> {
    let known =
        ["/usr/include/csmith", "/usr/include/csmith-2.3.0", "/usr/local/include/csmith-2.3.0"];
    known.iter().map(PathBuf::from).find(|path| path.join("csmith.h").exists())
}

#[test]
fn csmith_programs_are_read_and_printed() {
    let headers = csmith_headers();
    let (Some(headers), true) =
        (headers, tools::is_installed("csmith") && tools::is_installed("gcc-12"))
    else {
        eprintln!("skipped: csmith or gcc-12 is not installed");
        return;
    };
    let directory = tempfile::tempdir().expect("a directory");
    let include = format!("-I{}", headers.display());
    for seed in 1..=100 {
        let seed_text = seed.to_string();
        let args = ["--seed", &seed_text, "--output", "program.c"];
        let made = tools::run("csmith", &args, directory.path()).expect("csmith runs");
        assert!(made.status.success());
        let pre = tools::run("gcc-12", &["-E", "-w", &include, "program.c"], directory.path());
        let text = String::from_utf8_lossy(&pre.expect("gcc runs").stdout).into_owned();
        let printed = reprinted(&format!("seed {seed}"), &text);
        let printed = printed.unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        // Compiling all of them takes minutes; a few show that the text means the same.
        if seed <= 4 {
            let original = tools::compile_and_run("gcc-12", &text).expect("it compiles");
            let ours = tools::compile_and_run("gcc-12", &printed);
            assert_eq!(original, ours.unwrap_or_else(|words| panic!("{words}")), "seed {seed}");
        }
    }
}

/// Where Debian's package `gcc-12-source` puts the sources.
const TARBALL: &str = "/usr/src/gcc-12/gcc-12.2.0-dfsg.tar.xz";

fn torture_files(directory: &Path) -> Vec<PathBuf> {
    let args = ["-xf", TARBALL, "--wildcards", "*/gcc/testsuite/gcc.c-torture/execute*"];
    let unpacked = tools::run("tar", &args, directory).expect("tar runs");
    assert!(unpacked.status.success());
    let mut files = Vec::new();
    let mut left = vec![directory.to_path_buf()];
    while let Some(next) = left.pop() {
        for entry in std::fs::read_dir(&next).expect("a directory").flatten() {
            let path = entry.path();
            if path.is_dir() {
                left.push(path);
            } else if path.extension().is_some_and(|extension| extension == "c") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// A reason without the names in it, to count by.
fn reason(message: &str) -> String {
    let mut parts = message.split('`');
    let mut out = parts.next().unwrap_or("").to_string();
    while parts.next().is_some() {
        out += "…";
        out += parts.next().unwrap_or("");
    }
    out
}

#[test]
fn torture_tests_are_read_and_printed() {
    if !Path::new(TARBALL).exists() || !tools::is_installed("gcc-12") {
        eprintln!("skipped: {TARBALL} or gcc-12 is not there");
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let files = torture_files(directory.path());
    assert!(files.len() > 1500, "{} files", files.len());
    let mut refused: BTreeMap<String, u32> = BTreeMap::new();
    let mut read = 0;
    for path in &files {
        let name = path.file_name().expect("a name").to_string_lossy();
        let text = tools::preprocess(path).expect("it is preprocessed");
        match reprinted(&name, &text) {
            Ok(_) => read += 1,
            Err(message) => *refused.entry(reason(&message)).or_default() += 1,
        }
    }
    println!("{read} of {} files of gcc.c-torture/execute are read; the others:", files.len());
    for (reason, count) in &refused {
        println!("{count:5} {reason}");
    }
    assert!(read * 10 >= files.len() * 9, "{read} of {}: {refused:?}", files.len());
}
