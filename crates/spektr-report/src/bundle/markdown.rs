//! Text inside Markdown: code of any content stays code, and a cell stays a cell.

use crate::words::one_line;

/// A fenced block. The fence is longer than any run of backticks inside.
pub(super) fn fenced(language: &str, text: &str) -> String {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{language}\n{text}{end}{fence}\n")
}

/// Code inside a sentence, on one line.
pub(super) fn code(text: &str) -> String {
    let text = one_line(text, 300);
    if text.is_empty() {
        return "(nothing)".to_owned();
    }
    let fence = "`".repeat(longest_run(&text) + 1);
    // Backticks at an end would join the fence.
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// A cell of a table. Bars end a cell even inside code.
pub(super) fn cell(text: &str) -> String {
    one_line(text, 300).replace('\\', r"\\").replace('|', r"\|").replace('<', "&lt;")
}

/// A heading or sentence: nothing in it is markup. Backticks stay, titles use them for code.
pub(super) fn plain(text: &str) -> String {
    let mut inside_code = false;
    let mut out = String::new();
    for character in one_line(text, 300).chars() {
        inside_code ^= character == '`';
        match character {
            '<' if !inside_code => out.push_str("&lt;"),
            '&' if !inside_code => out.push_str("&amp;"),
            '*' | '_' | '[' | ']' | '\\' if !inside_code => {
                out.push('\\');
                out.push(character);
            }
            _ => out.push(character),
        }
    }
    out
}

/// The inside of a comment that readers of the rendered text do not see.
pub(super) fn comment(text: &str) -> String {
    format!("<!--\n{}\n-->\n", text.trim_end().replace("--", "- -"))
}

fn longest_run(text: &str) -> usize {
    let (mut longest, mut run) = (0, 0);
    for character in text.chars() {
        run = if character == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_outgrow_their_content() {
        assert_eq!(fenced("ab", "x\n"), "```ab\nx\n```\n");
        assert_eq!(fenced("", "```\nx"), "````\n```\nx\n````\n");
    }

    #[test]
    fn inline_code_with_backticks() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a`b"), "``a`b``");
        assert_eq!(code("`b"), "`` `b ``");
        assert_eq!(code(""), "(nothing)");
    }

    #[test]
    fn markup_is_escaped_outside_code() {
        assert_eq!(plain("a_b <i> `c_d <T>`"), r"a\_b &lt;i> `c_d <T>`");
        assert_eq!(cell("a | b"), r"a \| b");
        assert_eq!(comment("-->"), "<!--\n- ->\n-->\n");
    }
}
