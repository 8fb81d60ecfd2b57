//! The law suite: small programs under `tests/ui/llvm`, each about one rule. The first line of
//! a program says what the machine must say of it:
//! `; returns VALUE`, `; stops RULE`, `; refines` or `; broken`.

use std::fs;
use std::path::PathBuf;

use spektr_llvm::machine;
use spektr_llvm::refine::{Effort, Verdict, refine, refine_in_one};
use spektr_llvm::syntax::Module;

fn programs(kind: &str) -> Vec<(String, String, Module)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/ui/llvm").join(kind);
    let mut files: Vec<PathBuf> =
        fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path: PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        let module = spektr_llvm::parse::module(&name, &text)
            .unwrap_or_else(|complaint| panic!("{}", complaint.rendered));
        let expected = text.lines().next().unwrap_or("").trim_start_matches("; ").to_string();
        (name, expected, module)
    };
    files.into_iter().map(read).collect()
}

/// What the machine says of `@main`.
fn said(module: &Module) -> String {
    let execution = machine::run(module, "main", Vec::new(), 10_000);
    match execution.result {
        Ok(value) => format!("returns {value}"),
        Err(diagnostic) => format!("stops {}", diagnostic.rule),
    }
}

fn check(kind: &str, at_least: usize, say: impl Fn(&Module) -> String) {
    let programs = programs(kind);
    assert!(programs.len() >= at_least, "{} programs in {kind}", programs.len());
    let wrong: Vec<String> = programs
        .iter()
        .filter_map(|(name, expected, module)| {
            let said = say(module);
            (said != *expected).then(|| format!("{name}: expected `{expected}`, got `{said}`"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), programs.len(), wrong.join("\n"));
}

#[test]
fn programs_that_run() {
    check("pass", 300, said);
}

#[test]
fn programs_that_break_a_rule() {
    check("fail", 90, said);
}

fn verdict(module: &Module) -> String {
    let report = refine_in_one(module, &Effort::default());
    assert_eq!(report.functions.len(), 1, "one pair in each file");
    match &report.functions[0].1 {
        Verdict::Refines { inputs: 1.., .. } => "refines".to_string(),
        Verdict::Broken(_) => "broken".to_string(),
        other => other.to_string(),
    }
}

#[test]
fn right_transformations_refine() {
    check("refines", 90, verdict);
}

/// Transformations that compilers have got wrong: at least 55 of any 60 are to be refuted;
/// here it is all of them.
#[test]
fn wrong_transformations_are_refuted() {
    check("broken", 100, verdict);
}

/// Transformations re-created from public reports, without a look at the machine: it may miss a
/// few, but nearly all are to be refuted.
#[test]
fn reported_transformations_are_refuted() {
    let programs = programs("reported");
    assert!(programs.len() >= 60, "{} programs", programs.len());
    let missed: Vec<String> = programs
        .iter()
        .map(|(name, _, module)| (name, verdict(module)))
        .filter(|(_, verdict)| verdict != "broken")
        .map(|(name, verdict)| format!("{name}: {verdict}"))
        .collect();
    println!("{} of {} are refuted", programs.len() - missed.len(), programs.len());
    missed.iter().for_each(|missed| println!("{missed}"));
    assert!(missed.len() * 60 <= programs.len() * 5, "missed:\n{}", missed.join("\n"));
}

/// A variable that nobody uses may go, and a function that only reads answers as before.
#[test]
fn unused_variables_do_not_matter_to_readers() {
    let after = "declare i32 @reads(i32) memory(read) nounwind willreturn
define i32 @f(i32 %x) {
  %r = call i32 @reads(i32 %x)
  ret i32 %r
}
";
    let before = format!("@unused = external global i32\n{after}");
    let wrong = after.replace("ret i32 %r", "ret i32 %x");
    let read = |text: &str| spektr_llvm::parse::module("f.ll", text).unwrap();
    let broken = |after: &str| {
        let report = refine(&read(&before), &read(after), &Effort::default());
        report.broken().is_some()
    };
    assert!(!broken(after));
    assert!(broken(&wrong));
}

/// Variables without a name are numbered anew when one of them goes, and may lie elsewhere.
#[test]
fn variables_without_a_name_have_no_place_of_their_own() {
    let after = "@0 = private global i32 7
declare void @use(ptr)
define void @f() {
  call void @use(ptr @0)
  ret void
}
";
    let before = format!("@unused = internal global ptr null\n{after}");
    let wrong = after.replace("i32 7", "i32 8");
    let read = |text: &str| spektr_llvm::parse::module("f.ll", text).unwrap();
    let broken = |after: &str| {
        let report = refine(&read(&before), &read(after), &Effort::default());
        report.broken().is_some()
    };
    assert!(!broken(after));
    assert!(broken(&wrong));
}

/// What reads nothing does the same when it is called again: one call may be left out, but not both.
#[test]
fn a_second_call_of_what_only_writes_may_be_left_out() {
    let twice = "declare void @writes(ptr) memory(write)
define void @f(ptr %p) {
  call void @writes(ptr %p)
  call void @writes(ptr %p)
  ret void
}
";
    let call = "  call void @writes(ptr %p)\n";
    let read = |text: &str| spektr_llvm::parse::module("f.ll", text).unwrap();
    let broken = |before: &str, after: &str| {
        let report = refine(&read(before), &read(after), &Effort::default());
        report.broken().is_some()
    };
    let (once, never) = (twice.replacen(call, "", 1), twice.replace(call, ""));
    assert!(!broken(twice, &once));
    assert!(broken(&once, &never));
    let reads = |text: &str| text.replace("memory(write)", "memory(readwrite)");
    assert!(broken(&reads(twice), &reads(&once)));
}

#[test]
fn functions_of_two_types_are_no_pair() {
    let text = "define i8 @src(i8 %x) { ret i8 %x }\ndefine i16 @tgt(i16 %x) { ret i16 %x }";
    let module = spektr_llvm::parse::module("f.ll", text).unwrap();
    let report = refine_in_one(&module, &Effort::default());
    assert!(matches!(report.functions[0].1, Verdict::NotUnderstood { .. }));
}

/// Every rule that can be broken is broken by a program of the suite.
#[test]
fn every_rule_has_a_program() {
    let broken: Vec<String> =
        programs("fail").into_iter().map(|(_, expected, _)| expected).collect();
    let missing: Vec<&str> = machine::Undefined::ALL
        .iter()
        .map(|rule| rule.rule())
        .filter(|rule| !broken.contains(&format!("stops {rule}")))
        .collect();
    assert!(missing.is_empty(), "no program for: {}", missing.join(", "));
}
