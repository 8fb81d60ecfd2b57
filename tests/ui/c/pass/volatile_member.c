//@ verdict: ok
//@ prints: 1 2
// C17 6.7.3p6: A volatile member through a volatile lvalue, and its neighbour through a plain one.
int printf(const char *, ...);

struct s { volatile int v; int w; };
int main(void) {
    struct s s = { 1, 2 };
    volatile int *v = &s.v;
    int *w = &s.w;
    printf("%d %d\n", *v, *w);
}
