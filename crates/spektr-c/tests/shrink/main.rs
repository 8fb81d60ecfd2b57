//! Reduction by structure: what the changes do. How far they lead is `spektr-seeded`'s to test,
//! where the reducer is.

use spektr_c::shrink::{self, Known, Offer};
use spektr_c::{parse, print, syntax::Program};

fn read(text: &str) -> Program {
    parse::read(&[("a.c", text)]).unwrap_or_else(|complaint| panic!("{}", complaint.rendered))
}

fn text_of(program: &Program) -> String {
    print::print(program).remove(0).text
}

const EVERYTHING: &str = include_str!("../front/everything.c");

#[test]
fn every_offer_can_be_applied_without_harm() {
    let (program, known) = (read(EVERYTHING), Known::default());
    for round in 0..shrink::ROUNDS {
        let offers = shrink::offers(&program, &known, round);
        assert!(!offers.is_empty(), "round {round} offers something");
        let mut made = 0;
        for offer in offers.iter().step_by(1 + offers.len() / 60) {
            if let Some(smaller) = shrink::apply(&program, &known, &[offer.change]) {
                made += 1;
                let text = text_of(&smaller);
                assert_eq!(text_of(&read(&text)), text, "{}", offer.label);
            }
        }
        assert!(made > 0, "round {round}: some change makes a program");
        // All at once must not fall either, whatever comes of it.
        let all: Vec<_> = offers.iter().map(|offer| offer.change).collect();
        let _ = shrink::apply(&program, &known, &all);
    }
}

/// The text with the first change that is called like this.
fn with(text: &str, wanted: &str) -> String {
    let (program, known) = (read(text), Known::default());
    let offers: Vec<Offer> =
        (0..shrink::ROUNDS).flat_map(|round| shrink::offers(&program, &known, round)).collect();
    let offer = offers.iter().find(|offer| offer.label.contains(wanted));
    let offer = offer.unwrap_or_else(|| panic!("{wanted} is not among {offers:?}"));
    let changed = shrink::apply(&program, &known, &[offer.change]);
    text_of(&changed.unwrap_or_else(|| panic!("{wanted} makes no program")))
}

#[test]
fn functions_objects_and_members_go() {
    let text = "struct s { int a; int unused; int b; };\n\
        static int add(int x, int y) { return x + 1; }\n\
        int main(int argc, char **argv) { struct s v = { 1, 2, 3 }; int r; \
        if (v.a) { r = add(v.b, 5); } else r = 2; return r; }";
    let dropped = with(text, "drop member 1 of s");
    assert!(dropped.contains("v = {1, 3}") && !dropped.contains("unused"), "{dropped}");
    let dropped = with(text, "drop parameter 1 of add");
    assert!(dropped.contains("add(int x)") && dropped.contains("add(v.b);"), "{dropped}");
    let silent = with(text, "drop function add and its calls");
    assert!(silent.contains("r = 0;") && !silent.contains("add"), "{silent}");
    let plain = with(text, "drop the parameters of main");
    assert!(plain.contains("int main(void)"), "{plain}");
    let fixed = with(text, "parameter 1 of add is an object");
    assert!(fixed.contains("add(int x)") && fixed.contains("int y = 5;"), "{fixed}");
    let dead = with(text, "which is never reached");
    assert!(!dead.contains("r = 2"), "{dead}");
    let tidy = with(text, "tidy");
    assert!(tidy.contains("int f1(int a, int b)") && tidy.contains("struct s1"), "{tidy}");
}

#[test]
fn calls_become_what_they_call() {
    let text = "static int add(int x, int y) { return x + y; }\n\
        static int sign(int x) { if (x < 0) return -1; return 1; }\n\
        int main(void) { int r; r = add(2, 3); return sign(r); }";
    let body = with(text, "inline the call of statement 5");
    assert!(body.contains("int x = 2;") && body.contains("r = x + y;"), "{body}");
    let value = with(text, "inline the call that is value");
    assert!(value.contains("r = 2 + 3;"), "{value}");
    let returned = with(text, "inline the call of statement 6");
    assert!(returned.contains("int x = r;") && returned.contains("return -1;"), "{returned}");
}

#[test]
fn control_goes_one_way() {
    let text = "int main(void) { int r = 1; if (r) { r = 2; } \
        switch (r) { case 1: return 5; case 2: r = 3; break; default: r = 4; } \
        for (int i = 0; i < 3; i++) r += i; return r; }";
    let flat = with(text, "statement 1: body");
    assert!(!flat.contains("if ("), "{flat}");
    let arm = with(text, "case 1");
    assert!(!arm.contains("switch") && arm.contains("r = 3;") && !arm.contains("r = 4"), "{arm}");
    let shown = with(text, "returncondition");
    assert!(shown.contains("return r;\n    switch"), "{shown}");
}

#[test]
fn what_a_run_knows_is_written_down() {
    let text = "int a[3] = {4, 5, 6}; int *p = a; static struct { int m; } s = { 7 };\n\
        int main(void) { int i = 2; int k = i * 3; return p[i] + k + s.m; }";
    let known = with(text, "what value 1 always is");
    assert!(known.contains("k = 6;"), "{known}");
    let object = with(text, "what pointer 0 always leads to");
    assert!(object.contains("return a[2] + k"), "{object}");
    let part = with(text, "s is one part of itself");
    assert!(part.contains("static int s = 7;") && part.contains("+ s;"), "{part}");
    let part = with(text, "a is one part of itself");
    assert!(part.contains("int a = 4;") && part.contains("int *p = &a;"), "{part}");
    let gone = with(text, "the initialiser for k");
    assert!(gone.contains("return p[i] + i * 3 + s.m;"), "{gone}");
}
