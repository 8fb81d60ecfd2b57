//! Shapes of experiments: several files, flags on one step only, words, tools of other families.

use crate::bench::{EVERYTHING, MINI, Room, case, case_of, flags, is_pass, optimised};
use spektr_judge::{Outcome, Verdict};
use spektr_wing::{Arg, By, Evidence, Experiment, SourceFile, Step, Symptom};

const CALLS: &str = "let a = 2\ncall other\nprint a\n";

#[test]
fn flags_under_test_are_given_to_one_step_only() {
    let room = Room::new();
    let judge = room.minic(&[]);
    let wrong = flags(&["-O2", "-Bwrong=add"]);
    // The sum is in the file that is compiled without flags.
    let innocent = case_of(&MINI, &[CALLS, "add a a\n"]);
    assert!(is_pass(&judge.judge(&innocent, &wrong).unwrap()));
    // The sum is in the file on trial.
    let guilty = case_of(&MINI, &["let a = 2\nadd a a\ncall other\nprint a\n", "mul a a\n"]);
    let judgement = judge.judge(&guilty, &wrong).unwrap();
    assert!(judgement.verdict.difference().is_some(), "{judgement:?}");
    let commands = judgement.evidence.expect("it is wrong").commands;
    assert_eq!(commands.len(), 3, "{commands:?}");
    let has_flags = |command: &&Vec<String>| command.iter().any(|word| word == "-Bwrong=add");
    assert_eq!(commands.iter().filter(has_flags).count(), 1);
    assert!(has_flags(&&commands[0]));
}

#[test]
fn a_step_that_fails_is_the_last() {
    let room = Room::new();
    let judge = room.minic(&[]);
    let two = case_of(&MINI, &["let a = 2\nmul a a\ncall other\nprint a\n", "add a a\n"]);
    let (verdict, attempt) = judge.look(&two, &flags(&["-O2", "-Bice=mul"])).unwrap();
    assert!(matches!(verdict, Verdict::CompilerCrash { .. }), "{verdict:?}");
    assert_eq!(attempt.commands.len(), 1);
    let (verdict, _) = judge.look(&two, &flags(&["-Bnothing"])).unwrap();
    // An object is built whatever the flag says; it is the program that is missing.
    assert_eq!(verdict, Verdict::Pass);
}

/// An experiment on the suspect, whatever the wing would do.
fn carried_out(room: &Room, bugs: &[&str], experiment: &Experiment) -> Outcome {
    let judge = room.minic(bugs);
    let suspect = judge.compiler("suspect").unwrap();
    judge.carry_out(experiment, suspect, &optimised().flags).unwrap().outcome
}

fn compile(output: &str) -> Experiment {
    let args = vec![Arg::text("-c"), Arg::file("a.mini"), Arg::text("-o"), Arg::Output];
    Experiment {
        files: vec![SourceFile::new("a.mini", EVERYTHING)],
        steps: vec![Step::subject(args, output)],
        evidence: Evidence::Files(vec![output.to_owned()]),
    }
}

#[test]
fn files_are_evidence() {
    let room = Room::new();
    let Outcome::Finished { seen } = carried_out(&room, &[], &compile("a.o")) else { panic!() };
    assert!(String::from_utf8_lossy(&seen.files[0].bytes).contains("for (i1 = 0"), "{seen:?}");
    // A file that nobody wrote is the tool's doing, not the end of the hunt.
    let mut missing = compile("a.o");
    missing.evidence = Evidence::Files(vec!["a.o".into(), "b.o".into()]);
    let outcome = carried_out(&room, &[], &missing);
    let Outcome::NoResult { why } = &outcome else { panic!("{outcome:?}") };
    assert!(why.contains("b.o"), "{why}");
    let verdict = case(EVERYTHING).accuse(&outcome);
    let expected = Symptom::NoProgram { why: why.clone() };
    assert_eq!(verdict, Verdict::Miscompiled { symptom: expected });
}

#[test]
fn words_are_evidence_even_of_a_tool_that_fails() {
    let room = Room::new();
    let args = vec![Arg::file("a.mini"), Arg::text("--interpret")];
    let unset = Experiment::words(vec![SourceFile::new("a.mini", "print q\n")], args, None);
    let Outcome::Finished { seen } = carried_out(&room, &[], &unset) else { panic!() };
    assert!(!seen.succeeded());
    assert!(String::from_utf8_lossy(&seen.stderr).contains("undefined: q"), "{seen:?}");
}

#[test]
fn a_step_may_ask_for_a_tool_of_another_family() {
    let room = Room::new();
    let args = vec![Arg::text("build"), Arg::Output, Arg::file("a.mini")];
    let by = By::Tool("mini2".to_owned());
    let experiment = Experiment {
        files: vec![SourceFile::new("a.mini", EVERYTHING)],
        steps: vec![Step { by, ..Step::subject(args, "p").plain() }, Step::run("p")],
        evidence: Evidence::Run,
    };
    let outcome = carried_out(&room, &[], &experiment);
    assert!(matches!(outcome, Outcome::Hindered { .. }), "it is not here: {outcome:?}");
    let other = room.tool("mini2", "other", &[]);
    let judge = room.judge(&MINI, room.tool("mini", "suspect", &[]), vec![other]);
    let suspect = judge.compiler("suspect").unwrap();
    let attempt = judge.carry_out(&experiment, suspect, &[]).unwrap();
    assert_eq!(case(EVERYTHING).accuse(&attempt.outcome), Verdict::Pass, "{attempt:?}");
}
