#!/bin/sh
# LLVM pass inline miscompiles `@sequence`: `on ` is the result: 0x80000000000000008000000000000000 is not allowed by 0x8…
#
# Usage: ./reproduce.sh [COMPILER [ARGUMENT...]]
#    or: SPEKTR_COMPILER=COMPILER ./reproduce.sh
# Without either, the compiler that the bug was found with is looked for.
# Exit status: 0 the bug shows, 1 it does not, 2 the compiler that it was found with is not here
# (another one was tried, or none), 3 it could not be tried.
set -u

found_with='LLVM version 22.1.8'
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 3

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
    said=$(limited 60 "$@" --version 2>&1 </dev/null) || return 1
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
        *[!0-9.]'LLVM version 22.1.8'[!0-9.]*) return 0 ;;
    esac
    return 1
}

another=
if [ $# -eq 0 ] && [ -n "${SPEKTR_COMPILER:-}" ]; then
    if [ -x "$SPEKTR_COMPILER" ]; then
        set -- "$SPEKTR_COMPILER"
    else
        set -f
        # shellcheck disable=SC2086 # a command with arguments
        set -- $SPEKTR_COMPILER
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
elif is_the_one opt-22; then
    set -- opt-22
elif ask_version opt-22; then
    set -- opt-22
    another=yes
else
    say "cannot try: $found_with is not here, nor another one; looked for:" opt-22
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

scratch=$(mktemp -d "${TMPDIR:-/tmp}/spektr-reproduce.XXXXXX") || exit 3
trap 'rm -rf "$scratch"' EXIT
trap 'exit 3' HUP INT TERM
cd "$scratch" || exit 3
ulimit -c 0
cp "$here"/reduced.ll module.ll || exit 3

build_wrong() {
    rm -f optimized.ll
    limited 300 "$@" -S module.ll -o optimized.ll '-passes=default<O3>'
}

# Whether two files are the same but for comments.
same() {
    plain "$1" >one
    plain "$2" >two
    cmp -s one two
}

plain() {
    grep -v -e '^[[:space:]]*;' "$1"
}

# Whether the steps wrote what they wrote when the bug was found.
is_recorded() {
    same optimized.ll "$here"/wrong.ll
}

build_right() {
    rm -f optimized.ll
    limited 300 "$@" -S module.ll -o optimized.ll '-passes=default<O3>' -opt-disable=inline
}

written=optimized.ll
if ! build_wrong "$@" >log 2>&1; then
    say "cannot try: the steps fail"
    show log
    finish 3
fi
if ! is_recorded; then
    say "no bug as recorded: $written is not what was written then"
    diff "$here"/wrong.ll optimized.ll >difference
    show difference
    say "whether it is right, spektr can tell: spektr test" reduced.ll
    finish 1
fi
say "the bug shows: $written is what was recorded, and wrong"
say '@sequence: on is the result: 0x80000000000000008000000000000000 is not allowed by 0x80000000000000000000000000000000, should be returns 0x80000000000000000000000000000000'

change='with -opt-disable=inline'
if ! build_right "$@" >log 2>&1; then
    say "note: $change the steps fail"
elif is_recorded; then
    say "note: $change the same is written"
else
    say "control: $change something else is written"
fi
finish 0
