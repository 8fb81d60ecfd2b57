//@ verdict: undefined
//@ rule: uninitialised
//@ witness: msan
// C17 6.3.2.1p2: A byte that lacks some bits' value lacks it in the copy.
int printf(const char *, ...);

struct s { unsigned a : 3; unsigned b : 9; };
int main(void) {
    struct s s, t;
    s.a = 5;
    for (unsigned i = 0; i < sizeof s; i++)
        ((unsigned char *)&t)[i] = ((unsigned char *)&s)[i];
    printf("%d\n", t.b); //~
}
