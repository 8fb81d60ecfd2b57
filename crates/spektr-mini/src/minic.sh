#!/bin/sh
# The miniature compiler: turns a program into an awk script. Without bugs unless flags
# ask for some (see compiler.rs). Bugs live in passes, which run only at -O1 and above
# and only up to --bisect-limit.
#
#   minic FILE -o OUT [--rt=FILE] [-ON] [--bisect-limit=N] [--off=PASS] [-BBUG]
#   minic --as=VERSION …            is of another version than 1.2.3
#   minic FILE --interpret          runs the program, bugs or not, without any bug
#   minic --runtime FILE -o OUT     builds the runtime
#
# Lines `section K` divide a batch: with an argument K, what is built runs only that one.

source='' out='' level=0 limit='' bugs=' ' off=' ' mode=compile runtime= version=1.2.3
while [ $# -gt 0 ]; do
    case $1 in
    --as=*) version=${1#*=} ;;
    --version) echo "minic $version"; exit 0 ;;
    -o) out=$2; shift ;;
    -O*) level=${1#-O} ;;
    -B*) bugs="$bugs${1#-B} " ;;
    --bisect-limit=*) limit=${1#*=} ;;
    --off=*) off="$off${1#*=} " ;;
    --rt=*) runtime=${1#*=} ;;
    --runtime) mode=runtime ;;
    --interpret) mode=interpret ;;
    -*) echo "error[M0002]: unknown option $1" >&2; exit 1 ;;
    *) source=$1 ;;
    esac
    shift
done

if [ "$mode" = runtime ]; then
    cp "$source" "$out"
    exit 0
fi
if [ -n "$runtime" ] && [ ! -f "$runtime" ]; then
    echo "error: linking with \`$runtime\` failed: no such file" >&2
    exit 1
fi
if [ "$mode" = interpret ]; then
    level=0 bugs=' ' out=interpreted
fi
case $bugs in *' children '*) ( setsid sh -c 'while :; do sleep 1; done' & ) ;; esac

awk -v level="$level" -v limit="$limit" -v bugs="$bugs" -v off="$off" \
    -v interpreter="$(command -v awk)" '
function has(bug) { return index(bugs, " " bug " ") > 0 }
# Whether a pass runs on this line; says so if passes are counted.
function runs(pass,    does) {
    if (level == "0" || index(off, " " pass " ")) return 0
    count++
    does = limit == "" || count <= limit + 0
    if (limit != "")
        printf "BISECT: %srunning pass (%d) %s on line %d\n", does ? "" : "NOT ", count, pass, NR > "/dev/stderr"
    return does
}
function fail(construct, pass) {
    if (has("ice=" construct)) {
        print "thread \047mini\047 panicked at src/" pass ".rs:" NR ":7:" > "/dev/stderr"
        print "no " construct " can be here" > "/dev/stderr"
        print "error: the compiler unexpectedly panicked. this is a bug." > "/dev/stderr"
        if (section != "") print "note: while at what follows `" section "`" > "/dev/stderr"
        exit 101
    }
    if (has("hang=" construct)) {
        fflush("/dev/stderr")
        while (1) spin++
    }
}
function used(name) {
    return "(\"" name "\" in v ? v[\"" name "\"] : unset(\"" name "\"))"
}
BEGIN {
    print "#!" interpreter " -f"
    print "function unset(name) { print \"undefined: \" name \" is used but was never set\" > \"/dev/stderr\"; exit 3 }"
    print "BEGIN {"
    if (has("flaky")) print "if ((getline x < \"ran\") < 0) { print \"x\" > \"ran\"; close(\"ran\"); print \"flaky\" }"
}
has("reject=" $1) { print "error[M0001]: no " $1 " is allowed here" > "/dev/stderr"; exit 1 }
has("lack=" $1) { print "error[E0425]: cannot find function `" $1 "` in this scope" > "/dev/stderr"; exit 1 }
has("segv=" $1) { exit 139 }
has("die=" $1) { print "system(\"kill -ABRT $PPID\")" }
has("endless=" $1) { print "while (1) spin++" }
$1 == "let" { printf "v[\"%s\"] = %d %% 10007\n", $2, $4 }
$1 == "add" {
    wrong = 0
    if (runs("const-fold")) { fail("add", "const_fold"); wrong = has("wrong=add") }
    printf "v[\"%s\"] = (%s + %s + %d) %% 10007\n", $2, used($2), used($3), wrong
}
$1 == "mul" {
    wrong = 0
    if (runs("strength-reduction")) { fail("mul", "strength_reduction"); wrong = has("wrong=mul") }
    printf "v[\"%s\"] = (%s * %s + %d) %% 10007\n", $2, used($2), used($3), wrong
}
$1 == "loop" {
    wrong = 0
    if (runs("loop-opt")) { fail("loop", "loop_opt"); wrong = has("wrong=loop") || (has("wrong=long-loop") && $2 >= 3) }
    depth++
    printf "for (i%d = %d; i%d < %d; i%d++) {\n", depth, wrong, depth, $2, depth
}
$1 == "}" { depth--; print "}" }
$1 == "print" { printf "print \"%s=\" %s\n", $2, used($2) }
$1 == "section" {
    if (section != "") print "}"
    section = "== " $2
    printf "if (ARGC < 2 || ARGV[1] == %d) {\nif (ARGC < 2) print \"%s\"\n", $2, section
}
END { if (section != "") print "}"; print "}" }
' "$source" > "$out"
status=$?
[ $status -eq 139 ] && kill -SEGV $$
[ $status -ne 0 ] && exit $status
chmod +x "$out"
if [ "$mode" = interpret ]; then exec "./$out"; fi
exit 0
