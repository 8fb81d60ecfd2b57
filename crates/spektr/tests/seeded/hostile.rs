//! Files that nobody would write: every one is answered with one line and its exit code, in
//! little time and with little stack.

use crate::room::Room;

/// Enough to overflow any stack that is used for each.
const DEEP: usize = 100_000;

/// A program whose first block begins with these statements and has this type somewhere.
fn program(statements: &str, ty: &str) -> String {
    format!(
        "#![feature(custom_mir, core_intrinsics)]\nuse core::intrinsics::mir::*;\n\
         #[custom_mir(dialect = \"runtime\", phase = \"initial\")]\n\
         fn f() {{ mir! {{ let x: u64; let y: {ty};\n\
         {{ x = 1_u64; {statements} Return() }} }} }}\nfn main() {{ f(); }}\n"
    )
}

fn nested(open: &str, inside: &str, close: &str, depth: usize) -> String {
    open.repeat(depth) + inside + &close.repeat(depth)
}

#[test]
fn deep_files() {
    let room = Room::new("shift-right");
    let assign = |value: String| program(&format!("x = {value};"), "u64");
    let structs: String = (0..10_000).map(|k| format!("struct S{k}(S{});\n", k + 1)).collect();
    for (what, text) in [
        ("nothing", String::new()),
        ("parentheses", "(".repeat(DEEP)),
        ("a closed value", assign(nested("(", "1_u64", ")", DEEP))),
        ("an open value", assign("(".repeat(DEEP))),
        ("borrows", assign("&".repeat(DEEP) + "x")),
        ("dereferences", assign("*".repeat(DEEP) + "x")),
        ("minuses", assign("-".repeat(DEEP) + "x")),
        ("a sum", assign("x + ".repeat(DEEP) + "x")),
        ("fields", assign("x".to_owned() + &".0".repeat(DEEP))),
        ("calls", assign(nested("f(", "", ")", DEEP))),
        ("references", program("", &("&".repeat(DEEP) + "u8"))),
        ("pointers", program("", &("*const ".repeat(10_000) + "u8"))),
        ("tuples", program("", &nested("(", "u8", ",)", 10_000))),
        ("arrays", program("", &nested("[", "u8", "; 1]", 10_000))),
        ("doubled arrays", program("", &nested("[", "u8", "; 2]", 60))),
        ("an array of everything", program("", "[u8; 18446744073709551615]")),
        ("structs", structs + "struct S10000(u8);\n" + &program("", "S0")),
        ("a struct of itself", "struct S(S);\n".to_owned() + &program("", "S")),
        ("modules", nested("mod m {", "", "}", DEEP)),
        ("blocks", "fn main() ".to_owned() + &nested("{", "", "}", DEEP)),
        ("imports", "use ".to_owned() + &"a::{".repeat(DEEP)),
        ("attributes", "#[".repeat(DEEP)),
        ("comments", "/*".repeat(DEEP)),
        ("a number", assign("1".repeat(1_000_000))),
        ("a long text", "fn a() {}\n".repeat(5_000_000)),
        ("a long line", "a".repeat(20_000_000)),
        ("control characters", "fn main() {\0\u{1b}[2J}".to_owned()),
        ("crossed delimiters", program("x = (1_u64];", "u64")),
    ] {
        room.write("deep.rs", &text);
        let said = room.run(&["run", "deep.rs"]).complaint(6);
        assert!(said.contains("deep.rs:") && said.len() < 1000, "{what}: {said}");
        assert!(!said.trim_end().chars().any(char::is_control), "{what}: {said:?}");
    }
}

#[test]
fn delimiters_are_told_by_their_lines() {
    let room = Room::new("shift-right");
    room.write("crossed.rs", "fn main() {\n    f(\n    ];\n}\n");
    let said = room.run(&["run", "crossed.rs"]).complaint(6);
    assert!(said.contains("3:5: this closes what line 2 opened"), "{said}");
}
