//! Other people's C: csmith's programs must end as compiled ones do and print the same checksum,
//! and of gcc's own torture tests it is said how each fares.
//!
//! `SPEKTR_CSMITH=100` tries that many seeds. `SPEKTR_TORTURE=…/gcc.c-torture/execute` names an
//! unpacked copy of gcc's tests; without it that test has nothing to do.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use spektr_c::machine::{Ending, Machine, Switches};
use spektr_c::parse;

const DEFAULT_SEEDS: u32 = 4;
const INCLUDE: &str = "-I/usr/include/csmith";
const FUEL: u64 = 1_000_000_000;

/// How the machine fares with a preprocessed text.
#[derive(Debug)]
enum Fate {
    Ends { status: i32, stdout: Vec<u8> },
    Aborts,
    Stops { class: &'static str, words: String },
    NotUnderstood(String),
}

fn fate(text: &str, fuel: u64, switches: Switches) -> Fate {
    let program = match parse::read(&[("a.i", text)]) {
        Ok(program) => program,
        Err(complaint) => return Fate::NotUnderstood(complaint.message),
    };
    let mut machine = match Machine::new(&program, switches) {
        Ok(machine) => machine,
        Err(complaint) => return Fate::NotUnderstood(complaint.message),
    };
    match machine.start(&program).and_then(|()| machine.run(&program, fuel)) {
        Ok(Ending::Exit(status)) => Fate::Ends { status, stdout: machine.stdout().to_vec() },
        Ok(Ending::Aborted) => Fate::Aborts,
        Err(stop) => {
            let place = machine.diagnose(&program, &stop).span;
            let place =
                place.map_or_else(String::new, |span| program.sources.position(span).to_string());
            let rule = stop.rule();
            Fate::Stops { class: stop.class(), words: format!("{rule} at {place}: {stop}") }
        }
    }
}

fn preprocessed(source: &Path) -> Option<String> {
    let output = Command::new("gcc-12")
        .args(["-E", "-w", "-std=gnu17", INCLUDE])
        .arg(source)
        .stderr(Stdio::null())
        .output()
        .ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn csmith_programs_print_the_same_checksum() {
    let wished = std::env::var("SPEKTR_CSMITH").ok().and_then(|count| count.parse().ok());
    let directory = tempfile::tempdir().expect("a temporary directory");
    let (source, binary) = (directory.path().join("a.c"), directory.path().join("a.out"));
    let (mut compared, mut undefined) = (0, 0);
    for seed in 1..=wished.unwrap_or(DEFAULT_SEEDS) {
        // It leaves a file where it runs.
        let made = Command::new("csmith")
            .current_dir(directory.path())
            .args(["-s", &seed.to_string()])
            .output();
        let Ok(made) = made else {
            return eprintln!("csmith is not installed");
        };
        fs::write(&source, made.stdout).expect("the program can be written");
        let Some(text) = preprocessed(&source) else {
            return eprintln!("gcc-12 or csmith's headers are not installed");
        };
        let built = Command::new("gcc-12")
            .args(["-O0", "-w", INCLUDE])
            .arg(&source)
            .arg("-o")
            .arg(&binary)
            .status();
        assert!(built.is_ok_and(|status| status.success()), "gcc takes seed {seed}");
        let native =
            Command::new("timeout").arg("10").arg(&binary).output().expect("the program runs");
        if native.status.code() == Some(124) {
            // It does not end; then neither must the machine.
            let found = fate(&text, 20_000_000, Switches::DEFAULT);
            let class = matches!(found, Fate::Stops { class: "out of fuel", .. });
            assert!(class, "seed {seed}: {found:?}");
            continue;
        }
        let mut found = fate(&text, FUEL, Switches::DEFAULT);
        if let Fate::Stops { class: "undefined", words } = &found {
            // csmith uses pointers to members of packed structures, which are misaligned.
            assert!(words.starts_with("misaligned "), "seed {seed}: {words}");
            // A sanitizer sees where a structure lies in one build; nobody promises that place.
            let complaint = sanitizers_complain(&source, directory.path());
            let complaint = complaint.as_deref().unwrap_or("in this build it lies well");
            println!("seed {seed} is undefined: {words}; {complaint}");
            undefined += 1;
            found = fate(&text, FUEL, Switches { alignment: false, ..Switches::DEFAULT });
        }
        match found {
            Fate::Ends { status, stdout } => {
                assert_eq!(Some(status & 0xff), native.status.code(), "seed {seed}");
                assert_eq!(stdout, native.stdout, "seed {seed}");
                compared += 1;
            }
            other => panic!("seed {seed}: {other:?}"),
        }
    }
    println!("{compared} programs print what gcc -O0 prints, {undefined} of them misaligned");
}

/// What clang's sanitizers say of a program; `None` if nothing.
fn sanitizers_complain(source: &Path, directory: &Path) -> Option<String> {
    let binary = directory.join("sanitized");
    let built = Command::new("clang-19")
        .args(["-O0", "-w", INCLUDE, "-fsanitize=address,undefined", "-fno-sanitize-recover=all"])
        .arg(source)
        .arg("-o")
        .arg(&binary)
        .status()
        .ok()?;
    let run = built.success().then(|| Command::new("timeout").arg("60").arg(&binary).output());
    let words = String::from_utf8_lossy(&run?.ok()?.stderr).into_owned();
    let complaint =
        words.lines().find(|line| line.contains("runtime error") || line.contains("ERROR"));
    complaint.map(str::to_owned)
}

/// Tests that end otherwise than gcc's build, and why.
const OTHERWISE: [(&str, &str); 2] = [
    ("20000227-1", "its source has a byte that is no UTF-8, which is replaced here"),
    ("eeprof-1", "it is to be compiled with `-finstrument-functions`"),
];

/// The status of a test as gcc builds it without optimisation, and what it prints.
fn native(source: &Path, directory: &Path) -> Option<(i32, Vec<u8>)> {
    let binary = directory.join("native");
    let built = Command::new("gcc-12")
        .args(["-O0", "-w", "-std=gnu17"])
        .arg(source)
        .arg("-o")
        .arg(&binary)
        .arg("-lm")
        .stderr(Stdio::null())
        .status()
        .ok()?;
    let run = built.success().then(|| Command::new("timeout").arg("10").arg(&binary).output());
    let run = run?.ok()?;
    Some((run.status.code().unwrap_or(134), run.stdout))
}

/// How a test fares, and in which words.
fn judged(path: &Path, directory: &Path, text: &str) -> (&'static str, String) {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let (status, stdout) = match fate(text, 300_000_000, Switches::DEFAULT) {
        Fate::Ends { status, stdout } => (status & 0xff, Some(stdout)),
        Fate::Aborts => (134, None),
        Fate::Stops { class, words } => return (class, words),
        Fate::NotUnderstood(words) => return ("not understood", words),
    };
    if let Some((_, why)) = OTHERWISE.iter().find(|(otherwise, _)| *otherwise == name) {
        return ("defined, with a reason to end otherwise", (*why).to_owned());
    }
    match native(path, directory) {
        None => ("defined", "gcc does not build it".to_owned()),
        // What was printed before an abort may be lost.
        Some((found, _)) if found == status && stdout.is_none() => ("defined", String::new()),
        Some((found, printed)) if found == status && stdout.as_ref() == Some(&printed) => {
            ("defined", String::new())
        }
        Some((found, _)) => ("differs from gcc's build", format!("{status}, not {found}")),
    }
}

#[test]
fn gcc_torture_tests_are_judged() {
    let Ok(directory) = std::env::var("SPEKTR_TORTURE") else { return };
    let mut paths: Vec<_> = fs::read_dir(directory)
        .expect("the directory can be read")
        .map(|entry| entry.expect("an entry can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    paths.sort();
    let builds = tempfile::tempdir().expect("a temporary directory");
    let mut tally: BTreeMap<&str, usize> = BTreeMap::new();
    for path in &paths {
        let Some(text) = preprocessed(path) else { continue };
        let (class, words) = judged(path, builds.path(), &text);
        *tally.entry(class).or_default() += 1;
        if class != "defined" || !words.is_empty() {
            println!("{}: {class}: {words}", path.file_stem().unwrap_or_default().display());
        }
    }
    println!("{tally:?}");
    assert_eq!(tally.get("differs from gcc's build"), None);
    let unjudged = ["not understood", "unsupported", "out of fuel"];
    let judged: usize =
        tally.iter().filter(|(class, _)| !unjudged.contains(class)).map(|(_, count)| count).sum();
    assert!(judged * 10 >= paths.len() * 8, "{judged} of {} are judged", paths.len());
}
