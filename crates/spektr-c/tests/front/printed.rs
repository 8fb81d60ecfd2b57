//! Printed programs compile and do what the original does.

use spektr_c::{CWing, parse, print};
use spektr_wing::{Arg, Audience, Purpose, SourceFile, Wing};

use crate::tools;

/// One program that uses most of what the printer knows.
const PROGRAM: &str = include_str!("everything.c");

#[test]
fn a_printed_program_does_what_the_original_does() {
    let program = parse::read(&[("everything.c", PROGRAM)]).expect("it is C");
    let printed = print::print(&program).remove(0).text;
    let compilers = tools::compilers();
    if compilers.is_empty() {
        eprintln!("skipped: neither gcc-12 nor clang-19 is installed");
    }
    for compiler in compilers {
        let original = tools::compile_and_run(compiler, PROGRAM).expect("the original compiles");
        let ours = tools::compile_and_run(compiler, &printed);
        let ours = ours.unwrap_or_else(|words| panic!("{compiler}: {words}\n{printed}"));
        assert_eq!(
            (String::from_utf8_lossy(&original.0), &original.1),
            (String::from_utf8_lossy(&ours.0), &ours.1),
            "{compiler}:\n{printed}"
        );
        assert!(original.0.len() > 100, "the program prints what it computes");
    }
}

#[test]
fn what_is_printed_is_read_as_the_same_text() {
    let program = parse::read(&[("everything.c", PROGRAM)]).expect("it is C");
    let printed = print::print(&program).remove(0).text;
    let again = parse::read(&[("printed.c", &printed)]).expect("it is still C");
    assert_eq!(print::print(&again).remove(0).text, printed);
}

#[test]
fn units_are_printed_to_files_of_their_own() {
    let one = "extern int shared;\nint add(int);\nint main(void) { return add(shared) - 7; }\n";
    let two = "int shared = 3;\nstatic int four(void) { return 4; }\nint add(int x) { return x + four(); }\n";
    let program = parse::read(&[("one.c", one), ("two.c", two)]).expect("it is C");
    let files = print::print(&program);
    assert_eq!(files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), ["one.c", "two.c"]);
    assert!(files[0].text.contains("extern int shared;") && !files[0].text.contains("four"));
    assert!(files[1].text.contains("int shared = 3;"));
    let linked = program.link().expect("it links");
    let defined = |name: &str, unit| {
        let id = program
            .function_ids()
            .find(|&id| program.function(id).name == name && program.function(id).unit == unit);
        linked.functions[id.expect("declared").0 as usize].map(|id| program.function(id).unit)
    };
    assert_eq!(defined("add", 0), Some(1));
    let twice = parse::read(&[("a.c", "int x = 1;"), ("b.c", "int x = 2;")]).unwrap_err();
    assert_eq!(twice.to_string(), "b.c:1:5: `x` is defined in two units");
}

/// What the printer makes of a line in a function.
fn line(text: &str) -> String {
    let program = format!(
        "int a, b, c; int *p; struct s {{ int x; struct {{ int y; }}; }} s, *q; double d; char ch;\n\
         int f(int, ...); void g(void) {{ {text} }}\n"
    );
    let program = parse::read(&[("a.c", &program)]).unwrap_or_else(|error| panic!("{error}"));
    let printed = print::print(&program).remove(0).text;
    let body = printed.split("void g(void)\n{\n").nth(1).expect("the function is there");
    body.trim_end_matches("}\n").trim().to_string()
}

#[test]
fn no_more_is_written_than_needed() {
    for same in [
        "a = b + c * 2;",
        "a = (b + c) * 2;",
        "a = b - (c - 1);",
        "ch = a;",
        "d = a / 2;",
        "q->y = s.x + (*q).x;",
        "p[a++] = -(-b);",
        "a = b ? c : a ? 1 : 2;",
        "f(1, a, d), a = 2;",
        "*p++ = ~a & ~b | !c;",
        "a = sizeof(int) + sizeof(a);",
        "p = &a;",
        "p = (int *)q;",
        "p = 0;",
        "a = b < c == 1;",
        "a += (b, c);",
        "d = 1.5 + 2.5f;",
        "a = p - &b > 3L;",
    ] {
        assert_eq!(line(same), same);
    }
    // A tree without parentheses gets them where precedence needs them.
    assert_eq!(line("a = - -b;"), "a = - -b;");
    assert_eq!(line("a = b - -1;"), "a = b - -1;");
    assert_eq!(line("if (a) { if (b) c = 1; } else c = 2;").matches('{').count(), 1);
}

#[test]
fn a_file_with_flags_of_its_own_keeps_them_and_is_not_on_trial() {
    let one = "int add(int);\nint main(void) { return add(3) - 7; }\n";
    let two = "#pragma spektr flags -O1 -fno-inline\nint add(int x) { return x + 4; }\n";
    let files = [SourceFile::new("one.c", one), SourceFile::new("two.c", two)];
    let program = CWing.read(&files).expect("it is C");
    let printed = program.files();
    assert!(printed[1].text.starts_with("#pragma spektr flags -O1 -fno-inline\n"));
    let audience = Audience { family: "gcc", features: &[], lacks: &[] };
    let experiment = CWing.experiment(&[&*program], Purpose::Judge, &audience);
    let on_trial: Vec<bool> = experiment.steps.iter().map(|step| step.under_test).collect();
    assert_eq!(on_trial, [true, false, true, false]);
    assert!(experiment.steps[1].args.contains(&Arg::text("-fno-inline")));
    let wrong = parse::read(&[("a.c", "#pragma spektr flags x.c\nint x;")]).unwrap_err();
    assert_eq!(wrong.to_string(), "a.c:1:1: `x.c` is no flag of a compiler");
}
