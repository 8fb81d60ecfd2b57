//! The bundle's `reproduce.sh`: POSIX shell that needs nothing but the compiler. It says
//! whether the bug shows and why; its exit status says the same to scripts.

use crate::case::{Case, differing, quoted, variable};
use crate::facts::{BugFacts, Failure};
use crate::words::one_line;

/// Programs under test end at once; a wrong build may not.
const RUN_SECONDS: u64 = 20;

/// Longer than any healthy compiler takes for a reduced program.
const COMPILE_SECONDS: u64 = 300;

pub(super) fn script(case: &Case<'_>) -> String {
    let bug = case.bug;
    let body = match &bug.failure {
        Failure::WrongCode { .. } => wrong_code(case),
        Failure::InternalError { mark, .. } => crash(mark),
        Failure::Rejected { mark, .. } => rejected(mark),
        Failure::Hang { seconds } => HANG.replace("@SECONDS@", &seconds.to_string()),
        Failure::OutOfMemory { megabytes, .. } => MEMORY
            .replace("@KILOBYTES@", &(megabytes * 1024).to_string())
            .replace("@MEGABYTES@", &megabytes.to_string()),
    };
    let limit = match bug.failure {
        Failure::Hang { seconds } => seconds,
        _ => COMPILE_SECONDS,
    };
    [preamble(case), builder("build_wrong", case, &bug.flags, limit), body].concat()
}

fn preamble(case: &Case<'_>) -> String {
    let bug = case.bug;
    let environment: String = bug
        .compiler
        .environment
        .iter()
        .map(|(name, value)| format!("{name}={}\nexport {name}\n", quoted(value)))
        .collect();
    PREAMBLE
        .replace("@VARIABLE@", variable(case))
        .replace("@COMMAND@", &default_compiler(bug))
        .replace("@ENVIRONMENT@\n", &environment)
        .replace("@TITLE@", &one_line(&case.title, 200))
}

/// The compiler's command is words already: `rustc +nightly`.
fn default_compiler(bug: &BugFacts) -> String {
    bug.compiler.command.split_whitespace().map(quoted).collect::<Vec<_>>().join(" ")
}

/// A function that builds the program into `$scratch/out` with the compiler it is given.
fn builder(name: &str, case: &Case<'_>, flags: &[String], seconds: u64) -> String {
    let path = |path: &str| format!("\"$here\"/{}", quoted(path));
    let mut words = case.shown().recipe(quoted, path, "\"$scratch\"/out");
    words.extend(flags.iter().map(|flag| quoted(flag)));
    format!("{name}() {{\n    limited {seconds} \"$@\" {}\n}}\n\n", words.join(" "))
}

fn wrong_code(case: &Case<'_>) -> String {
    let mut body = String::new();
    if let Some(control) = &case.bug.control {
        body.push_str(&builder("build_right", case, control, COMPILE_SECONDS));
    }
    body.push_str(&WRONG_CODE.replace("@SECONDS@", &RUN_SECONDS.to_string()));
    if let Some(control) = &case.bug.control {
        let (gone, new) =
            (differing(&case.bug.flags, control), differing(control, &case.bug.flags));
        let mut change = Vec::new();
        change.extend(new.iter().map(|flag| format!("with {flag}")));
        change.extend(gone.iter().map(|flag| format!("without {flag}")));
        let change = quoted(&change.join(" and "));
        body.push_str(
            &CONTROL.replace("@SECONDS@", &RUN_SECONDS.to_string()).replace("@CHANGE@", &change),
        );
    }
    body.push_str("exit 0\n");
    body
}

fn crash(mark: &str) -> String {
    CRASH.replace("@MARK@", &quoted(first_line(mark)))
}

fn rejected(mark: &str) -> String {
    REJECTED.replace("@MARK@", &quoted(first_line(mark)))
}

/// `grep` would take every further line for a pattern of its own.
fn first_line(mark: &str) -> &str {
    mark.lines().next().unwrap_or_default()
}

const PREAMBLE: &str = r#"#!/bin/sh
# @TITLE@
#
# Usage: ./reproduce.sh [COMPILER [ARGUMENT...]]
#    or: @VARIABLE@=COMPILER ./reproduce.sh
# Exit status: 0 the bug shows, 1 it does not, 2 it could not be tried.
set -u

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 2
if [ $# -eq 0 ]; then
    if [ -z "${@VARIABLE@:-}" ]; then
        set -- @COMMAND@
    elif [ -x "$@VARIABLE@" ]; then
        set -- "$@VARIABLE@"
    else
        # shellcheck disable=SC2086 # a command with arguments, such as rustc +nightly
        set -- $@VARIABLE@
    fi
fi
# Everything happens in a scratch directory: a relative path has to be made absolute.
case $1 in
    /*) ;;
    */*)
        compiler=$PWD/$1
        shift
        set -- "$compiler" "$@"
        ;;
