//! Triage on the miniature wing: from a verdict to a pass, its cure, other compilers, and what
//! the pass did.

use crate::bench::{EVERYTHING, MINI, Room, case, flags, optimised};
use spektr_judge::families::Change;
use spektr_judge::{Configuration, Guilt, Judge, Spent, Verdict, VerdictClass};

/// The verdict of a judge, which must be of this class.
fn verdict(judge: &Judge<'_>, configuration: &Configuration, class: VerdictClass) -> Verdict {
    let (verdict, attempt) = judge.look(&case(EVERYTHING), configuration).unwrap();
    assert_eq!(verdict.class(), class, "{attempt:?}");
    verdict
}

fn blamed(judge: &Judge<'_>, configuration: &Configuration, class: VerdictClass) -> Option<Guilt> {
    let (verdict, mut spent) = (verdict(judge, configuration, class), Spent::default());
    let guilt = judge.blame(&case(EVERYTHING), &verdict, configuration, &mut spent).unwrap();
    assert!(spent.compiles > 0 || guilt.is_none());
    guilt
}

fn typed(guilt: &Guilt) -> String {
    Configuration::new("", guilt.cure.clone()).typed()
}

#[test]
fn the_guilty_pass_is_named_with_its_cure() {
    let room = Room::new();
    let o2 = flags(&["-Bchildren", "-O2", "-Bwrong=mul"]);
    let guilt = blamed(&room.minic(&[]), &o2, VerdictClass::Miscompiled).expect("it counts");
    assert_eq!((guilt.layer.as_str(), guilt.pass.as_str()), ("early", "strength-reduction"));
    assert_eq!((guilt.on.as_str(), guilt.index), ("line 4", 1));
    assert_eq!(typed(&guilt), "--off=strength-reduction");
    assert!(guilt.needs.is_empty(), "{guilt:?}");
}

#[test]
fn a_pass_of_a_later_layer() {
    let room = Room::new();
    let guilt = blamed(&room.minic(&["-Bwrong=loop"]), &optimised(), VerdictClass::Miscompiled);
    let guilt = guilt.expect("it counts");
    assert_eq!((guilt.layer.as_str(), guilt.pass.as_str()), ("late", "loop-opt"));
}

#[test]
fn passes_that_need_each_other_are_both_named() {
    let room = Room::new();
    let judge = room.minic(&["-Bwrong=both"]);
    // The sum has to stand before the loop.
    let before = case("let a = 1\nadd a a\nloop 3 {\nadd a a\n}\nprint a\n");
    let (verdict, _) = judge.look(&before, &optimised()).unwrap();
    let mut spent = Spent::default();
    let guilt = judge.blame(&before, &verdict, &optimised(), &mut spent).unwrap();
    let guilt = guilt.expect("it counts");
    assert_eq!((guilt.layer.as_str(), guilt.pass.as_str()), ("early", "const-fold"));
    assert_eq!(guilt.needs, ["late pass loop-opt on line 3"]);
}

#[test]
fn a_compiler_that_cannot_count_switches_off() {
    let room = Room::new();
    let mut suspect = room.tool("mini", "suspect", &["-Bnocount", "-Bwrong=mul"]);
    suspect.command.push("-Bnocount".to_owned());
    suspect = probed_again(&room, suspect);
    assert!(suspect.abilities.bisects.is_empty() && suspect.abilities.toggles.is_some());
    let judge = room.judge(&MINI, suspect, Vec::new());
    let guilt = blamed(&judge, &optimised(), VerdictClass::Miscompiled).expect("it toggles");
    assert_eq!((guilt.pass.as_str(), guilt.index), ("strength-reduction", 0));
    assert_eq!(typed(&guilt), "--off=strength-reduction");
}

/// The same tool as `spektr.toml` would name it: with a command, probed with its words.
fn probed_again(room: &Room, compiler: spektr_judge::Compiler) -> spektr_judge::Compiler {
    let command: Vec<String> = compiler.command.iter().map(|word| format!("{word:?}")).collect();
    let text = format!(
        "[[compiler]]\nname = \"suspect\"\nfamily = \"mini\"\ncommand = [{}]\nalways = {:?}\n",
        command.join(", "),
        compiler.abilities.always
    );
    let file = spektr_judge::config::parse(&text, spektr_mini::FAMILIES).unwrap();
    let places = spektr_judge::compilers::Places::default();
    let families = spektr_mini::FAMILIES;
    let setup = spektr_judge::Setup::prepare(&room.sandbox, families, places, Some(&file), &MINI);
    setup.unwrap().targets.remove(0).compiler
}

#[test]
fn a_bug_without_passes_is_in_code_generation() {
    let room = Room::new();
    let guilt = blamed(&room.minic(&["-Bdie=mul"]), &optimised(), VerdictClass::Miscompiled);
    let guilt = guilt.expect("nobody is somebody");
    assert!(!guilt.names_a_pass() && guilt.cure.is_empty(), "{guilt:?}");
}

