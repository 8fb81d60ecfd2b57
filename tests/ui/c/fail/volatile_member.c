//@ verdict: undefined
//@ rule: volatile-access
//@ witness: none: sanitizers do not know qualifiers
// C17 6.7.3p6: A volatile member through a plain lvalue.
int printf(const char *, ...);

struct s { volatile int v; int w; };
int main(void) {
    struct s s = { 1, 2 };
    int *v = (int *)&s.v;
    printf("%d\n", *v); //~
}
