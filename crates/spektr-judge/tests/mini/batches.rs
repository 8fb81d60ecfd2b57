//! Several programs in one experiment: the guilty are found, the others are not compiled again.

use crate::bench::{
    ABORTS, EVERYTHING, EXITS, MINI, OPEN, Room, SUMS, batch, case, case_of, is_pass, optimised,
};
use spektr_judge::{Batch, Case, Judge, Stage, Verdict, VerdictClass};
use spektr_wing::{Order, Wing};

fn judged(judge: &Judge<'_>, texts: &[&str]) -> Batch {
    let cases: Vec<Case> = texts.iter().map(|text| case(text)).collect();
    judge.judge_batch(&cases.iter().collect::<Vec<_>>(), &optimised()).unwrap()
}

#[test]
fn a_batch_that_is_right_costs_one_compile() {
    let room = Room::new();
    let judge = room.minic(&[]);
    let batch = judged(&judge, &[SUMS, EVERYTHING, SUMS, SUMS, EVERYTHING]);
    assert!(batch.judgements.iter().all(is_pass), "{batch:?}");
    assert_eq!((batch.spent.compiles, batch.spent.micros(Stage::Settle)), (1, 0));
    let nothing = judged(&judge, &[]);
    assert_eq!((nothing.judgements.len(), nothing.spent.compiles), (0, 0));
}

#[test]
fn batches_accuse_only_the_guilty() {
    use VerdictClass::{CompilerCrash, Miscompiled, Pass};
    let room = Room::new();
    let texts = [SUMS, EVERYTHING, SUMS, SUMS, EVERYTHING];
    let guilty = [Pass, Miscompiled, Pass, Pass, Miscompiled];
    assert_eq!(batch(&room.minic(&["-Bwrong=mul"]), &texts), guilty);
    assert_eq!(batch(&room.minic(&["-Bdie=mul"]), &texts), guilty);
    let crashed = [Pass, CompilerCrash, Pass, Pass, CompilerCrash];
    assert_eq!(batch(&room.minic(&["-Bice=loop"]), &texts), crashed);
}

#[test]
fn a_compiler_that_names_whom_it_was_at_saves_compiles() {
    let room = Room::new();
    let lets = "let a = 1\nprint a\n";
    let texts = [lets, lets, lets, lets, lets, EVERYTHING, lets, lets];
    let named = judged(&room.minic(&["-Bice=mul"]), &texts);
    let silent = judged(&room.minic(&["-Bsegv=mul"]), &texts);
    for batch in [&named, &silent] {
        let classes: Vec<_> = batch.judgements.iter().map(|it| it.verdict.class()).collect();
        assert_eq!(classes.iter().filter(|it| **it == VerdictClass::Pass).count(), 7);
        assert_eq!(classes[5], VerdictClass::CompilerCrash);
    }
    // The batch, the others without it, and the one: then only settling.
    let compiles = |batch: &Batch| batch.spent.compiles - batch.judgements[5].spent.compiles;
    assert_eq!(compiles(&named), 2, "{named:?}");
    assert!(compiles(&silent) > 2, "halves of halves");
}

#[test]
fn what_cannot_share_a_run_is_judged_alone() {
    let room = Room::new();
    let texts = [SUMS, "print x", ABORTS, SUMS, EXITS, OPEN];
    let judge = room.minic(&[]);
    assert_eq!(batch(&judge, &texts), [VerdictClass::Pass; 6]);
    use VerdictClass::{Miscompiled, Pass};
    let wrong = [Pass, Pass, Pass, Pass, Miscompiled, Pass];
    assert_eq!(batch(&room.minic(&["-Bwrong=exit"]), &texts), wrong);
}

#[test]
fn a_batch_is_compiled_once_whatever_its_programs_do() {
    let room = Room::new();
    for bug in ["-Bwrong=mul", "-Bdie=mul", "-Bendless=mul"] {
        let batch = judged(&room.minic(&[bug]), &[SUMS, EVERYTHING, SUMS]);
        let [first, guilty, last] = &batch.judgements[..] else { panic!("{batch:?}") };
        assert_eq!((&first.verdict, &last.verdict), (&Verdict::Pass, &Verdict::Pass));
        assert_eq!(guilty.verdict.class(), VerdictClass::Miscompiled);
        // The witness was asked, and nobody had to compile the program on its own.
        assert!(guilty.spent.micros(Stage::Compile) == 0 && guilty.evidence.is_some());
        let [witness] = guilty.testimonies.as_slice() else { panic!("{guilty:?}") };
        assert!(witness.agrees() && witness.who.contains("interpreter"), "{witness:?}");
    }
}

#[test]
fn a_failure_that_shows_only_in_company_is_kept() {
    let room = Room::new();
    for bug in ["-Bcompany", "-Bice=company"] {
        let batch = judged(&room.minic(&[bug]), &[SUMS, SUMS, SUMS]);
        let classes: Vec<_> = batch.judgements.iter().map(|it| it.verdict.class()).collect();
        assert_eq!(classes.iter().filter(|it| **it == VerdictClass::Flaky).count(), 1, "{bug}");
        assert_eq!(classes.iter().filter(|it| **it == VerdictClass::Pass).count(), 2, "{bug}");
        let flaky = batch.judgements.iter().find(|it| !is_pass(it)).expect("just counted");
        assert!(flaky.verdict.to_string().contains("only in a batch of "), "{}", flaky.verdict);
        assert!(flaky.evidence.is_some());
    }
    // Wrong in its first run only.
    let classes = batch(&room.minic(&["-Bflaky"]), &[SUMS, SUMS, SUMS]);
    assert!(classes.iter().all(|class| *class != VerdictClass::Miscompiled), "{classes:?}");
    assert!(classes.contains(&VerdictClass::Flaky), "{classes:?}");
}

#[test]
fn generated_programs_pass_good_compilers() {
    let room = Room::new();
    for (family, words) in [("mini", ["-O0", "-O2"]), ("mini2", ["fast", "fast"])] {
        let judge = room.judge(&MINI, room.tool(family, "suspect", &[]), Vec::new());
        for (policy, word) in ["plain", "two-files"].into_iter().zip(words) {
            let order = |seed| Order { seed, policy: Some(policy), ..Order::default() };
            let cases: Vec<Case> =
                (0..24).map(|seed| MINI.make(&order(seed)).unwrap().into()).collect();
            let cases: Vec<&Case> = cases.iter().collect();
            let batch = judge.judge_batch(&cases, &crate::bench::flags(&[word])).unwrap();
            assert!(batch.judgements.iter().all(is_pass), "{family} {policy}: {batch:?}");
        }
    }
}

#[test]
fn programs_of_two_files_share_a_batch() {
    let room = Room::new();
    let two = |other: &str| case_of(&MINI, &["let a = 2\ncall other\nprint a\n", other]);
    let cases = [two("add a a\n"), case(SUMS), two("loop 3 {\nmul a a\n}\n")];
    let cases: Vec<&Case> = cases.iter().collect();
    let batch = room.minic(&[]).judge_batch(&cases, &optimised()).unwrap();
    assert!(batch.judgements.iter().all(is_pass), "{batch:?}");
    // Two compiles and a link.
    assert_eq!(batch.spent.compiles, 3, "{batch:?}");
}
