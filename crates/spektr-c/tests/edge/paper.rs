//! The examples of the CsmithEdge paper (Even-Mendoza, Cadar, Donaldson 2022) get the verdicts that
//! it gives.

use spektr_c::edge::{Form, Wrappers};
use spektr_c::machine::{Ending, Machine, Step, Switches};
use spektr_c::parse;
use spektr_c::print;
use spektr_c::syntax::Program;

fn read(text: &str) -> Program {
    parse::read(&[("example.c", text)]).expect("it is C")
}

fn run(program: &Program) -> (Step<Ending>, String) {
    let mut machine = Machine::new(program, Switches::STRICT).expect("it links");
    let ending = machine.start(program).and_then(|()| machine.run(program, 1_000_000));
    (ending, String::from_utf8_lossy(machine.stdout()).into_owned())
}

fn rule(text: &str) -> &'static str {
    run(&read(text)).0.expect_err("it is undefined").rule()
}

/// Section 3.2: of five wrappers the division in the loop and the outer product are needed.
const WRAPPERS: &str = "
int printf(const char *, ...);
static int safe_lshift(int x, int y)
{ return (x < 0 || y < 0 || y >= 32 || x > (2147483647 >> y)) ? x : x << y; }
static int safe_add(int x, int y)
{ return (y > 0 ? x > 2147483647 - y : x < (-2147483647 - 1) - y) ? x : x + y; }
static int safe_div(int x, int y)
{ return (y == 0 || (x == (-2147483647 - 1) && y == -1)) ? x : x / y; }
static int safe_mul(int x, int y)
{ return (x > 0 ? (y > 0 ? x > 2147483647 / y : y < (-2147483647 - 1) / x)
                : (y > 0 ? x < (-2147483647 - 1) / y : x != 0 && y < 2147483647 / x)) ? x : x * y; }
int main(void) {
    int s = 5;
    int t = 2147483646;
    s = safe_lshift(s, 14);
    for (int k = 8; k >= -8; k--) {
        s = safe_add(s, k);
        t = safe_div(t, k);
    }
    t = safe_mul(safe_mul(s, t), s);
    printf(\"%d %d\\n\", s, t);
    return 0;
}
";

#[test]
fn just_the_two_wrappers_that_are_needed_are_kept() {
    let program = read(WRAPPERS);
    let wrappers = Wrappers::of(&program);
    let (ending, needed) = wrappers.needed(&program, Switches::STRICT, 100_000);
    assert_eq!(ending, Ok(Ending::Exit(0)));
    // As they come in the text: shift, sum, quotient, outer and inner product.
    assert_eq!(needed, [false, false, true, true, false]);
    let bare = |site: u32| if needed[site as usize] { Form::Function } else { Form::Bare };
    let relaxed = wrappers.rewritten(&program, bare);
    let text = &print::print(&relaxed)[0].text;
    assert!(text.contains("s = s << 14;") && text.contains("s = s + k;"), "{text}");
    assert!(text.contains("t = safe_div(t, k);"), "{text}");
    assert!(text.contains("t = safe_mul(s * t, s);"), "{text}");
    assert_eq!(run(&relaxed), run(&program));
    // Each of the two is needed indeed.
    for site in [2, 3] {
        let without =
            wrappers.rewritten(&program, |it| if it == site { Form::Bare } else { Form::Function });
        assert!(run(&without).0.is_err(), "site {site}");
    }
    // As macros they compute the same.
    let macros = wrappers.rewritten(&program, |_| Form::Macro);
    assert_eq!(run(&macros), run(&program));
    let again = read(&print::print(&macros)[0].text);
    assert_eq!(run(&again), run(&program));
}

/// What a bare operator computes in is the wrapper's type, not what a bit-field is promoted to.
#[test]
fn a_bare_operator_on_a_bit_field_keeps_the_type_of_its_wrapper() {
    let program = read(
        "int printf(const char *, ...);
         static unsigned int safe_lshift(unsigned int x, int y)
         { return (y < 0 || y >= 32) ? x : x << y; }
         static struct { unsigned int f : 17; } s = {66404};
         int main(void) { printf(\"%u\\n\", safe_lshift(s.f, 21)); return 0; }",
    );
    let wrappers = Wrappers::of(&program);
    let bare = wrappers.rewritten(&program, |_| Form::Bare);
    let text = &print::print(&bare)[0].text;
    assert!(text.contains("(unsigned int)s.f << 21"), "{text}");
    assert_eq!(run(&read(text)), run(&program));
    assert_eq!(run(&bare), run(&program));
}

#[test]
fn a_jump_over_an_initialisation_is_found_when_the_value_is_used() {
    let text = |used: &str| {
        format!(
            "static int a = 1;
             static void func(void) {{
                 for (int i = 3; i > 0; i--) {{ if (a) goto lbl_forward; }}
                 int b = 3;
             lbl_forward:
                 {used};
             }}
             int main(void) {{ func(); return 0; }}"
        )
    };
    assert_eq!(rule(&text("a += b")), "uninitialised");
    assert_eq!(run(&read(&text("b = 2; a += b"))).0, Ok(Ending::Exit(0)));
}

#[test]
fn an_index_out_of_bounds_is_found_where_it_is_reached() {
    let text = |guard: &str| {
        format!(
            "static int a[1][2][1] = {{{{{{1}}, {{2}}}}}};
             int main(void) {{ static int b = 4; int c = 0;
                 if ({guard}) c = a[(b % 1)][b - 3][3 * 5];
                 return c; }}"
        )
    };
    assert_eq!(run(&read(&text("b == 3"))).0, Ok(Ending::Exit(0)));
    let found = rule(&text("b == 4"));
    assert_eq!(found, "pointer-arithmetic");
}

#[test]
fn conflicts_without_an_order_are_found() {
    let text = "int main(void) { int a[3] = {0}; int i = 0; a[i++] = i; return a[0]; }";
    assert_eq!(rule(text), "unsequenced");
    let ordered = "int main(void) { int a[3] = {0}; int i = 0; i++, a[i] = i; return a[0]; }";
    assert_eq!(run(&read(ordered)).0, Ok(Ending::Exit(0)));
}
