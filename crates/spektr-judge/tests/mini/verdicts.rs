//! The judge on the miniature wing: every verdict there is, provoked.

use crate::court::{Court, EVERYTHING, SUMS, optimised};
use spektr_judge::{Case, Configuration, Symptom, Trouble, Verdict, VerdictClass};
use spektr_wing::{Execution, Program, Wing, Wish};

#[test]
fn a_good_compiler_passes_with_one_compile_and_one_run() {
    let judgement = Court::new().judge(EVERYTHING, &[]);
    assert_eq!(judgement.verdict, Verdict::Pass);
    assert!(judgement.voices.is_empty() && judgement.evidence.is_none());
    assert!(judgement.spent.settle.is_zero() && !judgement.spent.compile.is_zero());
}

#[test]
fn a_wrong_value_is_named() {
    let judgement = Court::new().judge(EVERYTHING, &["-Bwrong=mul"]);
    let Verdict::Miscompiled { symptom: Symptom::Output { difference } } = &judgement.verdict
    else {
        panic!("{judgement:?}")
    };
    assert_eq!((difference.function.as_str(), difference.variable.as_str()), ("main", "a"));
    let witness = &judgement.voices[0];
    assert_eq!((witness.agrees, witness.who.contains("interpreter")), (Some(true), true));
    // The accused's own unoptimised build agrees, so nobody else had to be asked.
    assert_eq!(judgement.voices.len(), 2);
    assert_eq!(judgement.voices[1].flags, "-O0");
}

#[test]
fn other_symptoms_of_miscompilation() {
    let court = Court::new();
    let symptom = |bug: &str| match court.judge(EVERYTHING, &[bug]).verdict {
        Verdict::Miscompiled { symptom } => symptom,
        other => panic!("{other:?}"),
    };
    assert!(matches!(symptom("-Bwrong=loop"), Symptom::Output { .. }));
}

#[test]
fn dying_and_endless_programs_are_miscompiled_if_another_compiler_is_right() {
    let court = Court::new();
    let died = court.judge(EVERYTHING, &["-Bdie=mul"]).verdict;
    assert_eq!(died, Verdict::Miscompiled { symptom: Symptom::Signal { signal: 6 } });
    let endless = court.judge(EVERYTHING, &["-Bendless=loop"]).verdict;
    assert_eq!(endless, Verdict::Miscompiled { symptom: Symptom::Endless });
}

#[test]
fn compilers_that_fail() {
    let court = Court::new();
    let Verdict::CompilerCrash { signature, signal: None } =
        court.judge(EVERYTHING, &["-Bice=mul"]).verdict
    else {
        panic!()
    };
    assert_eq!(signature, "panicked at strength_reduction: no mul can be here");
    let killed = court.judge(EVERYTHING, &["-Bsegv=add"]).verdict;
    assert!(matches!(killed, Verdict::CompilerCrash { signal: Some(11), .. }), "{killed:?}");
    let rejected = court.judge(EVERYTHING, &["-Breject=loop"]).verdict;
    assert!(matches!(rejected, Verdict::Rejected { .. }), "{rejected:?}");
    assert_eq!(court.judge(EVERYTHING, &["-Bhang=mul"]).verdict, Verdict::CompilerHang);
}

#[test]
fn children_left_behind_change_nothing() {
    assert_eq!(Court::new().judge(EVERYTHING, &["-Bchildren"]).verdict, Verdict::Pass);
}

#[test]
fn flaky_programs_accuse_nobody() {
    let judgement = Court::new().judge(EVERYTHING, &["-Bflaky"]);
    assert_eq!(judgement.verdict.class(), VerdictClass::Flaky);
}

#[test]
fn a_wrong_machine_is_our_fault() {
    let mut court = Court::new();
    court.wing.broken_machine = true;
    let judgement = court.judge(EVERYTHING, &[]);
    let Verdict::OurFault { why } = &judgement.verdict else { panic!("{judgement:?}") };
    assert!(why.contains("interpreter"), "{why}");
}

#[test]
fn a_bug_in_every_compiler_is_our_fault() {
    let court = Court::with_bystanders(&[("other", &["-Breject=loop"])]);
    let judgement = court.judge(EVERYTHING, &["-Breject=loop"]);
    assert_eq!(judgement.verdict.class(), VerdictClass::OurFault, "{judgement:?}");
    assert_eq!(judgement.voices.len(), 2);
}

#[test]
fn a_compiler_that_vanished_is_trouble_and_no_finding() {
    let court = Court::new();
    let (program, execution) = court.program(SUMS);
    let case = Case { program: program.as_ref(), execution: &execution };
    let mut gone = court.compiler("gone", &[]);
    gone.command[0].push_str("-was-here");
    let trouble = court.judge.judge(&court.wing, case, &gone, &optimised()).unwrap_err();
    assert!(matches!(trouble, Trouble::CompilerGone { .. }), "{trouble}");
    assert!(trouble.to_string().contains("gone"), "{trouble}");
}

#[test]
fn undefined_programs_are_not_judged() {
    let judgement = Court::new().judge("print a\n", &[]);
    assert_eq!(judgement.verdict.class(), VerdictClass::Unjudged);
}

