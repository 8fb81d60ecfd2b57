//@ verdict: ok
//@ prints: 1
// C17 6.5p7: A struct may be read as a whole only where all its members are.
int printf(const char *, ...);
struct s { int a; int b; };
int main(void) {
    int a[2] = {1, 2};
    struct s s = *(struct s *)(void *)a;
    printf("%d\n", s.a != 0);
}
