#!/bin/sh
# Exits 0 if the compiler in $RUSTC (default: rustc) crashes, 1 if it does not.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
RUSTC_BOOTSTRAP=1 ${RUSTC:-rustc} --edition=2021 -Copt-level=3 -o "$dir/out" "$here/program.rs" 2>"$dir/words" || true
grep -m 1 'expected 2 switch targets' "$dir/words"
