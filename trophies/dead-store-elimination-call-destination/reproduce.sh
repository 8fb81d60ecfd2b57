#!/bin/sh
# DeadStoreElimination-initial miscompiles `f1`: `_2.0` is 0, should be 1
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
    limited 300 "$@" --edition=2021 --crate-name=program -o "$scratch"/out "$here"/reduced.rs -Coverflow-checks=off -Cdebug-assertions=off -Copt-level=1
}

build_right() {
    limited 300 "$@" --edition=2021 --crate-name=program -o "$scratch"/out "$here"/reduced.rs -Coverflow-checks=off -Cdebug-assertions=off -Copt-level=1 -Zmir-opt-bisect-limit=0
}

# Whether the build prints what it must; what it prints goes to $scratch/$1.
is_right() {
    limited 20 "$scratch"/out >"$scratch/$1" 2>/dev/null
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

change='with -Zmir-opt-bisect-limit=0'
if ! build_right "$@" >"$scratch/log" 2>&1; then
    echo "note: $change the program does not build"
elif is_right control.txt; then
    echo "control: $change the output is as expected"
else
    echo "note: $change the output is wrong too"
fi
exit 0
