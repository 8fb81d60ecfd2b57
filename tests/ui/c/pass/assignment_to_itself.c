//@ verdict: ok
//@ prints: 1
// C17 6.5.16.1p3: An object may be assigned to itself.
int printf(const char *, ...);
struct s { int a, b; };
int main(void) {
    int m[3] = {1, 2, 3};
    struct s *p = (struct s *)m, *q = (struct s *)(m );
    *p = *q;
    printf("%d\n", m[0]);
}
