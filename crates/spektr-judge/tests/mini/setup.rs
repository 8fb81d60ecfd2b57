//! From the text of a `spektr.toml`, or from what is found, to a verdict.

use crate::bench::{EVERYTHING, MINI, Room, case};
use spektr_judge::compilers::Places;
use spektr_judge::config::{Setup, parse};
use spektr_judge::{Judge, Spent, Verdict, VerdictClass};
use spektr_mini::FAMILIES;

#[test]
fn a_configured_compiler_is_judged_and_triaged() {
    let room = Room::new();
    let text = format!(
        r#"
[limits]
compile-seconds = 5

[[compiler]]
name = "old"
family = "mini"
command = ["{path}", "-Bwrong=loop"]
axes = {{ opt-level = [1, 2] }}

[[compiler]]
name = "new"
family = "mini"
command = "{path}"
axes = {{ opt-level = 3, flags = ["--off=loop-opt"] }}
"#,
        path = room.path.join("minic").display()
    );
    let file = parse(&text, FAMILIES).unwrap();
    let prepared = Setup::prepare(&room.sandbox, FAMILIES, Places::default(), Some(&file), &MINI);
    let setup = prepared.unwrap();
    assert_eq!(setup.targets[0].compiler.version.release.as_deref(), Some("1.2.3"));
    assert_eq!(setup.bystanders.len(), 2);

    let targets = setup.targets.clone();
    let judge = Judge::new(&MINI, FAMILIES, room.sandbox.clone(), setup);
    let [old, new] = targets.as_slice() else { panic!("two compilers are configured") };
    let usual = judge.shares().usual;
    for seed in 0..4 {
        let drawn = old.draw(seed, usual);
        assert!(["-O1", "-O2"].contains(&drawn.typed().as_str()), "{drawn:?}");
        let judgement = judge.judge(&case(EVERYTHING), &drawn).unwrap();
        assert_eq!(judgement.verdict.class(), VerdictClass::Miscompiled);
        let judgement = judge.judge(&case(EVERYTHING), &new.draw(seed, usual)).unwrap();
        assert_eq!(judgement.verdict, Verdict::Pass);
        assert!(judge.levels().iter().any(|it| it.compiler == judge.draw(seed).compiler));
    }
    let o1 = old.draw(0, usual);
    let (verdict, _) = judge.look(&case(EVERYTHING), &o1).unwrap();
    let guilt = judge.blame(&case(EVERYTHING), &verdict, &o1, &mut Spent::default()).unwrap();
    assert_eq!(guilt.expect("it counts").pass, "loop-opt");
}

#[test]
fn what_is_found_is_probed_and_becomes_a_target() {
    let room = Room::new();
    let places = Places { named: vec![room.path.clone()], ..Places::default() };
    let setup = Setup::prepare(&room.sandbox, FAMILIES, places, None, &MINI).unwrap();
    let names: Vec<&str> = setup.targets.iter().map(|it| it.compiler.name.as_str()).collect();
    assert_eq!(names, ["mini2-7.1", "mini-1.2.3"], "the optimizer is for another wing");
    let judge = Judge::new(&MINI, FAMILIES, room.sandbox.clone(), setup);
    for seed in 0..8 {
        let judgement = judge.judge(&case(EVERYTHING), &judge.draw(seed)).unwrap();
        assert_eq!(judgement.verdict, Verdict::Pass, "{:?}", judge.draw(seed));
    }
    let typed: Vec<String> =
        judge.levels().iter().map(|it| format!("{} {}", it.compiler, it.typed())).collect();
    for wanted in ["mini2-7.1 fast", "mini-1.2.3 -O0", "mini-1.2.3 -O1", "mini-1.2.3 -O2"] {
        assert!(typed.iter().any(|it| it == wanted), "{typed:?}");
    }
}

#[test]
fn a_compiler_nobody_found_is_named() {
    let room = Room::new();
    let file = parse("[[compiler]]\nname = \"nowhere\"\nfamily = \"mini\"", FAMILIES).unwrap();
    let error = Setup::prepare(&room.sandbox, FAMILIES, Places::default(), Some(&file), &MINI);
    let error = error.unwrap_err().to_string();
    assert!(error.contains("nowhere"), "{error}");
}
