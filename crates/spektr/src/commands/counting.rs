//! What compilers count of their own work, and how it reads: gcc's statistics and debug counters,
//! clang's remarks and, from 22 on, its debug counters. Knows nothing of what is compared.

use spektr_judge::Compiler;

/// The file that counters or remarks are written to.
pub const FILE: &str = "counters.txt";

/// The first clang whose debug counters count in a build as it is shipped.
const COUNTING_CLANG: u32 = 22;

/// What a compiler has to be told to count; nothing if it does not.
pub fn words(compiler: &Compiler) -> &'static [&'static str] {
    const REMARKS: [&str; 2] =
        ["-fsave-optimization-record", "-foptimization-record-file=counters.txt"];
    let release = compiler.version.release.as_deref().unwrap_or_default();
    let major = release.split('.').next().and_then(|it| it.parse::<u32>().ok()).unwrap_or(0);
    match compiler.family.as_str() {
        "gcc" => &["-fdump-statistics-stats=counters.txt", "-fdbg-cnt-list"],
        "clang" if major >= COUNTING_CLANG => {
            &[REMARKS[0], REMARKS[1], "-mllvm", "-print-debug-counter"]
        }
        "clang" => &REMARKS,
        _ => &[],
    }
}

/// What a line counts, if anything. `pass` is the one that a remark before it named.
pub fn read(pass: &mut String, line: &str) -> Option<Option<(String, f64)>> {
    let found = statistic(line).or_else(|| debug_counter(line)).or_else(|| remark(pass, line));
    Some(found.filter(|(_, count)| *count > 0.0))
}

/// `39 ccp "Copies propagated" 4`: the pass without its number, what it did, and how often. How
/// something was distributed (`values == 6`) is no count of anything done.
fn statistic(line: &str) -> Option<(String, f64)> {
    let (head, rest) = line.split_once(" \"")?;
    let (what, count) = rest.rsplit_once("\" ").filter(|(what, _)| !what.contains(" == "))?;
    let pass = head.split(' ').next_back()?.trim_end_matches(|c: char| c.is_ascii_digit());
    Some((format!("{pass}: {what}"), count.trim().parse().ok()?))
}

/// `  dce   12   unset` of gcc, `early-cse   : {3496,empty}` of clang.
fn debug_counter(line: &str) -> Option<(String, f64)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (name, count) = match words.as_slice() {
        [name, count, "unset"] => (*name, *count),
        [name, ":", rest] => (*name, rest.strip_prefix('{')?.split_once(',')?.0),
        _ => return None,
    };
    Some((format!("counter {name}"), count.parse().ok()?))
}

/// `--- !Passed`, `Pass: licm`, `Name: Hoisted` on lines of their own. What was missed is not
/// counted.
fn remark(pass: &mut String, line: &str) -> Option<(String, f64)> {
    if let Some(kind) = line.strip_prefix("--- !") {
        *pass = if kind == "Passed" { String::new() } else { "-".to_owned() };
    } else if let Some(name) = line.strip_prefix("Pass:").filter(|_| pass.is_empty()) {
        *pass = name.trim().to_owned();
    } else if let Some(name) = line.strip_prefix("Name:").filter(|_| pass != "-") {
        return Some((format!("remark {pass}: {}", name.trim()), 1.0));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<(String, f64)> {
        text.lines().scan(String::new(), read).flatten().collect()
    }

    #[test]
    fn counters_are_read_without_the_number_of_the_pass() {
        let text = "39 ccp \"Copies propagated\" 4\n44 fre1 \"RPO num values == 6\" 1\nother\n";
        assert_eq!(all(text), [("ccp: Copies propagated".to_owned(), 4.0)]);
    }

    #[test]
    fn debug_counters_of_both_compilers_are_read() {
        let text = "  counter name   counter value   closed intervals\n  dce   12   unset\n  \
                    ipa_mod_ref   0   unset\nCounters and values:\nearly-cse : {3496,empty}\n";
        let read = [("counter dce".to_owned(), 12.0), ("counter early-cse".to_owned(), 3496.0)];
        assert_eq!(all(text), read);
    }

    #[test]
    fn remarks_count_what_was_done() {
        let text = "--- !Passed\nPass:   licm\nName:   Hoisted\n--- !Missed\nPass:   inline\n\
                    Name:   NoDefinition\n";
        assert_eq!(all(text), [("remark licm: Hoisted".to_owned(), 1.0)]);
    }
}
