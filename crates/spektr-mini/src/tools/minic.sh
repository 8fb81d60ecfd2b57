#!/bin/sh
# The miniature compiler: turns a program into an awk script. Without bugs unless flags
# ask for some (see tools/mod.rs). Bugs live in passes, which run only at -O1 and above and
# only as far as the limits let them.
#
#   minic FILE -o OUT [--rt=FILE] [-ON] [-BBUG] [LIMITS] [--off=PASS]
#   minic -c FILE -o OUT …          compiles one of several files, without linking
#   minic --link FILE… -o OUT       links what was compiled
#   minic FILE… --interpret         runs the program, bugs or not, without any bug
#   minic --runtime FILE -o OUT     builds the runtime
#   minic --as=VERSION …            is of another version than 1.2.3
#
# LIMITS: --early-limit=N and --late-limit=N let so many passes of a layer run, and
# --bisect-limit=N so many of all; each names the passes. --dump=DIR keeps what early passes
# did, --keep=FILE what is held in the end, --time says what was done how often.
#
# Lines `section K` divide a batch: with an argument K, what is built runs only that one. The
# file other.mini holds what `call other` calls.

sources='' out='' level=0 limit='' early='' late='' bugs=' ' off=' ' mode=build
runtime='' version=1.2.3 dump='' keep='' time=''
while [ $# -gt 0 ]; do
    case $1 in
    --as=*) version=${1#*=} ;;
    --version) echo "minic $version"; exit 0 ;;
    -o) out=$2; shift ;;
    -c) mode=compile ;;
    -O*) level=${1#-O} ;;
    -B*) bugs="$bugs${1#-B} " ;;
    --bisect-limit=*) limit=${1#*=} ;;
    --early-limit=*) early=${1#*=} ;;
    --late-limit=*) late=${1#*=} ;;
    --off=*) off="$off${1#*=} " ;;
    --rt=*) runtime=${1#*=} ;;
    --dump=*) dump=${1#*=} ;;
    --keep=*) keep=${1#*=} ;;
    --time) time=1 ;;
    --runtime) mode=runtime ;;
    --interpret) mode=interpret ;;
    --link) mode=link ;;
    -*) echo "minic: unknown option $1" >&2; exit 1 ;;
    *) sources="$sources $1" ;;
    esac
    shift
done

has() { case $bugs in *" $1 "*) return 0 ;; esac; return 1; }
uncounted="$early$late$limit"
if has nocount && [ -n "$uncounted" ]; then
    echo "minic: unknown option of a limit" >&2
    exit 1
fi
if [ "$mode" = runtime ]; then
    cp $sources "$out"
    exit 0
fi
if [ -n "$runtime" ] && [ ! -f "$runtime" ]; then
    echo "minic: cannot link $runtime: no such file" >&2
    exit 1
fi
if [ "$mode" = interpret ]; then
    level=0 bugs=' ' out=interpreted
fi
if has broken; then
    echo "minic: I broke in start at line 0: nothing works" >&2
    exit 70
fi
if has killed; then
    mark=killed-$(cat $sources | cksum | tr ' ' -)
    [ -e "$mark" ] || { : > "$mark"; kill -KILL $$; }
fi
if has children; then ( setsid sh -c 'while :; do sleep 1; done' & ); fi
[ -n "$dump" ] && mkdir -p "$dump"

