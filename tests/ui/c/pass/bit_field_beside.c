//@ verdict: ok
//@ prints: 9
// C17 6.3.2.1p2: Both fields of a byte were stored to.
int printf(const char *, ...);

struct s { unsigned a : 3; unsigned b : 5; };
int main(void) {
    struct s s;
    s.a = 1;
    s.b = 9;
    printf("%d\n", s.b);
}
