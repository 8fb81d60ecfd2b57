#!/bin/sh
# Exits with 0 if the bug shows. The compiler is opt-19, or the one that is named.
opt=${1:-opt-19}
here=$(cd "$(dirname "$0")" && pwd)
after=$("$opt" -S -passes=instcombine "$here/reduced.ll" -o -) || exit 3
echo "$after" | sed -n '/^define/,/^}/p'
if echo "$after" | grep -q 'add i32 %c, -97'; then
    echo "wrong: 0x16a becomes 0x109, which is no letter; as an unsigned char it is 'j'"
    exit 0
fi
echo "not shown by $opt"
exit 1
