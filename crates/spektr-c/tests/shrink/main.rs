//! Reduction by structure: a "compiler" made of the machine with chosen miscompilations, and a
//! plain reducer that tries the offered changes in groups.

mod miscompile;
mod reducer;

use miscompile::{BUGS, shows};
use spektr_c::{parse, print, shrink, syntax::Program};

fn read(text: &str) -> Program {
    parse::read(&[("a.c", text)]).unwrap_or_else(|complaint| panic!("{}", complaint.rendered))
}

fn text_of(program: &Program) -> String {
    print::print(program).remove(0).text
}

/// How much longer than a minimum made by hand a reduced program may be. This plain reducer only
/// takes what makes the text smaller at once; the hall's goes further.
const WITHIN: usize = 5;

const EVERYTHING: &str = include_str!("../front/everything.c");

#[test]
fn every_seeded_bug_is_reduced_to_what_it_needs() {
    let program = read(EVERYTHING);
    assert_eq!(miscompile::fault(&program), None);
    let (mut longer, mut shown) = (Vec::new(), 0);
    for bug in BUGS {
        let minimum = read(bug.minimum);
        assert!(shows(bug, &minimum), "{}: the hand-made minimum shows it", bug.name);
        if !shows(bug, &program) {
            continue;
        }
        shown += 1;
        let (reduced, tried) = reducer::reduce(&program, &|candidate| shows(bug, candidate));
        let (tokens, least) = (reducer::tokens(&reduced), reducer::tokens(&minimum));
        println!("{}: {tokens} tokens, by hand {least}, {tried} tried", bug.name);
        if tokens > WITHIN * least {
            longer.push(format!("{}: {tokens}, by hand {least}\n{}", bug.name, text_of(&reduced)));
        }
    }
    assert!(shown >= 8, "{shown} bugs show in the program");
    assert!(longer.is_empty(), "{}", longer.join("\n"));
}

#[test]
fn every_offer_can_be_applied_without_harm() {
    let program = read(EVERYTHING);
    for round in 0..shrink::ROUNDS {
        let offers = shrink::offers(&program, round);
        assert!(!offers.is_empty(), "round {round} offers something");
        let mut made = 0;
        for offer in offers.iter().step_by(1 + offers.len() / 60) {
            if let Some(smaller) = shrink::apply(&program, &[offer.change]) {
                made += 1;
                let text = text_of(&smaller);
                assert_eq!(text_of(&read(&text)), text, "{}", offer.label);
            }
        }
        assert!(made > 0, "round {round}: some change makes a program");
        // All at once must not fall either, whatever comes of it.
        let all: Vec<_> = offers.iter().map(|offer| offer.change).collect();
        let _ = shrink::apply(&program, &all);
    }
}

#[test]
fn changes_do_what_they_say() {
    let program = read(
        "struct s { int a; int unused; int b; };\nstatic int add(int x, int y) { return x + 1; }\n\
         int main(void) { struct s v = { 1, 2, 3 }; int r; if (v.a) { r = add(v.b, 5); } else r = 2; return r; }",
    );
    let with = |wanted: &str, round| {
        let offers = shrink::offers(&program, round);
        let offer = offers.iter().find(|offer| offer.label.contains(wanted));
        let offer = offer.unwrap_or_else(|| panic!("{wanted} is not among {offers:?}"));
        text_of(&shrink::apply(&program, &[offer.change]).expect("it can be read"))
    };
    let dropped = with("drop member 1 of s", 4);
    assert!(dropped.contains("v = {1, 3}") && !dropped.contains("unused"), "{dropped}");
    let dropped = with("drop parameter 1 of add", 4);
    assert!(dropped.contains("add(int x)") && dropped.contains("add(v.b);"), "{dropped}");
    let silent = with("drop function add and its calls", 0);
    assert!(silent.contains("r = 0;") && !silent.contains("add"), "{silent}");
    let inlined = with("inline", 8);
    assert!(inlined.contains("int x = v.b;") && inlined.contains("r = x + 1;"), "{inlined}");
    let flat = with("body", 2);
    assert!(!flat.contains("if ("), "{flat}");
    let tidy = with("tidy", 10);
    assert!(tidy.contains("int f1(int a, int b)") && tidy.contains("struct s1"), "{tidy}");
}
