#!/bin/sh
# Exits 0 if the compiler in $RUSTC (default: rustc) shows the bug, 1 if it does not.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
RUSTC_BOOTSTRAP=1 ${RUSTC:-rustc} --edition=2021 -Zmir-opt-level=0 -o "$dir/right" "$here/program.rs"
RUSTC_BOOTSTRAP=1 ${RUSTC:-rustc} --edition=2021 -Zmir-opt-level=4 -o "$dir/wrong" "$here/program.rs"
right=$("$dir/right")
wrong=$("$dir/wrong")
echo "-Zmir-opt-level=0 prints $right; -Zmir-opt-level=4 prints $wrong; right is: 0 0"
[ "$right" = "0 0" ] && [ "$wrong" != "0 0" ]
