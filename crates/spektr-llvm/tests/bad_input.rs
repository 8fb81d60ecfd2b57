//! What is no module: a clear word with a position, no panic, no overflow of the stack.

use spektr_entropy::Entropy;
use spektr_llvm::{parse, wellformed};

fn complaint(text: &str) -> String {
    match parse::module("f.ll", text) {
        Err(complaint) => complaint.to_string(),
        Ok(module) => match wellformed::check(&module) {
            Err(fault) => fault.message,
            Ok(()) => panic!("this was taken: {text}"),
        },
    }
}

/// One mistake each, all refused by `opt` too.
#[test]
fn mistakes_are_named() {
    let cases = [
        ("define i32 @f() { ret i32 %x }", "f.ll:1:27: `%x` is used but not defined"),
        ("define void @f() { br label %x }", "f.ll:1:29: there is no block `%x`"),
        (
            "define i32 @f(i64 %x) { ret i32 %x }",
            "f.ll:1:33: `%x` has type `i64`, but is used as `i32`",
        ),
        (
            "define void @f() { ret void } define void @f() { ret void }",
            "f.ll:1:43: `@f` is defined twice",
        ),
        ("@x = global i32 @y", "f.ll:1:17: the address of a global is a pointer, not `i32`"),
        ("@x = global ptr @y", "f.ll:1:17: `@y` is used but not defined"),
        ("@x = global float 0.1", "f.ll:1:19: `float` cannot hold exactly this number"),
        (
            "@x = global [2 x i8] c\"abc\"",
            "f.ll:1:22: this string has type `[3 x i8]`, not `[2 x i8]`",
        ),
        ("@x = global i0 0", "f.ll:1:13: integers have 1 to 8388608 bits"),
        ("@x = global <0 x i8> undef", "f.ll:1:14: a vector has at least one element"),
        ("%t = type { i8, %t }", "f.ll:1:1: this type contains itself"),
        (
            "%t = type { %u } %u = type { [2 x %t] } @x = global %t zeroinitializer",
            "f.ll:1:1: this type contains itself",
        ),
        ("@x = global %t undef", "f.ll:1:13: the type `%t` is used but not defined"),
        (
            "define void @f() { %x = add float 1.0, 2.0 ret void }",
            "f.ll:1:25: `add` works on integers",
        ),
        (
            "define void @f(i32 %x) { %y = trunc i32 %x to i64 ret void }",
            "f.ll:1:31: `trunc` does not lead from `i32` to `i64`",
        ),
        (
            "define void @f(i32 %x) { %y = add inbounds i32 %x, 1 ret void }",
            "f.ll:1:35: `inbounds` cannot stand here",
        ),
        (
            "define void @f() { %x = call void @g() ret void } declare void @g()",
            "f.ll:1:20: this instruction has no result to be named",
        ),
        (
            "define void @f() { call void @g(i8* null) ret void } declare void @g()",
            "f.ll:1:30: `@g` is `void ()*`, but is used as `void (i8*)*`",
        ),
        (
            "define void @f() { %1 = add i32 1, 2 %1 = add i32 1, 2 ret void }",
            "f.ll:1:38: numbers go upwards: `%2` or more goes here",
        ),
        ("define void @f() !dbg !7 { ret void }", "f.ll:1:24: `!7` is used but not defined"),
        ("!0 = !{} !0 = !{}", "f.ll:1:11: `!0` is defined twice"),
        (
            "define void @f() { load i32, ptr null, align 3 ret void }",
            "f.ll:1:46: an alignment is a power of two",
        ),
        ("define void @f() { fence monotonic ret void }", "f.ll:1:26: a fence cannot be that weak"),
        ("define void @f() {", "f.ll:1:19: expected an instruction, but the text ends"),
        ("define void @f() { }", "f.ll:1:20: a function has at least one block"),
        (
            "@x = global i8 0 garbage",
            "f.ll:1:18: expected something at the top of a module, but found `garbage`",
        ),
        ("@x = global i32 \"open", "f.ll:1:17: this string has no closing quote"),
        ("\u{1}", "f.ll:1:1: nothing in LLVM assembly begins like this"),
        // What only the whole function tells.
        ("define i32 @f() { ret void }", "what is returned has the type of the function's result"),
        (
            "define i32 @f(i1 %c) { br i1 %c, label %a, label %b a: %x = add i32 1, 2 br label %b b: ret i32 %x }",
            "`%x` is used where it may not be defined",
        ),
        (
            "define i32 @f() { entry: br label %b b: %x = phi i32 [ 1, %entry ], [ 2, %b ] ret i32 %x }",
            "a phi has one entry for each predecessor",
        ),
        ("define void @f() { entry: br label %entry }", "nothing branches to the entry block"),
        (
            "define void @f(i32 %x) { switch i32 %x, label %a [ i32 1, label %a i32 1, label %a ] a: ret void }",
            "a case stands there twice",
        ),
        (
            "define void @f(i1 %c) { %x = call i32 @llvm.ctlz.i32(i32 1, i1 %c) ret void } declare i32 @llvm.ctlz.i32(i32, i1)",
            "an immediate argument is a constant",
        ),
        (
            "define void @f() { %x = load atomic i32, ptr null seq_cst ret void }",
            "an atomic access states its alignment",
        ),
        (
            "define i32 @f() { %x = musttail call i32 @f() ret i32 0 }",
            "a `musttail` call is followed by a return of its result",
        ),
        (
            "define void @f() { invoke void @f() to label %a unwind label %a a: ret void }",
            "an exception leads to a pad",
        ),
        (
            "define void @f() { %p = alloca %t ret void } %t = type opaque",
            "memory has a type with a size",
        ),
    ];
    for (text, words) in cases {
        let found = complaint(text);
        assert!(found.starts_with(words), "{text}\n  wanted: {words}\n  found:  {found}");
    }
}

