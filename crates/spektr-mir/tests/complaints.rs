//! What is not supported is named, with its place; nothing ever panics.

use spektr_mir::parse::{parse, parse_bytes};
use spektr_wing::Complaint;

/// A function with this body, in a file that is fine otherwise.
fn with_body(mir: &str) -> String {
    format!(
        "#[derive(Clone, Copy)] pub enum E {{ A, B(u8) }}\npub struct S {{ x: i32, y: u8 }}\n\
         fn helper() -> i32 {{ 2 + 2 }}\nfn poke(p: *mut i32) {{ if true {{ unsafe {{ *p = 1 }} }} }}\n\
         #[custom_mir(dialect = \"runtime\", phase = \"initial\")]\n\
         fn f(a: i32, b: u8, p: *mut i32, q: *mut *mut i32, e: E, t: [i32; 4]) {{ mir! {{\n{mir}\n}} }}\n\
         fn main() {{ f(1, 2, core::ptr::null_mut(), core::ptr::null_mut(), E::A, [0; 4]); }}\n"
    )
}

fn complaint(source: &str) -> Complaint {
    match parse(source) {
        Ok(_) => panic!("this was understood:\n{source}"),
        Err(complaint) => complaint,
    }
}

/// The complaint about a body, which starts in line 7.
fn about(mir: &str, line: u32, words: &str) {
    let complaint = complaint(&with_body(mir));
    assert!(complaint.message.contains(words), "{}", complaint.rendered);
    assert_eq!(complaint.line, line + 6, "{}", complaint.rendered);
    assert!(complaint.rendered.contains('^'), "{}", complaint.rendered);
}

#[test]
fn the_frame_is_fine() {
    assert!(parse(&with_body("{ Return() }")).is_ok());
}

#[test]
fn unsupported_constructs_are_named_with_their_place() {
    about("{ a = b; Return() }", 1, "has type `u8`, not `i32`");
    about("{\na = a + b;\nReturn() }", 2, "`+` is not defined for `i32` and `u8`");
    about("{ a = c; Return() }", 1, "no local or constant `c`");
    about("{ a = t[0]; Return() }", 1, "only a local can be an index");
    about("{ a = t[a]; Return() }", 1, "must be a `usize`");
    about("{ a = **q; Return() }", 1, "root of a place");
    about("{ a = (a + a) + a; Return() }", 1, "expected");
    about("{ a = a.max(4); Return() }", 1, "method call `max`");
    about("{ Retag(a); Return() }", 1, "statement `Retag` is not supported");
    about("{ a = Field::<u8>(Variant(a, 1), 0); Return() }", 1, "is not an enum");
    about("{ b = Field::<u8>(Variant(e, 7), 0); Return() }", 1, "has no variant 7");
    about("{ Goto(nowhere) }", 1, "no block `nowhere`");
    about("{ match a { 1 => x } } x = { Return() }", 1, "last arm");
    about("{ match a { 1 => x, 1 => x, _ => x } } x = { Return() }", 1, "two arms");
    about("{ match p { _ => x } } x = { Return() }", 1, "`match` is not defined");
    about("let s: S; { s = S { y: 1, x: 2 }; Return() }", 1, "in the order of the definition");
    about("let s: Vec<u8>; { Return() }", 1, "type `Vec` is not supported");
    about("let s; { Return() }", 1, "cannot be inferred");
    about(
        "{ Call(a = helper(), ReturnTo(x), UnwindContinue()) } x = { Return() }",
        1,
        "returns a value",
    );
    about(
        "let u: (); { Call(u = poke(p), ReturnTo(x), UnwindContinue()) } x = { Return() }",
        1,
        "uses memory",
    );
    about(
        "let u: (); { Call(u = gone(p), ReturnTo(x), UnwindContinue()) } x = { Return() }",
        1,
        "`gone` is not known",
    );
    about("{ UnwindResume() }", 1, "only go on from a cleanup block");
    about("{ a = 99999999999999999999999999999999999999999; Return() }", 1, "128 bits");
    about("{ a = 'x'; Return() }", 1, "not `i32`");
    about("{ a = CastUnsize(p); Return() }", 1, "cannot be cast");
    about("{ a = 1; }", 1, "expected a terminator");
    about("{ return; }", 1, "expected");
}

