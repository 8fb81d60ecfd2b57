#!/bin/sh
# Another compiler of the same language, by somebody else: turns a program into a shell
# script. It has words, options and bugs of its own.
#
#   mini2 build OUT FILE… [fast] [bug:wrong-mul] [bug:no-loops]

[ "$1" = about ] && { echo "the other mini, release 7.1"; exit 0; }
shift
out=$1
shift
fast='' bugs='' files=''
for word; do
    case $word in
    fast) fast=1 ;;
    bug:*) bugs="$bugs ${word#bug:}" ;;
    *.mini) files="$files $word" ;;
    *) echo "mini2 does not understand '$word'" >&2; exit 2 ;;
    esac
done
echo '#!/bin/sh' > "$out"
# What is called has to be there before it is called.
for file in $(echo $files | tr ' ' '\n' | sort); do
    awk -v fast="$fast" -v bugs="$bugs " -v other="$(case $file in *other.mini) echo 1 ;; esac)" '
function used(name) { return "${v_" name "?undefined: it is used but was never set}" }
function set(name, value) { print "v_" name "=$((" value "))" }
BEGIN { loops = other ? "o" : "i" }
NR == 1 && other && $1 != "section" { print "other() { :"; open = "}" }
$1 == "loop" && index(bugs, " no-loops ") { print "mini2 cannot stand loop" > "/dev/stderr"; exit 2 }
$1 == "let" { set($2, $4 " % 10007") }
$1 == "any" { set($2, 1) }
$1 == "add" { set($2, "(" used($2) " + " used($3) ") % 10007") }
$1 == "mul" { set($2, "(" used($2) " * " used($3) " + " (fast && index(bugs, " wrong-mul ")) + 0 ") % 10007") }
$1 == "loop" { depth++; i = loops depth; print i "=0; while [ $" i " -lt " $2 " ]; do " i "=$((" i " + 1))" }
$1 == "}" { depth--; print "done" }
$1 == "print" { print "echo \"" $2 "=" used($2) "\"" }
$1 == "call" { print "other" section }
$1 == "exit" { print "exit " $2 }
$1 == "abort" { print "kill -ABRT $$" }
$1 == "section" {
    if (open != "") print open
    open = other ? "}" : "fi"
    section = $2
    print other ? "other" section "() { :" : "if [ $# = 0 ] || [ \"$1\" = " section " ]; then [ $# = 0 ] && echo \"== " section "\""
}
END {
    if (other && NR == 0) { print "other() { :"; open = "}" }
    if (open != "") print open
    if (!other) print "exit 0"
}' "$file" >> "$out" || exit 2
done
chmod +x "$out"
