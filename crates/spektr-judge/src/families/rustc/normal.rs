//! Messages without what differs between two programs with the same bug: numbers, paths,
//! hashes, names and types of the program, pieces of its code.

/// Longer messages differ in their details only.
const LONGEST: usize = 240;

/// A compiler's message in a form that every program with the same bug brings about.
pub(super) fn normal(message: &str) -> String {
    let message = &without_quoted_code(&without_definitions(message));
    let mut words = Vec::new();
    for word in message.split_ascii_whitespace() {
        let word = if is_path(word) { source_file(word) } else { word.to_owned() };
        words.push(without_numbers(&without_hashes(&word)));
    }
    // Code may follow in full; a type may be in the middle of a sentence.
    let code = words.iter().position(|word| is_code(word)).unwrap_or(words.len());
    let quotes_code =
        code < words.len() && words[..code].last().is_some_and(|it| it.ends_with(':'));
    if quotes_code {
        words.truncate(code);
    }
    without_types(&words.join(" ")).chars().take(LONGEST).collect()
}

/// The same without anything in backquotes: a rejection quotes the program.
pub(super) fn quoting_nothing(message: &str) -> String {
    let quoted = message.split('`').enumerate();
    let kept: Vec<&str> = quoted.map(|(k, part)| if k % 2 == 1 { "…" } else { part }).collect();
    normal(&kept.join("`"))
}

/// The last two components of a path without line numbers, and without the version of a
/// crate that the compiler was built with.
pub(super) fn source_file(place: &str) -> String {
    let path = place.split(".rs:").next().unwrap_or(place);
    let parts = path.rsplit('/').filter(|part| *part != "src").take(2);
    let mut parts: Vec<&str> = parts.map(without_version).collect();
    parts.reverse();
    parts.join("/")
}

fn is_path(word: &str) -> bool {
    word.contains(".rs:") && word.contains('/')
}

/// `ena` of `ena-0.14.3`.
fn without_version(name: &str) -> &str {
    match name.rsplit_once('-') {
        Some((name, version)) if version.starts_with(|c: char| c.is_ascii_digit()) => name,
        _ => name,
    }
}

