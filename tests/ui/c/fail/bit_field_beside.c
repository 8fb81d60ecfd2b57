//@ verdict: undefined
//@ rule: uninitialised
//@ witness: msan
// C17 6.3.2.1p2: A bit-field beside one that was stored to has no value.
int printf(const char *, ...);

struct s { unsigned a : 3; unsigned b : 5; };
int main(void) {
    struct s s;
    s.a = 1;
    printf("%d\n", s.b); //~
}
