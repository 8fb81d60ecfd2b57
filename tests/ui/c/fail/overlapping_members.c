//@ verdict: undefined
//@ rule: overlapping-assignment
//@ witness: none: compilers load before they store
// C17 6.5.16.1p3: A member is assigned from one that overlaps it in part.
int printf(const char *, ...);

union u { int i; long l; };
int main(void) {
    union u u;
    u.l = 5;
    u.i = u.l; //~
    printf("%d\n", u.i);
}
