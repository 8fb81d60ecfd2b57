//@ verdict: ok
//@ prints: 2
// C17 6.5.16.1p3: Objects that overlap in part may not be assigned to each other.
int printf(const char *, ...);
struct s { int a, b; };
int main(void) {
    int m[6] = {1, 2, 3, 4, 5, 6};
    struct s *p = (struct s *)m, *q = (struct s *)(m + 2);
    *q = *p;
    printf("%d\n", m[3]);
}
