//! Equal seeds give equal bytes: the programs of 100 seeds by the hashes of their canonical
//! text, in this process and in another one, whose hash maps have another order.
//!
//! After a change that is meant to change programs, write the new hashes with
//! `SPEKTR_BLESS=1 cargo test -p spektr-mir --test golden`.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use spektr_mir::generate::{Policy, generate};
use spektr_mir::print;

const SEEDS: u64 = 100;
const PRINT: &str = "SPEKTR_PRINT_HASHES";
const BEGIN: &str = "hashes follow\n";

/// FNV-1a: pinned here, so that no library can change it.
fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

fn hashes() -> String {
    let policy = Policy::default();
    let mut lines = String::new();
    for seed in 0..SEEDS {
        let generated = generate(seed, &policy, None);
        let text = print::pretty(&generated.program);
        let _ = writeln!(lines, "{seed} {:016x} {:016x}", hash(&text), hash(&generated.trace));
    }
    lines
}

#[test]
fn programs_are_as_pinned() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/golden.txt");
    let found = hashes();
    if std::env::var_os(PRINT).is_some() {
        print!("{BEGIN}{found}");
    }
    if std::env::var_os("SPEKTR_BLESS").is_some() {
        std::fs::write(&path, &found).expect("the hashes can be written");
    }
    let pinned = std::fs::read_to_string(&path).expect("the hashes are in the repository");
    let differing: Vec<&str> =
        found.lines().zip(pinned.lines()).filter(|(f, p)| f != p).map(|(f, _)| f).collect();
    assert!(
        found == pinned,
        "{} programs differ from the pinned ones. If that is meant, run\n  \
         SPEKTR_BLESS=1 cargo test -p spektr-mir --test golden\n{}",
        differing.len(),
        differing.join("\n")
    );
}

#[test]
fn another_process_makes_the_same_programs() {
    let this = std::env::current_exe().expect("this test is a file");
    let output = Command::new(this)
        .args(["--exact", "programs_are_as_pinned", "--nocapture", "--test-threads=1"])
        .env(PRINT, "1")
        .env_remove("SPEKTR_BLESS")
        .output()
        .expect("this test can be started again");
    let stdout = String::from_utf8_lossy(&output.stdout);
    let (_, listed) = stdout.split_once(BEGIN).expect("the other process prints its hashes");
    let theirs: String = listed.split_inclusive('\n').take(SEEDS as usize).collect();
    assert_eq!(theirs, hashes());
}
