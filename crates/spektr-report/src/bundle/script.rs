//! The shell text of `reproduce.sh`, for any POSIX shell, with gaps between `@`s. It writes
//! nothing beside itself, so that a bundle can lie where nobody may write.

/// Fills the gaps of a text: `@NAME@` by the value of that name. One pass, so that no value is
/// taken for a gap.
pub(super) fn fill<S: AsRef<str>>(text: &str, values: &[(&str, S)]) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('@') {
        filled.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let gap = values.iter().find_map(|(name, value)| {
            let after = rest.strip_prefix(name)?.strip_prefix('@')?;
            Some((value, after))
        });
        match gap {
            Some((value, after)) => {
                filled.push_str(value.as_ref());
                rest = after;
            }
            None => filled.push('@'),
        }
    }
    filled + rest
}

pub(super) const PREAMBLE: &str = r#"#!/bin/sh
# @TITLE@
#
# Usage: ./reproduce.sh [COMPILER [ARGUMENT...]]
#    or: @VARIABLE@=COMPILER ./reproduce.sh
# Without either, the compiler that the bug was found with is looked for.
# Exit status: 0 the bug shows, 1 it does not, 2 the compiler that it was found with is not here
# (another one was tried, or none), 3 it could not be tried.
set -u

found_with=@VERSION@
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 3
@ENVIRONMENT@
say() {
    printf '%s\n' "$*"
}

# Words of compilers and programs without what could act on a terminal.
clean() {
    LC_ALL=C tr -d '\000-\010\013-\037\177'
}

# The first lines of a file.
show() {
    head -n 20 "$1" | clean
}

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

# What a compiler says about its version goes to $said.
ask_version() {
    said=
    command -v "$1" >/dev/null 2>&1 || return 1
    said=$(limited 60 "$@" @VERSION_ARGUMENT@ 2>&1 </dev/null) || return 1
    said=$(printf '%s\n' "$said" | clean)
}

# Whether a compiler is the one that the bug was found with.
is_the_one() {
    ask_version "$@" && says_so
}

# A compiler may call itself by the name that it was called by, so that this does not count.
says_so() {
    case "
$said
" in
        *[!0-9.]@TELLING@[!0-9.]*) return 0 ;;
    esac
    return 1
}

"#;

