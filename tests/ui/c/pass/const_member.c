//@ verdict: ok
//@ prints: 3
// C17 6.7.3p6: Nor a member that is `const`.
int printf(const char *, ...);
struct s { int a; int b; };
int main(void) {
    struct s s = {1, 2};
    int *p = (int *)&s.b;
    *p = 3;
    printf("%d\n", s.b);
}
