#!/bin/sh
# GCC pass tree-vect miscompiles `main`: `the exit status` is 10, should be 0
#
# Usage: ./reproduce.sh [COMPILER [ARGUMENT...]]
#    or: SPEKTR_COMPILER=COMPILER ./reproduce.sh
# Without either, the compiler that the bug was found with is looked for.
# Exit status: 0 the bug shows, 1 it does not, 2 the compiler that it was found with is not here
# (another one was tried, or none), 3 it could not be tried.
set -u

found_with='gcc (Debian 12.2.0-14+deb12u1) 12.2.0'
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
        *[!0-9.]'(Debian 12.2.0-14+deb12u1) 12.2.0'[!0-9.]*) return 0 ;;
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
elif is_the_one gcc; then
    set -- gcc
elif ask_version gcc; then
    set -- gcc
    another=yes
else
    say "cannot try: $found_with is not here, nor another one; looked for:" gcc
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
cp "$here"/reduced.c program.c || exit 3

build_wrong() {
    rm -f program
    limited 300 "$@" -std=gnu17 -w -ffp-contract=off program.c -o program -lm -O3
}

# Whether the run ended with one of these statuses.
ended() {
    for wanted; do
        [ "$status" -eq "$wanted" ] && return 0
    done
    return 1
}

# Whether the build does what it must; what it prints goes to $1.
is_right() {
    (limited 20 ./program >"$1" 2>/dev/null) 2>/dev/null
    status=$?
    ended 0 && cmp -s "$here"/expected.txt "$1" && return 0
    return 1
}

build_right() {
    rm -f program
    limited 300 "$@" -std=gnu17 -w -ffp-contract=off program.c -o program -lm -O3 -fno-tree-loop-vectorize
}

if ! build_wrong "$@" >log 2>&1; then
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
elif ended 0; then
    say "the bug shows: the output is wrong"
else
    say "the bug shows: the program ends with status $status"
fi
diff "$here"/expected.txt found.txt >difference
show difference
if [ -f "$here"/wrong.txt ] && ! cmp -s "$here"/wrong.txt found.txt; then
    say "note: the wrong output is not the recorded one"
fi

change='with -fno-tree-loop-vectorize'
if ! build_right "$@" >log 2>&1; then
    say "note: $change the program does not build"
elif is_right control.txt; then
    say "control: $change the program does what it must"
else
    say "note: $change the program is wrong too"
fi
finish 0
