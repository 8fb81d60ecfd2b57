#!/bin/sh
# ICE: assertion `left == right` failed
#
# Usage: ./reproduce.sh [COMPILER [ARGUMENT...]]
#    or: RUSTC=COMPILER ./reproduce.sh
# Exit status: 0 the bug shows, 1 it does not, 2 it could not be tried.
set -u

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 2
if [ $# -eq 0 ]; then
    if [ -z "${RUSTC:-}" ]; then
        set -- rustc +nightly
    elif [ -x "$RUSTC" ]; then
        set -- "$RUSTC"
    else
        # shellcheck disable=SC2086 # a command with arguments, such as rustc +nightly
        set -- $RUSTC
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

build_wrong() {
    limited 300 "$@" --edition=2021 --crate-name=program -o "$scratch"/out "$here"/reduced.rs -Coverflow-checks=off -Cdebug-assertions=off
}

mark='assertion `left == right` failed'
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
