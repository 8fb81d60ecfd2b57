//! Arithmetic against gcc and clang without optimisation: every operator on every pair of types,
//! every conversion, bit-fields of every width, at the values where things go wrong. What the
//! machine calls undefined is left out of the programs that are compiled; statements are tried one
//! by one, as a generator would. `SPEKTR_ARITHMETIC=1` tries every pair of values instead of a ninth.

use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio};

use spektr_c::machine::{Ending, Machine, Switches};
use spektr_c::parse;
use spektr_c::syntax::{FunctionId, Program};

const INTEGERS: [(&str, u32, bool); 13] = [
    ("_Bool", 1, false),
    ("signed char", 8, true),
    ("unsigned char", 8, false),
    ("short", 16, true),
    ("unsigned short", 16, false),
    ("int", 32, true),
    ("unsigned", 32, false),
    ("long", 64, true),
    ("unsigned long", 64, false),
    ("long long", 64, true),
    ("unsigned long long", 64, false),
    ("__int128", 128, true),
    ("unsigned __int128", 128, false),
];
const FLOATS: [&str; 3] = ["float", "double", "long double"];
const FLOAT_VALUES: [&str; 6] =
    ["0.0L", "-1.5L", "1e9L", "3.0L", "0x1.fffffep127L", "0x1.0000000000001p-3L"];
