//@ verdict: ok
//@ prints: 6
// C17 6.5.16.1p3: What is computed is not read from an object.
int printf(const char *, ...);

union u { int i; long l; };
int main(void) {
    union u u;
    u.l = 5;
    u.i = u.l + 1;
    printf("%d\n", u.i);
}
