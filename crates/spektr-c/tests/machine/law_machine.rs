//! Random small programs before the machine, two compilers and the sanitizers: expressions with
//! side effects, lifetimes, punning, pointers, bounds. What the machine calls defined must print
//! the same everywhere and upset nobody; of what it calls undefined, rules that a sanitizer can see
//! must be seen by one.
//!
//! `SPEKTR_LAWS=20000 cargo test -p spektr-c --release --test machine law_machine` tries that many,
//! `SPEKTR_LAWS_FROM` leaves the first ones out.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use spektr_c::machine::{Ending, Machine, Stop, Switches};
use spektr_c::parse;

const DEFAULT_COUNT: usize = 300;
const BATCH: usize = 500;
const FUEL: u64 = 200_000;

/// Rules for which some sanitizer complains whenever the machine does.
const SEEN: [&str; 5] =
    ["signed-overflow", "division-by-zero", "division-overflow", "shift-count", "null-dereference"];

const COMPILERS: [&str; 2] = ["gcc-12", "clang-19"];
const SANITIZERS: [&[&str]; 2] = [
    &["-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"],
    &["-fsanitize=memory", "-fno-sanitize-recover=all"],
];

const PRELUDE: &str = "
int printf(const char *, ...);
void *memcpy(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
struct st { int x; unsigned y : 5; short z; int t[3]; };
union un { int i; unsigned char c[4]; short h[2]; };
";

/// Runs the programs whose numbers it is given, each in a child, and marks where one ended.
const DRIVER: &str = "
int atoi(const char *);
int fork(void);
int waitpid(int, int *, int);
unsigned alarm(unsigned);
void _exit(int);
int fflush(void *);
int main(int n, char **v) {
    for (int i = 1; i < n; i++) {
        int status = 0, child = fork();
        if (child == 0) {
            alarm(5);
            int result = law(atoi(v[i]));
            fflush(0);
            _exit(result);
        }
        waitpid(child, &status, 0);
        printf(\"@%d\", status != 0);
        fflush(0);
    }
}
";
/// Programs print numbers and spaces only.
const MARK: u8 = b'@';

/// Makes programs from a stream that is the same everywhere: a counter, well mixed.
struct Random {
    counter: u64,
    /// Of the program that is being made; names of file scope end in it.
    number: usize,
}

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.counter = self.counter.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.counter;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % bound as u64) as usize
    }

    fn pick<'a>(&mut self, among: &[&'a str]) -> &'a str {
        among[self.below(among.len())]
    }

    fn literal(&mut self) -> String {
        let all = ["0", "1", "2", "3", "-1", "7", "31", "100", "-128", "65535", "2147483647"];
        // Small ones mostly, so that most programs are defined.
        let most = if self.below(3) == 0 { all.len() } else { 6 };
        self.pick(&all[..most]).to_owned()
    }

    fn place(&mut self) -> String {
        let simple = ["a", "b", "u", "s", "h", "l", "st.x", "st.y", "st.z", "un.i"];
        match self.below(14) {
            0 => format!("arr[{}]", self.below(4)),
            1 => format!("arr[{} & 3]", self.pick(&["a", "u", "b"])),
            2 => "*p".to_owned(),
            3 => format!("p[{}]", self.below(3)),
            4 => format!("un.c[{}]", self.below(4)),
            5 => format!("st.t[{}]", self.below(3)),
            6 => "q->x".to_owned(),
            7 => format!("g{}", self.number),
            _ => self.pick(&simple).to_owned(),
        }
    }

    fn expr(&mut self, depth: usize) -> String {
        if depth == 0 || self.below(5) == 0 {
            return if self.below(3) == 0 { self.literal() } else { self.place() };
        }
        let deeper = depth - 1;
        match self.below(17) {
            0..=5 => {
                let operator = self.pick(&["+", "-", "*", "&", "|", "^", "<", "==", ">", "!="]);
                format!("({} {operator} {})", self.expr(deeper), self.expr(deeper))
            }
            6 => {
                let operator = self.pick(&["/", "%"]);
                format!("({} {operator} ({} | 1))", self.expr(deeper), self.expr(deeper))
            }
            7 => {
                let (operator, count) = (self.pick(&["<<", ">>"]), self.below(9));
                format!("({} {operator} {count})", self.expr(deeper))
            }
            8 => format!("({}({}))", self.pick(&["-", "~", "!"]), self.expr(deeper)),
            9 => format!("({} && {})", self.expr(deeper), self.expr(deeper)),
            10 => {
                format!("({} ? {} : {})", self.expr(deeper), self.expr(deeper), self.expr(deeper))
            }
            11 => format!("({}, {})", self.expr(deeper), self.expr(deeper)),
            12 => {
                let ty = self.pick(&["short", "unsigned char", "unsigned", "long", "_Bool"]);
                format!("(({ty}){})", self.expr(deeper))
            }
            13 => {
                let (one, other) = (self.expr(deeper), self.expr(deeper));
                format!("f{}({one}, {other})", self.number)
            }
            14 => format!("{}{}", self.place(), self.pick(&["++", "--"])),
            15 => format!("({} = {})", self.place(), self.expr(deeper)),
            _ => format!("({}++, {})", self.place(), self.place()),
        }
    }

    fn statement(&mut self, depth: usize) -> String {
        match self.below(if depth == 0 { 9 } else { 14 }) {
            0..=4 => {
                let operator = self.pick(&["=", "=", "=", "+=", "-=", "^=", "|=", "&="]);
                format!("{} {operator} {};", self.place(), self.expr(2))
            }
            5 => format!(
                "p = {};",
                self.pick(&["arr", "arr + 1", "&a", "&st.x", "&arr[2]", "p + 1"])
            ),
            6 => format!("p += {};", self.pick(&["1", "-1", "0", "2"])),
            7 => format!(
                "{};",
                self.pick(&[
                    "memcpy(&un, &a, 4)",
                    "memcpy(arr, arr + 2, 8)",
                    "memset(&st, 0, sizeof st)",
                    "memcpy(&st.t, arr, 12)",
                    "q = &st",
                    "*q = st",
                    "un.i = a"
                ])
            ),
            8 => format!("{}{};", self.place(), self.pick(&["++", "--"])),
            9 => format!("if ({}) {{ {} }}", self.expr(2), self.statement(depth - 1)),
            10 => format!(
                "for (int i = 0; i < {}; i++) {{ {} a ^= i; }}",
                self.below(4),
                self.statement(depth - 1)
            ),
            11 => {
                format!("{{ int k = {}; p = &k; {} }}", self.literal(), self.statement(depth - 1))
            }
            12 => format!(
                "switch ({} & 3) {{ case 0: {} case 1: {} break; default: {} }}",
                self.place(),
                self.statement(0),
                self.statement(0),
                self.statement(0)
            ),
            _ => {
                let second = self.statement(depth - 1);
                format!("{{ int k; {} if (a) k = b; b = k; {second} }}", self.statement(depth - 1))
            }
        }
    }

    /// One program: a function to call, and what it needs.
    fn program(&mut self, number: usize) -> String {
        self.number = number;
        let global = format!("g{number}");
        let effect = self.pick(&["G = m;", "G++;", "", "if (m > n) G = n;"]).replace('G', &global);
        let (a, b) = (self.literal(), self.literal());
        let mut out = format!(
            "static int {global};\n\
             static int f{number}(int m, int n) {{ {effect} return m ^ n; }}\n\
             int law_{number}(void) {{\n\
             int a = {a}, b = {b}; unsigned u = 5; short s = -2; char h = 3; long l = 9;\n\
             int arr[4] = {{ 1, 2, 3, 4 }}, *p = arr;\n\
             struct st st = {{ 1, 2, 3, {{ 4, 5, 6 }} }}, *q = &st;\n\
             union un un; un.i = 7;\n"
        );
        for _ in 0..2 + self.below(5) {
            let _ = writeln!(out, "{}", self.statement(2));
        }
        let _ = writeln!(
            out,
            "printf(\"%d %d %u %d %d %ld %d %d %d %d %d %d %d %d %d %d\\n\", a, b, u, s, h, l, \
             {global}, arr[0], arr[1], arr[2], arr[3], st.x, st.y, st.z, st.t[1], un.i);\n\
             return 0; }}"
        );
        out
    }
}

