//! Colours for code: comments, strings, numbers, keywords. Close enough for Rust, C and LLVM
//! IR at once; nothing depends on it but looks.

use super::escape;

const KEYWORDS: &[&str] = &[
    "as", "auto", "bool", "break", "case", "char", "const", "continue", "crate", "default",
    "define", "do", "double", "else", "enum", "extern", "false", "float", "fn", "for", "goto",
    "if", "impl", "in", "int", "let", "long", "loop", "match", "mod", "move", "mut", "pub", "raw",
    "ref", "ret", "return", "self", "short", "signed", "sizeof", "static", "struct", "switch",
    "trait", "true", "type", "typedef", "union", "unsafe", "unsigned", "use", "void", "volatile",
    "where", "while",
];

/// Code as HTML, one `<span class="l">` per line.
pub(super) fn lines(code: &str) -> String {
    let code = code.strip_suffix('\n').unwrap_or(code);
    let mut html = String::new();
    let mut inside_comment = false;
    for line in code.split('\n') {
        html.push_str("<span class=\"l\">");
        html.push_str(&highlighted(line, &mut inside_comment));
        html.push_str("\n</span>");
    }
    html
}

fn highlighted(line: &str, inside_comment: &mut bool) -> String {
    if line.trim_start().starts_with(';') {
        // LLVM's comments; elsewhere no line begins so.
        return format!("<span class=\"c\">{}</span>", escape(line));
    }
    let mut html = String::new();
    let mut rest = line;
    while !rest.is_empty() {
        let (class, length) = token(rest, inside_comment);
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
fn token(rest: &str, inside_comment: &mut bool) -> (&'static str, usize) {
    if *inside_comment || rest.starts_with("/*") {
        let end = rest.find("*/").map(|end| end + 2);
        *inside_comment = end.is_none();
        return ("c", end.unwrap_or(rest.len()));
    }
    if rest.starts_with("//") {
        return ("c", rest.len());
    }
    let first = rest.chars().next().unwrap_or_default();
    match first {
        '"' => ("s", string_length(rest)),
        '0'..='9' => ("n", word_length(rest)),
        first if first.is_alphabetic() || first == '_' => {
            let length = word_length(rest);
            (word_class(&rest[..length], &rest[length..]), length)
        }
        first => ("", first.len_utf8()),
    }
}

fn word_class(word: &str, after: &str) -> &'static str {
    let is_macro = after.starts_with('!') && !after.starts_with("!=");
    match word {
        word if KEYWORDS.contains(&word) => "k",
        _ if is_macro => "m",
        word if word.starts_with(char::is_uppercase) => "t",
        _ => "",
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

    #[test]
    fn tokens_get_their_classes() {
        assert_eq!(
            lines("let x = E(\"a\\\"<\", 7_u32); // <end>\n"),
            "<span class=\"l\"><span class=\"k\">let</span> x = <span class=\"t\">E</span>(\
             <span class=\"s\">&quot;a\\&quot;&lt;&quot;</span>, <span class=\"n\">7_u32</span>); \
             <span class=\"c\">// &lt;end&gt;</span>\n</span>"
        );
    }

    #[test]
    fn comments_go_over_lines() {
        let html = lines("/* a\nb */ c");
        assert!(html.contains("<span class=\"c\">b */</span> c"), "{html}");
    }

    #[test]
    fn odd_text_is_kept_whole() {
        for text in ["\"open", "äß'\u{1f600}", "", "\n\n", "; x", "a!=b"] {
            let html = lines(text);
            let plain: String =
                html.split('<').map(|part| part.split_once('>').map_or(part, |p| p.1)).collect();
            let plain = plain.replace("&quot;", "\"").replace("&#39;", "'");
            assert_eq!(plain.trim_end_matches('\n'), text.trim_end_matches('\n'));
        }
    }
}
