//! The words of a diagnostic that tell one failure from another, verbatim.

/// The longest piece of one line of `diagnostics` that `signature` has too. A signature has no
/// paths and numbers; what it shares with the compiler's words is there verbatim and stays the
/// same from build to build.
pub(super) fn telling_words(signature: &str, diagnostics: &str) -> String {
    let wanted: Vec<char> = signature.chars().collect();
    let mut best = String::new();
    for line in diagnostics.lines() {
        let shared = longest_shared(&wanted, line);
        if shared.chars().count() > best.chars().count() {
            best = shared;
        }
    }
    best
}

/// What the compiler says of an internal error, in its own words: the line that has the telling
/// ones, without the place in its source and without saying that it is an error.
pub(super) fn message(words: &str, diagnostics: &str) -> String {
    let line = diagnostics.lines().find(|line| !words.is_empty() && line.contains(words));
    let mut rest = line.unwrap_or(words).trim();
    while let Some((first, behind)) = rest.split_once(": ") {
        let is_place = first.contains(':') && !first.contains(' ');
        if !is_place && !first.ends_with("error") {
            break;
        }
        rest = behind.trim();
    }
    rest.to_owned()
}

fn longest_shared(wanted: &[char], line: &str) -> String {
    let line: Vec<char> = line.chars().collect();
    // lengths[j]: how long the shared piece is that ends at wanted[..i] and line[..j].
    let mut lengths = vec![0usize; line.len() + 1];
    let (mut longest, mut end) = (0, 0);
    for character in wanted {
        for j in (0..line.len()).rev() {
            lengths[j + 1] = if line[j] == *character { lengths[j] + 1 } else { 0 };
            if lengths[j + 1] > longest {
                (longest, end) = (lengths[j + 1], j + 1);
            }
        }
    }
    line[end - longest..end].iter().collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn telling_words_are_in_both_texts() {
        let diagnostics = "stopped in compiler/a.x:311:25:\n\
            no variant index for `e` (12 bytes)\nnote: we would appreciate a bug report\n";
        let signature = "stopped in a.x: no variant index for `_` (_ bytes)";
        assert_eq!(telling_words(signature, diagnostics), "no variant index for `");
        assert_eq!(telling_words("", diagnostics), "");
        assert_eq!(telling_words("SIGSEGV", ""), "");
    }

    #[test]
    fn a_message_is_what_was_said_not_where() {
        let diagnostics = "error: an internal error: compiler/steps/a.x:81:9: \
                           expected 2 targets, got: [b7]\n\nnote: a backtrace\n";
        assert_eq!(message("/a", diagnostics), "expected 2 targets, got: [b7]");
        let at_place = "t.x:3:1: internal error: in fold, at fold.x:7\n";
        assert_eq!(message("in fold", at_place), "in fold, at fold.x:7");
        assert_eq!(message("not there", "else\n"), "not there");
        assert_eq!(message("", "else\n"), "");
    }
}