#[test]
fn what_an_old_compiler_lacks_is_no_finding() {
    let court = Court::new();
    let (program, execution) = court.program(EVERYTHING);
    let case = Case { program: program.as_ref(), execution: &execution };
    let old = court.compiler("old", &["-Black=mul"]);
    for round in 0..2 {
        let judgement = court.judge.judge(&court.wing, case, &old, &optimised()).unwrap();
        let Verdict::Unjudged { why } = judgement.verdict else { panic!("{judgement:?}") };
        assert_eq!(why, "old does not know `mul`");
        assert_eq!(judgement.spent.total().is_zero(), round == 1, "learned once");
    }
    let alone = Court::with_bystanders(&[]).judge(EVERYTHING, &["-Black=mul"]);
    assert_eq!(alone.verdict.class(), VerdictClass::OurFault, "nobody knows that name");
    use VerdictClass::{Pass, Unjudged};
    let classes = batch(&court, &[SUMS, EVERYTHING, SUMS], &["-Black=mul"]);
    assert_eq!(classes, [Pass, Unjudged, Pass]);
    assert_eq!(batch(&court, &[EVERYTHING, SUMS], &["-Black=mul"]), [Unjudged, Pass]);
}

/// Judges texts as one batch; the classes and how many compiles were needed is seen by
/// the time that was counted.
fn batch(court: &Court, texts: &[&str], bugs: &[&str]) -> Vec<VerdictClass> {
    let made: Vec<(Box<dyn Program>, Execution)> =
        texts.iter().map(|text| court.program(text)).collect();
    let cases: Vec<Case<'_>> = made
        .iter()
        .map(|(program, execution)| Case { program: program.as_ref(), execution })
        .collect();
    let compiler = court.compiler("suspect", bugs);
    let batch = court.judge.judge_batch(&court.wing, &cases, &compiler, &optimised()).unwrap();
    assert_eq!(batch.spent.compile.is_zero(), texts.is_empty());
    batch.judgements.iter().map(|judgement| judgement.verdict.class()).collect()
}

#[test]
fn batches_accuse_only_the_guilty() {
    use VerdictClass::{CompilerCrash, Miscompiled, Pass, Unjudged};
    let court = Court::new();
    let texts = [SUMS, EVERYTHING, SUMS, SUMS, EVERYTHING];
    assert_eq!(batch(&court, &texts, &[]), [Pass; 5]);
    let guilty = [Pass, Miscompiled, Pass, Pass, Miscompiled];
    assert_eq!(batch(&court, &texts, &["-Bwrong=mul"]), guilty);
    assert_eq!(batch(&court, &texts, &["-Bdie=mul"]), guilty);
    let crashed = [Pass, CompilerCrash, Pass, Pass, CompilerCrash];
    assert_eq!(batch(&court, &texts, &["-Bice=loop"]), crashed);
    assert_eq!(batch(&court, &[SUMS, "print x", SUMS], &[]), [Pass, Unjudged, Pass]);
    assert_eq!(batch(&court, &[], &[]), []);
}

#[test]
fn a_batch_is_compiled_once_whatever_its_programs_do() {
    let court = Court::new();
    for bug in ["-Bwrong=mul", "-Bdie=mul", "-Bendless=mul"] {
        let (sums, everything) = (court.program(SUMS), court.program(EVERYTHING));
        let cases = [&sums, &everything, &sums]
            .map(|(program, execution)| Case { program: program.as_ref(), execution });
        let compiler = court.compiler("suspect", &[bug]);
        let batch = court.judge.judge_batch(&court.wing, &cases, &compiler, &optimised()).unwrap();
        let [first, guilty, last] = &batch.judgements[..] else { panic!("{batch:?}") };
        assert_eq!((&first.verdict, &last.verdict), (&Verdict::Pass, &Verdict::Pass));
        assert_eq!(guilty.verdict.class(), VerdictClass::Miscompiled);
        // The witness was asked, and nobody had to compile the program on its own.
        assert!(guilty.spent.compile.is_zero() && guilty.evidence.is_some());
        assert_eq!(guilty.voices.len(), 1, "{guilty:?}");
        assert_eq!(guilty.voices[0].agrees, Some(true));
    }
}

#[test]
fn a_failure_that_shows_only_in_company_is_kept() {
    // Flaky: the batch is wrong, each program alone is wrong first and right then.
    let classes = batch(&Court::new(), &[SUMS, SUMS, SUMS], &["-Bflaky"]);
    assert!(classes.iter().all(|class| *class != VerdictClass::Miscompiled), "{classes:?}");
    assert!(classes.contains(&VerdictClass::Flaky), "{classes:?}");
}

#[test]
fn generated_programs_pass_a_good_compiler() {
    let court = Court::new();
    let made: Vec<_> = (0..24)
        .map(|seed| court.wing.generate(&Wish { seed, ..Wish::default() }).unwrap())
        .collect();
    let cases: Vec<Case<'_>> = made
        .iter()
        .map(|it| Case { program: it.program.as_ref(), execution: &it.execution })
        .collect();
    let compiler = court.compiler("good", &[]);
    for configuration in [Configuration::default(), optimised()] {
        let batch =
            court.judge.judge_batch(&court.wing, &cases, &compiler, &configuration).unwrap();
        assert!(batch.judgements.iter().all(|it| it.verdict == Verdict::Pass), "{batch:?}");
    }
}
