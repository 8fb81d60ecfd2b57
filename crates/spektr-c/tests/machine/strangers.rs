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

fn fate(text: &str, fuel: u64) -> Fate {
    let program = match parse::read(&[("a.i", text)]) {
        Ok(program) => program,
        Err(complaint) => return Fate::NotUnderstood(complaint.message),
    };
    let mut machine = match Machine::new(&program, Switches::DEFAULT) {
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
    let mut compared = 0;
    for seed in 1..=wished.unwrap_or(DEFAULT_SEEDS) {
        let Ok(made) = Command::new("csmith").args(["-s", &seed.to_string()]).output() else {
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
            let found = fate(&text, 20_000_000);
            let class = matches!(found, Fate::Stops { class: "out of fuel", .. });
            assert!(class, "seed {seed}: {found:?}");
            continue;
        }
        match fate(&text, FUEL) {
            Fate::Ends { status, stdout } => {
                assert_eq!(Some(status & 0xff), native.status.code(), "seed {seed}");
                assert_eq!(stdout, native.stdout, "seed {seed}");
                compared += 1;
            }
            other => panic!("seed {seed}: {other:?}"),
        }
    }
    println!("{compared} programs print what gcc -O0 prints");
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
    let mut tally: BTreeMap<&str, usize> = BTreeMap::new();
    for path in &paths {
        let Some(text) = preprocessed(path) else { continue };
        let (class, words) = match fate(&text, 300_000_000) {
            Fate::Ends { status: 0, .. } => ("defined", String::new()),
            Fate::Ends { status, .. } => ("other status", status.to_string()),
            Fate::Aborts => ("aborts", String::new()),
            Fate::Stops { class, words } => (class, words),
            Fate::NotUnderstood(words) => ("not understood", words),
        };
        *tally.entry(class).or_default() += 1;
        if class != "defined" {
            println!("{}: {class}: {words}", path.file_stem().unwrap_or_default().display());
        }
    }
    println!("{tally:?}");
    let unjudged = ["not understood", "unsupported", "out of fuel"];
    let judged: usize =
        tally.iter().filter(|(class, _)| !unjudged.contains(class)).map(|(_, count)| count).sum();
    assert!(judged * 10 >= paths.len() * 8, "{judged} of {} are judged", paths.len());
}
