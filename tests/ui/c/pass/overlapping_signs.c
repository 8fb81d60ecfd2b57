//@ verdict: ok
//@ prints: 5
//@ reading: strict
// C17 6.5.16.1p3: A member is assigned from one of the same type.
int printf(const char *, ...);

union u { int i; int j; };
int main(void) {
    union u u;
    u.j = 5;
    u.i = u.j;
    printf("%d\n", u.i);
}
