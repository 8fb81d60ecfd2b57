//! What is read from small texts: types, conversions, initialisers.

use spektr_c::parse;
use spektr_c::syntax::{Conversion, Expr, ExprKind, Program, StmtKind};

fn read(text: &str) -> Program {
    parse::read(&[("a.c", text)]).unwrap_or_else(|complaint| panic!("{}", complaint.rendered))
}

/// The expression that the last function returns, with the type it has before it is converted.
fn returned(text: &str) -> (Program, Expr) {
    let program = read(text);
    let body = program.functions.last().and_then(|function| function.body.clone());
    let last = body.expect("a body").stmts.pop().expect("a statement");
    let StmtKind::Return(Some(value)) = last.kind else { panic!("no return") };
    (program, value)
}

/// The type of an expression in words.
fn type_of(expr: &str) -> String {
    let declarations = "struct b { unsigned u3 : 3; unsigned u32 : 32; int i32 : 32; long l40 : 40; \
        unsigned long ul20 : 20; _Bool b : 1; } b; char c; short s; unsigned short us; unsigned u; long l; \
        unsigned long ul; float f; double d; long double ld; int *p; const int *cp; void *vp; int a[3]; \
        enum e { E, F = -1 } e; enum g { G } g; struct b *q; int fn(void); __int128 w; _Bool bo; \
        volatile int vi; const char cc[2];";
    let text = format!("{declarations} void test(void) {{ __typeof__({expr}) *result; }}");
    let program = read(&text);
    let function = program.functions.iter().find(|function| function.body.is_some());
    let local = function.expect("a body").locals.last().expect("declared");
    let target = program.types.target(local.ty).expect("a pointer");
    program.types.describe(target).to_string()
}

#[test]
fn expressions_have_the_types_of_the_standard() {
    for (expr, ty) in [
        ("c + c", "int"),
        ("us + us", "int"),
        ("u + l", "long"),
        ("u + 1", "unsigned int"),
        ("ul + l", "unsigned long"),
        ("l + 1LL", "long long"),
        ("w + ul", "__int128"),
        ("f + 1", "float"),
        ("f + d", "double"),
        ("d + ld", "long double"),
        ("-bo", "int"),
        ("~c", "int"),
        ("!d", "int"),
        ("c << l", "int"),
        ("l << c", "long"),
        ("+b.u3", "int"),
        ("+b.u32", "unsigned int"),
        ("+b.i32", "int"),
        ("+b.l40", "long"),
        ("+b.ul20", "int"),
        ("+b.b", "int"),
        ("b.u3 = 1", "unsigned int"),
        ("+e", "int"),
        ("+g", "unsigned int"),
        ("E", "int"),
        ("'a'", "int"),
        ("L'a'", "int"),
        ("sizeof 1", "unsigned long"),
        ("p - p", "long"),
        ("p + 1", "int *"),
        ("&a", "int (*)[3]"),
        ("&a[1]", "int *"),
        ("*&a", "int [3]"),
        ("\"ab\"", "char [3]"),
        ("&fn", "int (*)(void)"),
        ("1 ? p : vp", "void *"),
        ("1 ? p : 0", "int *"),
        ("1 ? p : cp", "const int *"),
        ("1 ? c : us", "int"),
        ("c = l", "char"),
        ("vi", "volatile int"),
        ("+vi", "int"),
        ("cc[0]", "const char"),
        ("p == 0", "int"),
        ("c, l", "long"),
        ("c++", "char"),
        ("0x80000000", "unsigned int"),
        ("2147483648", "long"),
        ("({ c; })", "char"),
        ("__builtin_clzl(1)", "int"),
        ("__builtin_bswap16(1)", "unsigned short"),
        ("(short)1 + (short)1", "int"),
        ("_Generic(c, char: l, default: c)", "long"),
        ("__builtin_choose_expr(0, c, d)", "double"),
    ] {
        assert_eq!(type_of(expr), ty, "{expr}");
    }
}