/// `DefId(0:5 ~ name[1a2b]::f)` says nothing that two programs share.
fn without_definitions(message: &str) -> String {
    const OPEN: &str = "DefId(";
    let mut out = String::new();
    let mut rest = message;
    while let Some((before, after)) = rest.split_once(OPEN) {
        out.push_str(before);
        out.push_str("DefId");
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    out + rest
}

/// What is quoted stays, unless it is a piece of the program's MIR.
fn without_quoted_code(message: &str) -> String {
    let is_mir = |part: &str| part.split([' ', '(', '*', '&']).any(is_local);
    let quoted = message.split('`').enumerate();
    let kept: Vec<&str> =
        quoted.map(|(k, part)| if k % 2 == 1 && is_mir(part) { "…" } else { part }).collect();
    kept.join("`")
}

/// A local as MIR is printed: `_1`.
fn is_local(word: &str) -> bool {
    word.strip_prefix('_').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// The hash of a crate: `[1a2b]`.
fn without_hashes(word: &str) -> String {
    let mut text = word.to_owned();
    while let Some(open) = text.find('[') {
        let Some(length) = text[open..].find(']') else { break };
        let inside = &text[open + 1..open + length];
        if inside.len() < 4 || !inside.chars().all(|c| c.is_ascii_hexdigit()) {
            break;
        }
        text.replace_range(open..=open + length, "");
    }
    text
}

/// Every run of digits (and hexadecimal after `0x`) becomes `N`.
fn without_numbers(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    let mut rest = word.chars().peekable();
    while let Some(c) = rest.next() {
        if !c.is_ascii_digit() {
            out.push(c);
            continue;
        }
        let hexadecimal = c == '0' && rest.peek() == Some(&'x');
        if hexadecimal {
            rest.next();
        }
        while rest.next_if(|c| c.is_ascii_digit() || hexadecimal && c.is_ascii_hexdigit()).is_some()
        {
        }
        out.push('N');
    }
    out
}

/// Whether a word, its numbers gone, begins with a local of MIR: `_N`, `(_N.N:`, `(*_N)`.
fn is_code(word: &str) -> bool {
    word.trim_start_matches(['(', '*', '&']).starts_with("_N")
}

/// Types of any kind become `T`, and types made of types too; so do lists of them, and of
/// blocks.
fn without_types(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut word = String::new();
    let flush = |word: &mut String, out: &mut String| {
        out.push_str(if is_type(word) { "T" } else { word });
        word.clear();
    };
    for c in text.chars() {
        if c.is_alphanumeric() || c == '_' || c == '\'' {
            word.push(c);
        } else {
            flush(&mut word, &mut out);
            out.push(c);
        }
    }
    flush(&mut word, &mut out);
    loop {
        let simpler = COMPOSED.iter().fold(out.clone(), |text, form| with_type_for(&text, form));
        let simpler = simpler.replace("bbN, bbN", "bbN");
        if simpler == out {
            return out;
        }
        out = simpler;
    }
}

/// The text with `T` for a form, except where that stands right behind a word: `f()` is a
/// call.
fn with_type_for(text: &str, form: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(form) {
        out.push_str(&rest[..at]);
        let behind_a_word = out.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        out.push_str(if behind_a_word && form.starts_with(['(', '[']) { form } else { "T" });
        rest = &rest[at + form.len()..];
    }
    out + rest
}

/// Types made of a type. Lists of them come down to one.
const COMPOSED: [&str; 14] = [
    "&'static mut T",
    "&'static T",
    "&'{erased} mut T",
    "&'{erased} T",
    "&mut T",
    "&T",
    "*mut T",
    "*const T",
    "[T; N]",
    "[T]",
    "(T,)",
    "(T)",
    "()",
    "T, T",
];

/// Numbers, `bool`, `char`, `str`, and definitions that are called by a letter and a number.
fn is_type(word: &str) -> bool {
    let letters = word.strip_suffix('N').unwrap_or(word);
    let numbered = word.len() > letters.len();
    match letters {
        "bool" | "char" | "str" | "isize" | "usize" => !numbered,
        "i" | "u" | "f" => numbered,
        _ => {
            numbered && letters.len() == 1 && letters.starts_with(|c: char| c.is_ascii_uppercase())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_all_the_same() {
        let about = |ty: &str| normal(&format!("cannot add {ty} to that"));
        for ty in ["u8", "i128", "usize", "f16", "bool", "char", "S3", "E12", "&'static mut U0"] {
            assert_eq!(about(ty), "cannot add T to that", "{ty}");
        }
        for ty in ["[u8; 3]", "(u8, bool)", "*const [(S1, *mut char); 77]", "()"] {
            assert_eq!(about(ty), "cannot add T to that", "{ty}");
        }
        assert_eq!(about("NotAType"), "cannot add NotAType to that");
        assert_eq!(about("GVN"), "cannot add GVN to that");
        assert_eq!(about("f()"), "cannot add f() to that");
    }

    #[test]
    fn code_after_a_colon_goes() {
        let message = "packed place in `Call`: (_3.3: char) = fn6(move _2) -> bb2";
        assert_eq!(normal(message), "packed place in `Call`:");
        assert_eq!(normal("encountered `Len` of _4"), "encountered `Len` of _N");
        assert_eq!(normal("`_3 = copy _3` overlaps"), "`…` overlaps");
        assert_eq!(normal("got: [bb4, bb3, bb51]"), "got: [bbN]");
        let broken =
            "broken MIR in Item(DefId(0:21 ~ program[af50]::fn2)) (after pass GVN) at bb1[4]:";
        assert_eq!(normal(broken), "broken MIR in Item(DefId) (after pass GVN) at bbN[N]:");
    }

    #[test]
    fn a_rejection_quotes_nothing() {
        let trait_bound =
            |ty: &str| quoting_nothing(&format!("the trait bound `{ty}: Copy` is not satisfied"));
        assert_eq!(trait_bound("&'static mut S0"), "the trait bound `…` is not satisfied");
        assert_eq!(trait_bound("u8"), trait_bound("[S1; 3]"));
    }

    #[test]
    fn files_of_the_compiler_without_its_build() {
        let place = "/rustc-dev/e50aa6fba4e63ab34c72/compiler/rustc_mir_transform/src/gvn.rs:8:2";
        assert_eq!(source_file(place), "rustc_mir_transform/gvn");
        let old = "compiler/rustc_mir_transform/src/gvn.rs:7:22";
        assert_eq!(source_file(old), "rustc_mir_transform/gvn");
        let crates = "/rust/deps/ena-0.14.3/src/snapshot_vec.rs:1:1";
        assert_eq!(source_file(crates), "ena/snapshot_vec");
    }
}
