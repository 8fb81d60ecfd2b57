//! Every verdict there is, provoked with one program and one bug.

use crate::bench::{ABORTS, EVERYTHING, EXITS, OPEN, Room, SUMS, case, judged, optimised};
use spektr_judge::sandbox::Limit;
use spektr_judge::{Agreement, Case, Stage, Trouble, Verdict, VerdictClass};
use spektr_wing::Symptom;

fn verdict(text: &str, bug: &str) -> Verdict {
    judged(text, &[bug]).verdict
}

fn miscompiled(symptom: Symptom) -> Verdict {
    Verdict::Miscompiled { symptom }
}

#[test]
fn a_good_compiler_passes_with_one_compile_and_one_run() {
    let judgement = judged(EVERYTHING, &[]);
    assert_eq!(judgement.verdict, Verdict::Pass);
    assert!(judgement.testimonies.is_empty() && judgement.evidence.is_none());
    assert_eq!((judgement.spent.compiles, judgement.spent.micros(Stage::Settle)), (1, 0));
    assert!(judgement.spent.micros(Stage::Compile) > 0);
}

#[test]
fn a_wrong_value_is_named() {
    let judgement = judged(EVERYTHING, &["-Bwrong=mul"]);
    let difference = judgement.verdict.difference().unwrap_or_else(|| panic!("{judgement:?}"));
    assert_eq!((difference.function.as_str(), difference.variable.as_str()), ("main", "a"));
    let [witness, own] = judgement.testimonies.as_slice() else { panic!("{judgement:?}") };
    assert!(witness.agrees() && witness.who.contains("interpreter"), "{witness:?}");
    // The accused's own unoptimised build agrees, so nobody else had to be asked.
    assert_eq!((own.flags.as_str(), &own.agreement), ("-O0", &Agreement::Agrees));
    assert!(verdict(EVERYTHING, "-Bwrong=loop").difference().is_some());
}

#[test]
fn dying_and_endless_programs_are_miscompiled_if_another_compiler_is_right() {
    assert_eq!(verdict(EVERYTHING, "-Bdie=mul"), miscompiled(Symptom::Signal { signal: 6 }));
    let limit = |limit: Limit| miscompiled(Symptom::Limit { limit: limit.to_string() });
    assert_eq!(verdict(EVERYTHING, "-Bendless=loop"), limit(Limit::Cpu));
    assert_eq!(verdict(EVERYTHING, "-Bchatty"), limit(Limit::Output));
}

#[test]
fn what_cannot_be_executed_is_a_finding() {
    let why = |bug: &str| match verdict(EVERYTHING, bug) {
        Verdict::Miscompiled { symptom: Symptom::NoProgram { why } } => why,
        other => panic!("{bug}: {other:?}"),
    };
    assert!(why("-Bnoexec").contains("cannot be executed"));
    assert!(why("-Bnothing").contains("left no program"));
}

#[test]
fn a_program_that_must_abort_is_judged_by_that() {
    assert_eq!(judged(ABORTS, &[]).verdict, Verdict::Pass);
    assert_eq!(verdict(ABORTS, "-Bwrong=abort"), wrong_status(0));
    assert_eq!(verdict(ABORTS, "-Bsegv=add"), Verdict::Pass, "there is no sum");
}

#[test]
fn so_is_one_that_ends_with_a_status() {
    assert_eq!(judged(EXITS, &[]).verdict, Verdict::Pass);
    assert_eq!(verdict(EXITS, "-Bwrong=exit"), wrong_status(4));
}

fn wrong_status(status: i32) -> Verdict {
    // These bugs are there at every level: the clean compiler has to be asked.
    miscompiled(Symptom::Status { status })
}

#[test]
fn each_of_several_ways_is_right_and_no_other() {
    // At -O0 minic takes the one, at -O2 the other.
    let room = Room::new();
    let judge = room.minic(&[]);
    for level in ["-O0", "-O2"] {
        let judgement = judge.judge(&case(OPEN), &crate::bench::flags(&[level])).unwrap();
        assert_eq!(judgement.verdict, Verdict::Pass, "{level}");
    }
    let judgement = judged(OPEN, &["-Bwrong=any"]);
    let difference = judgement.verdict.difference().unwrap_or_else(|| panic!("{judgement:?}"));
    assert_eq!(difference.found.as_deref(), Some("7"));
    // The witness went the way that minic did not; both are right.
    assert!(judgement.testimonies[0].agrees(), "{judgement:?}");
}

