//! What a compiler said when it failed, brought into a form that is equal for equal
//! bugs: no addresses, paths, hashes, line or local numbers, no types and code of the
//! program. It knows the words of compilers, not those of any program.

use super::frames::{innermost_query, llvm_pass, symbols};
use super::normal::{normal, quoting_nothing, source_file};
use crate::families::{Words, common_words, line_with};

/// Reads standard error of a compiler that failed.
pub(super) fn read(stderr: &str) -> Words {
    if let Some(words) = common_words(stderr) {
        return words;
    }
    if let Some(line) = line_with(stderr, &HALF_INSTALLED) {
        return Words::Environment { message: line.to_owned() };
    }
    if let Some((_, why)) = KNOWN_ODDITIES.iter().find(|(phrase, _)| stderr.contains(phrase)) {
        return Words::Hindered { message: (*why).to_owned() };
    }
    if let Some(signature) = internal_error(stderr) {
        return Words::InternalError { signature };
    }
    if let Some(line) = line_with(stderr, &LINKER) {
        return Words::Hindered { message: line.to_owned() };
    }
    Words::Rejected { signature: rejection(stderr) }
}

/// A compiler without its library.
const HALF_INSTALLED: [&str; 2] = ["can't find crate for `core`", "can't find crate for `std`"];

/// Complaints that are neither a bug of the compiler nor a fault of the program, and why.
const KNOWN_ODDITIES: [(&str, &str); 1] = [(
    "Free regions in optimized",
    "rustc's validator wants lifetimes erased that hand-written MIR cannot erase",
)];

const LINKER: [&str; 4] =
    ["error: linking with ", "error: linker ", "collect2: error", "could not exec the linker"];

/// Whether an internal error, by its signature, is the compiler's complaint about what it was
/// given rather than about its own work.
pub(super) fn blames_the_input(signature: &str) -> bool {
    signature.contains("broken MIR")
}

/// The signature of an internal error, if the words describe one: what went wrong, where,
/// and what the compiler was doing.
fn internal_error(stderr: &str) -> Option<String> {
    let lines: Vec<&str> = stderr.lines().collect();
    // Whatever follows the first complaint follows from it.
    let first = complaints(&lines).find(|complaint| !complaint.starts_with(DELAYED));
    let mut parts: Vec<String> = first.or_else(|| complaints(&lines).next()).into_iter().collect();
    parts.extend(symbols(&lines));
    parts.extend(llvm_pass(stderr).map(|pass| format!("in pass {pass}")));
    parts.extend(innermost_query(&lines).map(str::to_owned));
    parts.dedup();
    let is_internal = stderr.contains("this is a bug") || !parts.is_empty();
    is_internal
        .then(|| if parts.is_empty() { "internal error".to_owned() } else { parts.join(" | ") })
}

/// Says only that older complaints follow.
const DELAYED: &str = "no errors encountered even though";

/// Complaints about the compiler itself, in the order in which it made them.
fn complaints<'a>(lines: &'a [&'a str]) -> impl Iterator<Item = String> + 'a {
    lines.iter().enumerate().filter_map(|(k, line)| {
        let next = || lines.get(k + 1).copied().unwrap_or_default();
        if let Some(place) = panic_place(line) {
            return Some(format!("panicked at {}: {}", source_file(place), normal(next())));
        }
        let message = first_of(line, &INTERNAL)?;
        // What exactly is broken stands on the next line.
        let details = if message.trim_end().ends_with(':') { next() } else { "" };
        Some(normal(&format!("{message} {details}")))
    })
}

/// Beginnings of lines that tell of an internal error; the rest is the message.
const INTERNAL: [&str; 13] = [
    "error: internal compiler error: ",
    "internal compiler error: ",
    "LLVM ERROR: ",
    "fatal error: error in backend: ",
    "Instruction does not dominate all uses!",
    "Broken module found",
    "PHI node entries do not match predecessors!",
    "Call parameter type does not match function signature!",
    "Invalid bitcast",
    "Stored value type does not match pointer operand type!",
    "Broken function found",
    "rustc interrupted by ",
    "error: rustc interrupted by ",
];

fn first_of<'a>(line: &'a str, beginnings: &[&str]) -> Option<&'a str> {
    let trimmed = line.trim_start();
    if trimmed.contains("Assertion `") && trimmed.ends_with("failed.") {
        return trimmed.find("Assertion `").map(|at| &trimmed[at..]);
    }
    beginnings.iter().find(|start| trimmed.starts_with(**start)).map(|start| {
        let rest = &trimmed[start.len()..];
        if start.ends_with(": ") { rest } else { trimmed }
    })
}