#[test]
fn deep_texts_end_in_a_word() {
    let depth = 100_000;
    let nested = |open: &str, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
    };
    let texts = [
        format!("@x = global {} undef", nested("[1 x ", "i8", "]")),
        format!("@x = global {} undef", nested("{", "i8", "}")),
        format!("@x = external global i8{}", "*".repeat(depth)),
        format!("@x = external global i8{}", " ()*".repeat(depth)),
        format!("@x = global i64 {}", nested("add (i64 1, i64 ", "1", ")")),
        format!(
            "@x = global i64 {}",
            nested("ptrtoint (ptr inttoptr (i64 ", "1", " to ptr) to i64)")
        ),
        format!("@x = global ptr {}", nested("getelementptr (i8, ptr ", "null", ", i64 1)")),
        format!("!0 = {}", nested("!{", "", "}")),
        format!("!0 = {}", nested("!DIThing(a: ", "!0", ")")),
        format!("declare void @f({})", nested("{", "i8", "}")),
        "(".repeat(depth),
        "%a = type {".repeat(depth),
        format!("^0 = x: {}", "(".repeat(depth)),
    ];
    for text in texts {
        let found = complaint(&text);
        assert!(found.len() < 300, "{found}");
    }
    // Structs that contain one another, each written on its own line.
    let chain: String =
        (0..depth).map(|at| format!("%t{at} = type {{ %t{} }}\n", at + 1)).collect();
    let found = complaint(&format!("{chain}%t{depth} = type {{ i8 }}\n"));
    assert!(found.contains("nested more than 256 deep"), "{found}");
}

/// How much text the tests of size make: `SPEKTR_LLVM_MEGABYTES`, 2 if unset.
fn much() -> usize {
    std::env::var("SPEKTR_LLVM_MEGABYTES").map_or(2, |text| text.parse().unwrap()) * 1_000_000
}

#[test]
fn long_texts_are_read() {
    let line = "  %x = add nsw i32 %a, 1 ; a comment that is not looked at\n  ret i32 %x\n}\n";
    let mut text = String::new();
    let mut count = 0;
    while text.len() < much() {
        text.push_str(&format!("define i32 @f{count}(i32 %a) {{\n{line}"));
        count += 1;
    }
    let module = parse::module("f.ll", &text).unwrap();
    assert_eq!(module.globals.len(), count);
    text.push_str("define");
    assert!(complaint(&text).contains("expected a type, but the text ends"));
}

/// One function, one block, one array, one type, one line of names: each as long as it gets.
#[test]
fn large_things_are_read() {
    let body = |line: &dyn Fn(usize) -> String| -> String {
        let mut text = String::new();
        let mut at = 0;
        while text.len() < much() {
            text.push_str(&line(at));
            at += 1;
        }
        text
    };
    let chain = body(&|at| format!("  %x{} = add i32 %x{at}, 1\n", at + 1));
    let blocks = body(&|at| format!("  br label %b{at}\nb{at}:\n"));
    let array = body(&|at| format!("i32 {at}, "));
    let count = array.matches("i32").count();
    let calls = body(&|_| "  call void @f()\n".into());
    let texts = [
        format!("define void @f(i32 %x0) {{\n{chain}  ret void\n}}\n"),
        format!("define void @f() {{\n{blocks}  ret void\n}}\n"),
        format!("@x = global [{} x i32] [{array}i32 0]\n", count + 1),
        format!("@x = global {{ {}i32 }} zeroinitializer\n", "i32, ".repeat(count)),
        format!("@x = global [{} x i8] c\"{}\"\n", much(), "a".repeat(much())),
        format!("define void @f() {{\n{calls}  ret void\n}}\n"),
    ];
    for text in texts {
        let start = &text[..60];
        let module = parse::module("f.ll", &text).unwrap_or_else(|it| panic!("{start}: {it}"));
        assert!(wellformed::check(&module).is_ok(), "{start}");
        // Cut off anywhere, it is a complaint that says where.
        let cut = &text[..text.len() - 20];
        let found = parse::module("f.ll", cut).expect_err(start).to_string();
        assert!(position(&found), "{start}: {found}");
    }
}