#[test]
fn a_hang_or_a_death_is_placed_by_the_last_pass_started() {
    let room = Room::new();
    let text = "let a = 3\nadd a a\nmul a a\nadd a a\nprint a\n";
    let last = |bug: &str| {
        let judge = room.minic(&[bug]);
        let (verdict, _) = judge.look(&case(text), &optimised()).unwrap();
        let guilt = judge.blame(&case(text), &verdict, &optimised(), &mut Spent::default());
        guilt.unwrap().map(|it| (it.pass, it.on))
    };
    let at = |pass: &str, line: &str| Some((pass.to_owned(), line.to_owned()));
    assert_eq!(last("-Bhang=mul"), at("strength-reduction", "line 3"));
    assert_eq!(last("-Bsegv=mul"), at("const-fold", "line 2"));
    // What breaks with a message is looked for by leaving passes out.
    let broke = blamed(&room.minic(&["-Bice=mul"]), &optimised(), VerdictClass::CompilerCrash);
    assert_eq!(broke.map(|it| it.pass).as_deref(), Some("strength-reduction"));
}

#[test]
fn affected_compilers_are_listed() {
    let room = Room::new();
    let others = vec![
        room.tool("mini", "old", &["-Bwrong=mul"]),
        room.tool("mini", "new", &[]),
        room.tool("mini2", "foreign", &[]),
    ];
    let judge = room.judge(&MINI, room.tool("mini", "suspect", &["-Bwrong=mul"]), others);
    let verdict = verdict(&judge, &optimised(), VerdictClass::Miscompiled);
    let mut spent = Spent::default();
    let seen = judge.elsewhere(&case(EVERYTHING), &verdict, &optimised(), &mut spent).unwrap();
    let affected: Vec<_> = seen.into_iter().map(|it| (it.compiler, it.affected)).collect();
    // The flags of one family mean nothing to another.
    assert_eq!(affected, [("old".to_owned(), Some(true)), ("new".to_owned(), Some(false))]);
    assert_eq!(spent.compiles, 2);
}

#[test]
fn without_flags_every_family_is_asked() {
    let room = Room::new();
    let others = vec![room.tool("mini2", "foreign", &["bug:no-loops"])];
    let judge = room.judge(&MINI, room.tool("mini", "suspect", &["-Breject=loop"]), others);
    let verdict = verdict(&judge, &flags(&[]), VerdictClass::Rejected);
    let mut spent = Spent::default();
    let seen = judge.elsewhere(&case(EVERYTHING), &verdict, &flags(&[]), &mut spent).unwrap();
    // It rejects the program too, in words of its own.
    assert_eq!(seen.len(), 1);
    assert!(seen[0].said.contains("cannot stand loop"), "{seen:?}");
}

#[test]
fn a_compiler_that_refuses_the_flags_cannot_be_told() {
    let room = Room::new();
    let others = vec![room.tool("mini", "old", &["-Bnocount"])];
    let judge = room.judge(&MINI, room.tool("mini", "suspect", &["-Bwrong=mul"]), others);
    let limited = flags(&["-O2", "--early-limit=9"]);
    let verdict = verdict(&judge, &limited, VerdictClass::Miscompiled);
    let mut spent = Spent::default();
    let seen = judge.elsewhere(&case(EVERYTHING), &verdict, &limited, &mut spent).unwrap();
    assert_eq!(seen[0].affected, None, "{seen:?}");
}

fn changed(judge: &Judge<'_>, layer: &str) -> Option<(Guilt, Option<Change>)> {
    let verdict = verdict(judge, &optimised(), VerdictClass::Miscompiled);
    let mut spent = Spent::default();
    judge.change(&case(EVERYTHING), &verdict, &optimised(), layer, &mut spent).unwrap()
}

#[test]
fn what_a_pass_did_is_shown_by_dumps() {
    let room = Room::new();
    let (guilt, change) = changed(&room.minic(&["-Bwrong=mul"]), "early").expect("it is early");
    assert_eq!(guilt.pass, "strength-reduction");
    let change = change.expect("early passes keep what they did");
    assert_eq!(change.before, "mul a b\n");
    assert!(change.after.contains("* ") && change.after.contains("+ 1)"), "{change:?}");
    assert_eq!(changed(&room.minic(&["-Bwrong=mul"]), "late"), None, "it is innocent");
}

#[test]
fn what_a_pass_did_is_shown_by_snapshots() {
    let room = Room::new();
    let (guilt, change) = changed(&room.minic(&["-Bwrong=loop"]), "late").expect("it is late");
    assert_eq!((guilt.pass.as_str(), guilt.index), ("loop-opt", 1));
    let change = change.expect("what is held can be kept");
    assert!(change.before.contains("i1 = 0;") && change.after.contains("i1 = 1;"), "{change:?}");
}

#[test]
fn a_compiler_says_where_its_time_goes() {
    let room = Room::new();
    let stages = room.minic(&[]).time_passes(&case(EVERYTHING), &optimised()).unwrap();
    let mut names: Vec<&str> = stages.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["const-fold", "loop-opt", "strength-reduction"]);
}

#[test]
fn a_compiler_names_the_passes_that_run() {
    let room = Room::new();
    let (judge, mut spent) = (room.minic(&[]), Spent::default());
    let names = judge.passes(&case(EVERYTHING), &optimised(), &mut spent).unwrap();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(names, ["const-fold", "loop-opt", "strength-reduction"]);
    assert!(spent.compiles > 0);
    let plain = Configuration::new(&optimised().compiler, Vec::new());
    assert!(judge.passes(&case(EVERYTHING), &plain, &mut spent).unwrap().is_empty());
}