# Compiles one file to standard output.
compile() {
    awk -v level="$level" -v limit="$limit" -v early="$early" -v late="$late" \
        -v bugs="$bugs" -v off="$off" -v dump="$dump" -v time="$time" \
        -v other="$(case $1 in *other.mini) echo 1 ;; esac)" '
function has(bug) { return index(bugs, " " bug " ") > 0 }
function say(text) { print "minic: " text > "/dev/stderr" }
# Whether a pass of a layer runs on this line; says so if passes of the layer are counted.
function runs(layer, pass,    bound, number, does) {
    if (level == "0" || index(off, " " pass " ")) return 0
    bound = limit != "" ? limit : (layer == "early" ? early : late)
    number = limit != "" ? ++count : ++counts[layer]
    does = bound == "" || number <= bound + 0
    if (bound != "") print (does ? "pass " : "skip ") number " " pass " at line " NR > "/dev/stderr"
    if (does) ran[pass]++
    return does
}
function fail(construct, pass) {
    if (has("ice=" construct)) {
        say("I broke in " pass " at line " NR ": no " construct " can be here")
        if (section != "") say("that was behind == " section)
        exit 70
    }
    if (has("hang=" construct)) {
        fflush("/dev/stderr")
        while (1) spin++
    }
}
function used(name) {
    return "(\"" name "\" in v ? v[\"" name "\"] : unset(\"" name "\"))"
}
# Prints what an early pass made of this line, and keeps it.
function emit(pass, did, text,    file) {
    if (did && dump != "") {
        file = dump "/" pass " line " NR
        print $0 > (file " before")
        print text > (file " after")
    }
    print text
}
function open_part(name) {
    print other ? "function other" name "() {" : "if (ARGC < 2 || ARGV[1] == " name ") {\nif (ARGC < 2) print \"== " name "\""
}
BEGIN {
    loops = other ? "o" : "i"
    if (!other) print "BEGIN {"
    if (has("flaky")) print "if ((getline x < \"ran\") < 0) { print \"x\" > \"ran\"; close(\"ran\"); print \"flaky\" }"
    if (has("chatty")) print "while (1) print \"and so on\""
}
NR == 1 && other && $1 != "section" { open_part(""); open = 1 }
has("reject=" $1) { say("refused: no " $1 " is allowed here"); exit 1 }
has("lack=" $1) { say("what is " $1 "?"); exit 1 }
has("segv=" $1) { exit 139 }
has("die=" $1) { print "system(\"kill -ABRT $PPID\")" }
has("endless=" $1) { print "while (1) spin++" }
$1 == "let" { printf "v[\"%s\"] = %d %% 10007\n", $2, $4 }
$1 == "any" { printf "v[\"%s\"] = %d\n", $2, has("wrong=any") ? 7 : level != "0" }
$1 == "add" {
    wrong = 0
    if (did = runs("early", "const-fold")) { fail("add", "const-fold"); wrong = has("wrong=add") }
    emit("const-fold", did, sprintf("v[\"%s\"] = (%s + %s + %d) %% 10007", $2, used($2), used($3), wrong))
}
$1 == "mul" {
    wrong = 0
    if (did = runs("early", "strength-reduction")) { fail("mul", "strength-reduction"); wrong = has("wrong=mul") }
    emit("strength-reduction", did, sprintf("v[\"%s\"] = (%s * %s + %d) %% 10007", $2, used($2), used($3), wrong))
}
$1 == "loop" {
    wrong = 0
    if (runs("late", "loop-opt")) {
        fail("loop", "loop-opt")
        wrong = has("wrong=loop") || (has("wrong=long-loop") && $2 >= 3) || (has("wrong=both") && ran["const-fold"])
    }
    depth++
    printf "for (%s%d = %d; %s%d < %d; %s%d++) {\n", loops, depth, wrong, loops, depth, $2, loops, depth
}
$1 == "}" { depth--; print "}" }
$1 == "print" { printf "print \"%s=\" %s\n", $2, used($2) }
$1 == "call" { print "other" section "()" }
$1 == "exit" { print "exit " (has("wrong=exit") ? $2 + 1 : $2) }
$1 == "abort" { print has("wrong=abort") ? "exit 0" : "fflush(); system(\"kill -ABRT $PPID\"); exit 1" }
$1 == "section" {
    if (open) print "}"
    open = 1
    section = $2
    open_part(section)
    if (has("company") && !other) print "if (ARGC < 2) print \"in company\""
    if (has("ice=company")) { say("I broke in start at line " NR ": too many"); exit 70 }
}
END {
    if (other && NR == 0) { open_part(""); open = 1 }
    if (open) print "}"
    if (!other) print "}"
    if (time) for (pass in ran) print "time " pass " " ran[pass] > "/dev/stderr"
}
' "$1"
    status=$?
    [ $status -eq 139 ] && kill -SEGV $$
    [ $status -ne 0 ] && exit $status
}

# Links what was compiled to standard output.
link() {
    has noexec || echo "#!$(command -v awk) -f"
    echo 'function unset(name) { print "undefined: " name " is used but was never set" > "/dev/stderr"; exit 3 }'
    cat "$@"
}

if [ "$mode" = compile ]; then
    compile $sources > "$out"
    exit 0
fi
if [ "$mode" != link ]; then
    objects=''
    for source in $sources; do
        compile "$source" > "$source.o"
        objects="$objects $source.o"
    done
    sources=$objects
fi
[ -n "$keep" ] && cat $sources > "$keep"
if has nothing; then exit 0; fi
link $sources > "$out"
chmod +x "$out"
if [ "$mode" = interpret ]; then exec "./$out"; fi
exit 0