/// Whether a complaint begins with file, line and column.
fn position(words: &str) -> bool {
    let mut parts = words.splitn(4, ':');
    let file = parts.next() == Some("f.ll");
    let number = |part: Option<&str>| part.is_some_and(|it| it.parse::<u32>().is_ok());
    file && number(parts.next()) && number(parts.next())
}

/// Bytes that mean nothing, much of them.
#[test]
fn long_noise_ends_in_a_word() {
    let mut stream = Entropy::new(11);
    let bytes: Vec<u8> = (0..much()).map(|_| stream.below(256) as u8).collect();
    let letters: String = bytes.iter().map(|byte| char::from(32 + byte % 95)).collect();
    let texts = [
        String::from_utf8_lossy(&bytes).into_owned(),
        letters.clone(),
        format!("; {letters}\n\u{1}"),
        format!("@{} = global i32", "x".repeat(much())),
        format!("!0 = !{{{}", "!0, ".repeat(much() / 4)),
        format!("define void @f() {{ {}", "%x = ".repeat(much() / 5)),
    ];
    for text in texts {
        let found = parse::module("f.ll", &text).expect_err("noise is no module");
        assert!(position(&found.to_string()), "{}", &found.to_string()[..80]);
        assert!(found.to_string().len() < 300, "{} letters", found.to_string().len());
        assert!(found.rendered.len() < 2000, "{} letters", found.rendered.len());
    }
}

/// A file that ends too early says where, or was complete.
#[test]
fn truncated_files_end_in_a_word() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");
    for entry in std::fs::read_dir(directory).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        for at in (0..text.len()).step_by(37).filter(|&at| text.is_char_boundary(at)) {
            if let Err(found) = parse::module("f.ll", &text[..at]) {
                assert!(position(&found.to_string()), "{found}");
            }
        }
    }
}

/// Noise made of the language's own words, and real files with pieces cut out or exchanged.
#[test]
fn noise_never_panics() {
    let words = [
        "define",
        "declare",
        "i32",
        "ptr",
        "@f",
        "%x",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "<",
        ">",
        ",",
        "=",
        "!",
        "!0",
        "#0",
        "add",
        "call",
        "phi",
        "ret",
        "br",
        "label",
        "void",
        "type",
        "7",
        "-1",
        "1.5",
        "\"s\"",
        "c",
        "x",
        "*",
        "to",
        "align",
        "global",
        "metadata",
        "null",
        "...",
        "a:",
        "getelementptr",
        "splat",
        "asm",
        "blockaddress",
        "$c",
        "comdat",
        "attributes",
        "memory",
        "switch",
        "load",
        "store",
        "invoke",
        "unwind",
        "^0",
        "0x7",
        "!DIFile",
        "alias",
        "target",
    ];
    let mut stream = Entropy::new(7);
    for _ in 0..3000 {
        let length = stream.below(60) as usize;
        let text: Vec<&str> =
            (0..length).map(|_| words[stream.below(words.len() as u64) as usize]).collect();
        let _ = parse::module("noise", &text.join(" "));
    }
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");
    for entry in std::fs::read_dir(directory).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        for _ in 0..300 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..=stream.below(3) {
                let from = stream.below(bytes.len() as u64) as usize;
                let to = (from + stream.below(12) as usize).min(bytes.len());
                let at = stream.below(bytes.len() as u64) as usize;
                let piece: Vec<u8> = bytes[from..to].to_vec();
                match stream.below(3) {
                    0 => drop(bytes.drain(from..to)),
                    1 => drop(bytes.splice(at..at, piece)),
                    _ => bytes[at] = stream.below(256) as u8,
                }
            }
            let text = String::from_utf8_lossy(&bytes);
            if let Ok(module) = parse::module("noise", &text) {
                let _ = wellformed::check(&module);
            }
        }
    }
}
