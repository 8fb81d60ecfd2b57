#!/bin/sh
# The miniature optimizer: reads a program and writes a smaller one that does the same.
# Without bugs unless flags ask for some (see tools/mod.rs).
#
#   minopt FILE -o OUT [-ON] [--limit=N] [--coverage=FILE] [-BBUG]
#   minopt --serve [-BBUG]      answers requests of JSON, four bytes of length before each, until
#                               there are no more
#
# Passes: fold computes what is known, loops unwraps those that run once, choose settles what
# is open. --limit=N lets so many steps of passes happen and names each.

optimize() {
    source='' out='' level=0 limit='' coverage=''
    while [ $# -gt 0 ]; do
        case $1 in
        -o) out=$2; shift ;;
        -O*) level=${1#-O} ;;
        -B*) bugs="$bugs${1#-B} " ;;
        --limit=*) limit=${1#*=} ;;
        --coverage=*) coverage=${1#*=} ;;
        -*) echo "minopt has no option $1" >&2; return 1 ;;
        *) source=$1 ;;
        esac
        shift
    done
    case $bugs in *' nothing '*) return 0 ;; esac
    case $bugs in *' nonsense '*) echo 'so be it' > "$out"; : > "${coverage:-/dev/null}"; return 0 ;; esac
    awk -v level="$level" -v limit="$limit" -v bugs="$bugs" -v coverage="$coverage" '
function has(bug) { return index(bugs, " " bug " ") > 0 }
# Whether a step of a pass may be taken on this line.
function may(pass) {
    if (level == "0") return 0
    if (has("crash=" $1)) { print "minopt gave up in " pass ": " $1 " is too much" > "/dev/stderr"; exit 70 }
    if (has("segv=" $1)) exit 139
    if (has("hang=" $1)) while (1) spin++
    count++
    if (limit != "") print (count <= limit + 0 ? "did " : "left ") count " " pass ", line " NR > "/dev/stderr"
    if (limit != "" && count > limit + 0) return 0
    covered[pass " " $1]++
    return 1
}
function forget() { split("", known) }
function settle(name, value) { known[name] = value % 10007; print "let " name " = " known[name] }
$1 == "let" {
    known[$2] = $4 % 10007
    if (has("undefine") && level != "0" && !dropped++) next
    print; next
}
$1 == "any" {
    if (may("choose")) settle($2, has("wrong=any") ? 7 : 1); else { delete known[$2]; print }
    next
}
$1 == "add" || $1 == "mul" {
    if (($2 in known) && ($3 in known) && may("fold")) {
        settle($2, ($1 == "add" ? known[$2] + known[$3] : known[$2] * known[$3]) + has("wrong=" $1))
    } else { delete known[$2]; print }
    next
}
$1 == "loop" {
    forget()
    depth++
    unwrapped[depth] = $2 == 1 && may("loops")
    if (!unwrapped[depth]) print
    next
}
$1 == "}" { forget(); if (!unwrapped[depth--]) print; next }
$1 == "call" { forget() }
{ print }
END { if (coverage != "") { printf "" > coverage; for (it in covered) print it > coverage } }
' "$source" > "$out"
}

bugs=' ' serve=''
case $1 in
--version) echo 'minopt 4.5'; exit 0 ;;
esac
for word; do
    [ "$word" = --serve ] && serve=1
done
if [ -z "$serve" ]; then
    optimize "$@"
    status=$?
    [ $status -eq 139 ] && kill -SEGV $$
    exit $status
fi
for word; do
    case $word in -B*) bugs="$bugs${word#-B} " ;; esac
done
own=$bugs
# {"directory":"D","args":["A","B"]}, of words without quotes in them.
while length=$(head -c 4 | od -An -tu4) && [ -n "$length" ]; do
    line=$(head -c $length)
    bugs=$own
    directory=${line#*'"directory":"'}
    directory=${directory%%'"'*}
    args=${line#*'"args":['}
    args=$(echo "${args%%']'*}" | tr -d '"' | tr ',' ' ')
    said=$( (cd "$directory" && optimize $args) 2>&1)
    status=$?
    [ $status -eq 139 ] && kill -SEGV $$
    said=$(printf '%s' "$said" | awk '{ gsub(/[\\"]/, "\\\\&"); printf "%s\\n", $0 }')
    answer=$(printf '{"status":%d,"stdout":"","stderr":"%s"}' "$status" "$said")
    length=$(printf '%s' "$answer" | wc -c)
    for byte in $((length & 255)) $((length >> 8 & 255)) $((length >> 16 & 255)) 0; do
        printf "\\$(printf '%o' $byte)"
    done
    printf '%s' "$answer"
done
