//! What is no C is refused with a word, quickly, and without harm.

use std::time::{Duration, Instant};

use spektr_c::{parse, print};

/// What is said of a text that must not be taken.
fn complaint(text: &str) -> String {
    let started = Instant::now();
    let complaint = match parse::read(&[("bad.c", text)]) {
        Ok(_) => panic!("it was taken: {}", text.chars().take(200).collect::<String>()),
        Err(complaint) => complaint,
    };
    assert!(started.elapsed() < Duration::from_secs(60), "it took {:?}", started.elapsed());
    assert!(complaint.rendered.len() < 2000, "{}", complaint.rendered.len());
    complaint.to_string()
}

#[test]
fn nesting_is_bounded_everywhere() {
    let deep = 100_000;
    let nested =
        |open: &str, inner: &str, close: &str| open.repeat(deep) + inner + &close.repeat(deep);
    let texts = [
        format!("int x = {};", nested("(", "1", ")")),
        format!("int f(void) {{ return {}; }}", nested("-", "1", "")),
        format!("int f(void) {}", nested("{", "", "}")),
        format!("int f(int x) {{ {} }}", nested("if (x) ", ";", "")),
        format!("int f(int x) {{ if (x) ; {} }}", nested("else if (x) ; ", "", "")),
        format!("int {}x;", "*".repeat(deep)),
        format!("int {};", nested("(", "x", ")")),
        format!("int x{};", "[1]".repeat(deep)),
        format!("int x = {};", nested("{", "1", "}")),
        format!("{} x;", nested("struct { ", "int y;", " } ")),
        format!("int x = {};", nested("sizeof(int[", "1", "])")),
        format!("int f(int x) {{ return {} x; }}", "x + ".repeat(deep)),
        format!("int f(int x) {{ return {} x; }}", "x, ".repeat(deep)),
        format!("int f(int x) {{ return {} x; }}", "x ? x : ".repeat(deep)),
        format!("int f(int x) {{ return {} x; }}", "x = ".repeat(deep)),
        format!("int f(int *x) {{ return x{}; }}", "[0]".repeat(deep)),
        format!("int f(int x) {{ {} ; }}", "a: ".repeat(deep)),
        format!("int f(int x) {{ switch (x) {{ {} ; }} }}", "case 1: ".repeat(deep)),
        format!("int f(void) {{ return {}; }}", nested("({ ", "1;", " })")),
        format!("int x = {} 1;", "(int)".repeat(deep)),
        format!("void {}f{};", "(*".repeat(deep), ")(void)".repeat(deep)),
        format!("typedef int a{};", nested("(int (*)", "", ")")),
        format!("int x = {};", nested("_Generic(1, default: ", "1", ")")),
        "(".repeat(deep),
        "{".repeat(deep),
        format!("int x = {}", "f(".repeat(deep)),
    ];
    for text in texts {
        let words = complaint(&text);
        assert!(words.starts_with("bad.c:1:"), "{words}");
    }
}

/// What is just within the bounds can be walked on the stack of an ordinary thread.
#[test]
fn the_deepest_programs_are_printed_and_shrunk() {
    let sum = "x + ".repeat(390) + "x";
    let parens = "(".repeat(110) + "x" + &")".repeat(110);
    let blocks = "{ if (x) ".repeat(60) + "x = 1;" + &" }".repeat(60);
    let types = "*".repeat(200);
    for body in [
        format!("return {sum};"),
        format!("return {parens};"),
        blocks,
        format!("int {types}p; return 0;"),
    ] {
        let text = format!("int x; int f(void) {{ {body} }} int main(void) {{ return f(); }}");
        let program = parse::read(&[("deep.c", &text)]).unwrap_or_else(|error| panic!("{error}"));
        let printed = print::print(&program).remove(0).text;
        assert!(parse::read(&[("printed.c", &printed)]).is_ok());
        assert!(!spektr_c::shrink::offers(&program, &Default::default(), 2).is_empty());
    }
}

#[test]
fn types_that_grow_are_bounded() {
    let mut text = "typedef int *t0;\n".to_string();
    for index in 1..5000 {
        text += &format!("typedef t{} *t{index};\n", index - 1);
    }
    assert!(complaint(&text).contains("nested more than"));
    let mut text = "typedef char t0[2];\n".to_string();
    for index in 1..100 {
        text += &format!("typedef t{} t{index}[2];\n", index - 1);
    }
    assert!(complaint(&text).contains("too large"));
    let mut text = "struct s0 { char c[2]; };\n".to_string();
    for index in 1..100 {
        text += &format!("struct s{index} {{ struct s{0} a, b; }};\n", index - 1);
    }
    assert!(complaint(&text).contains("too large"));
}

