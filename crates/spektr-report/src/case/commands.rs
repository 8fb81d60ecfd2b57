//! Command lines as a person types them, and words as a shell reads them back.

use super::Case;

/// A word that any POSIX shell reads back as it is.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./,:@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// The words of the command that builds the program, for a reader who stands inside the
/// bundle; each is quoted where a shell needs it.
pub(crate) fn build(case: &Case<'_>, flags: &[String], output: &str) -> Vec<String> {
    let compiler = &case.bug.compiler;
    let mut words: Vec<String> = compiler
        .environment
        .iter()
        .map(|(name, value)| format!("{name}={}", quoted(value)))
        .collect();
    words.push(compiler.command.clone());
    words.extend(case.shown().recipe(quoted, quoted, output));
    words.extend(flags.iter().map(|flag| quoted(flag)));
    words
}

/// The flags that only one of two lists has.
pub(crate) fn differing<'a>(these: &'a [String], others: &[String]) -> Vec<&'a str> {
    these.iter().filter(|flag| !others.contains(flag)).map(String::as_str).collect()
}

/// The variable that names the compiler, in the script and in the Makefile.
pub(crate) fn variable(case: &Case<'_>) -> &'static str {
    match case.bug.compiler.family.as_str() {
        "rustc" => "RUSTC",
        _ => "COMPILER",
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn only_what_needs_quotes_is_quoted() {
        assert_eq!(quoted("-Copt-level=3"), "-Copt-level=3");
        assert_eq!(quoted("-Cllvm-args=-a -b"), "'-Cllvm-args=-a -b'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted("$(rm)"), "'$(rm)'");
        assert_eq!(quoted(""), "''");
    }
}