const OPERATORS: [&str; 16] =
    ["*", "/", "%", "+", "-", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&", "^", "|"];

/// No program has more statements.
const LARGEST: usize = 15_000;

/// Shows integers as their bits, floating-point numbers exactly.
const PRELUDE: &str = "
int printf(const char *, ...);
static void show(__int128 x) {
    printf(\"%llx.%llx\\n\", (unsigned long long)(x >> 64), (unsigned long long)x);
}
static void real(long double x) { printf(\"%La\\n\", x); }
";

/// The numbers of a type at which something changes.
fn corners(bits: u32, signed: bool) -> Vec<String> {
    let top = bits - u32::from(signed);
    let max = format!("(unsigned __int128)-1 >> {}", 128 - top);
    let mut values = vec!["0".to_owned(), "1".to_owned(), format!("({max})")];
    if signed {
        values.push("-1".to_owned());
        values.push(format!("(-(__int128)({max}) - 1)"));
    }
    if bits > 1 {
        values.push("5".to_owned());
        values.push(format!("(({max}) / 2 + 1)"));
    }
    values
}

/// Statements for every operator on every pair of types; of the pairs of values every `step`-th.
fn operators(step: usize) -> Vec<String> {
    let mut types: Vec<(&str, Vec<String>, bool)> =
        INTEGERS.iter().map(|&(name, bits, signed)| (name, corners(bits, signed), false)).collect();
    types.extend(FLOATS.iter().map(|&name| (name, FLOAT_VALUES.map(str::to_owned).to_vec(), true)));
    let mut statements = Vec::new();
    let mut count = 0;
    for (left, left_values, left_real) in &types {
        for (right, right_values, right_real) in &types {
            for operator in OPERATORS {
                let real = *left_real || *right_real;
                if real && ["%", "<<", ">>", "&", "^", "|"].contains(&operator) {
                    continue;
                }
                let arithmetic = ["*", "/", "+", "-"].contains(&operator);
                let show = if real && arithmetic { "real" } else { "show" };
                for a in left_values {
                    for b in right_values {
                        count += 1;
                        if count % step != 0 {
                            continue;
                        }
                        statements.push(format!(
                            "{{ {left} a = {a}; {right} b = {b}; {show}(a {operator} b); }}"
                        ));
                    }
                }
            }
        }
    }
    statements
}

/// Statements for conversions, assignments with an operator, and operators with one operand.
fn conversions() -> Vec<String> {
    let mut statements = Vec::new();
    for (from, bits, signed) in INTEGERS {
        for value in corners(bits, signed) {
            for (to, ..) in INTEGERS {
                statements.push(format!("{{ {from} a = {value}; {to} b = a; show(b); }}"));
                statements.push(format!("{{ {from} a = {value}; {to} b = 3; b += a; show(b); }}"));
                statements.push(format!("{{ {from} a = {value}; {to} b = 3; a -= b; show(a); }}"));
            }
            for to in FLOATS {
                statements.push(format!("{{ {from} a = {value}; {to} b = a; real(b); }}"));
            }
            for operator in ["-", "~", "!", "+", "++", "--"] {
                statements.push(format!("{{ {from} a = {value}; show({operator}a); show(a); }}"));
            }
            statements.push(format!("{{ {from} a = {value}; show(a++); show(a); }}"));
        }
    }
    for from in FLOATS {
        for value in FLOAT_VALUES {
            for (to, ..) in INTEGERS {
                statements.push(format!("{{ {from} a = {value}; {to} b = a; show(b); }}"));
            }
            for to in FLOATS {
                statements.push(format!("{{ {from} a = {value}; {to} b = a; real(b); }}"));
            }
            statements.push(format!("{{ {from} a = {value}; real(-a); show(!a); real(a--); }}"));
        }
    }
    statements
}

/// Statements for bit-fields of every width of every type that may have them. gcc and clang
/// differ in the type of wider ones than `int`, so those are converted first.
fn bit_fields() -> Vec<String> {
    let mut statements = Vec::new();
    for (ty, bits, signed) in INTEGERS.into_iter().filter(|(_, bits, _)| *bits <= 64) {
        for width in 1..=bits {
            for value in corners(width, signed && width > 1) {
                statements.push(format!(
                    "{{ struct {{ {ty} pad : 1, f : {width}; }} s = {{ 0 }}; s.f = {value}; \
                     show(s.pad); show(({ty})s.f); s.f ^= 1; show(({ty})s.f); s.f++; \
                     show(({ty})s.f); show(({ty})(s.f = 2)); }}"
                ));
            }
        }
    }
    statements
}

fn read(text: &str) -> Program {
    match parse::read(&[("arithmetic.c", text)]) {
        Ok(program) => program,
        Err(complaint) => panic!("{}", complaint.rendered),
    }
}

/// Those statements that are defined, each tried on the machine and taken back.
fn defined(statements: Vec<String>) -> Vec<String> {
    let text = format!("{PRELUDE}int main(void) {{\n{}\n}}\n", statements.join("\n"));
    let program = read(&text);
    let main = program.functions.iter().position(|function| function.name == "main");
    let main = FunctionId(main.expect("there is a `main`") as u32);
    let body = program.function(main).body.as_ref().expect("it has a body");
    let mut machine = Machine::growing(&program, Switches::DEFAULT).expect("it links");
    machine.initialise(&program).expect("there is nothing to initialise");
    machine.enter_function(main, &[]).expect("`main` can be entered");
    let mut kept = Vec::new();
    assert_eq!(body.stmts.len(), statements.len());
    for (stmt, text) in body.stmts.iter().zip(statements) {
        let checkpoint = machine.checkpoint();
        let outcome = machine.execute(&program, stmt, 10_000);
        machine.rollback(checkpoint);
        if outcome.is_ok() {
            kept.push(text);
        }
    }
    kept
}

/// One program of functions with some hundred statements each.
fn program(statements: &[String]) -> String {
    let mut text = PRELUDE.to_owned();
    let mut calls = String::new();
    for (index, chunk) in statements.chunks(200).enumerate() {
        let _ = writeln!(text, "static void part{index}(void) {{\n{}\n}}", chunk.join("\n"));
        let _ = writeln!(calls, "part{index}();");
    }
    let _ = writeln!(text, "int main(void) {{\n{calls}}}");
    text
}

/// Runs the statements on the machine and as compiled; all must print the same.
fn check(name: &str, statements: &[String], least: usize) {
    let kept: Vec<String> =
        statements.chunks(LARGEST).flat_map(|chunk| defined(chunk.to_vec())).collect();
    let (tried, left) = (statements.len(), kept.len());
    assert!(left >= least, "{name}: only {left} of {tried} are defined");
    kept.chunks(LARGEST).for_each(|chunk| compare(name, chunk));
    println!("{name}: {left} of {tried} statements are defined, and print the same");
}

fn compare(name: &str, statements: &[String]) {
    let text = program(statements);
    let tree = read(&text);
    let mut machine = Machine::new(&tree, Switches::DEFAULT).expect("it links");
    let ending = machine.start(&tree).and_then(|()| machine.run(&tree, u64::MAX));
    assert_eq!(ending, Ok(Ending::Exit(0)));
    let wanted = String::from_utf8_lossy(machine.stdout()).into_owned();
    let directory = tempfile::tempdir().expect("a temporary directory");
    let source = directory.path().join("a.c");
    fs::write(&source, &text).expect("the program can be written");
    for compiler in ["gcc-12", "clang-19"] {
        let binary = directory.path().join(compiler);
        let build = Command::new(compiler)
            .args(["-w", "-O0", "-std=gnu17", "-ffp-contract=off"])
            .arg(&source)
            .arg("-o")
            .arg(&binary)
            .stderr(Stdio::inherit())
            .status();
        let Ok(status) = build else {
            eprintln!("{compiler} is not installed: it has no opinion");
            continue;
        };
        assert!(status.success(), "{compiler} takes the program");
        let output = Command::new(&binary).output().expect("the program runs");
        let found = String::from_utf8_lossy(&output.stdout).into_owned();
        if found != wanted {
            let differs = found.lines().zip(wanted.lines()).position(|(a, b)| a != b);
            let at = differs.unwrap_or(0);
            let line = |text: &str| text.lines().nth(at).unwrap_or("").to_owned();
            panic!(
                "{name}: line {at} of the output: {compiler} prints {}, the machine {}",
                line(&found),
                line(&wanted)
            );
        }
    }
}

#[test]
fn operators_agree() {
    let all = std::env::var("SPEKTR_ARITHMETIC").is_ok();
    check("operators", &operators(if all { 1 } else { 9 }), 8_000);
}

#[test]
fn conversions_agree() {
    check("conversions", &conversions(), 3_000);
}

#[test]
fn bit_fields_agree() {
    check("bit-fields", &bit_fields(), 2_000);
}
