//! Colours for code: comments, strings, numbers, and the words that a language's notation calls
//! keywords. Nothing depends on it but looks.

use super::escape;
use crate::facts::Notation;

/// Code as HTML, one `<span class="l">` per line.
pub(super) fn lines(code: &str, notation: &Notation) -> String {
    let code = code.strip_suffix('\n').unwrap_or(code);
    let mut html = String::new();
    let mut reader = Reader { notation, inside_comment: false };
    for line in code.split('\n') {
        html.push_str("<span class=\"l\">");
        html.push_str(&reader.highlighted(line));
        html.push_str("\n</span>");
    }
    html
}

struct Reader<'a> {
    notation: &'a Notation,
    inside_comment: bool,
}

impl Reader<'_> {
    fn highlighted(&mut self, line: &str) -> String {
        let mut html = String::new();
        let mut rest = line;
        while !rest.is_empty() {
            let (class, length) = self.token(rest);
            let (text, next) = rest.split_at(length);
            match class {
                "" => html.push_str(&escape(text)),
                class => html.push_str(&format!("<span class=\"{class}\">{}</span>", escape(text))),
            }
            rest = next;
        }
        html
    }

    /// The class and the length of the token at the front of `rest`, which is not empty.
    fn token(&mut self, rest: &str) -> (&'static str, usize) {
        if let Some((open, close)) = self.notation.block_comment
            && !close.is_empty()
            && (self.inside_comment || (!open.is_empty() && rest.starts_with(open)))
        {
            let from = if self.inside_comment { 0 } else { open.len() };
            let end = rest[from..].find(close).map(|end| from + end + close.len());
            self.inside_comment = end.is_none();
            return ("c", end.unwrap_or(rest.len()));
        }
        let mark = self.notation.line_comment;
        if !mark.is_empty() && rest.starts_with(mark) {
            return ("c", rest.len());
        }
        let first = rest.chars().next().unwrap_or_default();
        match first {
            '"' => ("s", string_length(rest)),
            '0'..='9' => ("n", word_length(rest)),
            first if first.is_alphabetic() || first == '_' => {
                let length = word_length(rest);
                (self.word_class(&rest[..length]), length)
            }
            first => ("", first.len_utf8()),
        }
    }

    fn word_class(&self, word: &str) -> &'static str {
        match word {
            word if self.notation.keywords.contains(&word) => "k",
            word if word.starts_with(char::is_uppercase) => "t",
            _ => "",
        }
    }
}

fn word_length(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())
}

/// Up to the closing quote, or to the end of the line.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (index, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return index + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTATION: Notation = Notation {
        name: "",
        keywords: &["let"],
        line_comment: "//",
        block_comment: Some(("/*", "*/")),
    };

    #[test]
    fn tokens_get_their_classes() {
        assert_eq!(
            lines("let x = E(\"a\\\"<\", 7_u32); // <end>\n", &NOTATION),
            "<span class=\"l\"><span class=\"k\">let</span> x = <span class=\"t\">E</span>(\
             <span class=\"s\">&quot;a\\&quot;&lt;&quot;</span>, <span class=\"n\">7_u32</span>); \
             <span class=\"c\">// &lt;end&gt;</span>\n</span>"
        );
    }

    #[test]
    fn comments_go_over_lines() {
        let html = lines("/*/ a\nb */ c", &NOTATION);
        assert!(html.contains("<span class=\"c\">b */</span> c"), "{html}");
    }

    #[test]
    fn odd_text_is_kept_whole() {
        for text in ["\"open", "äß'\u{1f600}", "", "\n\n", "; x", "a!=b", "/*", "/* ä"] {
            for notation in [NOTATION, Notation::default()] {
                let html = lines(text, &notation);
                let plain: String = html
                    .split('<')
                    .map(|part| part.split_once('>').map_or(part, |p| p.1))
                    .collect();
                let plain = plain.replace("&quot;", "\"").replace("&#39;", "'");
                assert_eq!(plain.trim_end_matches('\n'), text.trim_end_matches('\n'));
            }
        }
    }
}
