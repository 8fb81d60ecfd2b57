//! Who is wrong: witnesses, unoptimised builds, other compilers, compilers of another family.

use crate::bench::{BROKEN, EVERYTHING, MINI, Room, SUMS, batch, case, case_of, judged, optimised};
use spektr_judge::{Agreement, Case, Compiler, Judgement, Stage, Verdict, VerdictClass};
use spektr_wing::Made;

fn judged_beside(room: &Room, bugs: &[&str], others: Vec<Compiler>) -> Judgement {
    let judge = room.judge(&MINI, room.tool("mini", "suspect", bugs), others);
    judge.judge(&case(EVERYTHING), &optimised()).unwrap()
}

#[test]
fn a_wrong_machine_is_our_fault() {
    let room = Room::new();
    let judge = room.judge(&BROKEN, room.tool("mini", "suspect", &[]), Vec::new());
    let judgement = judge.judge(&case_of(&BROKEN, &[EVERYTHING]), &optimised()).unwrap();
    let Verdict::OurFault { why } = &judgement.verdict else { panic!("{judgement:?}") };
    assert!(why.contains("interpreter"), "{why}");
}

/// A generator that is wrong about its own program accuses nobody: its text is run first.
#[test]
fn a_draft_is_run_from_its_text_before_anybody_is_blamed() {
    let room = Room::new();
    let judge = room.judge(&MINI, room.tool("mini", "suspect", &[]), Vec::new());
    // What another program does is not what this one does.
    let (Case { program, .. }, other) = (case(EVERYTHING), case(SUMS));
    let mut draft = Case::draft(Made { program, execution: other.execution });
    draft.expect = other.expect;
    let judgement = judge.judge(&draft, &optimised()).unwrap();
    let Verdict::OurFault { why } = &judgement.verdict else { panic!("{judgement:?}") };
    assert!(why.contains("read from its text"), "{why}");
    assert!(judgement.testimonies.is_empty(), "nobody else was asked: {judgement:?}");
    // One that is right about it does.
    let Case { program, execution, .. } = case(EVERYTHING);
    let judge = room.minic(&["-Bwrong=mul"]);
    let judgement = judge.judge(&Case::draft(Made { program, execution }), &optimised()).unwrap();
    assert_eq!(judgement.verdict.class(), VerdictClass::Miscompiled, "{judgement:?}");
}

#[test]
fn what_every_compiler_rejects_is_our_fault() {
    let room = Room::new();
    let other = room.tool("mini", "other", &["-Breject=loop"]);
    let judgement = judged_beside(&room, &["-Breject=loop"], vec![other]);
    assert_eq!(judgement.verdict.class(), VerdictClass::OurFault, "{judgement:?}");
    assert_eq!(judgement.testimonies.len(), 2);
}

#[test]
fn a_compiler_of_another_family_can_back_the_machine() {
    let room = Room::new();
    let other = room.tool("mini2", "other", &[]);
    let judgement = judged_beside(&room, &["-Breject=loop"], vec![other]);
    assert_eq!(judgement.verdict.class(), VerdictClass::Rejected, "{judgement:?}");
    let backing = judgement.testimonies.last().expect("somebody was asked");
    assert_eq!((backing.who.as_str(), &backing.agreement), ("other", &Agreement::Agrees));
    // And it can be the one who is wrong.
    let judge = room.judge(
        &MINI,
        room.tool("mini2", "suspect", &["bug:wrong-mul"]),
        vec![room.tool("mini", "clean", &[])],
    );
    let fast = crate::bench::flags(&["fast"]);
    let judgement = judge.judge(&case(EVERYTHING), &fast).unwrap();
    assert!(judgement.verdict.difference().is_some(), "{judgement:?}");
    assert!(judgement.testimonies[0].who.contains("interpreter (clean)"), "{judgement:?}");
}

#[test]
fn when_all_compilers_break_a_witness_decides() {
    let room = Room::new();
    let other = room.tool("mini", "other", &["-Bsegv=add"]);
    let judgement = judged_beside(&room, &["-Bsegv=add"], vec![other]);
    assert_eq!(judgement.verdict.class(), VerdictClass::CompilerCrash, "{judgement:?}");
    assert!(judgement.testimonies.iter().any(|it| it.agrees()), "the witness: {judgement:?}");
    // A machine that the witness contradicts accuses nobody.
    let suspect = room.tool("mini", "suspect", &["-Bsegv=add"]);
    let judge = room.judge(&BROKEN, suspect, Vec::new());
    let judgement = judge.judge(&case_of(&BROKEN, &[EVERYTHING]), &optimised()).unwrap();
    assert_eq!(judgement.verdict.class(), VerdictClass::OurFault, "{judgement:?}");
}

#[test]
fn what_an_old_compiler_lacks_is_no_finding() {
    let room = Room::new();
    let judge = room.minic(&["-Black=mul"]);
    for round in 0..2 {
        let judgement = judge.judge(&case(EVERYTHING), &optimised()).unwrap();
        let Verdict::Unjudged { why } = &judgement.verdict else { panic!("{judgement:?}") };
        assert_eq!(why, "suspect does not know `mul`");
        assert_eq!(judgement.spent.total_micros() == 0, round == 1, "learned once");
    }
    let alone = judged_beside(&room, &["-Black=mul"], Vec::new());
    assert_eq!(alone.verdict.class(), VerdictClass::OurFault, "nobody knows that name");
    use VerdictClass::{Pass, Unjudged};
    let classes = batch(&room.minic(&["-Black=mul"]), &[SUMS, EVERYTHING, SUMS]);
    assert_eq!(classes, [Pass, Unjudged, Pass]);
    assert_eq!(batch(&judge, &[EVERYTHING, SUMS]), [Unjudged, Pass]);
}

#[test]
fn settling_is_charged_to_settling() {
    let judgement = judged(EVERYTHING, &["-Bwrong=mul"]);
    assert!(judgement.spent.micros(Stage::Settle) > 0);
    // One compile to judge, the witness, and the unoptimised build.
    assert_eq!(judgement.spent.compiles, 3, "{judgement:?}");
}
