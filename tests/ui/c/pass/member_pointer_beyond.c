//@ verdict: ok
//@ reading: strict
//@ prints: 2
// C17 6.5.6p8: `&s.m` reaches the member only, by the stricter reading.
int printf(const char *, ...);
struct s { int a, b; };
int main(void) {
    struct s s = {1, 2};
    int *p = &s.b;
    p = p;
    printf("%d\n", *p);
}