#[test]
fn recursive_types_are_refused() {
    for (text, words) in [
        ("typedef t *t;", "expected"),
        ("struct s { struct s inner; };", "incomplete"),
        ("struct a { struct b b; }; struct b { struct a a; };", "incomplete"),
        ("typedef struct s t; struct s { t inner; };", "incomplete"),
        ("typedef int t; int f(t t) { t x; return x; }", "expected"),
    ] {
        let found = complaint(text);
        assert!(found.contains(words), "{text}: {found}");
    }
}

#[test]
fn what_is_not_understood_is_named() {
    for (text, words) in [
        ("#include <stdio.h>\n", "bad.c:1:1: `#include`: this text needs a preprocessor first"),
        ("#define X 1\n", "`#define`: this text needs a preprocessor first"),
        (
            "int x __attribute__((frobnicate));",
            "bad.c:1:22: the attribute `frobnicate` is not known",
        ),
        (
            "void f(void) __attribute__((constructor));",
            "the attribute `constructor` is not understood",
        ),
        ("_Complex double z;", "complex numbers are not understood"),
        ("double z = 1.0i;", "complex numbers are not understood"),
        ("_Thread_local int x;", "threads are not understood"),
        ("_Atomic int x;", "`_Atomic` is not understood"),
        ("void f(int n) { int a[n]; }", "bad.c:1:22: variable length arrays are not understood"),
        ("void f(void) { int g(void) { return 1; } }", "nested functions are not understood"),
        ("void f(void) { __asm__(\"nop\"); }", "assembly is not understood, unless it is empty"),
        ("void f(int x) { __asm__(\"\" : \"=r\"(x)); }", "assembly that computes a value"),
        ("__asm__(\".globl x\");", "assembly outside of functions"),
        ("int x = 1.0df;", "decimal floating types"),
        ("int f(void) { return __builtin_frob(1); }", "`__builtin_frob` is not understood"),
        ("#pragma pack(3)\nint x;", "takes 1, 2, 4, 8 or 16"),
        ("int f(void) { return g; }", "`g` is not declared"),
        ("int x = @;", "`@` is no part of C"),
        ("int x = \"abc", "does not end"),
        ("int x; /* abc", "this comment does not end"),
        ("int x = 09;", "`09` is no number"),
        ("int x = '';", "an empty character constant"),
        ("int f(void) { goto nowhere; }", "the label `nowhere` is nowhere"),
        ("int f(void) { break; }", "outside of what it leaves"),
        ("int f(int x) { switch (x) { case 1: case 1:; } }", "this case is there already"),
        ("int x; char x;", "`x` is declared as `int` and as `char`"),
        ("int f(int); int g(void) { return f(1, 2); }", "the function takes 1 arguments, not 2"),
        ("const int x; void f(void) { x = 1; }", "cannot be changed"),
        ("struct s { const int a; } x; void f(void) { x.a = 1; }", "cannot be changed"),
        ("struct s { const int a; } x, y; void f(void) { x = y; }", "has a `const` member"),
        (
            "struct s { struct { const int a[2]; } b; } x, y; void f(void) { x = y; }",
            "has a `const` member",
        ),
        ("void f(void) { 1 = 2; }", "it is no object"),
        ("struct s; void f(void) { struct s x; }", "incomplete"),
        ("struct s { int x; } s; int f(void) { return s.y; }", "`struct s` has no member `y`"),
        ("struct s { int x; } s; int f(void) { return s + 1; }", "no operator `+`"),
        ("int a[2] = { 1, 2, 3 };", "too many values"),
        ("int a[2] = { [5] = 1 };", "no such element"),
        ("int f(void); int x = f();", "not constant"),
        ("_Static_assert(1 == 2, \"arithmetic\");", "this assertion does not hold: arithmetic"),
        ("int a[-1];", "not negative"),
        ("int a[9223372036854775807L];", "too large"),
        ("long long long x;", "these words name no type together"),
        ("int char x;", "two types in one declaration"),
        ("int x = 1", "expected `;`, found the end of the file"),
        ("int f(void) { return (1; }", "expected `)`, found `;`"),
        ("struct s { int x : 40; };", "not within 0 and 32"),
        ("enum e { };", "an enumeration without constants"),
        ("int f(a, b) int c; { return 0; }", "`c` is no parameter"),
    ] {
        let found = complaint(text);
        assert!(found.contains(words), "{text}: {found}");
    }
}

