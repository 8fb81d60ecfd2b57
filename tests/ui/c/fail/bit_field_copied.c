//@ verdict: undefined
//@ rule: uninitialised
//@ witness: msan
// C17 6.3.2.1p2: A copy has no value where the original has none.
int printf(const char *, ...);

struct s { unsigned a : 3; unsigned b : 5; };
int main(void) {
    struct s s, t;
    s.a = 6;
    t = s;
    printf("%d\n", t.b); //~
}