#[test]
fn files_that_are_no_programs_are_refused() {
    for (source, words) in [
        ("", "no function with `#[custom_mir]`"),
        ("fn main() {}", "no function with `#[custom_mir]`"),
        ("fn main() { \"", "string never ends"),
        ("fn main() { (] }", "with another delimiter"),
        ("}", "never opened"),
        ("/* /* */", "comment never ends"),
        ("fn é() {}", "unexpected character"),
        ("#[custom_mir] fn f() { mir! { { Return() } } }", "no `main`"),
        ("#[custom_mir] fn f<T>() { mir! { { Return() } } } fn main() { f(); }", "no generic"),
        ("#[custom_mir] fn f() { mir! { { Return() } } } fn main() { f(); f().g(); }", "method"),
        (
            "#[custom_mir] fn f() { mir! { { Return() } } } fn main() { for _ in 0..9 { f(); } }",
            "does not follow `for`",
        ),
        ("#[custom_mir] fn f(x: i32) { mir! { { Return() } } } fn main() { f(y()); }", "known"),
        ("#[custom_mir] fn f() { 3 } fn main() { f(); }", "name"),
        (
            "struct A { a: A } #[custom_mir] fn f() { mir! { let a: A; { Return() } } } fn main() { f(); }",
            "contains itself",
        ),
        (
            "struct A([B; 2]); struct B(A); #[custom_mir] fn f() { mir! { { Return() } } } fn main() { f(); }",
            "contains itself",
        ),
        (
            "#[custom_mir] fn f() { mir! { let a: [[u64; 1000000]; 1000000]; { Return() } } } fn main() { f(); }",
            "bytes",
        ),
    ] {
        let complaint = complaint(source);
        assert!(complaint.message.contains(words), "{source}\n{}", complaint.rendered);
    }
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let complaint = parse_bytes(&[0xff, 0xfe, 0x00, 0x80]).expect_err("noise");
    assert!(complaint.message.contains("not text"), "{complaint}");
    let noise: Vec<u8> =
        (0..100_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    assert!(parse_bytes(&noise).is_err());
}

#[test]
fn huge_files_are_refused_at_once() {
    let huge = "x".repeat(50 << 20);
    let complaint = complaint(&huge);
    assert!(complaint.message.contains("50 MiB"), "{complaint}");
}

#[test]
fn deep_nesting_is_refused_before_the_stack_ends() {
    let deep =
        |open: &str, close: &str| format!("{}1{}", open.repeat(50_000), close.repeat(50_000));
    for expression in [
        deep("(", ")"),
        deep("[", "]"),
        deep("-", ""),
        deep("*", ""),
        deep("&", ""),
        deep("const {", "}"),
        deep("f(", ")"),
        deep("E { x: ", "}"),
        format!("a{}", ".x".repeat(50_000)),
        format!("a{}", "[a]".repeat(50_000)),
        format!("a{}", " + a".repeat(50_000)),
        format!("a{}", " as u8".repeat(50_000)),
        format!("a{}", "::a".repeat(50_000)),
        format!("a{}", "()".repeat(50_000)),
    ] {
        let source = with_body(&format!("{{ a = {expression}; Return() }}"));
        assert!(parse(&source).is_err());
    }
    for ty in
        [deep("(", ")"), deep("*mut ", ""), deep("&&", ""), deep("[", "]"), deep("Option<", ">")]
    {
        assert!(parse(&with_body(&format!("let z: {ty}; {{ Return() }}"))).is_err());
    }
    let chain: String = (1..50_000).map(|i| format!("struct A{i}(A{});\n", i - 1)).collect();
    assert!(parse(&format!("struct A0;{chain}{}", with_body("{ Return() }"))).is_err());
    let uses = format!("use {}a{};", "a::{".repeat(50_000), "}".repeat(50_000));
    assert!(parse(&format!("{uses}{}", with_body("{ Return() }"))).is_err());
}
