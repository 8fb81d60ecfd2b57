#!/bin/sh
# Succeeds as long as a module shows the bug:
# llvm-reduce --test=./interesting.sh MODULE
out=$(mktemp) || exit 1
trap 'rm -f "$out"' EXIT
opt-22 '-passes=default<O3>' -S "$1" -o "$out" 2>/dev/null || exit 1
spektr refine "$1" "$out" >/dev/null
test $? -eq 1
