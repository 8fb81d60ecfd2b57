#!/bin/sh
# rustc runs out of memory with -Zmir-opt-level=4
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
    limited 300 "$@" --edition=2021 "$here"/reduced.rs -o "$scratch"/out -Zmir-opt-level=4
}

ulimit -v 2097152 || exit 2
build_wrong "$@" >"$scratch/log" 2>&1
status=$?
if [ "$status" -eq 0 ]; then
    echo "no bug: the compiler ends within 2048 MB"
    exit 1
fi
if [ "$status" -gt 128 ] ||
    grep -i -q -e 'memory allocation of' -e 'out of memory' -e 'bad_alloc' "$scratch/log"; then
    echo "the bug shows: the compiler asks for more than 2048 MB"
    exit 0
fi
echo "no bug: the compiler fails in another way, with status $status"
head -n 20 "$scratch/log"
exit 1