esac
if ! command -v "$1" >/dev/null 2>&1; then
    echo "cannot try: there is no compiler '$1' here"
    exit 2
fi
@ENVIRONMENT@
scratch="${TMPDIR:-/tmp}/spektr-reproduce.$$"
mkdir -m 700 "$scratch" || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 2' HUP INT TERM
cd "$scratch" || exit 2

# limited SECONDS COMMAND...: status 124 if the time is over.
limited() {
    seconds=$1
    shift
    if command -v timeout >/dev/null 2>&1; then
        timeout "$seconds" "$@"
        return
    fi
    "$@" &
    job=$!
    (sleep "$seconds" && kill -9 "$job") >/dev/null 2>&1 &
    watch=$!
    wait "$job"
    status=$?
    kill "$watch" 2>/dev/null || status=124
    return "$status"
}

"#;

const WRONG_CODE: &str = r#"# Whether the build prints what it must; what it prints goes to $scratch/$1.
is_right() {
    limited @SECONDS@ "$scratch"/out >"$scratch/$1" 2>/dev/null
    status=$?
    [ "$status" -eq 0 ] && cmp -s "$here/expected.txt" "$scratch/$1"
}

if ! build_wrong "$@" >"$scratch/log" 2>&1; then
    echo "cannot try: the program does not build"
    head -n 20 "$scratch/log"
    exit 2
fi
if is_right found.txt; then
    echo "no bug: the output is as expected"
    exit 1
fi
case $status in
    0) echo "the bug shows: the output is wrong" ;;
    124) echo "the bug shows: the program does not end" ;;
    *) echo "the bug shows: the program ends with status $status" ;;
esac
diff "$here/expected.txt" "$scratch/found.txt" | head -n 20
if [ -f "$here/wrong.txt" ] && ! cmp -s "$here/wrong.txt" "$scratch/found.txt"; then
    echo "note: the wrong output is not the recorded one"
fi
"#;

const CONTROL: &str = r#"
change=@CHANGE@
if ! build_right "$@" >"$scratch/log" 2>&1; then
    echo "note: $change the program does not build"
elif is_right control.txt; then
    echo "control: $change the output is as expected"
else
    echo "note: $change the output is wrong too"
fi
"#;

const CRASH: &str = r#"mark=@MARK@
build_wrong "$@" >"$scratch/log" 2>&1
status=$?
if [ "$status" -eq 0 ]; then
    echo "no bug: the compiler accepts the program"
    exit 1
fi
if [ -n "$mark" ] && grep -F -q -e "$mark" "$scratch/log"; then
    echo "the bug shows: $mark"
    exit 0
fi
if [ -z "$mark" ] && [ "$status" -gt 128 ]; then
    echo "the bug shows: the compiler ends with status $status"
    exit 0
fi
echo "no bug: the compiler fails in another way, with status $status"
head -n 20 "$scratch/log"
exit 1
"#;

const REJECTED: &str = r#"mark=@MARK@
build_wrong "$@" >"$scratch/log" 2>&1
status=$?
if [ "$status" -eq 0 ]; then
    echo "no bug: the compiler accepts the program"
    exit 1
fi
if grep -F -q -e "$mark" "$scratch/log"; then
    echo "the bug shows: the compiler rejects the program: $mark"
    exit 0
fi
echo "no bug: the compiler fails in another way, with status $status"
head -n 20 "$scratch/log"
exit 1
"#;

const HANG: &str = r#"build_wrong "$@" >"$scratch/log" 2>&1
status=$?
if [ "$status" -eq 124 ]; then
    echo "the bug shows: the compiler does not end within @SECONDS@ s"
    exit 0
fi
echo "no bug: the compiler ends, with status $status"
head -n 20 "$scratch/log"
exit 1
"#;

const MEMORY: &str = r#"ulimit -v @KILOBYTES@ || exit 2
build_wrong "$@" >"$scratch/log" 2>&1
status=$?
if [ "$status" -eq 0 ]; then
    echo "no bug: the compiler ends within @MEGABYTES@ MB"
    exit 1
fi
if [ "$status" -gt 128 ] ||
    grep -i -q -e 'memory allocation of' -e 'out of memory' -e 'bad_alloc' "$scratch/log"; then
    echo "the bug shows: the compiler asks for more than @MEGABYTES@ MB"
    exit 0
fi
echo "no bug: the compiler fails in another way, with status $status"
head -n 20 "$scratch/log"
exit 1
"#;
