//! One line of somebody's text, fit for a terminal, with carets.

use std::fmt::Write;
use std::ops::Range;

/// Longer lines are cut around the place of interest.
const LONGEST: usize = 160;

/// The line with `range` of it underlined.
pub fn underlined(text: &str, range: Range<usize>, line: u32, indent: usize) -> String {
    let from = if range.start > LONGEST / 2 { floor(text, range.start - LONGEST / 2) } else { 0 };
    let to = floor(text, range.start + LONGEST);
    let shown = printable(&text[from..to]);
    // Tabs stay tabs, so that the carets stay below what they mean.
    let blank: String = printable(&text[from..range.start])
        .chars()
        .map(|c| if c == '\t' { '\t' } else { ' ' })
        .collect();
    let carets = text[range.start..range.end.clamp(range.start, to)].chars().count().max(1);
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{:indent$} |", "");
    let _ = writeln!(out, "{line:indent$} | {shown}");
    let _ = writeln!(out, "{:indent$} | {blank}{}", "", "^".repeat(carets));
    out
}

/// Control characters would move carets and upset terminals.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\t' { ' ' } else { c }).collect()
}

/// The nearest boundary between characters at or before `index`.
pub fn floor(text: &str, index: usize) -> usize {
    let mut index = index.min(text.len());
    while !text.is_char_boundary(index) {
        index -= 1;
    }
    index
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_control_characters_shown_as_blanks() {
        let text = format!("{}\u{1b}[31mhere{}", "x".repeat(5000), "y".repeat(5000));
        let shown = underlined(&text, 5005..5009, 1, 1);
        assert!(shown.lines().all(|line| line.chars().count() < 260), "{shown}");
        assert!(shown.contains("here") && !shown.contains('\u{1b}'));
    }
}
