//! Saying things on standard output, and numbers as people read them.

use crate::exit::Exit;
use std::io::{ErrorKind, Write};

/// Prints text. A reader that went away (`spektr findings | head`) ends the command quietly,
/// as every well-behaved command does.
pub fn say(text: &str) {
    say_bytes(text.as_bytes());
}

/// The same for bytes that need not be text.
pub fn say_bytes(bytes: &[u8]) {
    let mut stdout = std::io::stdout().lock();
    if let Err(error) = stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        if error.kind() == ErrorKind::BrokenPipe {
            std::process::exit(Exit::Done as i32);
        }
        complain(&format!("cannot write to standard output: {error}"));
        std::process::exit(Exit::Usage as i32);
    }
}

/// Says something in the name of spektr, mostly what is wrong, in one line whatever the message is made of. Nothing can be done about
/// a standard error that is gone.
pub fn complain(message: &str) {
    drop(writeln!(std::io::stderr(), "spektr: {}", one_line(message)));
}

/// A note for people beside what a command prints: lines with or without an end.
pub fn note(text: &str) {
    drop(writeln!(std::io::stderr(), "{}", text.strip_suffix('\n').unwrap_or(text)));
}

/// Words that are separated by spaces only.
pub fn one_line(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

/// `1234567` as `1,234,567`.
pub fn number(value: u64) -> String {
    let digits = value.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// So many of something: `1 bug`, `2 bugs`.
pub fn count(value: u64, what: &str) -> String {
    let plural = if value == 1 { "" } else { "s" };
    format!("{} {what}{plural}", number(value))
}

/// Microseconds as seconds with one decimal.
pub fn seconds(micros: u64) -> String {
    format!("{}.{} s", number(micros / 1_000_000), micros % 1_000_000 / 100_000)
}

/// `part` of `whole` in per cent with one decimal.
pub fn percent(part: u64, whole: u64) -> String {
    let permille = (part * 1000).checked_div(whole).unwrap_or(0);
    format!("{}.{}%", permille / 10, permille % 10)
}

/// How long ago a moment was, coarsely.
pub fn ago(then: i64, now: i64) -> String {
    match (now - then).max(0) {
        age @ 0..=119 => format!("{age} s ago"),
        age @ 120..=7_199 => format!("{} min ago", age / 60),
        age @ 7_200..=172_799 => format!("{} h ago", age / 3_600),
        age => format!("{} days ago", age / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_in_threes() {
        assert_eq!(number(0), "0");
        assert_eq!(number(999), "999");
        assert_eq!(number(1_000), "1,000");
        assert_eq!(number(12_345_678), "12,345,678");
    }

    #[test]
    fn shares_of_nothing_are_nothing() {
        assert_eq!(percent(1, 3), "33.3%");
        assert_eq!(percent(1, 0), "0.0%");
        assert_eq!(seconds(1_550_000), "1.5 s");
    }
}
