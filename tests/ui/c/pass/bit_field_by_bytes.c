//@ verdict: ok
//@ prints: 5 300
// C17 6.2.6.1p4: Copied byte by byte, padding and all.
int printf(const char *, ...);

struct s { unsigned a : 3; unsigned b : 9; };
int main(void) {
    struct s s, t;
    s.a = 5;
    s.b = 300;
    for (unsigned i = 0; i < sizeof s; i++)
        ((unsigned char *)&t)[i] = ((unsigned char *)&s)[i];
    printf("%d %d\n", t.a, t.b);
}
