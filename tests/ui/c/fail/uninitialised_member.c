//@ verdict: undefined
//@ rule: uninitialised
//@ witness: msan
// C17 6.7.9p10: Neither have members.
int printf(const char *, ...);
struct s { int a, b; };
int main(void) {
    struct s s, t;
    s.a = 1;
    t = s;
    printf("%d\n", t.b); //~
}
