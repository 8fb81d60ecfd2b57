//@ verdict: undefined
//@ rule: uninitialised
//@ witness: msan
// C17 6.2.6.1p7: A member stored last leaves the rest of the union alone.
int printf(const char *, ...);
union u { short s; int i; };
int main(void) {
    union u u;
    u.s = 1;
    printf("%d\n", u.i); //~
}
