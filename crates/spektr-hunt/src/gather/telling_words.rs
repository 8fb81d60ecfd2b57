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
}
