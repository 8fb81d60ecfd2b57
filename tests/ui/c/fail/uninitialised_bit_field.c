//@ verdict: undefined
//@ rule: uninitialised
//@ witness: msan
// C17 6.3.2.1p2: A bit-field in bytes that nobody wrote.
int printf(const char *, ...);
struct s { unsigned a : 8; unsigned b : 8; };
int main(void) {
    struct s s;
    s.a = 3;
    printf("%d\n", s.b); //~
}
