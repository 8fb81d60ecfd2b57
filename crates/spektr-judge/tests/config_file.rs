//! `spektr.toml` as real families read it.

use spektr_judge::config::{AxisKind, Choice, parse};
use spektr_judge::families;
use std::path::PathBuf;
use std::time::Duration;

fn complaint(text: &str) -> String {
    parse(text, families::ALL).unwrap_err().to_string()
}

#[test]
fn a_whole_file() {
    let file = parse(
        r#"
search = ["/usr/old"]

[limits]
compile-seconds = 20
run-megabytes = 100

[[compiler]]
name = "mine"
command = ["/bin/sh", "-x"]
env = { A = "1" }
always = ["-Zfoo"]

[compiler.axes]
opt-level = [3, { value = "s", weight = 4 }]
mir-opt-level = 4
passes = ["-GVN", "-Inline"]
randomize-layout = [true, false]
flags = ["-Ca -Cb"]
"#,
        families::ALL,
    )
    .unwrap();
    assert_eq!(file.search, [PathBuf::from("/usr/old")]);
    assert_eq!(file.limits.compile.cpu, Duration::from_secs(20));
    assert_eq!(file.limits.run.memory, 100 << 20);
    let target = &file.targets[0];
    assert_eq!(target.command.as_deref(), Some(&["/bin/sh".to_owned(), "-x".to_owned()][..]));
    let names: Vec<&str> = target.axes.iter().map(|axis| axis.name.as_str()).collect();
    assert_eq!(names, ["opt-level", "mir-opt-level", "passes", "randomize-layout", "flags"]);
    assert_eq!(
        target.axes[0].kind,
        AxisKind::One(vec![
            Choice { args: vec!["-Copt-level=3".into()], weight: 1 },
            Choice { args: vec!["-Copt-level=s".into()], weight: 4 },
        ])
    );
    assert_eq!(
        target.axes[3].kind,
        AxisKind::One(vec![
            Choice { args: vec!["-Zrandomize-layout".into()], weight: 1 },
            Choice { args: vec![], weight: 1 },
        ])
    );
}

#[test]
fn wrong_keys_are_named_with_the_nearest_right_one() {
    assert_eq!(complaint("serach = []"), "line 1: unknown key `serach`, did you mean `search`?");
    assert_eq!(
        complaint("[limits]\n\ncompile-second = 3"),
        "line 3: unknown key `compile-second`, did you mean `compile-seconds`?"
    );
    assert_eq!(
        complaint("[[compiler]]\nname = \"a\"\n[compiler.axes]\noptlevel = 3"),
        "line 4: unknown key `optlevel`, did you mean `opt-level`?"
    );
}

#[test]
fn wrong_values_are_placed() {
    assert_eq!(complaint("\nsearch = 1"), "line 2: this should be an array");
    assert_eq!(
        complaint("[limits]\nrun-seconds = 0"),
        "line 2: this should be a whole number of at least 1 and at most 1000000"
    );
    assert_eq!(complaint("[[compiler]]\nfamily = \"gcc\""), "line 1: a compiler needs a `name`");
    assert!(complaint("x = = 1").starts_with("line 1: "));
}

#[test]
fn numbers_beyond_all_reason() {
    for key in ["compile-seconds", "run-seconds", "compile-megabytes", "processes"] {
        for number in
            ["18446744073709551615", "17592186044416", "-1", "1.5", "99999999999999999999"]
        {
            let said = complaint(&format!("[limits]\n{key} = {number}"));
            assert!(said.starts_with("line 2: this should be a whole number"), "{said}");
        }
    }
    let text = "[limits]\nrun-seconds = 0x1_0\ncompile-seconds = 1_0";
    let file = parse(text, families::ALL).unwrap();
    assert_eq!(file.limits.run.cpu, Duration::from_secs(16));
    assert_eq!(file.limits.compile.cpu, Duration::from_secs(10));
}

#[test]
fn compilers_that_cannot_be() {
    let with = |line: &str| complaint(&format!("[[compiler]]\nname = \"c\"\n{line}"));
    for axis in ["[]", "[{ value = 1, weight = 0 }]", "{ value = 1, weight = 0 }"] {
        let said = with(&format!("axes = {{ opt-level = {axis} }}"));
        assert!(said.contains("at least one value with a weight"), "{said}");
    }
    assert!(with("axes = { opt-level = { value = 1, weight = 4294967296 } }").contains("most"));
    assert!(with("env = { \"A=B\" = \"x\" }").contains("no variable can be called \"A=B\""));
    assert!(with("env = { A = \"x\\u0000\" }").contains("NUL"));
    assert!(with("axes = { target-cpu = \"x\\u0000\" }").contains("NUL"));
    assert_eq!(with("[[compiler]]\nname = \"c\""), "line 3: another compiler is called `c` too");
}

#[test]
fn shares_are_percentages() {
    let file = parse("[shares]\nusual = 70\ncured = 0\n", families::ALL).unwrap();
    assert_eq!((file.shares.usual, file.shares.cured), (700, 0));
    assert!(complaint("[shares]\nusual = 101").contains("from 0 to 100"));
    assert!(complaint("[shares]\nusal = 10").contains("did you mean `usual`"));
}

#[test]
fn axes_belong_to_families() {
    assert_eq!(
        complaint("[[compiler]]\nname = \"c\"\nfamily = \"gcc\"\naxes = { mir-opt-level = 4 }"),
        "line 4: the axis `mir-opt-level` means nothing to gcc"
    );
    assert!(
        complaint("[[compiler]]\nname = \"c\"\naxes = { overflow-checks = true }")
            .contains("have to stay off")
    );
}

/// A name as `spektr doctor` shows it is enough: otherwise a compiler that is listed would be
/// taken for one of another language, and all that are found would be tested instead.
#[test]
fn a_family_left_out_is_the_one_that_the_name_begins_with() {
    let text = "[[compiler]]\nname = \"gcc-12.2.0\"\n[compiler.axes]\nopt-level = [2]\n\
                [[compiler]]\nname = \"clang-19.1.7\"\n[[compiler]]\nname = \"nightly\"\n\
                [[compiler]]\nname = \"gccrs\"\n";
    let file = parse(text, families::ALL).unwrap();
    let families: Vec<&str> = file.targets.iter().map(|it| it.family.as_str()).collect();
    assert_eq!(families, ["gcc", "clang", "rustc", "rustc"]);
    assert_eq!(file.targets[0].axes.len(), 1);
}