/// `FILE:LINE:COLUMN` of a panic of the compiler itself.
fn panic_place(line: &str) -> Option<&str> {
    let (_, place) = line.split_once(" panicked at ")?;
    line.starts_with("thread '").then(|| place.trim_end_matches(':'))
}

/// The name that a compiler does not know, if that is why it rejects a program: an older
/// version lacks what a newer one offers.
pub(super) fn unknown_name(stderr: &str) -> Option<String> {
    const CODES: [&str; 5] = [
        "error[E0425]: ",
        "error[E0432]: ",
        "error[E0433]: ",
        "error[E0405]: ",
        // Types that have a name before they are of any use.
        "error[E0658]: the type `",
    ];
    let errors: Vec<&str> = stderr.lines().filter(|line| line.starts_with("error[")).collect();
    let is_unknown = |line: &&str| CODES.iter().any(|code| line.starts_with(code));
    let first = errors.first().filter(|_| errors.iter().all(is_unknown))?;
    let name = first.split('`').nth(1)?;
    Some(name.rsplit("::").next().unwrap_or(name).to_owned())
}

/// The first error of a rejected program, with its code.
fn rejection(stderr: &str) -> String {
    let error = stderr.lines().find(|line| {
        line.starts_with("error") || line.contains(": error:") || line.contains(": fatal error:")
    });
    let line = error.or_else(|| stderr.lines().find(|line| !line.trim().is_empty()));
    let line = line.unwrap_or("no message").trim();
    // An error code is a name, though it looks like a number.
    match line.split_once("]: ") {
        Some((code, message)) if code.starts_with("error[E") => {
            format!("{code}]: {}", quoting_nothing(message))
        }
        _ => quoting_nothing(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn internal(text: &str) -> String {
        match read(text) {
            Words::InternalError { signature } => signature,
            other => panic!("{other:?}"),
        }
    }

    const PANIC: &str = "\n\
thread 'rustc' (4242) panicked at /rustc/abc123/compiler/rustc_mir_transform/src/gvn.rs:812:33:\n\
called `Option::unwrap()` on a `None` value\n\
stack backtrace:\n   0:     0x7f00deadbeef - <std::sys::backtrace>\n\
error: the compiler unexpectedly panicked. this is a bug.\n\n\
query stack during panic:\n\
#0 [optimized_mir] optimizing MIR for `fn12`\n\
#1 [collect_and_partition_mono_items] collect_and_partition_mono_items\n\
end of query stack\n";

    #[test]
    fn a_panic_is_known_by_file_message_and_queries() {
        assert_eq!(
            internal(PANIC),
            "panicked at rustc_mir_transform/gvn: called `Option::unwrap()` on a `None` value \
             | optimized_mir"
        );
    }

    #[test]
    fn line_numbers_threads_and_function_names_do_not_matter() {
        let other = PANIC.replace("812:33", "9:1").replace("(4242) ", "").replace("fn12", "fn7");
        assert_eq!(internal(PANIC), internal(&other));
    }

    #[test]
    fn broken_mir_is_an_internal_error() {
        let text = "error: internal compiler error: compiler/rustc_mir_transform/src/validate.rs:80:25: \
            broken MIR in Item(DefId(0:4 ~ p[81fc]::fn1)) (after phase change to runtime-optimized) \
            at bb3[2]:\n encountered `_4.1`";
        let again = text.replace("bb3[2]", "bb11[0]").replace("81fc", "0aa0").replace("fn1", "fn3");
        assert_eq!(internal(text), internal(&again));
        assert!(internal(text).contains("broken MIR"), "{}", internal(text));
    }

    #[test]
    fn details_on_the_next_line_count_and_empty_panics_do_not() {
        let text = "error: internal compiler error: compiler/a/src/validate.rs:8:2: broken MIR in x \
                    at bb3[0]:\nencountered `Len` of _4\n\
                    thread 'rustc' panicked at compiler/a/src/validate.rs:8:2:\nBox<dyn Any>\n";
        assert_eq!(internal(text), "a/validate broken MIR in x at bbN[N]: encountered `Len` of _N");
    }

    #[test]
    fn delayed_complaints_say_what_was_wrong() {
        let text = "error: internal compiler error: no errors encountered even though \
                    `span_delayed_bug` issued\n\n\
                    error: internal compiler error: broken MIR in x at bb1[0]:\n\
                    encountered overlapping memory in `Move` arguments\n";
        assert!(internal(text).starts_with("broken MIR in x"), "{}", internal(text));
    }

    #[test]
    fn names_that_a_compiler_lacks() {
        let lacking = "error[E0425]: cannot find function, tuple struct or tuple variant `CastUnsize` in \
                       this scope\n --> x\nerror: aborting due to 1 previous error";
        assert_eq!(unknown_name(lacking).as_deref(), Some("CastUnsize"));
        let import = "error[E0432]: unresolved import `core::intrinsics::mir::Foo`\n";
        assert_eq!(unknown_name(import).as_deref(), Some("Foo"));
        let unstable = "error[E0658]: the type `f16` is unstable\n";
        assert_eq!(unknown_name(unstable).as_deref(), Some("f16"));
        assert_eq!(unknown_name("error[E0308]: mismatched types\n"), None);
        assert_eq!(unknown_name(&format!("{lacking}\nerror[E0308]: mismatched types\n")), None);
    }

    #[test]
    fn llvm_failures_are_internal_errors() {
        assert_eq!(
            internal("LLVM ERROR: Cannot select: t12: i128 = foo 0x55aa"),
            "Cannot select: tN: T = foo N"
        );
        let verifier = "Instruction does not dominate all uses!\n  %3 = add i32 %1, %2\n";
        assert!(internal(verifier).contains("does not dominate"));
        let assertion = "rustc: /b/llvm/lib/IR/Value.cpp:503: void doRAUW(): Assertion `!contains(New, this)' failed.\n\
            Stack dump:\n1. Running pass \"function<eager-inv>(instcombine)\" on module \"x\"\n\
            2. Running pass \"instcombine<max-iterations=1>\" on function \"fn2\"\n";
        assert_eq!(
            internal(assertion),
            "Assertion `!contains(New, this)' failed. | in pass instcombine<max-iterations=N>"
        );
    }

    #[test]
    fn linker_and_disk_are_nobodys_bug() {
        let linker =
            "error: linking with `cc` failed: exit status: 1\n  |\n  = note: ld: cannot find -lfoo";
        assert!(matches!(read(linker), Words::Hindered { .. }));
        let disk = "error: failed to write /x/y.o: No space left on device (os error 28)";
        assert!(matches!(read(disk), Words::Environment { .. }));
    }

    #[test]
    fn known_oddities_accuse_nobody() {
        let text = "error: internal compiler error: validate.rs:94:25: broken MIR in x at bb0[0]:\n\
                    Free regions in optimized runtime-optimized MIR\n";
        assert!(matches!(read(text), Words::Hindered { .. }));
    }

    #[test]
    fn memory() {
        assert_eq!(read("memory allocation of 4294967296 bytes failed"), Words::OutOfMemory);
    }

    #[test]
    fn a_rejection_keeps_its_code() {
        let text = "warning: unused\nerror[E0308]: mismatched types\n --> x.rs:3:5\n";
        assert_eq!(
            read(text),
            Words::Rejected { signature: "error[E0308]: mismatched types".into() }
        );
    }
}
