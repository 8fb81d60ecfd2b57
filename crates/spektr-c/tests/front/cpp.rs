//! C++ in its own words: read, printed the same, and executed as the C program it stands for.

use spektr_c::machine::{Ending, Machine, Switches};
use spektr_c::{parse, print};

const TEXT: &str = "\
#include <array>
#include <vector>

enum E0 : unsigned int { E0_0, E0_1 = 4 };

struct K0 {
    static int g0;
    static int f0(int);
    int f3(int);
};

int K0::g0 = 3;
std::array<int, 3> g1 = {{1, 2, 3}};
static const std::vector<short> g2 = {4, 5};
static constexpr const int g3 = 7;
enum E0 g4 = E0_1;

static const auto f1 = [](int p0) -> int
{
    return p0 + g3;
};

template <typename T0 = long, typename T1 = int>
static T0 f2(T1 p0, int &p1)
{
    p1 = p0;
    return static_cast<long>(p0);
}

int K0::f0(int p0)
{
    int &l1 = K0::g0;
    bool l2 = p0;
    l1 = p0 + g1.at(p0 & 1) + l2;
    return f1(l1);
}

int K0::f3(int p0)
{
    return p0 ? K0().f3(p0 - 1) : K0::g0;
}

int main(void)
{
    int l0 = K0::f0(1);
    l0 += K0().f3(2) - K0::g0;
    l0 += static_cast<int>(f2<long, int>(g2[1], g1[0]));
    __builtin_memset(g1.data(), 0, 4UL);
    return l0 + g1[0] + static_cast<int>(g4);
}
";

#[test]
fn every_form_is_read_printed_and_executed() {
    let program = parse::read(&[("a.cc", TEXT)]).expect("it is C++");
    assert_eq!(print::print(&program)[0].text, TEXT);
    let mut machine = Machine::new(&program, Switches::STRICT).expect("it links");
    machine.start(&program).expect("it starts");
    // 1 + 2 + 1 + 7 from `f0`, 5 from `f2`, 4 from the enumeration.
    let ending = machine.run(&program, 10_000);
    assert!(matches!(ending, Ok(Ending::Exit(20))), "{ending:?}");
}

#[test]
fn the_words_of_cpp_are_names_in_c() {
    let text = "int static_cast = 1;\n\nint main(void)\n{\n    return static_cast < 2;\n}\n";
    let program = parse::read(&[("a.c", text)]).expect("it is C");
    assert!(!program.is_cpp());
    assert!(parse::read(&[("a.cc", text)]).is_err());
}

#[test]
fn what_is_not_understood_is_said() {
    let complaint = |text: &str| parse::read(&[("a.cc", text)]).expect_err(text).to_string();
    let unknown =
        complaint("#include <array>\nstd::array<int, 2> a = {{1, 2}};\nint *p = a.fill(3);\n");
    assert!(unknown.contains("`fill` of a container is not understood"), "{unknown}");
    assert!(complaint("#include <map>\n").contains("preprocessor"));
    assert!(complaint("template <typename T = int, int N> int f(T);\n").contains("`typename`"));
}

/// Parameters that are bound before the call: an object, captures, the number of a template.
const BOUND: &str = "\
struct S0 {
    int m0;
    short m1;
    int h0(int p1);
    int h3(void);
};

struct S0 g0 = {1, 2};
int g1 = 5;

int S0::h0(int p1)
{
    this->m0 += p1;
    return this->m1 + p1;
}

int S0::h3(void)
{
    return this->h0(1);
}

static const auto h1 = [](int p0, int &p1) { return [p0, &p1](long p2) mutable -> int
{
    p1 += p0++;
    return p0 + p2;
}; };

template <int p0>
static int h2(int p1)
{
    return p0 * p1;
}

int main(void)
{
    struct S0 *l0 = &g0;
    int l1 = g0.h0(2);
    l1 += l0->h3();
    l1 += h1(3, g1)(4L);
    l1 += h2<2>(g1) + h2<-2147483647 - 1>(0);
    return l1 + g0.m0;
}
";

#[test]
fn what_is_bound_before_a_call_is_a_parameter() {
    let program =
        parse::read(&[("program.cc", BOUND)]).expect("it is the part of C++ that is known");
    assert_eq!(print::print(&program)[0].text, BOUND);
    let mut machine = Machine::new(&program, Switches::STRICT).expect("it links");
    machine.start(&program).expect("it starts");
    // 4 + 3, 8 and 16 of two calls, 0; g0.m0 is 1 + 2 + 1.
    let ending = machine.run(&program, 10_000);
    assert!(matches!(ending, Ok(Ending::Exit(35))), "{ending:?}");
}

#[test]
fn what_is_bound_otherwise_is_refused() {
    for (from, to) in [("h2<2>", "h2<g1>"), ("[p0, &p1]", "[&p0, &p1]"), ("[p0, &p1]", "[p0]")] {
        assert!(parse::read(&[("program.cc", &BOUND.replace(from, to))]).is_err(), "{to}");
    }
}
