//@ verdict: undefined
//@ rule: pointer-comparison
//@ witness: none: comparing pointers into different objects is not checked
// C17 6.5.8p5: Members are ordered as they are declared.
int printf(const char *, ...);
struct s { int a, b; };
int main(void) {
    struct s s = {1, 2}, t = s;
    printf("%d\n", &s.a < &t.b); //~
}