#[test]
fn old_declarations_are_read() {
    let text = "f(a, b, c) char b; long *c; { return a + b + *c; }\nmain() { long x = 3; return f(1, 2, &x); }\nstatic y;\n";
    let program = parse::read(&[("old.c", text)]).expect("it was C once");
    let printed = print::print(&program).remove(0).text;
    assert!(
        printed.contains("int f(a, b, c)\n    int a;\n    char b;\n    long *c;\n{"),
        "{printed}"
    );
}

/// Bytes without meaning, the same on every machine.
fn noise(length: usize, alphabet: &[u8]) -> String {
    let mut state = 88172645463325252u64;
    let bytes: Vec<u8> = (0..length)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            alphabet[(state % alphabet.len() as u64) as usize]
        })
        .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn noise_is_refused() {
    let all: Vec<u8> = (0..=255).collect();
    complaint(&noise(100_000, &all));
    let punctuation = b"(){}[];,*&=+-<>!?:.\"'#\\/ \nabxy0123";
    for length in [10, 100, 1000, 100_000] {
        complaint(&(noise(length, punctuation) + "@"));
    }
    let words = [
        "int ", "x ", "* ", "( ", ") ", "{ ", "} ", "; ", "= ", "1 ", "struct ", "if ", ", ", "[ ",
        "] ", "typedef ", "return ", "case ",
    ];
    let mut state = 12345u64;
    for _ in 0..3000 {
        let mut text = String::new();
        for _ in 0..40 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            text += words[((state >> 33) % words.len() as u64) as usize];
        }
        // Most of it is no C; what is must be printed and read again.
        if let Ok(program) = parse::read(&[("noise.c", &text)]) {
            let printed = print::print(&program).remove(0).text;
            parse::read(&[("printed.c", &printed)])
                .unwrap_or_else(|error| panic!("{text}: {error}"));
        }
    }
}

#[test]
fn fifty_megabytes_end_with_a_word() {
    let length = 50_000_000;
    assert!(complaint(&"x".repeat(length)).len() < 500);
    assert!(complaint(&"9".repeat(length)).len() < 500);
    assert!(complaint(&("\"".to_string() + &"y".repeat(length))).contains("does not end"));
    let statement = "x += 1; ";
    let count = 500_000;
    let body = statement.repeat(count);
    let program = parse::read(&[("long.c", &format!("int x; void f(void) {{ {body} }}"))]);
    let body = program.expect("long, but C").functions.remove(0).body.expect("a body");
    assert_eq!(body.stmts.len(), count);
}

#[test]
fn line_marks_name_the_users_file() {
    let text = "# 1 \"user.c\"\n# 1 \"/usr/include/a.h\" 1 3\nint y;\n# 7 \"user.c\" 2\nint f(void) {\n  return zz;\n}\n";
    assert_eq!(complaint(text), "user.c:8:10: `zz` is not declared");
}

#[test]
fn files_that_disagree_about_an_object_are_refused() {
    let agree = [("a.c", "extern int list[]; extern struct s *p;"), ("b.c", "int list[3];")];
    assert!(parse::read(&agree).is_ok());
    let other =
        [("a.c", "extern int shared; int f(void) { return shared; }"), ("b.c", "long shared = 5;")];
    let words = parse::read(&other).map(|_| ()).map_err(|complaint| complaint.to_string());
    let expected = "a.c:1:12: `shared` is declared here with another type than it is defined with";
    assert_eq!(words, Err(expected.to_string()));
}

#[test]
fn lengths_and_alignments_that_have_no_model_are_named() {
    let words = complaint("int f(int n, int a[n++]) { return n; }");
    assert!(words.ends_with("the length of an array with side effects is not understood"));
    let words = complaint("void f(void); int x = __alignof__(f);");
    assert!(words.ends_with("the alignment of a function is not understood"), "{words}");
}

#[test]
fn names_of_floating_types_that_headers_define_are_known() {
    let text = "typedef float _Float32; typedef double _Float64; typedef double _Float32x;\n\
                typedef long double _Float64x; _Float32 a; _Float64 b; _Float64x c;\n";
    assert!(parse::read(&[("a.c", text)]).is_ok());
    complaint("typedef float double;");
}
