//! A tool whose output is judged, started for every program or once for many.

use crate::bench::{EVERYTHING, MINOPT, Room, case_of, flags, is_pass};
use spektr_judge::sandbox::Limit;
use spektr_judge::{Case, Configuration, Judge, Judgement, Outcome, Trouble, Verdict};
use spektr_wing::{Order, Purpose, Symptom, Wing};

const FOLDS: &str = "let a = 3\nlet b = 5\nmul a b\nprint a\n";

fn o1() -> Configuration {
    flags(&["-O1"])
}

fn judged(judge: &Judge<'_>, text: &str) -> Judgement {
    judge.judge(&case_of(&MINOPT, &[text]), &o1()).unwrap()
}

#[test]
fn a_refinement_is_right() {
    let room = Room::new();
    let judge = room.minopt(&[]);
    for text in [FOLDS, EVERYTHING, "any a\nprint a\n", "print unset\n", "let a = 1\nabort\n"] {
        assert!(is_pass(&judged(&judge, text)), "{text}");
    }
}

#[test]
fn what_does_more_is_wrong_and_what_differs_is_named() {
    let room = Room::new();
    let found = |bug: &str, text: &str| {
        let judgement = judged(&room.minopt(&[bug]), text);
        let difference = judgement.verdict.difference().unwrap_or_else(|| panic!("{judgement:?}"));
        (difference.wanted.clone(), difference.found.clone().unwrap_or_default())
    };
    assert_eq!(found("-Bwrong=mul", FOLDS), ("15".into(), "16".into()));
    assert_eq!(found("-Bwrong=any", "any a\nprint a\n"), ("0".into(), "7".into()));
    let (wanted, said) = found("-Bundefine", "let a = 3\nprint a\n");
    assert!(wanted == "defined" && said.contains("a is used"), "{said}");
}

#[test]
fn nonsense_and_nothing_are_wrong() {
    let room = Room::new();
    for (bug, words) in [("-Bnonsense", "no program"), ("-Bnothing", "left no program")] {
        // These two are there at every level; nobody else has an opinion.
        let (verdict, _) = room.minopt(&[bug]).look(&case_of(&MINOPT, &[FOLDS]), &o1()).unwrap();
        let Verdict::Miscompiled { symptom: Symptom::NoProgram { why } } = verdict else {
            panic!("{bug}: {verdict:?}")
        };
        assert!(why.contains(words), "{why}");
    }
}

#[test]
fn what_cannot_be_told_is_not_judged() {
    let room = Room::new();
    let much = "loop 5 {\nany a\n}\nprint a\n";
    let judgement = judged(&room.minopt(&[]), much);
    assert!(matches!(judgement.verdict, Verdict::Unjudged { .. }), "{judgement:?}");
}

#[test]
fn programs_that_mean_nothing_find_crashes() {
    let room = Room::new();
    let unset = "let b = 2\nmul b b\nprint a\n";
    assert!(is_pass(&judged(&room.minopt(&["-Bwrong=mul"]), unset)));
    let judgement = judged(&room.minopt(&["-Bcrash=mul"]), unset);
    assert!(matches!(judgement.verdict, Verdict::CompilerCrash { .. }), "{judgement:?}");
}

#[test]
fn a_resident_tool_that_dies_is_a_crash_and_the_next_is_a_fresh_one() {
    let room = Room::new();
    let judge = room.minopt(&["-Bsegv=mul"]);
    let quiet = "let a = 3\nadd a a\nprint a\n";
    assert!(is_pass(&judged(&judge, quiet)));
    let judgement = judged(&judge, FOLDS);
    let Verdict::CompilerCrash { signal, .. } = judgement.verdict else { panic!("{judgement:?}") };
    assert_eq!(signal, Some(11));
    assert!(is_pass(&judged(&judge, quiet)));
}

#[test]
fn a_request_has_a_limit_of_its_own() {
    let room = Room::new();
    let judge = room.minopt(&["-Bhang=mul"]);
    let judgement = judged(&judge, FOLDS);
    assert_eq!(judgement.verdict, Verdict::CompilerHang { limit: Limit::Cpu });
    assert!(is_pass(&judged(&judge, "let a = 3\nprint a\n")));
}

#[test]
fn resident_or_not_makes_no_difference() {
    let room = Room::new();
    for bugs in [&[][..], &["-Bwrong=mul"], &["-Bcrash=mul"], &["-Bsegv=mul"], &["-Bnothing"]] {
        let judge = room.minopt(bugs);
        let case = case_of(&MINOPT, &[FOLDS]);
        let suspect = judge.compiler("suspect").unwrap();
        let programs = [case.program.as_ref()];
        let [stays, starts] = [Purpose::Judge, Purpose::Standalone].map(|purpose| {
            let experiment = MINOPT.experiment(&programs, purpose, &suspect.audience());
            judge.carry_out(&experiment, suspect, &o1().flags).unwrap()
        });
        assert_eq!(case.accuse(&stays.outcome), case.accuse(&starts.outcome), "{bugs:?}");
        assert_eq!(stays.commands, starts.commands);
        let both = (stays.outcome, starts.outcome);
        if let (Outcome::Finished { seen: stays }, Outcome::Finished { seen: starts }) = both {
            assert_eq!(stays.files, starts.files);
        }
    }
}

#[test]
fn one_process_answers_many_requests_of_many_workers() {
    let room = Room::new();
    let judge = room.minopt(&[]);
    std::thread::scope(|scope| {
        for worker in 0..3 {
            let judge = &judge;
            scope.spawn(move || {
                for seed in 0..20 {
                    let order = Order { seed: worker * 20 + seed, ..Order::default() };
                    let case = Case::from(MINOPT.make(&order).unwrap());
                    let judgement = judge.judge(&case, &o1()).unwrap();
                    assert!(is_pass(&judgement), "{judgement:?}");
                }
            });
        }
    });
}

#[test]
fn a_resident_tool_that_vanished_is_trouble() {
    let room = Room::new();
    let mut gone = room.tool("minopt", "suspect", &[]);
    gone.command[0].push_str("-was-here");
    let judge = room.judge(&MINOPT, gone, Vec::new());
    let trouble = judge.judge(&case_of(&MINOPT, &[FOLDS]), &o1()).unwrap_err();
    assert!(matches!(trouble, Trouble::CompilerGone { .. }), "{trouble}");
}

#[test]
fn the_guilty_step_of_an_optimizer_is_found_and_shown() {
    let room = Room::new();
    let judge = room.minopt(&["-Bwrong=mul"]);
    let case = case_of(&MINOPT, &["let a = 3\nadd a a\nlet b = 5\nmul a b\nprint a\n"]);
    let verdict = judge.judge(&case, &o1()).unwrap().verdict;
    let mut spent = Default::default();
    let guilt = judge.blame(&case, &verdict, &o1(), &mut spent).unwrap().expect("it counts");
    assert_eq!((guilt.pass.as_str(), guilt.on.as_str(), guilt.index), ("fold", "line 4", 2));
    let (_, change) = judge.change(&case, &verdict, &o1(), "passes", &mut spent).unwrap().unwrap();
    let change = change.expect("what it holds can be written");
    assert!(change.before.contains("mul a b") && change.after.contains("let a = 31"), "{change:?}");
}
