//@ verdict: ok
//@ prints: 6
// C17 6.2.6.1p6: A structure without all its values may be copied.
int printf(const char *, ...);

struct s { unsigned a : 3; unsigned b : 5; };
int main(void) {
    struct s s, t;
    s.a = 6;
    t = s;
    printf("%d\n", t.a);
}
