//! Text of strangers made safe to show: what compilers and programs print may hold escape
//! sequences that move the cursor, retitle or paint a terminal, or reverse the order of what is
//! read. Here every such character becomes its own name in backslashes. Knows no terminal.

use std::borrow::Cow;
use std::fmt::Write;

/// `text` with every character that could act on a terminal or hide other text written as an
/// escape. Lines and tabs stay; text without such characters is returned as it is.
///
/// ```
/// use spektr_text::printable;
/// assert_eq!(printable("fine\n\tso"), "fine\n\tso");
/// assert_eq!(printable("\u{1b}[31mred"), "\\u{1b}[31mred");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    let Some(first) = text.find(acts) else { return Cow::Borrowed(text) };
    let mut safe = String::with_capacity(text.len() + 16);
    safe.push_str(&text[..first]);
    for character in text[first..].chars() {
        match character {
            '\r' => safe.push_str("\\r"),
            _ if acts(character) => {
                // Writing to a string cannot fail.
                let _ = write!(safe, "\\u{{{:x}}}", u32::from(character));
            }
            _ => safe.push(character),
        }
    }
    Cow::Owned(safe)
}

/// Whether a terminal may do something else with `character` than show it where it stands.
fn acts(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        // C0, DEL and C1: ECMA-48, sections 5.2 and 5.3. A terminal may take 0x9b for ESC [.
        _ if character.is_control() => true,
        // Marks, embeddings, overrides and isolates: Unicode Standard Annex 9, section 2.
        '\u{61c}' | '\u{200e}' | '\u{200f}' => true,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        // Separators of lines and paragraphs, which only some count as line ends.
        '\u{2028}' | '\u{2029}' => true,
        // Nothing to see: zero-width characters, the byte order mark, tags.
        '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}' => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_text_is_not_copied() {
        for text in ["", "error: no\n  --> f.rs:1:2\n\tx", "größer als ≤ 日本 🦀 e\u{301}"]
        {
            assert!(matches!(printable(text), Cow::Borrowed(same) if same == text));
        }
    }

    #[test]
    fn nothing_that_acts_is_left() {
        for code in (0..=0x10_ffff).filter_map(char::from_u32) {
            let text = format!("a{code}b");
            let safe = printable(&text);
            let kept = code == '\n' || code == '\t' || !acts(code);
            assert_eq!(safe == text, kept, "{code:?}");
            assert!(safe.starts_with('a') && safe.ends_with('b'));
            assert!(!safe.contains(acts), "{code:?}");
            assert_eq!(printable(&safe), safe, "done twice is done once");
        }
    }

    #[test]
    fn sequences_that_were_seen() {
        assert_eq!(printable("\u{1b}]0;title\u{7}"), "\\u{1b}]0;title\\u{7}");
        assert_eq!(printable("\u{9b}2J"), "\\u{9b}2J");
        assert_eq!(printable("done\rfail"), "done\\rfail");
        assert_eq!(printable("a\u{202e}b\u{2066}"), "a\\u{202e}b\\u{2066}");
        assert_eq!(printable("\u{0}\u{7f}"), "\\u{0}\\u{7f}");
    }
}