/// What the machine says of one program.
enum Said {
    Prints(Vec<u8>),
    Undefined(&'static str),
    /// Open, or beyond its limits: nothing to compare.
    Nothing,
}

fn say(text: &str, number: usize) -> Said {
    let text = format!("{PRELUDE}{text}int main(void) {{ return law_{number}(); }}\n");
    let program = match parse::read(&[("law.c", &text)]) {
        Ok(program) => program,
        Err(complaint) => panic!("{}\n{text}", complaint.rendered),
    };
    let mut machine = Machine::new(&program, Switches::STRICT).expect("it links");
    match machine.start(&program).and_then(|()| machine.run(&program, FUEL)) {
        Ok(Ending::Exit(0)) => Said::Prints(machine.stdout().to_vec()),
        Ok(_) => Said::Nothing,
        Err(stop) => match *stop {
            Stop::Undefined(undefined) => Said::Undefined(undefined.rule()),
            Stop::Unspecified(_) | Stop::OutOfFuel => Said::Nothing,
            Stop::Unsupported { what } => panic!("no model of {what} in\n{text}"),
        },
    }
}

fn build(directory: &Path, compiler: &str, flags: &[&str], source: &Path) -> Option<PathBuf> {
    let binary = directory.join("laws");
    let output = Command::new(compiler)
        .args(["-w", "-O0", "-std=gnu17"])
        .args(flags)
        .arg(source)
        .arg("-o")
        .arg(&binary)
        .output();
    match output {
        Ok(output) if output.status.success() => Some(binary),
        Ok(output) => {
            // gcc-12 breaks on `(_Bool)(0, 3)`.
            let words = String::from_utf8_lossy(&output.stderr);
            assert!(words.contains("internal compiler error"), "{compiler}: {words}");
            eprintln!(
                "{compiler} breaks on a batch: {}",
                words.lines().take(3).collect::<String>()
            );
            None
        }
        Err(_) => {
            eprintln!("{compiler} is not installed: it has no opinion");
            None
        }
    }
}

/// What a program of a batch printed, and whether it ended well.
struct Ran {
    stdout: Vec<u8>,
    success: bool,
}

/// Runs programs of a batch, each in a process of its own.
fn run(binary: &Path, numbers: &[usize]) -> Vec<Ran> {
    let output = Command::new(binary)
        .args(numbers.iter().map(usize::to_string))
        .env("ASAN_OPTIONS", "detect_leaks=0")
        .stderr(Stdio::null())
        .output()
        .expect("the batch runs");
    let mut rest: &[u8] = &output.stdout;
    let mut found = Vec::with_capacity(numbers.len());
    for _ in numbers {
        let end = rest.iter().position(|&byte| byte == MARK).expect("every program is marked");
        let (stdout, after) = rest.split_at(end);
        found.push(Ran { stdout: stdout.to_vec(), success: after.get(1) == Some(&b'0') });
        rest = after.get(2..).unwrap_or_default();
    }
    found
}

/// What a sanitizer says of one program.
fn complaint(binary: &Path, number: usize) -> String {
    let output = Command::new(binary)
        .arg(number.to_string())
        .env("ASAN_OPTIONS", "detect_leaks=0")
        .output()
        .expect("the batch runs");
    let words = String::from_utf8_lossy(&output.stderr);
    words.lines().take(4).collect::<Vec<_>>().join("\n")
}

fn batch(random: &mut Random, first: usize, count: usize, wrong: &mut Vec<String>) -> usize {
    let texts: Vec<String> = (first..first + count).map(|number| random.program(number)).collect();
    let said: Vec<Said> = texts.iter().zip(first..).map(|(text, n)| say(text, n)).collect();
    let mut whole =
        format!("{PRELUDE}{}static int law(int number) {{\nswitch (number) {{\n", texts.concat());
    for number in first..first + count {
        let _ = writeln!(whole, "case {number}: return law_{number}();");
    }
    let _ = writeln!(whole, "}}\nreturn 99;\n}}\n{DRIVER}");
    let directory = tempfile::tempdir().expect("a temporary directory");
    let source = directory.path().join("laws.c");
    fs::write(&source, whole).expect("the batch can be written");
    let numbered = || (first..).zip(&said);
    let defined: Vec<usize> = numbered()
        .filter_map(|(number, said)| matches!(said, Said::Prints(_)).then_some(number))
        .collect();
    for compiler in COMPILERS {
        let Some(binary) = build(directory.path(), compiler, &[], &source) else { continue };
        for (&number, ran) in defined.iter().zip(run(&binary, &defined)) {
            let Said::Prints(wanted) = &said[number - first] else { continue };
            if ran.stdout != *wanted {
                let (found, wanted) =
                    (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(wanted));
                let text = &texts[number - first];
                wrong.push(format!("{compiler} prints {found}, the machine {wanted}\n{text}"));
            }
        }
    }
    let decided: Vec<usize> = numbered()
        .filter_map(|(number, said)| (!matches!(said, Said::Nothing)).then_some(number))
        .collect();
    let mut complaints = vec![0; count];
    for flags in SANITIZERS {
        let Some(binary) = build(directory.path(), "clang-19", flags, &source) else {
            return said.len();
        };
        for (&number, ran) in decided.iter().zip(run(&binary, &decided)) {
            if ran.success {
                continue;
            }
            complaints[number - first] += 1;
            if let Said::Prints(_) = said[number - first] {
                let words = complaint(&binary, number);
                let text = &texts[number - first];
                wrong.push(format!("defined, but a sanitizer says {words}\n{text}"));
            }
        }
    }
    for (index, said) in said.iter().enumerate() {
        if let Said::Undefined(rule) = said
            && SEEN.contains(rule)
            && complaints[index] == 0
        {
            wrong.push(format!("{rule}, but no sanitizer complains\n{}", texts[index]));
        }
    }
    said.iter().filter(|said| matches!(said, Said::Prints(_))).count()
}

#[test]
fn machine_compilers_and_sanitizers_agree() {
    let count = std::env::var("SPEKTR_LAWS").ok().and_then(|n| n.parse().ok());
    let count: usize = count.unwrap_or(DEFAULT_COUNT);
    let from = std::env::var("SPEKTR_LAWS_FROM").ok().and_then(|n| n.parse().ok());
    let from: usize = from.unwrap_or(0);
    let mut random = Random { counter: 11, number: 0 };
    let (mut wrong, mut defined) = (Vec::new(), 0);
    let mut first = 0;
    while first < count {
        let size = BATCH.min(count - first);
        if first < from {
            (first..first + size).for_each(|number| drop(random.program(number)));
        } else {
            defined += batch(&mut random, first, size, &mut wrong);
        }
        first += size;
        println!("{first} programs, {defined} of them defined, {} differ", wrong.len());
    }
    println!("{count} programs, {defined} of them defined");
    assert!(wrong.is_empty(), "{} of {count} differ:\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(defined * 3 > count - from.min(count), "only {defined} of {count} are defined");
}
