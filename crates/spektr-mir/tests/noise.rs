//! Random bytes and random mutations of valid files: reading never panics, and whatever
//! is accepted survives printing.

use spektr_mir::parse::{parse, parse_bytes};
use spektr_mir::{print, wellformed};

/// A small generator of its own: the same cases on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

const SEEDS: [&str; 6] = [
    include_str!("data/programs/types.rs"),
    include_str!("data/programs/control.rs"),
    include_str!("data/programs/unwind.rs"),
    include_str!("data/programs/intrinsics.rs"),
    include_str!("data/programs/newer.rs"),
    include_str!("data/foreign/generated.rs"),
];

const WORDS: [&str; 40] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "::",
    "*",
    "&",
    "&mut ",
    "&raw const ",
    "-",
    "!",
    ".0",
    ",",
    ";",
    "=",
    "0",
    "1_u8",
    "'a'",
    "\"",
    "RET",
    "Return()",
    "Move(",
    "i32",
    "u8",
    "bool",
    "Option<u8>",
    "_1",
    "340282366920938463463374607431768211455",
    "1e400",
    "f16",
    "'",
    "//",
    "/*",
    "#",
    "let ",
    "match ",
];

fn mutate(random: &mut Random, text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        match random.below(6) {
            0 => bytes[at] = random.next() as u8,
            1 => {
                let end = (at + random.below(12)).min(bytes.len());
                bytes.drain(at..end);
            }
            2 => {
                let word = WORDS[random.below(WORDS.len())];
                bytes.splice(at..at, word.bytes());
            }
            3 => {
                let end = (at + random.below(200)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, piece);
            }
            4 => bytes.truncate(at + 1),
            _ => swap_words(random, &mut bytes),
        }
    }
    bytes
}

/// Puts the word at one place of the file into another.
fn swap_words(random: &mut Random, bytes: &mut Vec<u8>) {
    let word = |bytes: &[u8], at: usize| {
        let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
        let start = bytes[..at].iter().rposition(|b| !is_word(b)).map_or(0, |i| i + 1);
        let length = bytes[start..].iter().position(|b| !is_word(b)).unwrap_or(0);
        start..start + length
    };
    let from = word(bytes, random.below(bytes.len()));
    let text = bytes[from].to_vec();
    let to = word(bytes, random.below(bytes.len()));
    bytes.splice(to, text);
}

/// Reads, and checks what must hold for everything that can be read.
fn survives(bytes: &[u8]) -> bool {
    let Ok(program) = parse_bytes(bytes) else { return false };
    assert!(wellformed::check_types(&program).is_ok());
    for print in [print::judge, print::pretty] {
        let text = print(&program);
        let again = parse(&text).unwrap_or_else(|c| {
            panic!("{}\n{text}\nfrom\n{}", c.rendered, String::from_utf8_lossy(bytes))
        });
        assert!(again == program, "changed by printing:\n{}", String::from_utf8_lossy(bytes));
    }
    true
}

#[test]
fn random_bytes_are_refused() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..4_000 {
        let length = random.below(400);
        let bytes: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
        assert!(!survives(&bytes));
        let ascii: Vec<u8> = bytes.iter().map(|byte| byte & 0x7f).collect();
        assert!(!survives(&ascii));
        let words: String = (0..length / 4).map(|_| WORDS[random.below(WORDS.len())]).collect();
        assert!(!survives(words.as_bytes()));
    }
}

#[test]
fn mutated_files_are_refused_or_understood() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut understood = 0;
    for round in 0..6_000 {
        let seed = SEEDS[round % SEEDS.len()];
        let bytes = mutate(&mut random, seed);
        understood += usize::from(survives(&bytes));
    }
    // Many mutations are harmless; if none were, the test would see only the lexer.
    assert!(understood > 100, "{understood}");
}

#[test]
fn mutated_printed_files_are_refused_or_understood() {
    let mut random = Random(0x1234_5678_9abc_def1);
    let mut understood = 0;
    for seed in SEEDS {
        let program = parse(seed).unwrap_or_else(|c| panic!("{}", c.rendered));
        for text in [print::judge(&program), print::pretty(&program)] {
            for _ in 0..250 {
                let bytes = mutate(&mut random, &text);
                understood += usize::from(survives(&bytes));
            }
        }
    }
    assert!(understood > 50, "{understood}");
}