pub(super) const SEARCH: &str = r#"another=
if [ $# -eq 0 ] && [ -n "${@VARIABLE@:-}" ]; then
    if [ -x "$@VARIABLE@" ]; then
        set -- "$@VARIABLE@"
    else
        set -f
        # shellcheck disable=SC2086 # a command with arguments
        set -- $@VARIABLE@
        set +f
    fi
fi
if [ $# -gt 0 ]; then
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
        say "cannot try: there is no compiler '$1' here"
        exit 2
    fi
    ask_version "$@"
@CANDIDATES@else
    say "cannot try: $found_with is not here, nor another one; looked for:" @LOOKED_FOR@
    exit 2
fi
say "compiler: $* ($(printf '%s\n' "$said" | sed -n '/[0-9]/{s/^ *//;p;q;}'))"
if ! says_so; then
    say "another version: the bug was found with $found_with"
fi

# With another compiler than was asked for, an answer is not the answer.
finish() {
    if [ -n "$another" ]; then
        say "note: that was another compiler; the one that the bug was found with is not here"
        exit 2
    fi
    exit "$1"
}

"#;

pub(super) const WORKPLACE: &str = r#"scratch=$(mktemp -d "${TMPDIR:-/tmp}/spektr-reproduce.XXXXXX") || exit 3
trap 'rm -rf "$scratch"' EXIT
trap 'exit 3' HUP INT TERM
cd "$scratch" || exit 3
ulimit -c 0
@FILES@@TOOLS@
"#;

pub(super) const TOOL: &str = r#"if ! command -v @TOOL@ >/dev/null 2>&1; then
    say "cannot try: the steps need" @TOOL@
    exit 3
fi
"#;

pub(super) const IS_RIGHT: &str = r#"# Whether the run ended with one of these statuses.
ended() {
    for wanted; do
        [ "$status" -eq "$wanted" ] && return 0
    done
    return 1
}

# Whether the build does what it must; what it prints goes to $1.
is_right() {
    (@ROOM@limited @SECONDS@ @RUN@ >"$1" 2>/dev/null) 2>/dev/null
    status=$?
@CHECKS@    return 1
}

"#;

pub(super) const WRONG_RUN: &str = r#"if ! build_wrong "$@" >log 2>&1; then
    say "cannot try: the program does not build"
    show log
    finish 3
fi
if is_right found.txt; then
    say "no bug: the program does what it must"
    finish 1
fi
if [ "$status" -eq 124 ]; then
    say "the bug shows: the program does not end"
elif ended @ENDS@; then
    say "the bug shows: the output is wrong"
else
    say "the bug shows: the program ends with status $status"
fi
diff @EXPECTED@ found.txt >difference
show difference
if [ -f "$here"/wrong.txt ] && ! cmp -s "$here"/wrong.txt found.txt; then
    say "note: the wrong output is not the recorded one"
fi
"#;

pub(super) const CONTROL_OF_A_RUN: &str = r#"
change=@CHANGE@
if ! build_right "$@" >log 2>&1; then
    say "note: $change the program does not build"
elif is_right control.txt; then
    say "control: $change the program does what it must"
else
    say "note: $change the program is wrong too"
fi
"#;

pub(super) const IS_RECORDED: &str = r#"# Whether two files are the same but for comments.
same() {
    plain "$1" >one
    plain "$2" >two
    cmp -s one two
}

plain() {
    @PLAIN@
}

# Whether the steps wrote what they wrote when the bug was found.
is_recorded() {
    @COMPARED@
}

"#;

pub(super) const WRONG_FILES: &str = r#"written=@WRITTEN@
if ! build_wrong "$@" >log 2>&1; then
    say "cannot try: the steps fail"
    show log
    finish 3
fi
if ! is_recorded; then
    say "no bug as recorded: $written is not what was written then"
    diff @RECORDED@ @FIRST@ >difference
    show difference
    say "whether it is right, spektr can tell: spektr test" @PROGRAM@
    finish 1
fi
say "the bug shows: $written is what was recorded, and wrong"
say @WHY@
"#;

pub(super) const CONTROL_OF_FILES: &str = r#"
change=@CHANGE@
if ! build_right "$@" >log 2>&1; then
    say "note: $change the steps fail"
elif is_recorded; then
    say "note: $change the same is written"
else
    say "control: $change something else is written"
fi
"#;

pub(super) const NOTHING_TO_COMPARE: &str = r#"say "cannot try: there is nothing recorded to compare with"
exit 3
"#;

pub(super) const CRASH: &str = r#"words=@WORDS@
build_wrong "$@" >log 2>&1
status=$?
if [ "$status" -eq 0 ]; then
    say "no bug: the compiler accepts the program"
    finish 1
fi
if [ -n "$words" ] && grep -F -q -e "$words" log; then
    say "the bug shows: $words"
    finish 0
fi
if [ -z "$words" ] && [ "$status" -gt 128 ]; then
    say "the bug shows: the compiler ends with status $status"
    finish 0
fi
say "no bug: the compiler fails in another way, with status $status"
show log
finish 1
"#;

pub(super) const REJECTED: &str = r#"words=@WORDS@
build_wrong "$@" >log 2>&1
status=$?
if [ "$status" -eq 0 ]; then
    say "no bug: the compiler accepts the program"
    finish 1
fi
if grep -F -q -e "$words" log; then
    say "the bug shows: the compiler rejects the program: $words"
    finish 0
fi
say "no bug: the compiler fails in another way, with status $status"
show log
finish 1
"#;

pub(super) const HANG: &str = r#"build_wrong "$@" >log 2>&1
status=$?
if [ "$status" -eq 124 ]; then
    say "the bug shows: the compiler does not end within @SECONDS@ s"
    finish 0
fi
say "no bug: the compiler ends, with status $status"
show log
finish 1
"#;

pub(super) const MEMORY: &str = r#"ulimit -v @KILOBYTES@ || exit 3
build_wrong "$@" >log 2>&1
status=$?
if [ "$status" -eq 0 ]; then
    say "no bug: the compiler ends within @MEGABYTES@ MB"
    finish 1
fi
if [ "$status" -gt 128 ] ||
    grep -i -q -e 'memory allocation of' -e 'out of memory' -e 'bad_alloc' \
        -e 'memory exhausted' -e 'cannot allocate memory' log; then
    say "the bug shows: the compiler asks for more than @MEGABYTES@ MB"
    finish 0
fi
say "no bug: the compiler fails in another way, with status $status"
show log
finish 1
"#;

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn values_are_no_gaps() {
        let values = [("A", "@B@ $1"), ("B", "b"), ("AB", "c")];
        assert_eq!(fill("@A@,@B@,@AB@,\"$@\",@C@", &values), "@B@ $1,b,c,\"$@\",@C@");
    }
}
