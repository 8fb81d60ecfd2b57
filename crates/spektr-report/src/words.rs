//! Numbers, spans of time, dates and texts as people read them. Knows no format: neither
//! HTML nor Markdown.

use crate::facts::BugFacts;
use spektr_judge::VerdictClass;
use spektr_judge::outcome::signal_name;
use spektr_text::printable;
use spektr_wing::{End, ProcessEnd, Size};

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

/// A number of things: `1 program`, `2 programs`.
pub fn count(value: u64, thing: &str) -> String {
    format!("{} {thing}{}", number(value), if value == 1 { "" } else { "s" })
}

/// A number in at most five characters: `950`, `12.3k`, `4.56M`.
pub fn short(value: f64) -> String {
    let (scaled, suffix) = match value.abs() {
        size if size >= 999_500_000.0 => (value / 1e9, "G"),
        size if size >= 999_500.0 => (value / 1e6, "M"),
        size if size >= 9_995.0 => (value / 1e3, "k"),
        _ => (value, ""),
    };
    let decimals = match scaled.abs() {
        size if size >= 99.95 => 0,
        size if size >= 9.995 => 1,
        _ => 2,
    };
    let text = format!("{scaled:.decimals$}");
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => &text,
    };
    format!("{text}{suffix}")
}

/// `part` of `whole` in per cent.
pub fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "0%".to_owned();
    }
    let share = part as f64 / whole as f64 * 100.0;
    match share {
        _ if part == 0 => "0%".to_owned(),
        share if share < 0.1 => "<0.1%".to_owned(),
        share if share < 9.95 => format!("{share:.1}%"),
        share => format!("{share:.0}%"),
    }
}

/// A span of time in its two largest units: `2 h 05 min`, `48 s`.
pub fn span(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3_600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        3_600..86_400 => format!("{} h {:02} min", seconds / 3_600, seconds % 3_600 / 60),
        _ => format!("{} d {:02} h", seconds / 86_400, seconds % 86_400 / 3_600),
    }
}

/// CPU time; below a minute with a decimal.
pub fn cpu(micros: u64) -> String {
    match micros {
        0..60_000_000 => format!("{:.1} s", micros as f64 / 1e6),
        _ => span(micros / 1_000_000),
    }
}

/// A moment as `2026-11-04 09:30 UTC`.
pub fn moment(unix: i64) -> String {
    let (year, month, day) = civil(unix.div_euclid(86_400));
    let minutes = unix.rem_euclid(86_400) / 60;
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", minutes / 60, minutes % 60)
}

/// Days since 1970 as year, month, day. Years are counted from March, so that the leap day
/// is a year's last.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (era * 400 + year_of_era + i64::from(month <= 2), month, day)
}

/// Text on one line, cut to `limit` characters, with unprintable ones spelled out.
pub fn one_line(text: &str, limit: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = printable(&line);
    if line.chars().count() <= limit {
        return line.into_owned();
    }
    let mut cut: String = line.chars().take(limit.saturating_sub(1)).collect();
    cut.push('…');
    cut
}

/// Bytes as text that can be looked at: what is not UTF-8 or not printable is spelled out, and
/// so are characters that change the order in which others are shown.
pub fn visible(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(&printable(chunk.valid()));
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
        }
    }
    text
}

/// How a program must end, where that is worth a word.
pub fn end(end: End) -> Option<String> {
    match end {
        End::SUCCESS => None,
        End::Status(status) => Some(format!("status {status}")),
        End::Abort => Some("an abort".to_owned()),
    }
}

/// How a program was seen to end, where that is worth a word.
pub fn process_end(end: ProcessEnd) -> Option<String> {
    match end {
        ProcessEnd::Status(0) => None,
        ProcessEnd::Status(status) => Some(format!("status {status}")),
        ProcessEnd::Signal(signal) => Some(signal_name(signal)),
    }
}

/// What went wrong, in two words.
pub fn class(class: VerdictClass) -> &'static str {
    match class {
        VerdictClass::Miscompiled => "wrong code",
        VerdictClass::CompilerCrash => "internal error",
        VerdictClass::Rejected => "rejected",
        VerdictClass::CompilerHang => "does not end",
        VerdictClass::CompilerOutOfMemory => "out of memory",
        other => other.name(),
    }
}

/// The language of a bug's programs, as people write it.
pub fn language(bug: &BugFacts) -> String {
    match bug.notation.name {
        "" => one_line(&bug.wing, 40).to_uppercase(),
        name => one_line(name, 40),
    }
}

/// How large a program is.
pub fn size(size: Size) -> String {
    let (statements, functions) = (size.statements, size.functions);
    format!("{} in {}", count(statements, "statement"), count(functions, "function"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(number(1_234_567), "1,234,567");
        assert_eq!(count(1, "program"), "1 program");
        assert_eq!(count(2_000, "program"), "2,000 programs");
        assert_eq!(percent(1, 3), "33%");
        assert_eq!(percent(1, 30), "3.3%");
        assert_eq!(percent(1, 100_000), "<0.1%");
        assert_eq!(percent(0, 5), "0%");
        assert_eq!(percent(5, 0), "0%");
    }

    #[test]
    fn short_numbers_stay_short() {
        for (value, text) in [
            (0.0, "0"),
            (0.25, "0.25"),
            (7.0, "7"),
            (950.0, "950"),
            (9_990.0, "9990"),
            (12_345.0, "12.3k"),
            (4_560_000.0, "4.56M"),
            (2_000_000_000.0, "2G"),
        ] {
            assert_eq!(short(value), text);
        }
    }

    #[test]
    fn times() {
        assert_eq!(span(59), "59 s");
        assert_eq!(span(125), "2 min 05 s");
        assert_eq!(span(7_500), "2 h 05 min");
        assert_eq!(span(90_000), "1 d 01 h");
        assert_eq!(cpu(1_550_000), "1.6 s");
        assert_eq!(moment(0), "1970-01-01 00:00 UTC");
        assert_eq!(moment(951_827_696), "2000-02-29 12:34 UTC");
        assert_eq!(moment(-60), "1969-12-31 23:59 UTC");
        assert_eq!(moment(4_102_444_800), "2100-01-01 00:00 UTC");
    }

    #[test]
    fn unprintable_bytes_are_spelled_out() {
        assert_eq!(visible(b"a\tb\n"), "a\tb\n");
        assert_eq!(visible(b"a\0b\x1b[1m\xff"), "a\\u{0}b\\u{1b}[1m\\xff");
        assert_eq!(visible("x\u{202e}y".as_bytes()), "x\\u{202e}y");
    }

    #[test]
    fn lines_are_cut_at_characters() {
        assert_eq!(one_line(" a\n b ", 10), "a b");
        assert_eq!(one_line("äöüß", 3), "äö…");
    }
}
