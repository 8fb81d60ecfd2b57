//@ verdict: undefined
//@ rule: overlapping-assignment
//@ witness: none: compilers load before they store
//@ reading: strict
// C17 6.5.16.1p3: `int` and `unsigned` are not compatible types.
int printf(const char *, ...);

union u { int i; unsigned j; };
int main(void) {
    union u u;
    u.j = 5;
    u.i = u.j; //~
    printf("%d\n", u.i);
}
