//! Files that show no bug or are not valid, compilers that are gone: one line that says
//! what is wrong, and the documented exit code.

use crate::room::Room;

/// Right on every compiler, and undefined if the shift is of a local without a value.
fn program(first: &str) -> String {
    format!(
        "#![feature(custom_mir, core_intrinsics)]\nuse core::intrinsics::mir::*;\n\
         fn show(value: u64) {{ println!(\"{{value}}\"); }}\n\
         #[custom_mir(dialect = \"runtime\", phase = \"initial\")]\n\
         fn f() {{ mir! {{ let x: u64; let y: u64;\n\
         {{ {first} y = x >> 1_u32; Call(RET = show(y), ReturnTo(bb1), UnwindContinue()) }}\n\
         bb1 = {{ Return() }}\n}} }}\nfn main() {{ f(); }}\n"
    )
}

#[test]
fn files_without_a_bug() {
    let room = Room::new("shift-right");
    room.write("right.rs", &program("x = 8_u64;"));
    room.write("undefined.rs", &program(""));
    room.write("endless.rs", &program("x = 8_u64; Goto(bb2) } bb2 = { Goto(bb2) } bb3 = {"));
    room.write("text.rs", "fn main() {");
    for command in ["triage", "reduce", "report"] {
        for (file, code, words) in [
            ("right.rs", 7, "shows no bug"),
            ("undefined.rs", 3, "undefined behaviour"),
            ("endless.rs", 5, "fuel"),
            ("text.rs", 6, "text.rs:"),
            ("missing.rs", 6, "cannot read"),
        ] {
            let said = room.run(&[command, file, "--compilers", "seeded"]).complaint(code);
            assert!(said.contains(words) && said.contains(file), "{command} {file}: {said}");
        }
    }
}

#[test]
fn compilers_that_are_gone() {
    let room = Room::new("shift-right");
    room.write("right.rs", &program("x = 8_u64;"));
    for command in ["triage", "reduce", "report"] {
        let said = room.run(&[command, "right.rs", "--compilers", "gone"]).complaint(8);
        assert!(said.contains("no compiler `gone`") && said.contains("seeded"), "{said}");
    }
    std::fs::remove_file(room.path().join("seeded-rustc")).unwrap();
    for command in ["triage", "reduce", "report"] {
        let said = room.run(&[command, "right.rs"]).complaint(8);
        assert!(said.contains("there is no program") && said.contains("seeded-rustc"), "{said}");
    }
}

#[test]
fn a_finding_whose_compiler_is_gone() {
    let room = Room::new("shift-right");
    let hunt = ["hunt", "mir", "--seeds", "0..600", "--size", "300", "--compilers", "seeded"];
    room.run(&[&hunt[..], &["--no-triage", "--json"]].concat()).expect(1);
    let toml = room.read("spektr.toml");
    room.write("spektr.toml", &toml.replace("\"seeded\"", "\"renamed\""));
    for command in ["triage", "reduce", "report"] {
        let said = room.run(&[command, "1"]).complaint(8);
        assert!(said.contains("the compiler seeded is gone") && said.contains("renamed"), "{said}");
    }
}

#[test]
fn the_codes_are_documented() {
    let table = Room::new("shift-right").run(&["exit-codes"]).expect(0).stdout();
    for line in [
        "   3  the program has undefined behaviour",
        "   7  the file shows no bug, so there is nothing to triage, reduce or report",
        "   8  a compiler or tool that is needed is missing or has gone",
    ] {
        assert!(table.contains(line), "{table}");
    }
}