#[test]
fn every_conversion_is_a_node() {
    let (program, value) = returned("char c; long f(void) { return c + 1u; }");
    // long <- unsigned int <- (unsigned <- int <- char <- load) + 1u
    let ExprKind::Convert { conversion: Conversion::IntToInt, operand, implicit: true } =
        value.kind
    else {
        panic!("no conversion to the result")
    };
    let ExprKind::Binary { left, right, .. } = operand.kind else { panic!("no sum") };
    assert_eq!(program.types.describe(left.ty).to_string(), "unsigned int");
    assert!(matches!(right.kind, ExprKind::Int(1)));
    let mut kinds = Vec::new();
    let mut inner = &*left;
    while let ExprKind::Convert { conversion, operand, implicit } = &inner.kind {
        assert!(implicit);
        kinds.push(*conversion);
        inner = operand;
    }
    assert_eq!(kinds, [Conversion::IntToInt, Conversion::IntToInt, Conversion::Load]);
    assert!(inner.is_lvalue());
}

#[test]
fn initialisers_stand_where_they_belong() {
    // Each value is read back from the place that the standard gives it.
    for (declaration, checks) in [
        ("int a[] = {1, 2, 3}", &["sizeof a == 12"][..]),
        ("char s[] = \"abc\"", &["sizeof s == 4"]),
        ("char s[] = {\"abc\"}", &["sizeof s == 4"]),
        ("int a[] = {[9] = 1, 2}", &["sizeof a == 44"]),
        ("int a[][2] = {1, 2, 3}", &["sizeof a == 16"]),
        ("struct { int x, y[2]; } a[] = {1, 2, 3, 4}", &["sizeof a == 24"]),
        ("int a[] = {[2 ... 5] = 1}", &["sizeof a == 24"]),
    ] {
        let text = format!(
            "{declaration};\n{}",
            checks
                .iter()
                .map(|check| format!("_Static_assert({check}, \"\");"))
                .collect::<String>()
        );
        read(&text);
    }
    let printed = |text: &str| {
        let program = read(text);
        spektr_c::print::print(&program).remove(0).text
    };
    assert!(
        printed("struct s { int a; struct { int b, c; } d; int e; } x = { 1, 2, 3, 4 };")
            .contains("{1, {2, 3}, 4}")
    );
    assert!(
        printed("struct s { int a; struct { int b, c; } d; int e; } x = { .d.c = 3, 4 };")
            .contains("{.d = {.c = 3}, 4}")
    );
    assert!(
        printed("int a[3][2] = { [1] = { 5 }, 6, [0][1] = 7 };").contains("{{[1] = 7}, {5}, {6}}")
    );
    assert!(printed("union u { int a; char b; } x = { .b = 1 };").contains("{.b = 1}"));
    assert!(printed("struct s { int a, b; } x = { b: 2, a: 1 };").contains("{1, 2}"));
    assert!(printed("int a[4] = { [0 ... 3] = 1, [1] = 2 };").contains("{1, 2, [2 ... 3] = 1}"));
    assert!(printed("char s[4] = { \"ab\" }; char t[2] = \"ab\";").contains("t[2] = \"ab\""));
    assert!(
        printed("struct s { int n; char t[4]; } x[2] = { 1, \"ab\", { 2, { 'c' } } };")
            .contains("{{1, \"ab\"}, {2, {99}}}")
    );
}

#[test]
fn functions_of_the_library_need_no_declaration() {
    let program = read(
        "int main() { char b[8]; memcpy(b, \"abc\", 4); if (strlen(b) != 3) abort(); return foo(1.0f); }",
    );
    let words = |name: &str| {
        let function = program.functions.iter().find(|function| function.name == name).expect(name);
        assert!(function.implicit || function.body.is_some());
        program.types.describe(function.ty).to_string()
    };
    assert_eq!(words("abort"), "void (void)");
    assert_eq!(words("strlen"), "unsigned long (const char *)");
    assert_eq!(words("foo"), "int ()");
}

#[test]
fn unused_declarations_of_headers_are_gone() {
    let program = read(
        "int a(void); extern int b; static int c(void); struct s; typedef struct s t; int d(void) { return 1; }",
    );
    let names: Vec<&str> =
        program.functions.iter().map(|function| function.name.as_str()).collect();
    assert_eq!(names, ["d"]);
    assert!(program.globals.is_empty());
}