#[test]
fn by_the_strict_reading_what_is_open_says_nothing() {
    let strict = Case::of_program(case(OPEN).program);
    assert!(!strict.means_something());
    let judgement = Room::new().minic(&["-Bwrong=any"]).judge(&strict, &optimised()).unwrap();
    assert_eq!(judgement.verdict, Verdict::Pass);
}

/// Builds are compared first: the machine speaks only where they differ.
#[test]
fn a_program_that_nobody_has_run_is_judged_by_its_builds() {
    let room = Room::new();
    let unasked = |text: &str, bugs: &[&str]| {
        let case = Case::unasked(case(text).program);
        room.minic(bugs).judge(&case, &optimised()).unwrap()
    };
    let judgement = unasked(EVERYTHING, &[]);
    assert_eq!((judgement.verdict, judgement.spent.compiles), (Verdict::Pass, 2));
    // These differ, and both may be right.
    assert_eq!(unasked(OPEN, &[]).verdict, Verdict::Pass);
    let judgement = unasked(EVERYTHING, &["-Bwrong=mul"]);
    assert!(judgement.verdict.difference().is_some(), "{judgement:?}");
    let crash = unasked(EVERYTHING, &["-Bice=mul"]).verdict;
    assert_eq!(crash.class(), VerdictClass::CompilerCrash);
}

#[test]
fn compilers_that_fail() {
    let crash = verdict(EVERYTHING, "-Bice=mul");
    let signature = "broke in strength-reduction: no mul can be here".to_owned();
    assert_eq!(crash, Verdict::CompilerCrash { signature, signal: None });
    let killed = verdict(EVERYTHING, "-Bsegv=add");
    assert!(matches!(killed, Verdict::CompilerCrash { signal: Some(11), .. }), "{killed:?}");
    let rejected = verdict(EVERYTHING, "-Breject=loop");
    assert!(matches!(rejected, Verdict::Rejected { .. }), "{rejected:?}");
    let hang = verdict(EVERYTHING, "-Bhang=mul");
    assert_eq!(hang, Verdict::CompilerHang { limit: Limit::Cpu });
}

#[test]
fn children_left_behind_change_nothing() {
    assert_eq!(verdict(EVERYTHING, "-Bchildren"), Verdict::Pass);
}

#[test]
fn flaky_programs_accuse_nobody() {
    assert_eq!(verdict(EVERYTHING, "-Bflaky").class(), VerdictClass::Flaky);
}

#[test]
fn a_program_that_means_nothing_is_compiled_and_never_run() {
    // It would print without end.
    let unset = "loop 2 {\nmul a a\n}\nprint a\n";
    assert_eq!(judged(unset, &["-Bchatty"]).verdict, Verdict::Pass);
    assert_eq!(judged(unset, &["-Breject=loop"]).verdict, Verdict::Pass, "as it may");
    assert_eq!(judged(unset, &["-Bnothing"]).verdict, Verdict::Pass);
    let judgement = judged(unset, &["-Bice=mul"]);
    assert_eq!(judgement.verdict.class(), VerdictClass::CompilerCrash);
    assert!(judgement.testimonies.is_empty(), "nobody else has to be asked: {judgement:?}");
    let attempt = judgement.evidence.expect("a crash has evidence");
    assert!(attempt.built.is_none() && attempt.commands.len() == 1, "{attempt:?}");
    assert_eq!(judged(unset, &["-Bhang=mul"]).verdict.class(), VerdictClass::CompilerHang);
}

#[test]
fn a_compiler_that_vanished_is_trouble_and_no_finding() {
    let room = Room::new();
    let mut gone = room.tool("mini", "suspect", &[]);
    gone.command[0].push_str("-was-here");
    let judge = room.judge(&crate::bench::MINI, gone, Vec::new());
    let trouble = judge.judge(&case(SUMS), &optimised()).unwrap_err();
    assert!(matches!(trouble, Trouble::CompilerGone { .. }), "{trouble}");
    assert!(trouble.to_string().contains("suspect"), "{trouble}");
    let elsewhere = spektr_judge::Configuration::new("nobody", Vec::new());
    let trouble = judge.judge(&case(SUMS), &elsewhere).unwrap_err();
    assert!(matches!(trouble, Trouble::NotHere { .. }), "{trouble}");
}
