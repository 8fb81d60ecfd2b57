//@ verdict: ok
//@ prints: 0
// C17 6.5.2.3p3: Punning works through the union, not through a pointer to its member.
int printf(const char *, ...);
union u { float f; int i; };
int main(void) {
    union u u;
    u.f = 0;
    int *p = &u.i;
    printf("%d\n", u.i);
}
