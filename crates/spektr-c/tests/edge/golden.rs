//! Equal seeds give equal bytes: the programs of some seeds by the hashes of their text.
//!
//! After a change that is meant to change programs, write the new hashes with
//! `SPEKTR_BLESS=1 cargo test -p spektr-c --test edge golden`.

use std::fmt::Write as _;
use std::path::Path;

use spektr_c::edge::{Policy, generate};
use spektr_c::print;

const SEEDS: u64 = 20;

/// FNV-1a: pinned here, so that no library can change it.
fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[test]
fn programs_are_as_pinned() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/edge/golden.txt");
    let policy = Policy::default();
    let mut found = String::new();
    for seed in 0..SEEDS {
        let made = generate(seed, &policy, None);
        let text = &print::print(&made.program)[0].text;
        let _ = writeln!(
            found,
            "{} {:016x} {:016x}",
            made.recipe,
            hash(text.as_bytes()),
            hash(&made.stdout)
        );
    }
    if std::env::var_os("SPEKTR_BLESS").is_some() {
        std::fs::write(&path, &found).expect("the hashes can be written");
    }
    let pinned = std::fs::read_to_string(&path).expect("the hashes are in the repository");
    let differing = found.lines().zip(pinned.lines()).filter(|(f, p)| f != p).count();
    assert!(
        found == pinned,
        "{differing} programs differ from the pinned ones. If that is meant, run\n  \
         SPEKTR_BLESS=1 cargo test -p spektr-c --test edge golden"
    );
}
