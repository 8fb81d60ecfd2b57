//! Differences between two texts: a unified diff for files, marked lines for outputs.

use similar::{ChangeTag, TextDiff};

/// A unified diff with three lines of context; empty if the texts are equal.
pub fn unified(before: &str, after: &str, before_name: &str, after_name: &str) -> String {
    let diff = TextDiff::from_lines(before, after);
    diff.unified_diff().context_radius(3).header(before_name, after_name).to_string()
}

/// A line of one side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    pub text: String,
    /// Whether the other side has no such line here.
    pub differs: bool,
}

/// The lines of both texts, those that differ marked.
pub fn sides(left: &str, right: &str) -> (Vec<Marked>, Vec<Marked>) {
    let (mut lefts, mut rights) = (Vec::new(), Vec::new());
    for change in TextDiff::from_lines(left, right).iter_all_changes() {
        let text = change.value().trim_end_matches('\n').to_owned();
        let differs = change.tag() != ChangeTag::Equal;
        if change.tag() != ChangeTag::Insert {
            lefts.push(Marked { text: text.clone(), differs });
        }
        if change.tag() != ChangeTag::Delete {
            rights.push(Marked { text, differs });
        }
    }
    (lefts, rights)
}

/// The one line that was replaced by one other, if that is all the change there is. Comment
/// lines do not count: dumps open with one that names the pass.
pub fn single_replacement(before: &str, after: &str) -> Option<(String, String)> {
    let (mut removed, mut added) = (Vec::new(), Vec::new());
    for change in TextDiff::from_lines(before, after).iter_all_changes() {
        let line = change.value().trim();
        if line.is_empty() || is_comment(line) {
            continue;
        }
        match change.tag() {
            ChangeTag::Delete => removed.push(line.to_owned()),
            ChangeTag::Insert => added.push(line.to_owned()),
            ChangeTag::Equal => {}
        }
    }
    match (removed.len(), added.len()) {
        (1, 1) => removed.pop().zip(added.pop()),
        _ => None,
    }
}

/// Whether a line of a dump looks like a comment, whatever the compiler writes its dumps in.
pub fn is_comment(line: &str) -> bool {
    ["//", ";", "#"].iter().any(|mark| line.trim_start().starts_with(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_have_no_diff() {
        assert_eq!(unified("a\n", "a\n", "before", "after"), "");
    }

    #[test]
    fn a_unified_diff_has_names_and_lines() {
        let diff = unified("a\nb\nc\n", "a\nx\nc\n", "before", "after");
        assert_eq!(diff, "--- before\n+++ after\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n");
    }

    #[test]
    fn sides_mark_what_differs() {
        let (left, right) = sides("same\nthree\n", "same\nfour");
        let line = |text: &str, differs| Marked { text: text.to_owned(), differs };
        assert_eq!(left, [line("same", false), line("three", true)]);
        assert_eq!(right, [line("same", false), line("four", true)]);
    }

    #[test]
    fn a_replacement_is_found_only_when_it_is_alone() {
        let pair = single_replacement("// before\n  a = b;\n c;\n", "// after\n  a = d;\n c;\n");
        assert_eq!(pair, Some(("a = b;".to_owned(), "a = d;".to_owned())));
        assert_eq!(single_replacement("a\nb\n", "c\nd\n"), None);
        assert_eq!(single_replacement("a\n", ""), None);
    }
}
